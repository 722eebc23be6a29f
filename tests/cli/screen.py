"""The parts of a report."""

from __future__ import annotations

import re


def facts(out):
    """Return what a report says line by line, by its names."""
    return dict(re.split(" {2,}", line, maxsplit=1) for line in out.split("\n\n")[0].splitlines())


def rows(out, head):
    """Return the cells of the table below a head, its names first."""
    (part,) = (part for part in out.split("\n\n") if part.partition("\n")[0] == head)
    return [re.split(" {2,}", line.strip()) for line in part.splitlines()[1:]]
