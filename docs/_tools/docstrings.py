"""Docstrings on the reference pages: labels of the lecture become links to their sections.

mkdocstrings reads everything else: Markdown, and sections in Google style. Examples get a fence
here, because without the title `Examples:` mkdocstrings would read them as quotations.
"""

from __future__ import annotations

import re

from griffe import Extension, Object

from .statements import IN_DOCSTRING, anchor, labels_in


class LectureDocstrings(Extension):
    """Link the labels in every docstring that the reference shows."""

    def on_object(self, *, obj: Object, **_: object) -> None:
        """Link the labels of one object; its source is not changed."""
        if obj.docstring is not None:
            obj.docstring.value = link_labels(obj.docstring.value)


def link_labels(docstring: str) -> str:
    r"""Return a docstring with links in the place of labels, and a fence around examples.

    >>> print(link_labels("Return a.     Lecture 2: L2.3, Q1"))
    Return a. <span class="label">Lecture 2: [L2.3][l2-3], [Q1][q1]</span>
    >>> link_labels(">>> f(1)\n1")
    '```pycon\n>>> f(1)\n1\n```'
    """
    blocks = re.split(r"\n\s*\n", IN_DOCSTRING.sub(_links, docstring.strip("\n")))
    return "\n\n".join(
        f"```pycon\n{block}\n```" if block.startswith(">>> ") else block for block in blocks
    )


def _links(labels: re.Match[str]) -> str:
    links = ", ".join(f"[{label}][{anchor(label)}]" for label in labels_in(labels[0]))
    return f' <span class="label">Lecture 2: {links}</span>'
