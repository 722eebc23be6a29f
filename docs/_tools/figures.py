"""Drawings that stand in the page itself, so that they follow its colours and need no request."""

from __future__ import annotations

import re


def figure(svg: str, caption: str, id: str) -> str:
    """Return a figure with a drawing made by this build and its caption.

    svg: the text of one <svg> element, with a title of its own. caption: Markdown, one paragraph.
    id: the anchor, also put before the drawing's own ids, which are the page's as soon as the
        drawing stands in it. The <svg> has it, being
    no Markdown: before other ids in what a block prints comes that of the block.
    """
    drawing = _with_ids_of_its_own(svg[svg.index("<svg") :].strip(), id).replace(
        "<svg", f'<svg id="{id}"', 1
    )
    return (
        "<figure data-search-exclude markdown>\n"
        f'<div class="drawing" markdown="0">{drawing}</div>\n'
        f'<figcaption markdown="span">{" ".join(caption.split())}</figcaption>\n</figure>\n'
    )


def _with_ids_of_its_own(svg: str, id: str) -> str:
    """Put `id` before every id of a drawing, and before what refers to it.

    >>> drawing = '<svg aria-labelledby="t"><title id="t">T</title><use href="#t"/></svg>'
    >>> _with_ids_of_its_own(drawing, "f")
    '<svg aria-labelledby="f-t"><title id="f-t">T</title><use href="#f-t"/></svg>'
    """
    own = set(re.findall(r'\sid="([^"]+)"', svg))

    def renamed(match: re.Match[str]) -> str:
        words = match.group(2).split(" ")
        return (
            match.group(1)
            + " ".join(f"{id}-{word}" if word in own else word for word in words)
            + match.group(3)
        )

    svg = re.sub(r'(\s(?:id|aria-labelledby|aria-describedby)=")([^"]+)(")', renamed, svg)
    return re.sub(r'(href="#|url\(#)([^")]+)([")])', renamed, svg)
