"""Put drawings into the HTML of a page, where they take its colours and need no request."""

from __future__ import annotations

import re

from perceptron_ref.drawing.svg import SYMBOLS, path_element

_CHARACTER_REFERENCE = re.compile(r"&#(\d{3,});")

_MORE_SYMBOLS = {
    "point": '<circle class="tip" r="3.5"/>',
    "disc": '<circle class="disc" r="8"/>',
    "dashed-ring": '<circle class="dashed-ring" r="8"/>',
}
_WIDE_MARKS = {"line", "dashed", "trail", "side"}  # of 28 pixels; all others have 18


def mark(symbol: str) -> str:
    """Return a mark of a picture as a small SVG, to stand before its meaning in a line of text.

    Args:
        symbol: A key of `SYMBOLS` in `perceptron_ref.drawing.svg`, "trail" for earlier lines,
            "point" for a point without a label, "dashed-ring" or "disc".

    >>> mark("ring")[:51]
    '<svg class="mark" viewBox="-9 -9 18 18" width="18" '
    """
    width = 28 if symbol in _WIDE_MARKS else 18
    box = f'viewBox="{-width // 2} -9 {width} 18" width="{width}"'
    return f'<svg class="mark" {box} aria-hidden="true">{symbol_shapes(symbol)}</svg>'


def symbol_shapes(symbol: str) -> str:
    """Return the SVG elements of a symbol, centred on (0, 0); for the symbols see `mark`."""
    shapes = {**SYMBOLS, **_MORE_SYMBOLS}.get(symbol)
    return shapes or path_element("M-14 0H14", symbol)


def inline_drawing(svg: str) -> str:
    """Return an SVG as a block of HTML for a page.

    Numeric character references become characters, which saves bytes. A picture that is narrower
    than its box is aligned to the left.

    >>> inline_drawing('<?xml version="1.0"?><svg>&#8722;</svg>')
    '<div class="drawing" markdown="0"><svg preserveAspectRatio="xMinYMin">\u2212</svg></div>\\n'
    """
    text = _CHARACTER_REFERENCE.sub(lambda code: chr(int(code[1])), svg[svg.index("<svg") :])
    text = text.replace("<svg", '<svg preserveAspectRatio="xMinYMin"', 1)
    return f'<div class="drawing" markdown="0">{text.strip()}</div>\n'
