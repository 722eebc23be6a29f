"""What the pages are written with: each helper returns Markdown that holds what it was made from at
this very build.
"""

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
