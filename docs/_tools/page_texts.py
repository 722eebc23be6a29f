"""Find the texts of a page: its units of translation.

A text is a paragraph, an item, a heading, a cell, or the title of a block, if it has words. Texts
contain their formulas, code, links and names in double braces. Blocks of code and displayed
formulas are not texts. The library mdpo also finds texts in Markdown, but it would translate `///`
and `{{ value }}`, and reformat the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

# blocks of code, displayed formulas, comments, blocks of `:::`, lines of `{% %}`, and calls of
# several lines
_UNTRANSLATED_BLOCK = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,}|~{3,}).*\n(?:.*\n)*?(?P=indent)(?P=fence)[ \t]*$"
    r"|^ *\$\$\n(?:.*\n)*? *\$\$$"
    r"|^ *\$\$.*\$\$$"
    r"|<!--(?:.|\n)*?-->"
    r"|^\{\{[^}]*\n(?:.*\n)*?.*\}\} *$"
    r"|^:::.*\n(?: {4}.*\n)*"
    r"|^ *\{%.*%\} *$",
    re.MULTILINE,
)
_BLOCK_LINE = re.compile(r" */{3,} *(?:details *\| *(?P<title>.*?)|[\w-]+.*)? *$")
_TAGS_OR_BLANK_LINE = re.compile(r" *(?:</?\w[^>]*>)* *$")
_TABLE_RULE = re.compile(r" *\|(?: *:?-+:? *\|)+ *$")
_CELL = re.compile(r"(?<=\|) *((?:\\\||[^|])+?) *(?=\|)")
_TEXT_START = re.compile(r" *(?:(?P<heading>#+) +|> ?|[-*] +|\d+\. +|: {3}|\[\^[\w-]+\]: *)")
_QUOTATION_MARK = re.compile(r" *> ?")
_ATTRIBUTES = re.compile(r" *\{ *[#.:][^{}]*\} *$")
INLINE_MARKUP = (  # the same in every language
    r"(?P<ticks>`+)(?:(?!(?P=ticks)).)+(?P=ticks)(?!`)"  # code
    r"|(?<!\\)\$(?!\s)(?:\\.|[^$\\])+?\$"  # a formula
    r"|\]\([^)]*\)|\]\[[^\]]*\]"  # the target of a link
    r"|</?[a-z][^>]*>"  # a tag
    r"|\{ *[#.:][^{}]*\}"  # attributes
)
MARKUP = re.compile(rf"{INLINE_MARKUP}|\{{\{{.*?\}}\}}")  # markup or a value
_FILE_NAME = re.compile(r"[\w./-]+\.(?:py|md|csv|json)\b")
_WORD = re.compile("[A-Za-z]{2}")
HAN = re.compile("[\u3400-\u9fff]")


class Text(NamedTuple):
    """A text of a page.

    Attributes:
        start: the index of its first character in the Markdown.
        end: the index after its last character.
        line: the number of its first line, from 1 on.
        kind: "heading", "cell", "title", or "" for others.
        markdown: its Markdown.
    """

    start: int
    end: int
    line: int
    kind: str
    markdown: str


def has_words(text: str) -> bool:
    """Tell whether a text has words to translate.

    >>> has_words("$x_n$ and `code`"), has_words("[`pla`][l2-5]: $T$, {{ T }}, a/b.py")
    (True, False)
    """
    return _WORD.search(_FILE_NAME.sub(" ", MARKUP.sub(" ", text))) is not None


def texts_of(markdown: str) -> list[Text]:
    r"""Return the texts of a page in order. Single spaces replace their line breaks.

    >>> page = "# A title {#t}\n\nOne\ntwo $x$.\n\n| a cell | $x$ |\n| --- | --- |\n\n$$\nx\n$$\n"
    >>> [(text.line, text.kind, text.markdown) for text in texts_of(page)]
    [(1, 'heading', 'A title'), (3, '', 'One two $x$.'), (6, 'cell', 'a cell')]
    """
    return [
        text._replace(markdown=" ".join(text.markdown.split()))
        for text in _all_texts(_UNTRANSLATED_BLOCK.sub(_as_spaces, markdown))
        if has_words(text.markdown)
    ]


def replace_texts(markdown: str, translate: Callable[[Text], str]) -> str:
    r"""Return a page in which `translate(text)` replaces each text.

    >>> replace_texts("- One\n  `two`\n- $x$\n", lambda text: text.markdown.upper())
    '- ONE `TWO`\n- $x$\n'
    """
    pieces, position = [], 0
    for text in texts_of(markdown):
        pieces += [markdown[position : text.start], translate(text)]
        position = text.end
    return "".join([*pieces, markdown[position:]])


def _as_spaces(match: re.Match[str]) -> str:
    """Return as many spaces as a match has characters, with its line breaks."""
    return re.sub(r"[^\n]", " ", match.group())


def _all_texts(markdown: str) -> Iterator[Text]:
    """Yield the texts of a page in order, even those without words, with their line breaks."""
    lines = markdown.split("\n")
    line_start, i = 0, 0
    while i < len(lines):
        line = lines[i]
        block = _BLOCK_LINE.match(line)
        if block:
            if block["title"]:
                start = line_start + block.start("title")
                end = start + len(block["title"])
                yield Text(start, end, i + 1, "title", block["title"])
            line_count = 1
            while i + line_count < len(lines) and lines[i + line_count].startswith("    "):
                line_count += 1  # indented options of the block
        elif line.lstrip().startswith("|"):
            if not _TABLE_RULE.match(line):
                for cell in _CELL.finditer(line):
                    start, end = line_start + cell.start(1), line_start + cell.end(1)
                    if not HAN.search(cell.group(1)):  # Chinese cells of the glossary are not texts
                        yield Text(start, end, i + 1, "cell", cell.group(1))
            line_count = 1
        elif _TAGS_OR_BLANK_LINE.match(line):
            line_count = 1
        else:
            text, line_count = _paragraph(lines, i, line_start)
            yield text
        line_start += sum(len(line) + 1 for line in lines[i : i + line_count])
        i += line_count


def _paragraph(lines: list[str], i: int, line_start: int) -> tuple[Text, int]:
    """Return the paragraph, item, quotation or heading at lines[i], and its number of lines."""
    start_mark = _TEXT_START.match(lines[i])
    first_character = start_mark.end() if start_mark else len(lines[i]) - len(lines[i].lstrip())
    is_heading = start_mark is not None and start_mark["heading"] is not None
    line_count = 1
    while (
        not is_heading
        and i + line_count < len(lines)
        and not _ends_before(lines[i + line_count], lines[i])
    ):
        line_count += 1
    paragraph = "\n".join(lines[i : i + line_count])
    attributes = _ATTRIBUTES.search(paragraph)
    end_character = attributes.start() if is_heading and attributes else len(paragraph.rstrip())
    text = paragraph[first_character:end_character]
    if _QUOTATION_MARK.match(lines[i]):
        text = re.sub(r"\n *> ?", "\n", text)
    return Text(
        line_start + first_character,
        line_start + end_character,
        i + 1,
        "heading" if is_heading else "",
        text,
    ), line_count


def _ends_before(line: str, first_line: str) -> bool:
    """Tell whether a paragraph that begins with `first_line` ends before `line`."""
    if _QUOTATION_MARK.match(line) and _QUOTATION_MARK.match(first_line):
        return not _QUOTATION_MARK.sub("", line).strip()
    new_text = _TEXT_START.match(line) or _BLOCK_LINE.match(line) or _TAGS_OR_BLANK_LINE.match(line)
    return new_text is not None or line.lstrip().startswith("|")
