"""A saved model: the JSON object that `Hypothesis.save` writes and `Hypothesis.load` reads.

Here a model is a record of plain values; `hypothesis.py` makes it from a `Hypothesis`, and back.
"""

from __future__ import annotations

import os
from typing import Any

from .disk import file_error, write_file
from .errors import DataError

_FORMAT = "perceptron_ref hypothesis 1"
_REQUIRED = ("w", "names", "sign_of_zero", "labels")
_OPTIONAL = {"x0": "1", "label": None, "columns": None}  # as files of earlier versions have none


def write_model(path: str | os.PathLike[str], record: dict[str, Any]) -> None:
    """Write a record with the keys of `read_model` to a JSON file, in one step."""
    import json  # here, as its import takes time that only models need

    text = json.dumps({"format": _FORMAT, **record}, indent=2, ensure_ascii=False) + "\n"
    # A name may hold a lone surrogate, which UTF-8 cannot encode; JSON reads it back as \udXXX.
    write_file(path, text.encode("utf-8", "backslashreplace"))


def read_model(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return w, x0, names, sign_of_zero, labels, label and columns of a saved model, as JSON has
    them.

    DataError, naming the file, where it is no saved model. The values are not checked.
    """
    import json

    place = os.fspath(path)
    try:
        with open(path, "rb") as stream:
            record = json.loads(stream.read().decode("utf-8-sig"))
    except OSError as error:
        raise file_error(place, "read", error, "a saved model") from error
    except (ValueError, RecursionError) as error:
        raise DataError(f"{place}: found no JSON ({error}); expected a saved model") from None
    if not isinstance(record, dict) or record.get("format") != _FORMAT:
        raise DataError(
            f'{place}: expected a saved model, that is a JSON object with "format": "{_FORMAT}"'
        )
    for key in _REQUIRED:
        if key not in record:
            raise DataError(f'{place}: found no "{key}"; expected {", ".join(_REQUIRED)}')
    values = {**_OPTIONAL, **record}
    return {key: values[key] for key in (*_REQUIRED, *_OPTIONAL)}
