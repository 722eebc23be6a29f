"""The texts of a page: the units of translation, such as a paragraph, an item, a heading, a cell or
the title of a block.

Formulas, code, links and names in double braces stay inside the texts. A unit without words is no
text, nor is a block of code or a formula. The library mdpo also makes catalogues of Markdown, but
it would translate `///` and `{{ value }}`, and reformat the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

# code, formulas that stand alone, comments, and calls over several lines are in no text
_APART = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,}|~{3,}).*\n(?:.*\n)*?(?P=indent)(?P=fence)[ \t]*$"
    r"|^ *\$\$\n(?:.*\n)*? *\$\$$"
    r"|^ *\$\$.*\$\$$"
    r"|<!--(?:.|\n)*?-->"
    r"|^\{\{[^}]*\n(?:.*\n)*?.*\}\} *$"
    r"|^:::.*\n(?: {4}.*\n)*"
    r"|^ *\{%.*%\} *$",
    re.MULTILINE,
)
_BLOCK = re.compile(r" */{3,} *(?:(?:details|admonition) *\| *(?P<title>.*?)|[\w-]+.*)? *$")
_TAGS = re.compile(r" *(?:</?\w[^>]*>)* *$")
_RULE = re.compile(r" *\|(?: *:?-+:? *\|)+ *$")
_CELL = re.compile(r"(?<=\|) *((?:\\\||[^|])+?) *(?=\|)")
_BEGINS = re.compile(r" *(?:(?P<heading>#+) +|> ?|[-*] +|\d+\. +|: {3}|\[\^[\w-]+\]: *)")
_QUOTED = re.compile(r" *> ?")
_ATTRIBUTES = re.compile(r" *\{ *[#.:][^{}]*\} *$")
STAYS = (  # in every language
    r"(?P<ticks>`+)(?:(?!(?P=ticks)).)+(?P=ticks)(?!`)"  # code
    r"|(?<!\\)\$(?!\s)(?:\\.|[^$\\])+?\$"  # a formula
    r"|\]\([^)]*\)|\]\[[^\]]*\]"  # where a link leads
    r"|</?[a-z][^>]*>"  # a tag
    r"|\{ *[#.:][^{}]*\}"  # attributes
)
KEPT = re.compile(rf"{STAYS}|\{{\{{.*?\}}\}}")  # and a value: as often in every language
_FILE = re.compile(r"[\w./-]+\.(?:py|md|csv|json)\b")
_WORD = re.compile("[A-Za-z]{2}")
HAN = re.compile("[\u3400-\u9fff]")


class Text(NamedTuple):
    """A text of a page: its start and end, its line, and its kind ("cell", ...)."""

    start: int
    end: int
    line: int
    kind: str
    text: str


def has_words(text: str) -> bool:
    """Return whether a text has words to translate.

    >>> has_words("$x_n$ and `code`"), has_words("[`pla`][l2-5]: $T$, {{ T }}, a/b.py")
    (True, False)
    """
    return _WORD.search(_FILE.sub(" ", KEPT.sub(" ", text))) is not None


def texts_of(markdown: str) -> list[Text]:
    r"""Return the texts of a page in their order, each on one line.

    >>> page = "# A title {#t}\n\nOne\ntwo $x$.\n\n| a cell | $x$ |\n| --- | --- |\n\n$$\nx\n$$\n"
    >>> [(text.line, text.kind, text.text) for text in texts_of(page)]
    [(1, 'heading', 'A title'), (3, '', 'One two $x$.'), (6, 'cell', 'a cell')]
    """
    return [
        text._replace(text=" ".join(text.text.split()))
        for text in _pieces(_APART.sub(_blank, markdown))
        if has_words(text.text)
    ]


def replace_texts(markdown: str, translate: Callable[[Text], str]) -> str:
    r"""Return a page in which `translate` has put a text in the place of each.

    >>> replace_texts("- One\n  `two`\n- $x$\n", lambda text: text.text.upper())
    '- ONE `TWO`\n- $x$\n'
    """
    parts, at = [], 0
    for text in texts_of(markdown):
        parts += [markdown[at : text.start], translate(text)]
        at = text.end
    return "".join([*parts, markdown[at:]])


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def _pieces(markdown: str) -> Iterator[Text]:
    lines = markdown.split("\n")
    at, row = 0, 0
    while row < len(lines):
        line = lines[row]
        block = _BLOCK.match(line)
        if block:
            if block["title"]:
                start = at + block.start("title")
                end = start + len(block["title"])
                yield Text(start, end, row + 1, "title", block["title"])
            used = 1
            while row + used < len(lines) and lines[row + used].startswith("    "):
                used += 1  # options of the block
        elif line.lstrip().startswith("|"):
            if not _RULE.match(line):
                for cell in _CELL.finditer(line):
                    start, end = at + cell.start(1), at + cell.end(1)
                    if not HAN.search(cell.group(1)):  # of the glossary, as it is
                        yield Text(start, end, row + 1, "cell", cell.group(1))
            used = 1
        elif _TAGS.match(line):
            used = 1
        else:
            piece, used = _paragraph(lines, row, at)
            yield piece
        at += sum(len(line) + 1 for line in lines[row : row + used])
        row += used


def _paragraph(lines: list[str], row: int, at: int) -> tuple[Text, int]:
    """Return the paragraph, item, quotation or heading that begins in a line, and its number of
    lines.
    """
    begins = _BEGINS.match(lines[row])
    first = begins.end() if begins else len(lines[row]) - len(lines[row].lstrip())
    heading = begins is not None and begins["heading"] is not None
    used = 1
    while not heading and row + used < len(lines) and not _ends(lines[row + used], lines[row]):
        used += 1
    paragraph = "\n".join(lines[row : row + used])
    attributes = _ATTRIBUTES.search(paragraph)
    last = attributes.start() if heading and attributes else len(paragraph.rstrip())
    text = paragraph[first:last]
    if _QUOTED.match(lines[row]):
        text = re.sub(r"\n *> ?", "\n", text)
    return Text(at + first, at + last, row + 1, "heading" if heading else "", text), used


def _ends(line: str, before: str) -> bool:
    """Return whether a paragraph ends before this line."""
    if _QUOTED.match(line) and _QUOTED.match(before):
        return not _QUOTED.sub("", line).strip()
    begins = _BEGINS.match(line) or _BLOCK.match(line) or _TAGS.match(line)
    return begins is not None or line.lstrip().startswith("|")
