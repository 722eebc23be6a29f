"""What happens to a run when its examples are scaled, normalized, split, or given another x_0."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from _tools import rows
from _tools.terminal import printed

OPTIONS = ["", "--scale 1/2", "--scale 1/2 --x0 1", "--x0 1/2", "--x0 0", "--normalize"]


def _record(words: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(printed(f"perceptron-ref {words} --json"))
    return record


def six_ways() -> str:
    """Return the updates, the threshold and the bound of the same data, changed in each way; a
    common factor changes neither the updates nor the bound.
    """
    found = []
    for words in OPTIONS:
        fit = _record(f"fit example:iris-setosa {words}")
        bound = Fraction(_record(f"separable example:iris-setosa {words}")["bound"])
        threshold = (
            "none" if fit["data"]["x0"] == "0" else f"{float(Fraction(fit['threshold'])):.4g}"
        )
        option = f"`{words}`" if words else "none of them"
        found.append((option, fit["updates"], threshold, f"{float(bound):.1f}"))
    as_it_is, scaled = found[:2]
    assert (as_it_is[1], as_it_is[3]) == (scaled[1], scaled[3])
    return rows(found)
