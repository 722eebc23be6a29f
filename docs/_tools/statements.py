"""The statements of the lecture: their labels, and the section of a page that states each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).resolve().parents[1]
LABELS = [
    "L1.1",
    *(f"L2.{i}" for i in range(1, 18)),
    *(f"N.{i}" for i in range(1, 8)),
    *(f"Q{i}" for i in range(1, 5)),
    *(f"S{i}" for i in range(1, 12)),
]
HEADING = re.compile(
    r"^#+ +(?P<title>.+?) +\{ *#(?P<anchor>[\w-]+) *\}\n+(?:> *(?P<statement>.+))?", re.MULTILINE
)
IN_DOCSTRING = re.compile(r"\s*Lecture 2: ((?:[LNQS]\d*\.?\d+(?:, )?)+)")


class Section(NamedTuple):
    """The section of a statement: its title, its page, the statement."""

    title: str
    page: str
    statement: str


def anchor(label: str) -> str:
    """Return the anchor of a statement's section.

    >>> anchor("L2.10"), anchor("S3")
    ('l2-10', 's3')
    """
    return label.lower().replace(".", "-")


def labels_in(docstring: str) -> list[str]:
    """Return the labels that a docstring names.

    >>> labels_in("Return u . v.     Lecture 2: L2.3, Q1")
    ['L2.3', 'Q1']
    """
    return [
        label
        for match in IN_DOCSTRING.finditer(docstring)
        for label in match.group(1).rstrip(", ").split(", ")
    ]


def sections() -> dict[str, Section]:
    """Return the section of every label that has one."""
    return dict(all_sections())


def all_sections() -> Iterator[tuple[str, Section]]:
    """Yield every section of the pages whose anchor belongs to a label, with the label."""
    labels = {anchor(label): label for label in LABELS}
    for path in sorted(DOCS.rglob("*.md")):
        page = path.relative_to(DOCS)
        if page.parts[0] not in ("_tools", "node_modules"):
            for match in HEADING.finditer(path.read_text(encoding="utf-8")):
                label = labels.get(match["anchor"])
                if label is not None:
                    statement = (match["statement"] or "").strip()
                    yield label, Section(match["title"], page.as_posix(), statement)
