"""Data files inside the package."""

from __future__ import annotations

import os

_PACKAGE = os.path.dirname(os.path.dirname(__file__))


def package_data(*names: str) -> bytes:
    """Return the contents of a file of this package, also of one imported from a zip file.

    >>> package_data("examples", "or.csv").splitlines()[0]
    b'x1,x2,or'
    """
    contents: bytes = __loader__.get_data(os.path.join(_PACKAGE, *names))  # type: ignore[name-defined]
    return contents
