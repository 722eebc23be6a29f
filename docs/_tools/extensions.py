"""Our Markdown extension: formulas made at build time; labels of statements behind the words."""

from __future__ import annotations

import html
import json
import re
import subprocess
from functools import lru_cache
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor
from markdown.treeprocessors import Treeprocessor

from .inline import inline
from .pages import PageError

HERE = Path(__file__).resolve().parent
AFTER_ALL_ELSE = -100  # the text of a formula is stashed until then
BEFORE_CONTENTS = 6  # `toc` reads the headings at 5
LABEL = re.compile(r"((?:L1|L2|N)\.\d+|[QS]\d+) ")
# of English and of Chinese
STOPS = ",.;:?!)\u3001\u3002\u300d\u201d\uff01\uff09\uff0c\uff1a\uff1b\uff1f"
OPENINGS = "(\u300c\u201c\uff08"
_UNSEEN = re.compile(r"(\\[A-Za-z]+|\\.) ?|[{}_^ ]")  # a command stands for one sign, if any
# w_t, w_{t+1}, x_n, w^(0), w and x are vectors; x_0, w_1 and x_{n,1} are components. What a page
# writes as \mathbf{w} is a vector, whatever its index.
VECTOR = re.compile(
    r"(?:(?P<bold>\\mathbf\{(?P<given>[wxz])\})|(?<![\\A-Za-z])(?P<letter>[wx])(?![A-Za-z]))"
    r"(?P<index>_(?:[fntT](?![A-Za-z])|\{t\+1\}|\{n\(t\)\})|\^\{\(0\)\}|\^\*)?"
    r"(?P<other>_|\^)?"
)
RHO, RADIUS = r"\\rho(?![A-Za-z])", r"(?<![\\A-Za-z])(?<!math(?:rm|bb)\{)R(?![A-Za-z])"
ANNOTATION = re.compile(
    r'(?<=<annotation encoding="application/x-tex">).*?(?=</annotation>)', re.DOTALL
)
SHORT = 24  # signs that fit on a line of a telephone


class Ours(Extension):
    """Markdown in which KaTeX replaces the formulas of `pymdownx.arithmatex` (generic)."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register it."""
        md.postprocessors.register(_Formulas(md), "formulas", AFTER_ALL_ELSE)
        md.treeprocessors.register(_Labels(md), "labels", BEFORE_CONTENTS)


class _Labels(Treeprocessor):
    """A heading "L2.10 The length grows slowly" shows its label small, behind the words."""

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


class _Formulas(Postprocessor):
    found = re.compile(
        rf'(?P<opening>[{OPENINGS}]?)<(?P<tag>span|div) class="arithmatex">'
        rf"\\[(\[](?P<tex>.*?)\\[)\]]</(?P=tag)>(?P<stop>[{STOPS}]*)",
        re.DOTALL,
    )

    def run(self, text: str) -> str:
        return self.found.sub(_rendered, text)


def is_short(tex: str) -> bool:
    r"""Return whether a formula fits on a line of a telephone.

    >>> is_short(r"\rho = \min_n y_n (w_f / |w_f|) \cdot x_n")
    True
    >>> is_short(r"w_f \cdot w_T \ge T \min_n y_n w_f \cdot x_n, \quad |w_T|^2 \le T R^2")
    False
    """
    return len(_UNSEEN.sub(lambda found: "." if found[1] else "", tex)) <= SHORT


def _rendered(match: re.Match[str]) -> str:
    """Return one formula. The tags around it are none of KaTeX's own: search leaves out all up to
    the first that is closed.
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


def symbols(tex: str) -> str:
    r"""Return a formula in which vectors are bold, and w_f, w_t, rho and R have classes, and so the
    colours that pictures give them.

    >>> print(symbols(r"x_{n,1} + w_f \cdot x_n + w_1 + \mathbf{w}_1"))
    x_{n,1} + {\htmlClass{s-f}{\mathbf{w}_f}} \cdot {\mathbf{x}_n} + w_1 + {\mathbf{w}}_1
    >>> print(symbols(r"T \le R^2 / \rho^2, \mathrm{R}^d"))
    T \le {\htmlClass{s-R}{R}}^2 / {\htmlClass{s-f}{\rho}}^2, \mathrm{R}^d
    """

    def bold(found: re.Match[str]) -> str:
        index, other = found["index"] or "", found["other"] or ""
        if found["letter"] and other and not index:
            return found.group()  # a component
        letter = found["given"] or found["letter"]
        vector = rf"\mathbf{{{letter}}}{index}"
        kind = {"_f": "s-f", "_t": "s-w", "_T": "s-w", "_{t+1}": "s-w"}.get(index)
        kind = kind if letter == "w" else None
        return (rf"{{\htmlClass{{{kind}}}{{{vector}}}}}" if kind else f"{{{vector}}}") + other

    tex = re.sub(RHO, r"{\\htmlClass{s-f}{\\rho}}", VECTOR.sub(bold, tex))
    return re.sub(RADIUS, r"{\\htmlClass{s-R}{R}}", tex)


@lru_cache(maxsize=None)
def katex(tex: str, display: bool) -> str:
    """Return a formula as HTML, and what it says to whoever cannot see it; PageError where it is
    refused. KaTeX sets what stands alone, and in a line what is not set more briefly by `inline`.
    """
    plain = None if display else inline(symbols(tex))
    if plain is not None:
        said = f'class="katex line" role="math" aria-label="{html.escape(tex)}"'
        return f'<span {said}><span class="katex-html" aria-hidden="true">{plain}</span></span>'
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
    """Start the one process that answers for the whole build; it ends when its input does."""
    command = ["node", str(HERE / "katex.js")]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
