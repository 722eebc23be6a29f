"""What the pages are written with: each helper returns Markdown that holds what it was made from at
this very build.
"""

from .desk import Desk
from .figures import figure
from .sources import code, examples_of
from .statements import index
from .tables import shown, table
from .terminal import output, python
from .values import let

__all__ = [
    "Desk",
    "code",
    "examples_of",
    "figure",
    "index",
    "let",
    "output",
    "python",
    "shown",
    "table",
]
