"""Helpers for pages: each returns Markdown with values that this build computed."""

from .commands import reference
from .desk import Desk
from .figures import drawing
from .sources import code, examples_of
from .tables import rows, shown
from .terminal import output, python

__all__ = [
    "Desk",
    "code",
    "drawing",
    "examples_of",
    "output",
    "python",
    "reference",
    "rows",
    "shown",
]
