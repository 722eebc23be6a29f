"""Drawings that stand in the page itself, so that they follow its colours and need no request."""

from __future__ import annotations


def drawing(svg: str) -> str:
    """Return a drawing made by this build, to stand in a page; its caption stands below, in the
    page's own words.

    >>> drawing('<?xml version="1.0"?><svg><title>A run</title></svg>')
    '<div class="drawing" markdown="0"><svg><title>A run</title></svg></div>\\n'
    """
    return f'<div class="drawing" markdown="0">{svg[svg.index("<svg") :].strip()}</div>\n'
