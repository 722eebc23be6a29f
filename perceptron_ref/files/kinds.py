"""Files that are no text: workbooks, archives and the like, told by their first bytes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_CSV = "save it as CSV (UTF-8)"
_UNPACK = "unpack it"
_KINDS = (
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook or another Office document", _CSV),
    (b"\x1f\x8b", "a file compressed by gzip", _UNPACK),
    (b"BZh", "a file compressed by bzip2", _UNPACK),
    (b"\xfd7zXZ", "a file compressed by xz", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "a file compressed by zstd", _UNPACK),
    (b"7z\xbc\xaf", "a 7z archive", _UNPACK),
    (b"PAR1", "a Parquet file", _CSV),
    (b"ARROW1", "a Feather file", _CSV),
    (b"\x93NUMPY", "a NumPy array", "write it as text (numpy.savetxt)"),
    (b"\x89HDF", "an HDF5 file", _CSV),
    (b"SQLite format 3", "an SQLite database", "export a table as CSV"),
    (b"\xff\xfe", "text in UTF-16", "save it as UTF-8"),
    (b"\xfe\xff", "text in UTF-16", "save it as UTF-8"),
    (b"%PDF-", "a PDF document", "write its table to a text file"),
)
_ZIPPED = (  # what stands in the names of the files within, and is not compressed
    ("opendocument.spreadsheet", "an OpenDocument spreadsheet", _CSV),
    ("xl/", "an Excel workbook", _CSV),
)
_ARCHIVE = ("a zip archive", _UNPACK)
_LOOKED_AT = 100_000  # lines of an archive


def of_bytes(head: str, more: Iterable[str] = ()) -> str | None:
    """Return what the file is and what to do, or None for one that nobody knows.

    head: the first line, bytes that are no UTF-8 as surrogates. more: the lines behind it.

    >>> of_bytes("%PDF-1.7")
    'a PDF document; expected text: write its table to a text file'
    """
    from itertools import chain, islice

    raw = head.encode("utf-8", "surrogateescape")
    if raw.startswith(b"PK\x03\x04"):
        for line in islice(chain([head], more), _LOOKED_AT):
            for mark, what, advice in _ZIPPED:
                if mark in line:
                    return f"{what}; expected text: {advice}"
        return "{}; expected text: {}".format(*_ARCHIVE)
    for magic, what, advice in _KINDS:
        if raw.startswith(magic):
            return f"{what}; expected text: {advice}"
    return None
