"""What builds the site, with the commands of translators; here are the helpers that pages call.

Most helpers return Markdown that this build computed.
"""

from .commands import reference
from .desk import Desk
from .figures import drawing
from .sources import code, examples_of
from .tables import format_value, rows
from .terminal import output, python

__all__ = [
    "Desk",
    "code",
    "drawing",
    "examples_of",
    "format_value",
    "output",
    "python",
    "reference",
    "rows",
]
