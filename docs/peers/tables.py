"""Write a table of the page "Comparison with other tools", with the versions that made it."""

from __future__ import annotations

import csv
import os
import platform
import sys
from collections.abc import Iterable, Sequence
from datetime import date
from importlib import metadata
from pathlib import Path

DISTRIBUTIONS = {
    "liblinear": "liblinear-official",
    "libsvm": "libsvm-official",
    "SciPy": "scipy",
    "Vowpal Wabbit": "vowpalwabbit",
}


def version(tool: str) -> str:
    """Return the version of a tool."""
    if tool == "perceptron_ref":
        import perceptron_ref

        return perceptron_ref.__version__
    return metadata.version(DISTRIBUTIONS.get(tool, tool))


def write(
    name: str, tools: Iterable[str], heading: Sequence[str], rows: Iterable[Sequence[object]]
) -> None:
    """Write NAME.csv, with what made it, into the folder that the first argument names."""
    made_by = f"{date.today()}: CPython {platform.python_version()}, "
    made_by += ", ".join(f"{tool} {version(tool)}" for tool in tools)
    path = Path(sys.argv[1]) / f"{name}.csv"
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([made_by])
        writer.writerow(heading)
        writer.writerows(rows)
    os.replace(part, path)
