"""The perceptron learning algorithm (PLA) and Pocket as lecture 2 of *Machine Learning Foundations* derives them.

Pure Python, no dependency, exact arithmetic.

>>> from perceptron_ref import Dataset, pla
>>> D = Dataset([[1, 1], [0, 1], [1, 0], [0, 0]], [+1, -1, -1, -1])
>>> pla(D).hypothesis([1, 1])
1
"""

from __future__ import annotations

from .dataset import Dataset
from .errors import DataError, PerceptronError, StrategyError
from .examples import example
from .hypothesis import Hypothesis, sign
from .pla import Run, Update, View, pla, updates
from .pocket import PocketRun, pocket
from .reading import read
from .registry import strategies, strategy
from .vectors import add, dot, scale, squared_norm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .pla import Strategy

__version__ = "0.1.0"

__all__ = [
    "DataError",
    "Dataset",
    "Hypothesis",
    "PerceptronError",
    "PocketRun",
    "Run",
    "Strategy",
    "StrategyError",
    "Update",
    "View",
    "add",
    "dot",
    "example",
    "pla",
    "pocket",
    "read",
    "scale",
    "sign",
    "squared_norm",
    "strategies",
    "strategy",
    "updates",
]


def __getattr__(name: str) -> object:
    """Make the type `Strategy` when it is asked for: a start should not wait for `typing`."""
    if name == "Strategy":
        from typing import Callable, Iterator, Optional

        return Callable[[View], Iterator[Optional[int]]]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
