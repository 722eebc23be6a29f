"""Parse the reports that commands print for people."""

from __future__ import annotations

import re


def facts(out):
    """Return the facts of a report, the lines above its first blank line, as {name: value}."""
    return dict(re.split(" {2,}", line, maxsplit=1) for line in out.split("\n\n")[0].splitlines())


def rows(out, title):
    """Return the rows of cells of the table with this title; the first row has the column names."""
    (part,) = (part for part in out.split("\n\n") if part.partition("\n")[0] == title)
    lines = [line for line in part.splitlines()[1:] if line[:2] == "  "]
    return [re.split(" {2,}", line.strip()) for line in lines]


def records(out, title, *columns):
    """Return these columns of the table with this title, a row of cells for each line."""
    names, *lines = rows(out, title)
    return [[line[names.index(column)] for column in columns] for line in lines]
