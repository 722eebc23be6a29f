"""Parse the reports that commands print for people."""

from __future__ import annotations

import re


def facts(out):
    """Return the lines of a report above its first empty line as {name: value}."""
    return dict(re.split(" {2,}", line, maxsplit=1) for line in out.split("\n\n")[0].splitlines())


def rows(out, title):
    """Return the table with this title as lists of cells; the first list holds the column names."""
    (table,) = (part for part in out.split("\n\n") if part.partition("\n")[0] == title)
    lines = [line for line in table.splitlines()[1:] if line[:2] == "  "]
    return [re.split(" {2,}", line.strip()) for line in lines]


def records(out, title, *columns):
    """Return these columns of the table with this title, as a list of cells for each row."""
    header, *body = rows(out, title)
    return [[row[header.index(column)] for column in columns] for row in body]
