"""Short formulas within a line, of letters, scripts and signs, as HTML a tenth of KaTeX's; and all
formulas as the plain text that search shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKENS = re.compile(r"\\(?:htmlClass|mathbf|operatorname)\{[\w-]+\}|\\[A-Za-z]+|\\.|[\d.]+|\S")
_SYMBOLS = {r"\rho": "<i>ρ</i>", r"\eta": "<i>η</i>", r"\lvert": "|", r"\rvert": "|", "*": "∗"}
_SYMBOLS.update({r"\min": "min", r"\max": "max", r"\cos": "cos", r"\dots": "…", r"\,": "\u2006"})
_SIGNS = {"=": "=", "<": "&lt;", ">": "&gt;", r"\le": "≤", r"\ge": "≥", r"\ne": "≠"}
_SIGNS.update({"+": "+", "-": "−", r"\cdot": "⋅"})
_WORDS = {
    r"\sqrt": "√",
    r"\sum": "∑",
    r"\gamma": "γ",
    r"\times": "×",
    r"\leftarrow": "←",
    r"\to": "→",
}
_WORDS.update({r"\log": "log", r"\det": "det", r"\in": "∈", r"\approx": "≈", r"\ldots": "…"})
_THIN, _SPACE = "\u2006", "\u2005"  # a sixth and a quarter of an em


class _Unknown(Exception):
    """The formula has what only KaTeX sets."""


def inline(tex: str) -> str | None:
    r"""Return a formula in KaTeX's letters; None for one that has other parts.

    >>> inline(r"\min_n y_n \rho^2")
    'min<sub><i>n</i></sub>\u2006<i>y</i><sub><i>n</i></sub><i>ρ</i><sup>2</sup>'
    >>> inline(r"\sqrt t")
    """
    try:
        return _row(iter(_TOKENS.findall(tex)), end="")
    except _Unknown:
        return None


def plain(tex: str) -> str:
    r"""Return any formula as a line of text; what only KaTeX can set, such as a brace, goes.

    >>> plain(r"\mathbf{w}_f \cdot w_{t+1} \ge \rho \sqrt{t}, \quad T \le \frac{R^2}{\rho^2}")
    'w_f ⋅ w_(t+1) ≥ ρ √t, T ≤ R²/ρ²'
    """
    said = {
        name: re.sub("<.*?>", "", sign) for name, sign in {**_SYMBOLS, **_SIGNS, **_WORDS}.items()
    }
    tex = re.sub(r"\\(?:begin|end)\{\w+\}|&", " ", tex)
    tex = re.sub(r"\\t?frac\{([^{}]*)\}\{([^{}]*)\}", r"\1/\2", tex)
    tex = re.sub(r"([_^]|\\sqrt)\{(?:\(([^{}()]+)\)|([^{}]{2,}))\}", r"\1(\2\3)", tex)
    tex = re.sub(r"\\[A-Za-z]+|\\.", lambda command: said.get(command[0], " "), tex)
    return " ".join(re.sub("[{}]", "", tex).replace("^2", "²").split())


def _row(tokens: Iterator[str], end: str) -> str:
    """Return what stands before `end`: a brace, or "" for the end of the formula."""
    parts: list[str] = []
    before, is_after_name = "(", False
    for token in tokens:
        if token == end:
            return "".join(parts)
        if token in ("_", "^"):
            if before in ("_", "^", "("):  # KaTeX sets two scripts one above the other
                raise _Unknown
            tag = "sub" if token == "_" else "sup"
            parts.append(f"<{tag}>{_atom(next(tokens, ''), tokens)}</{tag}>")
        elif token in _SIGNS:
            is_close = end or token in "+-" and (before in _SIGNS or before in "(,/")
            # a line may end behind a sign with spaces
            parts.append(_SIGNS[token] if is_close else f"{_SPACE}{_SIGNS[token]}{_SPACE}<wbr>")
        else:
            parts.append(_THIN * (is_after_name and token != "(") + _atom(token, tokens))
            is_after_name = token in (r"\min", r"\max", r"\cos")
        before = token
    if end:
        raise _Unknown
    return "".join(parts)


def _atom(token: str, tokens: Iterator[str]) -> str:
    """Return a letter, a number, a sign, or a group in braces."""
    name, _, inside = token.partition("{")
    if token == "{":
        return _row(tokens, "}")
    if name == r"\htmlClass":
        return f'<span class="{inside[:-1]}">{_atom(next(tokens, ""), tokens)}</span>'
    if name == r"\mathbf":
        return f"<b>{inside[:-1]}</b>"
    if name == r"\operatorname":
        return inside[:-1]
    if re.fullmatch("[A-Za-z]", token):
        return f"<i>{token}</i>"
    if re.fullmatch(r"[\d.]+|[()/|,\[\]!]", token):
        return token + _THIN * (token == ",")
    if token in _SYMBOLS:
        return _SYMBOLS[token]
    raise _Unknown
