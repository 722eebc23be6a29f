"""Saved models: a hypothesis as a JSON file."""

from __future__ import annotations

import json
import os

from ..errors import DataError
from ..exact.common_denominator import as_ints
from ..exact.rationals import exact_text
from ..hypothesis import Hypothesis
from .write import failed, write

_FORMAT = "perceptron_ref hypothesis 1"
_KEYS = ("w", "names", "sign_of_zero", "labels")


def save(h: Hypothesis, path: str | os.PathLike[str]) -> None:
    """Write a hypothesis to a JSON file: see `Hypothesis.save`."""
    record = {
        "format": _FORMAT,
        "w": [exact_text(w_i) for w_i in h.w],
        "x0": exact_text(h.x0),
        "names": h._names,
        "sign_of_zero": h.sign_of_zero,
        "labels": h.labels,
        "label": h.label_name,
    }
    text = json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    # A name may hold a lone surrogate, which UTF-8 cannot encode; as \udXXX JSON reads it back.
    write(path, text.encode("utf-8", "backslashreplace"))


def load(path: str | os.PathLike[str]) -> Hypothesis:
    """Read what `save` wrote; DataError, naming the file, for anything else."""
    place = os.fspath(path)
    try:
        with open(path, "rb") as stream:
            return from_record(json.loads(stream.read().decode("utf-8-sig")))
    except OSError as error:
        raise failed(place, "read", error, "a saved model") from error
    except DataError as error:
        raise DataError(f"{place}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"{place}: found no JSON ({error}); expected a saved model") from None


def from_record(record: object) -> Hypothesis:
    """Return the hypothesis of what a model's file holds; DataError for anything else."""
    if not isinstance(record, dict) or record.get("format") != _FORMAT:
        raise DataError(f'expected a saved model, that is a JSON object with "format": "{_FORMAT}"')
    for key in _KEYS:
        if key not in record:
            raise DataError(f'found no "{key}"; expected {", ".join(_KEYS)}')
    about = {key: record[key] for key in _KEYS}
    h = Hypothesis(**about, x0=record.get("x0", "1"), label_name=record.get("label"))
    as_ints(h.w)
    return h
