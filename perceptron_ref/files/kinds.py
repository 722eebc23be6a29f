"""Files that are no text: workbooks, archives and the like, told by their first bytes."""

from __future__ import annotations

_CSV = "save its table as CSV (UTF-8)"
_KINDS = (
    (b"PK\x03\x04", "a workbook of Excel or LibreOffice, or another zip archive", _CSV),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook or another Office document", _CSV),
    (b"\x1f\x8b", "a file compressed by gzip", "unpack it"),
    (b"BZh", "a file compressed by bzip2", "unpack it"),
    (b"\xfd7zXZ", "a file compressed by xz", "unpack it"),
    (b"\x28\xb5\x2f\xfd", "a file compressed by zstd", "unpack it"),
    (b"PAR1", "a Parquet file", _CSV),
    (b"\x93NUMPY", "a NumPy array", "write it as text (numpy.savetxt)"),
    (b"\x89HDF", "an HDF5 file", _CSV),
    (b"SQLite format 3", "an SQLite database", "export a table as CSV"),
    (b"\xff\xfe", "text in UTF-16", "save it as UTF-8"),
    (b"\xfe\xff", "text in UTF-16", "save it as UTF-8"),
    (b"%PDF-", "a PDF document", _CSV),
)


def of_bytes(head: str) -> str | None:
    """Return what the file is and what to do, or None for one that is not known.

    head: the first line, bytes that are no UTF-8 as surrogates.

    >>> of_bytes("%PDF-1.7")
    'a PDF document; expected text: save its table as CSV (UTF-8)'
    """
    raw = head.encode("utf-8", "surrogateescape")
    found = (
        f"{what}; expected text: {advice}"
        for magic, what, advice in _KINDS
        if raw.startswith(magic)
    )
    return next(found, None)
