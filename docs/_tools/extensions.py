"""Our Markdown extension: formulas rendered at build time, labels of statements after headings, and
sections in pairs.
"""

from __future__ import annotations

import html
import re
from xml.etree.ElementTree import Element, SubElement

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor
from markdown.treeprocessors import Treeprocessor

from .formulas import is_short, katex

AFTER_ALL_ELSE = -100  # the text of a formula is stashed until then
BEFORE_CONTENTS = 6  # `toc` reads the headings at 5
LABEL = re.compile(r"((?:L1|L2|N)\.\d+|[QS]\d+) ")
# of English and of Chinese
STOPS = ",.;:?!)\u3001\u3002\u300d\u201d\uff01\uff09\uff0c\uff1a\uff1b\uff1f"
OPENINGS = "(\u300c\u201c\uff08"


class LectureMarkdown(Extension):
    """Markdown in which KaTeX replaces the formulas of `pymdownx.arithmatex` (generic)."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processors."""
        md.postprocessors.register(_Formulas(md), "formulas", AFTER_ALL_ELSE)
        md.treeprocessors.register(_Labels(md), "labels", BEFORE_CONTENTS)
        md.treeprocessors.register(_Pairs(md), "pairs", BEFORE_CONTENTS)


class _Labels(Treeprocessor):
    """A heading "L2.10 The length grows slowly" shows its label small, after the words."""

    def run(self, root: Element) -> None:
        for heading in root.iter():
            label = LABEL.match(heading.text or "")
            if label and re.fullmatch(r"h[1-6]", heading.tag):
                heading.text = label.string[label.end() :]
                last = heading[-1] if len(heading) else None
                if last is None:
                    heading.text += " "
                else:
                    last.tail = f"{last.tail or ''} "
                SubElement(heading, "span", {"class": "of-statement"}).text = label[1]


class _Pairs(Treeprocessor):
    """Sections of level 3 below a heading with {.pairs} are laid out in two columns, if there is
    room.
    """

    def run(self, root: Element) -> None:
        pairs: Element | None = None
        for part in list(root):
            if part.tag == "h2":
                pairs = Element("div", {"class": "pairs"}) if part.get("class") == "pairs" else None
            elif pairs is not None and (part.tag == "h3" or len(pairs)):
                if not len(pairs):
                    root.insert(list(root).index(part), pairs)
                root.remove(part)
                (SubElement(pairs, "section") if part.tag == "h3" else pairs[-1]).append(part)


class _Formulas(Postprocessor):
    formula = re.compile(
        rf'(?P<opening>[{OPENINGS}]?)<(?P<tag>span|div) class="arithmatex">'
        rf"\\[(\[](?P<tex>.*?)\\[)\]]</(?P=tag)>(?P<stop>[{STOPS}]*)",
        re.DOTALL,
    )

    def run(self, text: str) -> str:
        return self.formula.sub(_render, text)


def _render(match: re.Match[str]) -> str:
    """Return one formula as HTML. The tags around it are not KaTeX's, because the search index
    skips everything up to the first closed tag.
    """
    tex = html.unescape(match["tex"]).strip()  # arithmatex has escaped it
    if match["tag"] == "span":
        formula = f'<bdi class="formula" data-search-exclude>{katex(tex, False)}</bdi>'
        with_marks = match["opening"] + formula + match["stop"]
        if with_marks == formula or not is_short(tex):
            return with_marks
        # no line begins with a comma; one may end before the whole
        return f'<wbr><span class="whole">{with_marks}</span>'
    # keys scroll a wide one
    formula = f'<div class="formula" data-search-exclude tabindex="0">{katex(tex, True)}</div>'
    return match["opening"] + formula + match["stop"]
