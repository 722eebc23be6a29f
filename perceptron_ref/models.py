"""Read and write the JSON files of saved hypotheses, for `Hypothesis.load` and `Hypothesis.save`.

This module handles records: dicts of plain values. `hypothesis.py` converts a `Hypothesis` to a
record, and a record to a `Hypothesis`.
"""

from __future__ import annotations

import os

from .disk import file_error, write_file
from .errors import DataError, quote
from .type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_FORMAT = "perceptron_ref hypothesis 1"
HOW_TO_SAVE = "`fit --save MODEL` writes such a file"
_REQUIRED = ("w", "names", "sign_of_zero", "labels")
# files of earlier versions may lack these keys
_OPTIONAL = {"x0": "1", "label": None, "columns": None}


def write_model(path: str | os.PathLike[str], record: dict[str, Any]) -> None:
    """Write a record to a JSON file, atomically.

    Args:
        path: The file; an existing file is replaced.
        record: Plain values, by the keys that `read_model` returns.

    Raises:
        DataError: If the file cannot be written.
    """
    import json  # here, because its import is slow, and few commands need it

    text = json.dumps({"format": _FORMAT, **record}, indent=2, ensure_ascii=False) + "\n"
    # UTF-8 cannot encode a lone surrogate, which a name may hold; \udXXX is its escape in JSON, too
    write_file(path, text.encode("utf-8", "backslashreplace"))


def read_model(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read a record from a JSON file.

    Args:
        path: The file.

    Returns:
        The record, with the keys w, names, sign_of_zero, labels, x0, label and columns. Its values
        are not checked.

    Raises:
        DataError: If the file cannot be read, or is not a saved model; the message names the file.
    """
    import json

    path = os.fspath(path)
    try:
        with open(path, "rb") as stream:
            record = json.loads(stream.read().decode("utf-8-sig"))
    except OSError as error:
        raise file_error(path, "read", error, "the path of a saved model") from error
    except (ValueError, RecursionError):
        raise DataError(
            f"{path}: found text that is not JSON; expected a saved model. {HOW_TO_SAVE}"
        ) from None
    if not isinstance(record, dict) or record.get("format") != _FORMAT:
        format_name = (
            quote(record["format"]) if isinstance(record, dict) and "format" in record else ""
        )
        problem = f'"format": {format_name}' if format_name else 'JSON without "format"'
        raise DataError(
            f'{path}: found {problem}; expected a saved model, which has "format": "{_FORMAT}". '
            f"{HOW_TO_SAVE}"
        )
    for key in _REQUIRED:
        if key not in record:
            raise DataError(
                f'{path}: found no key "{key}"; expected a saved model, which has the keys '
                f"{', '.join(_REQUIRED)}. {HOW_TO_SAVE}"
            )
    values = {**_OPTIONAL, **record}
    return {key: values[key] for key in (*_REQUIRED, *_OPTIONAL)}
