"""Our Markdown extension for formulas, labels, tooltips of links, and sections in two columns."""

from __future__ import annotations

import html
import re
from xml.etree.ElementTree import Element, SubElement

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor
from markdown.treeprocessors import Treeprocessor
from mkdocs_autorefs import AutorefsPlugin

from .formulas import fits_on_line, fits_on_phone_line, katex, plain_text

LAST_PRIORITY = -100  # after Markdown has put the formulas back
BEFORE_TOC_PRIORITY = 6  # `toc` has priority 5, and reads the headings
AFTER_TOC_PRIORITY = 1  # and before `autorefs`, which has priority 0
LABEL = re.compile(r"((?:L1|L2|N)\.\d+|[QS]\d+) ")
TITLE_AND_LABEL = re.compile(rf"(.*) ({LABEL.pattern.strip()})")
# punctuation of English and Chinese that no line break may separate from a formula
CLOSING_MARKS = ",.;:?!)\u3001\u3002\u300d\u201d\uff01\uff09\uff0c\uff1a\uff1b\uff1f"
OPENING_MARKS = "(\u300c\u201c\uff08"
# a formula as `pymdownx.arithmatex` (generic) marks it, with the punctuation beside it
MARKED_FORMULA = re.compile(
    rf'(?P<opening>[{OPENING_MARKS}]?)<(?P<tag>span|div) class="arithmatex">'
    rf"\\[(\[](?P<tex>.*?)\\[)\]]</(?P=tag)>(?P<closing>[{CLOSING_MARKS}]*)",
    re.DOTALL,
)


class LectureMarkdown(Extension):
    """The extension that registers our processors for Markdown."""

    def __init__(self, autorefs: AutorefsPlugin) -> None:
        super().__init__()
        self._autorefs = autorefs

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processors."""
        md.postprocessors.register(_FormulaRenderer(md), "formulas", LAST_PRIORITY)
        md.treeprocessors.register(_LabelMover(md), "labels", BEFORE_TOC_PRIORITY)
        md.treeprocessors.register(_SectionNamer(md), "section names", BEFORE_TOC_PRIORITY - 0.5)
        md.treeprocessors.register(_PairLayout(md), "pairs", BEFORE_TOC_PRIORITY)
        md.treeprocessors.register(_TitleRegister(md, self._autorefs), "titles", AFTER_TOC_PRIORITY)


class _LabelMover(Treeprocessor):
    """Move the label of "L2.10 The length grows slowly" to the end of the heading, in a <span>."""

    def run(self, root: Element) -> None:
        for heading in root.iter():
            label = LABEL.match(heading.text or "")
            if label and re.fullmatch(r"h[1-6]", heading.tag):
                heading.text = label.string[label.end() :]
                last_child = heading[-1] if len(heading) else None
                if last_child is None:
                    heading.text += " "
                else:
                    last_child.tail = f"{last_child.tail or ''} "
                SubElement(heading, "span", {"class": "of-statement"}).text = label[1]


class _SectionNamer(Treeprocessor):
    """If a heading has formulas, set its name in the table of contents, where they are text."""

    def run(self, root: Element) -> None:
        for heading in root.iter():
            formulas = heading.findall("./*[@class='arithmatex']")
            if formulas and re.fullmatch(r"h[1-6]", heading.tag):
                name = "".join(
                    plain_text(text[2:-2]) if text.startswith(r"\(") else text
                    for text in heading.itertext()
                )
                heading.set("data-toc-label", name)


class _TitleRegister(Treeprocessor):
    """Tell `autorefs` the whole title of each section, which is the tooltip of links to it.

    By itself `autorefs` takes only the text before the first <abbr>, formula or emphasis of a
    heading. It keeps the first title that it gets.
    """

    def __init__(self, md: Markdown, autorefs: AutorefsPlugin) -> None:
        super().__init__(md)
        self._autorefs = autorefs

    def run(self, root: Element) -> None:
        page = self._autorefs.current_page
        if page is not None:
            sections = list(getattr(self.md, "toc_tokens", []))
            while sections:
                section = sections.pop()
                sections += section["children"]
                title = TITLE_AND_LABEL.sub(r"\2 \1", section["name"])
                self._autorefs.register_anchor(page, section["id"], title=title)


class _PairLayout(Treeprocessor):
    """Show the sections of level 3 below a heading with {.pairs} in two columns."""

    def run(self, root: Element) -> None:
        pairs: Element | None = None
        for element in list(root):
            if element.tag == "h2":
                pairs = (
                    Element("div", {"class": "pairs"}) if element.get("class") == "pairs" else None
                )
            elif pairs is not None and (element.tag == "h3" or len(pairs)):
                if not len(pairs):
                    root.insert(list(root).index(element), pairs)
                root.remove(element)
                (SubElement(pairs, "section") if element.tag == "h3" else pairs[-1]).append(element)


class _FormulaRenderer(Postprocessor):
    """Replace each formula that arithmatex has marked with the HTML that KaTeX makes of it."""

    def run(self, text: str) -> str:
        return MARKED_FORMULA.sub(_render, text)


def _render(match: re.Match[str]) -> str:
    """Return a formula as HTML, with the punctuation beside it.

    The tag around it is one that KaTeX never uses, because FORMULA_HTML of `site_hooks.py`
    and VERBATIM of `formulas.py` match up to the first closing tag of that name.
    """
    tex = html.unescape(match["tex"]).strip()  # because arithmatex escapes it
    if match["tag"] == "span":
        # style sheets forbid line breaks, but not in formulas of these two sizes
        size = (
            ""
            if fits_on_phone_line(tex)
            else ' data-size="line"'
            if fits_on_line(tex)
            else ' data-size="long"'
        )
        formula = f'<bdi class="formula"{size}>{katex(tex, False)}</bdi>'
        formula_with_marks = match["opening"] + formula + match["closing"]
        if formula_with_marks == formula or not fits_on_phone_line(tex):
            return formula_with_marks
        # a line may break before the formula, but not between it and a comma
        return f'<wbr><span class="whole">{formula_with_marks}</span>'
    # tabindex lets keys scroll a wide formula
    formula = f'<div class="formula" tabindex="0">{katex(tex, True)}</div>'
    return match["opening"] + formula + match["closing"]
