"""Typeset the lecture's symbols in plain text: bold vectors, italic components, subscripts."""

from __future__ import annotations

import re

_MARKUP = re.compile(r"(`[^`]*`|\$[^$]*\$|\{\{.*?\}\}|</?\w[^<>]*>|\]\S*)")
# the name of an argument, an attribute or an exception
_ARGUMENT = re.compile(r"^ *\w+: ", re.MULTILINE)
_SYMBOL = re.compile(r"\b([a-z])_(\{[^}]*\}|\w\b)")
# letters of the lecture that stand alone, but not those of a word, a file name or `R's`
_LETTER = re.compile(
    r"(?<![\w.'\u2019<-])(?:(?P<greek>eta|gamma|rho)|(?P<bold>[uvwx])|(?P<italic>[DNTRdhmnty]))"
    r"(?![\w'\u2019>]|\.\w)"
)
_SYMBOL_OR_LETTER = re.compile(f"{_SYMBOL.pattern}|{_LETTER.pattern}")
_GREEK = {"eta": "\u03b7", "gamma": "\u03b3", "rho": "\u03c1"}
_VECTOR = re.compile(r"[wx]_([a-ce-zT]|\{[^,]*\})")  # but not w_d and w_1, which are components
_SIGNS = [
    (re.compile(r"(?<=\S) \. (?=\S)"), " · "),
    (re.compile(r"\|\|([^|\n]+?)\|\|"), r"|\1|"),  # the lecture's sign of a length
    (re.compile(r"(?<=[a-zR)|>])\^2\b"), "²"),
    (re.compile(r"\b(min|max|sum)_([a-z])\b"), r"\1<sub>\2</sub>"),
    (re.compile(r"(?<![\w)-])-(?=\d)"), "−"),
    (re.compile(r"\bN-1\b"), "N − 1"),
    (re.compile(r"(?<= )!=(?= )"), "≠"),
    (re.compile(r"(?<= )<=(?= )"), "≤"),
    (re.compile(r"(?<= )>=(?= )"), "≥"),
]


def with_symbols(text: str, letters: bool = False) -> str:
    """Return text with bold vectors, italic components, subscripts, and mathematical signs.

    Code, formulas, links and the names of arguments are left unchanged.

    Args:
        text: text of a docstring, or of the command line's help.
        letters: whether single letters are symbols. In a help text they are values of options.

    >>> with_symbols("y_n w_t for n = 0, ..., N-1")
    '<i>y</i><sub><i>n</i></sub> <b>w</b><sub><i>t</i></sub> for n = 0, ..., N − 1'
    >>> with_symbols("w . x >= ||x_n||^2, `w_t . x`, w_1")
    'w · x ≥ |<b>x</b><sub><i>n</i></sub>|², `w_t . x`, <i>w</i><sub>1</sub>'
    >>> with_symbols("||w_0||^2 + ||a b||")
    '|<span class="upright">w</span><sub>0</sub>|² + |a b|'
    >>> with_symbols("a row w . x, eta^2 R^2, R's", letters=True)
    "a row <b>w</b> · <b>x</b>, <i>η</i>² <i>R</i>², R's"
    >>> print(with_symbols("Args:\\n    w_f: Weights w_f."))
    Args:
        w_f: Weights <b>w</b><sub><i>f</i></sub>.
    """
    return "".join(
        part if k % 2 else _set_symbols(part, letters) for k, part in enumerate(_MARKUP.split(text))
    )


def _set_symbols(text: str, letters: bool) -> str:
    """Typeset the symbols and signs of a text that contains no markup."""
    names = [(m.start(), m.end()) for m in _ARGUMENT.finditer(text)]

    def typeset(match: re.Match[str]) -> str:
        if any(start <= match.start() < end for start, end in names):
            return match[0]
        if match[1] is None:
            tag = "b" if match["bold"] else "i"
            return f"<{tag}>{_GREEK.get(match[0], match[0])}</{tag}>"
        if match[0] == "w_0":  # the bias, or the weights at the start
            return '<span class="upright">w</span><sub>0</sub>'
        tag = "b" if _VECTOR.fullmatch(match[0]) else "i"
        index = match[2].strip("{}")
        if index.isalpha():
            index = f"<i>{index}</i>"
        return f"<{tag}>{match[1]}</{tag}><sub>{index}</sub>"

    text = (_SYMBOL_OR_LETTER if letters else _SYMBOL).sub(typeset, text)
    for pattern, sign in _SIGNS:
        text = pattern.sub(sign, text)
    return text
