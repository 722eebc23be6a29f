"""The labels of statements, quizzes and misconceptions, and the sections of pages with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).resolve().parents[1]
LABELS = [
    "L1.1",  # lecture 1
    *(f"L2.{i}" for i in range(1, 18)),  # lecture 2
    *(f"N.{i}" for i in range(1, 8)),  # the variant with a bias of its own
    *(f"Q{i}" for i in range(1, 5)),  # quizzes
    *(f"S{i}" for i in range(1, 12)),  # misconceptions
]
SECTION_HEADING = re.compile(
    r"^#+ +(?P<title>.+?) +\{ *#(?P<anchor>[\w-]+) *\}\n+(?:> *(?P<statement>.+))?", re.MULTILINE
)
# L2.17 and N.1 to N.7 are not in the lecture
LABELS_IN_DOCSTRING = re.compile(r"\s*(Lecture 2|[Oo]n this site): ((?:[LNQS]\d*\.?\d+(?:, )?)+)")


class Section(NamedTuple):
    """The section of a label.

    Attributes:
        title: its heading, without the anchor.
        page: its page, such as "lecture/pla.md".
        statement: the quotation at its start; "" without one.
    """

    title: str
    page: str
    statement: str


def anchor(label: str) -> str:
    """Return the anchor of the section with this label.

    >>> anchor("L2.10"), anchor("S3")
    ('l2-10', 's3')
    """
    return label.lower().replace(".", "-")


def labels_in(docstring: str) -> list[str]:
    """Return the labels that follow "Lecture 2:" or "On this site:" in a docstring.

    >>> labels_in("Return u . v.     Lecture 2: L2.3, Q1; on this site: N.5")
    ['L2.3', 'Q1', 'N.5']
    """
    return [
        label
        for match in LABELS_IN_DOCSTRING.finditer(docstring)
        for label in match.group(2).rstrip(", ").split(", ")
    ]


def section_of_label() -> dict[str, Section]:
    """Return {label: its section} of the labels that have one."""
    return dict(labelled_sections())


def labelled_sections() -> Iterator[tuple[str, Section]]:
    """Yield (label, section) of every section whose anchor belongs to a label."""
    labels = {anchor(label): label for label in LABELS}
    for path in sorted(DOCS.rglob("*.md")):
        page = path.relative_to(DOCS)
        if page.parts[0] not in ("_tools", "node_modules"):
            for match in SECTION_HEADING.finditer(path.read_text(encoding="utf-8")):
                label = labels.get(match["anchor"])
                if label is not None:
                    statement = (match["statement"] or "").strip()
                    yield label, Section(match["title"], page.as_posix(), statement)
