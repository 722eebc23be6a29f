"""Keep short formulas, pairs of numbers and narrow cells of tables on one line.

KaTeX's formulas are kept whole by `extensions.py`. Here are the parts of formulas that are text,
such as " = 9" after a formula, or (0, 4).
"""

from __future__ import annotations

import html
import re

from .formulas import MAX_PHONE_CHARACTERS, TEX_IN_MARKUP, VERBATIM, plain_text

NO_BREAK_SPACE = "\u00a0"
OPERATORS = {"=", "\u2260", "\u2264", "\u2265", "\u2248", "<", ">", "+", "\u2212", "\u00d7"}
TUPLE = re.compile(r"\([\u2212-]?\d[\d./\u2212, -]*\)")
INLINE_TAG = re.compile(r"</?(?:i|b|su[bp]|strong|em|span|a|abbr|wbr)\b")
SHORT_FACTOR = 4  # such as N, or w_1
LONGEST_PAIR = 18  # characters of numbers in brackets; a longer pair is too wide for a phone
ROW, CELL = re.compile(r"<tr>.*?</tr>", re.DOTALL), re.compile(r"<t([hd])\b([^>]*)>(.*?)</t\1>")
FEW_COLUMNS = 4  # a table of at most so many columns has room for long headings
WIDE_CELL = 24  # characters of a heading or first cell on one line, in a table of few columns
NARROW_CELL = 12  # the same in a table of more columns
PHONE_CELL = 9  # the same on a phone, in any table
LONG_NAME = 36  # characters of a first cell above which its lines break


def keep_expressions_whole(page: str) -> str:
    r"""Return HTML with no-break spaces in pairs of numbers, and around =, + and other signs.

    A line breaks in an expression that is wider than a phone, but only after a sign.

    >>> text = keep_expressions_whole('<p><i>T</i> = 9 at (0, 4). <code>a = 1</code></p>')
    >>> text.replace("\xa0", "_")
    '<p><i>T</i>_=_9 at (0,_4). <code>a = 1</code></p>'
    >>> keep_expressions_whole("<p>a_long_name = 123456 + 654321</p>").replace("\xa0", "_")
    '<p>a_long_name_=_123456_+ 654321</p>'
    """
    parts, position = [], 0  # text, markup, text, ..., text
    for markup in VERBATIM.finditer(page):
        parts += [page[position : markup.start()], markup[0]]
        position = markup.end()
    parts.append(page[position:])
    for i in range(0, len(parts), 2):
        if " " in parts[i]:
            nearest_parts_before = parts[:i][:-10:-1]  # nine parts, the nearest first
            before = _width_beside(nearest_parts_before, -1)
            after = _width_beside(parts[i + 1 : i + 10], 0)
            parts[i] = _without_breaks(parts[i], before, after)
    return "".join(parts).replace(f"{NO_BREAK_SPACE}<wbr>", NO_BREAK_SPACE)


def _width_beside(parts: list[str], nearest_word: int) -> int:
    """Return the number of characters between a text and the next space beside it.

    Args:
        parts: markup, text, markup, ..., beginning beside the text.
        nearest_word: 0 if the parts follow the text, -1 if they precede it.
    """
    width = 0
    for i, part in enumerate(parts):
        if i % 2:  # a text
            width += len(part.split(" ")[nearest_word])
            if " " in part:
                break
        elif TEX_IN_MARKUP.search(part):
            width += _formula_width(part)
        elif not INLINE_TAG.match(part):
            break
    return width


def _formula_width(markup: str) -> int:
    """Return the number of characters that a formula shows."""
    tex = TEX_IN_MARKUP.search(markup)
    return len(plain_text(html.unescape(tex[1]))) if tex else 0


def _without_breaks(text: str, width_before: int, width_after: int) -> str:
    """Return a text with no-break spaces; it stands between formulas or words of these widths."""
    text = TUPLE.sub(_without_spaces, text)
    words = text.split(" ")
    widths = [len(html.unescape(word)) for word in words]
    widths[0] += width_before
    widths[-1] += width_after
    signs = [html.unescape(word) in OPERATORS for word in words]
    result, width = words[0], widths[0]
    for i in range(1, len(words)):
        is_last = i == len(words) - 1
        is_whole = (
            (signs[i] and not is_last and widths[i - 1])
            or (i > 1 and signs[i - 1] and width + 1 + widths[i] <= MAX_PHONE_CHARACTERS)
            or (
                is_last
                and not words[i]
                and 0 < width_after <= SHORT_FACTOR
                and words[i - 1][-1:].isdigit()
            )
        )
        result += (NO_BREAK_SPACE if is_whole else " ") + words[i]
        width = width + 1 + widths[i] if is_whole else widths[i]
    return result


def _without_spaces(numbers: re.Match[str]) -> str:
    """Return short numbers in brackets with no-break spaces, and others unchanged."""
    is_short = len(numbers[0]) <= LONGEST_PAIR
    return numbers[0].replace(" ", NO_BREAK_SPACE) if is_short else numbers[0]


def mark_narrow_cells(page: str) -> str:
    """Return HTML whose short headings and first cells have a class that forbids line breaks.

    The class `short` is for all windows, and `one-line` for wide ones. The class `long-name` lets
    lines break in first cells that would leave no room for the others.

    >>> mark_narrow_cells("<tr><th>exact run</th></tr><tr><td>an update</td><td>b</td></tr>")
    '<tr><th class="short">exact run</th></tr><tr><td class="short">an update</td><td>b</td></tr>'
    """
    return ROW.sub(_mark_cells, page)


def _mark_cells(row: re.Match[str]) -> str:
    """Return a row with the classes."""
    cells = CELL.findall(row[0])
    longest = WIDE_CELL if len(cells) <= FEW_COLUMNS else NARROW_CELL
    position = 0

    def mark(cell: re.Match[str]) -> str:
        nonlocal position
        position += 1
        tag, attributes, content = cell.groups()
        width = _cell_width(content)
        if tag == "d" and position == 1 and width > LONG_NAME and "class=" not in attributes:
            return f'<td{attributes} class="long-name">{content}</td>'
        if (tag == "d" and position > 1) or "class=" in attributes or not 0 < width <= longest:
            return cell[0]
        name = "short" if width <= PHONE_CELL else "one-line"
        return f'<t{tag}{attributes} class="{name}">{content}</t{tag}>'

    return CELL.sub(mark, row[0])


def _cell_width(content: str) -> int:
    """Return the number of characters that a cell shows. Chinese ones count twice."""
    text = VERBATIM.sub(
        lambda part: "x" * _formula_width(part[0]) or re.sub("<[^>]*>", "", part[0]), content
    )
    text = html.unescape(text).replace("\u00ad", "")
    return sum(1 + (character >= "\u2e80") for character in text)
