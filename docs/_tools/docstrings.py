"""Docstrings as Markdown: labels of the lecture linked to their pages, examples as code.

Docstrings in Google style keep their sections, which mkdocstrings reads. In the older form the
arguments become a list.
"""

from __future__ import annotations

import re

from griffe import Extension, Object

from .statements import IN_DOCSTRING, anchor, labels_in

ARGUMENT = re.compile(r"((?:\w+, )*\w+): (?=\S)")
SECTION = re.compile(r"(Args|Attributes|Raises|Returns|Yields):\n")
ITEM = re.compile(r"(    (?:\*{0,2}\w+: )?)(.*)", re.DOTALL)  # of a section: its name, what it is
NEXT_ARGUMENT = re.compile(r"(?<=\.) (?=(?:\w+, )*\w+: )")


class LectureDocstrings(Extension):
    """Turn every docstring that the API pages show into Markdown."""

    def on_object(self, *, obj: Object, **_: object) -> None:
        """Turn one; the text in the package stays as it is."""
        if obj.docstring is not None:
            obj.docstring.value = markdown_of(obj.docstring.value)


def markdown_of(docstring: str) -> str:
    r"""Return a docstring as Markdown; examples become blocks of code.

    >>> text = "Return a * b.     Lecture 2: L2.3\n\na: a number. b: another.\n    As `dot` does."
    >>> print(markdown_of(text))
    Return a \* b.
    <span class="label">Lecture 2: [L2.3][l2-3]</span>
    <BLANKLINE>
    - **`a`**: a number.
    - **`b`**: another.
      As `dot` does.

    >>> print(markdown_of("Return a.\n\nArgs:\n    a: b * c,\n        d * e."))
    Return a.
    <BLANKLINE>
    Args:
        a: b \* c,
            d \* e.
    """
    return "\n\n".join(_block(block) for block in re.split(r"\n\s*\n", docstring.strip("\n")))


def _block(block: str) -> str:
    if block.startswith(">>> "):
        return f"```pycon\n{block}\n```"
    if block.startswith("    "):
        return block
    if SECTION.match(block):
        return "\n".join(map(_section_line, block.split("\n")))
    labels = labels_in(block)
    text = _escaped("\n".join(_items(IN_DOCSTRING.sub("", block).split("\n"))))
    if not labels:
        return text
    links = ", ".join(f"[{label}][{anchor(label)}]" for label in labels)
    return f'{text}\n<span class="label">Lecture 2: {links}</span>'


def _section_line(line: str) -> str:
    """Escape a line of a section, but not its name."""
    item = ITEM.fullmatch(line)
    return item[1] + _escaped(item[2]) if item else line


def _items(lines: list[str]) -> list[str]:
    """Return lines of prose with the arguments among them, `name: text` at the start of a line, as
    a list.
    """
    shown: list[str] = []
    in_list = False
    for line in lines:
        if ARGUMENT.match(line):
            if not in_list and shown:
                shown.append("")
            in_list = True
            shown += [
                "- " + ARGUMENT.sub(_named, item, count=1) for item in NEXT_ARGUMENT.split(line)
            ]
        elif (
            in_list and not line.startswith(" ") and shown[-1].endswith(".") and line[:1].isupper()
        ):
            in_list = False
            shown += ["", line]
        elif in_list:
            first, *more = NEXT_ARGUMENT.split(line.strip())
            shown += ["  " + first, *("- " + ARGUMENT.sub(_named, item, count=1) for item in more)]
        else:
            shown.append(line)
    return shown


def _named(match: re.Match[str]) -> str:
    return ", ".join(f"**`{name}`**" for name in match.group(1).split(", ")) + ": "


def _escaped(text: str) -> str:
    """Escape what Markdown would read as its own, outside of code, formulas and what is marked up
    already.
    """
    parts = re.split(r"(\*\*`[^`]*`\*\*|`[^`]*`|\$[^\s$](?:[^$\n]*[^\s$])?\$|\*[a-z]+\*)", text)
    return "".join(part if i % 2 else _plain(part) for i, part in enumerate(parts))


def _plain(text: str) -> str:
    """Escape text; a < cannot be escaped by a backslash.

    >>> _plain("a < b[1]")
    'a &lt; b\\\\[1\\\\]'
    """
    return re.sub(r"([*>\[\]\\$])", r"\\\1", text).replace("<", "&lt;")
