"""Prepare docstrings for mkdocstrings: link labels of the lecture, typeset symbols, fence examples.

mkdocstrings renders Markdown and the sections of Google style. Examples without the title
`Examples:` need a fence, because Markdown reads >>> as a quotation.
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
            obj.docstring.value = prepared_docstring(obj.docstring.value)


def prepared_docstring(docstring: str) -> str:
    r"""Return a docstring with links for labels, typeset symbols, and fences around examples.

    >>> print(prepared_docstring("Return a.     Lecture 2: L2.3, Q1"))
    Return a. <span class="label">Lecture 2: [L2.3][l2-3], [Q1][q1]</span>
    >>> print(prepared_docstring("Return b.     On this site: N.5"))
    Return b. <span class="label">On this site: [N.5][n-5]</span>
    >>> prepared_docstring(">>> f(1)\n1")
    '```pycon\n>>> f(1)\n1\n```'
    """
    blocks = re.split(r"\n\s*\n", LABELS_IN_DOCSTRING.sub(_links, docstring.strip("\n")))
    return "\n\n".join(map(_prepared_block, blocks))


def _prepared_block(block: str) -> str:
    """Return a paragraph with typeset symbols, or an example with a fence."""
    if block.startswith(">>> "):
        return f"```pycon\n{block}\n```"
    if block.startswith("    ") or ">>> " in block:
        return block
    return with_symbols(block, letters=True)


def _links(labels: re.Match[str]) -> str:
    links = ", ".join(f"[{label}][{anchor(label)}]" for label in labels_in(labels[0]))
    return f' <span class="label">{labels[1]}: {links}</span>'
