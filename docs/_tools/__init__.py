"""Build the documentation site. This module exports the helpers that pages call.

Most helpers return Markdown.
"""

from .command_reference import reference
from .desk import Desk
from .inline_svg import inline_drawing, mark
from .live_pictures import key_for_phones
from .sources import code, examples_of
from .tables import format_value, rows
from .terminal import output, python

__all__ = [
    "Desk",
    "code",
    "inline_drawing",
    "examples_of",
    "format_value",
    "key_for_phones",
    "mark",
    "output",
    "python",
    "reference",
    "rows",
]
