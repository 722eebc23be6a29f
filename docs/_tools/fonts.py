"""KaTeX's fonts, cut down to the characters of the site's formulas."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font

_DRAWN = re.compile(r'class="katex-html"[^>]*>(.*?)</(?:bdi|div)>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def cut(site: Path) -> None:
    """Replace the fonts of a built site by such as hold no more characters than its formulas need.

    site: its folder.
    """
    used = characters(path.read_text(encoding="utf-8") for path in site.rglob("*.html"))
    options = Options(flavor="woff2", layout_features=["*"], notdef_outline=True)
    for path in sorted((site / "assets" / "katex" / "fonts").glob("*.woff2")):
        font = load_font(str(path), options)
        subsetter = Subsetter(options)
        subsetter.populate(text=used)
        subsetter.subset(font)
        save_font(font, str(path), options)


def characters(pages: Iterable[str]) -> str:
    """Return the characters that the formulas of some pages are drawn with, each once.

    >>> formula = '<bdi><span class="katex-html"><span>x&gt;x</span></span></bdi>'
    >>> characters([f"{formula} y"])
    '>x'
    """
    drawn = (part for page in pages for part in _DRAWN.findall(page))
    return "".join(sorted(set(unescape(_TAG.sub("", "".join(drawn))))))
