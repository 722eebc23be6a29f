"""A terminal in the place of standard error."""

from __future__ import annotations

import io


class Terminal(io.StringIO):
    """A stream that says it is a terminal, and remembers what was written."""

    def isatty(self):
        """Say so."""
        return True
