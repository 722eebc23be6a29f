"""The reports that commands print for people, taken apart."""

from __future__ import annotations

import re


def facts(out):
    """Return the lines above the first blank one, {name: value}."""
    return dict(re.split(" {2,}", line, maxsplit=1) for line in out.split("\n\n")[0].splitlines())


def rows(out, head):
    """Return the rows of cells of the table below a head, the names of its columns first."""
    (part,) = (part for part in out.split("\n\n") if part.partition("\n")[0] == head)
    lines = [line for line in part.splitlines()[1:] if line[:2] == "  "]
    return [re.split(" {2,}", line.strip()) for line in lines]


def records(out, head, *columns):
    """Return these columns of the table below a head, a row of cells for each of its lines."""
    names, *lines = rows(out, head)
    return [[line[names.index(column)] for column in columns] for line in lines]
