"""Our two Markdown extensions: formulas made at build time, and the values of a run in prose."""

from __future__ import annotations

import html
import json
import re
import subprocess
from functools import lru_cache
from pathlib import Path

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from pymdownx.superfences import SuperFencesException

from .values import filled

HERE = Path(__file__).resolve().parent
AFTER_THE_BLOCKS_HAVE_RUN = 24  # pymdownx.superfences, which runs them, has 25
AFTER_ALL_ELSE = -100  # the text of a formula is stashed until then


class Ours(Extension):
    """Markdown in which KaTeX replaces the formulas of `pymdownx.arithmatex` (generic), and values
    their names.
    """

    def extendMarkdown(self, md: Markdown) -> None:
        """Register both."""
        md.preprocessors.register(_Values(md), "values", AFTER_THE_BLOCKS_HAVE_RUN)
        md.postprocessors.register(_Formulas(md), "formulas", AFTER_ALL_ELSE)


class PageError(SuperFencesException):  # type: ignore[misc]  # it has no types
    """What stops the build. Of another kind, the blocks that run would be shown as they are,
    without a word.
    """


class _Values(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        try:
            return filled("\n".join(lines)).split("\n")
        except (LookupError, AttributeError, ValueError) as error:
            raise PageError(f"a value between braces: {error!r}") from error


class _Formulas(Postprocessor):
    found = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>', re.DOTALL)

    def run(self, text: str) -> str:
        return self.found.sub(_rendered, text)


def _rendered(match: re.Match[str]) -> str:
    """Return one formula. The tags around it are none of KaTeX's own: search leaves out all up to
    the first that is closed.
    """
    tex = html.unescape(match.group(2)).strip()  # arithmatex has escaped it
    if match.group(1) == "span":
        return f'<bdi class="formula" data-search-exclude>{katex(tex, False)}</bdi>'
    # keys scroll a wide one
    return f'<div class="formula" data-search-exclude tabindex="0">{katex(tex, True)}</div>'


@lru_cache(maxsize=None)
def katex(tex: str, display: bool) -> str:
    """Return a formula as HTML, with MathML beside it for whoever cannot see it; PageError where it
    is refused.
    """
    process = _node()
    assert process.stdin is not None and process.stdout is not None
    print(json.dumps({"tex": tex, "display": display}), file=process.stdin, flush=True)
    answer = json.loads(process.stdout.readline() or '{"error": "node has ended"}')
    if "error" in answer:
        raise PageError(f"formula {tex!r}: {answer['error']}")
    return str(answer["html"])


@lru_cache(maxsize=None)
def _node() -> subprocess.Popen[str]:
    """Start the one process that answers for the whole build; it ends when its input does."""
    command = ["node", str(HERE / "katex.js")]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
