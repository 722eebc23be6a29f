"""Prepare docstrings for mkdocstrings: link labels of the lecture, set symbols, fence examples.

mkdocstrings itself renders Markdown and sections in Google style. Without a fence it would read
examples as quotations, because they have no title `Examples:`.
"""

from __future__ import annotations

import re

from griffe import Extension, Object

from .statements import LABELS_IN_DOCSTRING, anchor, labels_in
from .symbols import with_symbols


class LectureDocstrings(Extension):
    """Prepare every docstring that the reference shows."""

    def on_object(self, *, obj: Object, **_: object) -> None:
        """Prepare the docstring of one object. The source file does not change."""
        if obj.docstring is not None:
            obj.docstring.value = with_links_and_fences(obj.docstring.value)


def with_links_and_fences(docstring: str) -> str:
    r"""Return a docstring with labels as links, and a fence around each block of examples.

    >>> print(with_links_and_fences("Return a.     Lecture 2: L2.3, Q1"))
    Return a. <span class="label">Lecture 2: [L2.3][l2-3], [Q1][q1]</span>
    >>> with_links_and_fences(">>> f(1)\n1")
    '```pycon\n>>> f(1)\n1\n```'
    """
    blocks = re.split(r"\n\s*\n", LABELS_IN_DOCSTRING.sub(_links, docstring.strip("\n")))
    return "\n\n".join(
        f"```pycon\n{block}\n```"
        if block.startswith(">>> ")
        else block
        if block.startswith("    ") or ">>> " in block
        else with_symbols(block, letters=True)
        for block in blocks
    )


def _links(labels: re.Match[str]) -> str:
    links = ", ".join(f"[{label}][{anchor(label)}]" for label in labels_in(labels[0]))
    return f' <span class="label">Lecture 2: {links}</span>'
