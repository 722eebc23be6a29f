"""Formulas as HTML, which KaTeX renders during the build, or as text for search and tooltips."""

from __future__ import annotations

import html
import json
import re
import subprocess
from functools import lru_cache
from pathlib import Path

from .pages import PageError

KATEX = Path(__file__).with_name("katex.js")
# `plain_text` writes these commands as characters and \frac as a slash, and drops all others
CHARACTERS_OF_COMMAND = {
    **{r"\rho": "ρ", r"\eta": "η", r"\gamma": "γ", r"\lvert": "|", r"\rvert": "|", r"\cdot": "⋅"},
    **{r"\le": "≤", r"\ge": "≥", r"\ne": "≠", r"\approx": "≈", r"\in": "∈", r"\times": "×"},
    **{r"\to": "→", r"\leftarrow": "←", r"\sqrt": "√", r"\sum": "∑", r"\dots": "…", r"\ldots": "…"},
    **{rf"\{word}": word for word in ("min", "max", "cos", "log", "det")},
}
# `_width` drops the syntax, and counts a command as one character, even \min
_COMMAND_OR_SYNTAX = re.compile(r"(\\[A-Za-z]+|\\.) ?|[{}_^ ]")
# w_t, w_{t+1}, x_n, w^(0), w and x are vectors; x_0, w_1 and x_{n,1} are components. \mathbf{w} is
# a vector with any index.
VECTOR = re.compile(
    r"(?:(?P<bold>\\mathbf\{(?P<bold_name>[wxz])\})|(?<![\\A-Za-z])(?P<light_name>[wx])(?![A-Za-z]))"
    r"(?P<index>_(?:[fntT](?![A-Za-z])|\{t\+1\}|\{n\(t\)\})|\^\{\(0\)\}|\^\*)?"
    r"(?P<second_index>_|\^)?"
)
RHO, RADIUS = r"\\rho(?![A-Za-z])", r"(?<![\\A-Za-z])(?<!math(?:rm|bb)\{)R(?![A-Za-z])"
_KATEX_ANNOTATION = re.compile(
    r'(?<=<annotation encoding="application/x-tex">).*?(?=</annotation>)', re.DOTALL
)
TEX_IN_MARKUP = re.compile('application/x-tex">(.*?)</annotation>', re.DOTALL)
# code, drawings, formulas and tags, whose text the build leaves unchanged
VERBATIM = re.compile(
    r"<(code|pre|script|style|svg|textarea|kbd)\b.*?</\1>"
    r'|<(bdi|div) class="formula".*?</\2>|<[^>]*>',
    re.DOTALL,
)
NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'  # which HTML does not need
DOT = re.compile(r"\\cdot(?![A-Za-z])")  # `katex` forbids a line break after it
# formulas of up to so many characters fit on one line of a phone, and of text in a wide window
MAX_PHONE_CHARACTERS, MAX_LINE_CHARACTERS = 24, 48


def fits_on_phone_line(tex: str) -> bool:
    r"""Tell whether a formula fits on a line of a phone.

    >>> fits_on_phone_line(r"\rho = \min_n y_n (w_f / |w_f|) \cdot x_n")
    True
    >>> fits_on_phone_line(r"w_f \cdot w_T \ge T \min_n y_n w_f \cdot x_n, \quad |w_T|^2 \le T R^2")
    False
    """
    return _width(tex) <= MAX_PHONE_CHARACTERS


def fits_on_line(tex: str) -> bool:
    r"""Tell whether a formula fits on a line of text in a wide window.

    >>> fits_on_line(r"w_f \cdot w_T \ge T \min_n y_n w_f \cdot x_n, \quad |w_T|^2 \le T R^2")
    True
    """
    return _width(tex) <= MAX_LINE_CHARACTERS


def _width(tex: str) -> int:
    """Return the number of characters of a formula, without the syntax of TeX."""
    return len(_COMMAND_OR_SYNTAX.sub(lambda match: "." if match[1] else "", tex))


def style_symbols(tex: str) -> str:
    r"""Return a formula with bold vectors, and with CSS classes around w_f, w_t, rho and R.

    The classes give these symbols the colours that they have in pictures.

    >>> print(style_symbols(r"x_{n,1} + w_f \cdot x_n + w_1 + \mathbf{w}_1"))
    x_{n,1} + {\htmlClass{s-f}{\mathbf{w}_f}} \cdot {\mathbf{x}_n} + w_1 + {\mathbf{w}}_1
    >>> print(style_symbols(r"T \le R^2 / \rho^2, \mathrm{R}^d"))
    T \le {\htmlClass{s-R}{R}}^2 / {\htmlClass{s-f}{\rho}}^2, \mathrm{R}^d
    """

    def make_bold(letter: re.Match[str]) -> str:
        index, second_index = letter["index"] or "", letter["second_index"] or ""
        if letter["light_name"] and second_index and not index:
            return letter.group()  # a component
        name = letter["bold_name"] or letter["light_name"]
        vector = rf"\mathbf{{{name}}}{index}"
        css_class = {"_f": "s-f", "_t": "s-w", "_T": "s-w", "_{t+1}": "s-w"}.get(index)
        css_class = css_class if name == "w" else None
        return (
            rf"{{\htmlClass{{{css_class}}}{{{vector}}}}}" if css_class else f"{{{vector}}}"
        ) + second_index

    tex = re.sub(RHO, r"{\\htmlClass{s-f}{\\rho}}", VECTOR.sub(make_bold, tex))
    return re.sub(RADIUS, r"{\\htmlClass{s-R}{R}}", tex)


@lru_cache(maxsize=None)
def katex(tex: str, display: bool) -> str:
    """Return a formula as HTML that contains MathML for screen readers.

    Args:
        tex: the formula.
        display: whether it is on a line of its own.

    Raises:
        PageError: if KaTeX rejects the formula, or node has ended.
    """
    process = _node_process()
    assert process.stdin is not None and process.stdout is not None
    styled_tex = style_symbols(tex)
    if not display:
        styled_tex = DOT.sub(r"\\cdot\\nobreak ", styled_tex)
    print(json.dumps({"tex": styled_tex, "display": display}), file=process.stdin, flush=True)
    answer = json.loads(process.stdout.readline() or '{"error": "node has ended"}')
    if "error" in answer:
        raise PageError(f"formula {tex!r}: {answer['error']}")
    formula = str(answer["html"]).replace(NAMESPACE, "")
    # screen readers and the text for search need the formula as its author wrote it
    return _KATEX_ANNOTATION.sub(lambda _: html.escape(tex, quote=False), formula)


@lru_cache(maxsize=None)
def _node_process() -> subprocess.Popen[str]:
    """Start the process that renders all formulas of a build. It exits when its input closes."""
    command = ["node", str(KATEX)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )


def plain_text(tex: str) -> str:
    r"""Return a formula as a line of text.

    >>> plain_text(r"\mathbf{w}_f \cdot w_{t+1} \ge \rho \sqrt{t}, \quad T \le \frac{R^2}{\rho^2}")
    'w_f ⋅ w_(t+1) ≥ ρ √t, T ≤ R²/ρ²'
    """
    tex = re.sub(r"\\(?:begin|end)\{\w+\}|&", " ", tex)
    tex = re.sub(r"\\t?frac\{([^{}]*)\}\{([^{}]*)\}", r"\1/\2", tex)
    tex = re.sub(r"([_^]|\\sqrt)\{(?:\(([^{}()]+)\)|([^{}]{2,}))\}", r"\1(\2\3)", tex)
    tex = re.sub(
        r"\\[A-Za-z]+|\\.", lambda command: CHARACTERS_OF_COMMAND.get(command[0], " "), tex
    )
    return " ".join(re.sub("[{}]", "", tex).replace("^2", "²").split())
