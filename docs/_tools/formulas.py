"""Formulas: rendered by KaTeX at build time, with bold vectors and the colours of the proof; and as
a line of text for search, which KaTeX does not make.
"""

from __future__ import annotations

import html
import json
import re
import subprocess
from functools import lru_cache
from pathlib import Path

from .pages import PageError

KATEX = Path(__file__).with_name("katex.js")
SIGNS = {  # as text; what else is a command goes
    **{r"\rho": "ρ", r"\eta": "η", r"\gamma": "γ", r"\lvert": "|", r"\rvert": "|", r"\cdot": "⋅"},
    **{r"\le": "≤", r"\ge": "≥", r"\ne": "≠", r"\approx": "≈", r"\in": "∈", r"\times": "×"},
    **{r"\to": "→", r"\leftarrow": "←", r"\sqrt": "√", r"\sum": "∑", r"\dots": "…", r"\ldots": "…"},
    **{rf"\{word}": word for word in ("min", "max", "cos", "log", "det")},
}
_UNSEEN = re.compile(r"(\\[A-Za-z]+|\\.) ?|[{}_^ ]")  # a command is shown as one sign, if any
# w_t, w_{t+1}, x_n, w^(0), w and x are vectors; x_0, w_1 and x_{n,1} are components. What a page
# writes as \mathbf{w} is a vector, whatever its index.
VECTOR = re.compile(
    r"(?:(?P<bold>\\mathbf\{(?P<given>[wxz])\})|(?<![\\A-Za-z])(?P<light>[wx])(?![A-Za-z]))"
    r"(?P<index>_(?:[fntT](?![A-Za-z])|\{t\+1\}|\{n\(t\)\})|\^\{\(0\)\}|\^\*)?"
    r"(?P<after>_|\^)?"
)
RHO, RADIUS = r"\\rho(?![A-Za-z])", r"(?<![\\A-Za-z])(?<!math(?:rm|bb)\{)R(?![A-Za-z])"
ANNOTATION = re.compile(
    r'(?<=<annotation encoding="application/x-tex">).*?(?=</annotation>)', re.DOTALL
)
SHORT = 24  # signs that fit on a line of a telephone


def is_short(tex: str) -> bool:
    r"""Return whether a formula fits on a line of a telephone.

    >>> is_short(r"\rho = \min_n y_n (w_f / |w_f|) \cdot x_n")
    True
    >>> is_short(r"w_f \cdot w_T \ge T \min_n y_n w_f \cdot x_n, \quad |w_T|^2 \le T R^2")
    False
    """
    return len(_UNSEEN.sub(lambda sign: "." if sign[1] else "", tex)) <= SHORT


def symbols(tex: str) -> str:
    r"""Return a formula in which vectors are bold, and w_f, w_t, rho and R have classes, and so the
    colours that pictures give them.

    >>> print(symbols(r"x_{n,1} + w_f \cdot x_n + w_1 + \mathbf{w}_1"))
    x_{n,1} + {\htmlClass{s-f}{\mathbf{w}_f}} \cdot {\mathbf{x}_n} + w_1 + {\mathbf{w}}_1
    >>> print(symbols(r"T \le R^2 / \rho^2, \mathrm{R}^d"))
    T \le {\htmlClass{s-R}{R}}^2 / {\htmlClass{s-f}{\rho}}^2, \mathrm{R}^d
    """

    def bold(letter: re.Match[str]) -> str:
        index, after = letter["index"] or "", letter["after"] or ""
        if letter["light"] and after and not index:
            return letter.group()  # a component
        name = letter["given"] or letter["light"]
        vector = rf"\mathbf{{{name}}}{index}"
        kind = {"_f": "s-f", "_t": "s-w", "_T": "s-w", "_{t+1}": "s-w"}.get(index)
        kind = kind if name == "w" else None
        return (rf"{{\htmlClass{{{kind}}}{{{vector}}}}}" if kind else f"{{{vector}}}") + after

    tex = re.sub(RHO, r"{\\htmlClass{s-f}{\\rho}}", VECTOR.sub(bold, tex))
    return re.sub(RADIUS, r"{\\htmlClass{s-R}{R}}", tex)


@lru_cache(maxsize=None)
def katex(tex: str, display: bool) -> str:
    """Return a formula as HTML, and as MathML for readers who cannot see it.

    Args:
        tex: the formula.
        display: whether it stands on a line of its own.

    Raises:
        PageError: if KaTeX refuses it.
    """
    process = _node()
    assert process.stdin is not None and process.stdout is not None
    print(json.dumps({"tex": symbols(tex), "display": display}), file=process.stdin, flush=True)
    answer = json.loads(process.stdout.readline() or '{"error": "node has ended"}')
    if "error" in answer:
        raise PageError(f"formula {tex!r}: {answer['error']}")
    # what a formula says to readers who cannot see it is what its author wrote
    return ANNOTATION.sub(lambda _: html.escape(tex, quote=False), str(answer["html"]))


@lru_cache(maxsize=None)
def _node() -> subprocess.Popen[str]:
    """Start the one process that renders for the whole build; it ends when its input closes."""
    command = ["node", str(KATEX)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )


def plain(tex: str) -> str:
    r"""Return any formula as a line of text; what only KaTeX can set, such as a brace, goes.

    >>> plain(r"\mathbf{w}_f \cdot w_{t+1} \ge \rho \sqrt{t}, \quad T \le \frac{R^2}{\rho^2}")
    'w_f ⋅ w_(t+1) ≥ ρ √t, T ≤ R²/ρ²'
    """
    tex = re.sub(r"\\(?:begin|end)\{\w+\}|&", " ", tex)
    tex = re.sub(r"\\t?frac\{([^{}]*)\}\{([^{}]*)\}", r"\1/\2", tex)
    tex = re.sub(r"([_^]|\\sqrt)\{(?:\(([^{}()]+)\)|([^{}]{2,}))\}", r"\1(\2\3)", tex)
    tex = re.sub(r"\\[A-Za-z]+|\\.", lambda command: SIGNS.get(command[0], " "), tex)
    return " ".join(re.sub("[{}]", "", tex).replace("^2", "²").split())
