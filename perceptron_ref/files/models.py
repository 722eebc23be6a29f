"""Saved models: a hypothesis as a JSON file."""

from __future__ import annotations

import json
import os

from ..errors import DataError, shown
from ..exact.for_json import MOST_LISTED, names_for_json, weights_for_json
from ..exact.limits import (
    LONGEST_TEXT,
    MOST_BYTES_OF_A_MODEL,
    MOST_WORK_OF_A_MODEL,
    check_denominator,
)
from ..exact.rationals import exact_text, lcm
from ..hypothesis import Hypothesis
from .write import write_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

_FORMAT = "perceptron_ref hypothesis 1"
_BY_INDEX = "perceptron_ref hypothesis 2"
_WITH_X0 = "perceptron_ref hypothesis 3"  # of another x_0 than 1; w as in 1, or with "d" as in 2
_LONG = 1_000_000  # bytes of a model
_MOST_FEATURES = 5_000_000  # more than a line that can be read has room for


def save(h: Hypothesis, path: str | os.PathLike[str]) -> None:
    """Write a hypothesis to a JSON file: see `Hypothesis.save`."""
    record: dict[str, object] = {"format": _FORMAT}
    if h.d > MOST_LISTED:
        record = {"format": _BY_INDEX, "d": h.d}
    if h.x0 != 1:
        record.update(format=_WITH_X0, x0=exact_text(h.x0))
    record.update(
        w=weights_for_json(h.w, exact_text),
        names=names_for_json(h),
        sign_of_zero=h.sign_of_zero,
        labels=list(h.labels),
        label=h.label_name,
    )
    text = json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    # A name may hold a lone surrogate, which UTF-8 cannot encode; as \udXXX JSON reads it back.
    write_text(path, text.encode("utf-8", "backslashreplace").decode("utf-8"))


def load(path: str | os.PathLike[str]) -> Hypothesis:
    """Read what `save` wrote; DataError, naming the file, for anything else."""
    try:
        with open(path, "rb") as stream:
            content = stream.read(MOST_BYTES_OF_A_MODEL + 1)
        if len(content) > MOST_BYTES_OF_A_MODEL:
            raise DataError(
                f"found more than {MOST_BYTES_OF_A_MODEL:,} bytes; expected a saved model"
            )
        # what is long and names no format is refused before it is parsed, which takes seconds
        named = len(content) <= _LONG or _FORMAT[:-1].encode() in content
        return from_record(json.loads(content.decode("utf-8-sig")) if named else None)
    except OSError as error:
        what = error.strerror or error
        raise DataError(
            f"{os.fspath(path)}: cannot be read: {what}; expected a saved model"
        ) from error
    except DataError as error:
        raise DataError(f"{os.fspath(path)}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise DataError(
            f"{os.fspath(path)}: found no JSON ({error}); expected a saved model"
        ) from None


def from_record(record: object) -> Hypothesis:
    format = record.get("format") if isinstance(record, dict) else None
    if not isinstance(record, dict) or format not in (_FORMAT, _BY_INDEX, _WITH_X0):
        raise DataError(
            f'expected a saved model, that is a JSON object with "format": "{_FORMAT}", '
            f'"{_BY_INDEX}" or "{_WITH_X0}"'
        )
    by_index = format == _BY_INDEX or (format == _WITH_X0 and "d" in record)
    _check_keys(record, ["d"] * by_index + ["x0"] * (format == _WITH_X0))
    w, names, x0 = record["w"], record["names"], record.get("x0", "1")
    if by_index:
        w = _listed_weights(w, record["d"])
    else:
        _check_texts("w", w)
    if names is not None or not by_index:
        _check_texts("names", names)
    _check_lengths(w)
    labels, sign_of_zero = record["labels"], record["sign_of_zero"]
    h = Hypothesis(
        w,
        names=names,
        sign_of_zero=sign_of_zero,
        labels=labels,
        x0=x0,
        label_name=record.get("label"),  # which older models do not have
    )
    _check_denominators(h.w, w)
    return h


def _listed_weights(w: object, d: object) -> list[str | int]:
    """Return the 1 + d weights of which a saved model holds those that are not 0, by index."""
    if type(d) is not int or not 1 <= d <= _MOST_FEATURES:
        raise DataError(f"d: found {shown(d)}; expected an int from 1 to {_MOST_FEATURES:,}")
    if not isinstance(w, dict) or not all(isinstance(text, str) for text in w.values()):
        raise DataError(f"w: found {shown(w)}; expected an object of texts")
    weights: list[str | int] = [0] * (1 + d)
    for key, text in w.items():
        index = int(key) if key.isdecimal() and len(key) <= len(str(d)) else -1
        if not 0 <= index <= d or str(index) != key:
            raise DataError(f"w: found the index {shown(key)}; expected one from 0 to {d:,}")
        weights[index] = text
    return weights


def _check_lengths(w: list[str | int]) -> None:
    """Refuse weights whose digits together would take long to read."""
    work = 0
    for i, text in enumerate(w):
        work += min(len(text), LONGEST_TEXT) ** 2 if isinstance(text, str) else 0
        if work > MOST_WORK_OF_A_MODEL:
            raise DataError(
                f"w, entry {i}: found {shown(text)} after others as long; "
                "expected fewer or shorter weights"
            )


def _check_denominators(w: Sequence[Fraction], texts: Sequence[object]) -> None:
    """Refuse weights whose common denominator, which h multiplies them by, would be too long."""
    common = 1
    for i, w_i in enumerate(w):
        if common % w_i.denominator:
            common = lcm(common, w_i.denominator)
            try:
                check_denominator(common, len(w), texts[i], LONGEST_TEXT, MOST_WORK_OF_A_MODEL)
            except DataError as error:
                raise DataError(f"w, entry {i}: {error}") from None


def _check_keys(record: dict[str, object], more: list[str]) -> None:
    """Refuse a record without a key that its format needs, or with an x_0 that it does not tell."""
    keys = (*more, "w", "names", "sign_of_zero", "labels")
    for key in keys:
        if key not in record:
            *others, last = (f'"{expected}"' for expected in keys)
            raise DataError(f'found no "{key}"; expected {", ".join(others)} and {last}')
    if "x0" in record and "x0" not in more:
        raise DataError(f'found "x0"; expected it in a model of "format": "{_WITH_X0}" alone')
    if not isinstance(record.get("x0", ""), str):
        raise DataError(f"x0: found {shown(record['x0'])}; expected a text")


def _check_texts(key: str, texts: object) -> None:
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise DataError(f"{key}: found {shown(texts)}; expected a list of texts")
