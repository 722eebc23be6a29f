"""Experiments over many runs: one algorithm, many seeds, and what came of them.     Lecture 2: L2.6

    experiment     `repeat`: the runs, one after the other or spread over processes
    records        what came of each run, and of all of them: `Repeated`
    summary        mean, median and quartiles, exact
    processes      work in processes of its own: deadlines, messages, ends that are told
    child          the inside of such a process; message, undisturbed: how it speaks

>>> from perceptron_ref import example, repeat
>>> repeat(example("and"), "random-permutation", seeds=range(5, 15)).updates.mean
Fraction(18, 1)
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Repeated", "RunRecord", "Summary", "repeat"]

_MODULES = {
    "repeat": "experiment",
    "Repeated": "records",
    "RunRecord": "records",
    "Summary": "summary",
}


def __getattr__(name: str) -> Any:
    """Import what is public when it is asked for: the command line takes `child` alone at first."""
    if name in _MODULES:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
