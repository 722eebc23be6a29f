"""Numbers of a run in a page's prose: `let(run=...)` in a block of the page, `{{ run.updates }}` in
its text.
"""

from __future__ import annotations

import re

_values: dict[str, object] = {}


def let(**values: object) -> str:
    """Give names to values, for the rest of the page; returns nothing to show."""
    _values.update(values)
    return ""


def forget() -> None:
    """Let the next page begin without names."""
    _values.clear()


def filled(text: str) -> str:
    """Put values where their names stand; what stands between the braces is that of `str.format`.

    KeyError for a name that no block of the page has given a value.

    >>> _ = let(T=16, bound=24.5)
    >>> filled("{{ T }} <= {{ bound:.2f }}")
    '16 <= 24.50'
    """
    return re.sub(
        r"\{\{ *([A-Za-z_][^{}]*?) *\}\}",
        lambda match: f"{{{match.group(1)}}}".format(**_values),
        text,
    )
