"""The perceptron learning algorithm (PLA) and Pocket as lecture 2 of *Machine Learning Foundations*
derives them.

Pure Python, no dependency, exact arithmetic.

>>> from perceptron_ref import Dataset, pla
>>> D = Dataset([[1, 1], [0, 1], [1, 0], [0, 0]], [+1, -1, -1, -1])
>>> pla(D).hypothesis([1, 1])
1
"""

import sys

if sys.version_info < (
    3,
    8,
):  # in a syntax that old ones read, too: they would stumble over the modules below
    raise ImportError(
        "perceptron_ref needs Python 3.8 or later; this is Python %d.%d" % sys.version_info[:2]
    )

from .dataset import Dataset
from .errors import DataError, PerceptronError, StrategyError
from .examples import example
from .files.read import read
from .hypothesis import Hypothesis, sign
from .pla import Run, Update, View, pla, updates
from .plugins.registry import strategies, strategy
from .pocket import PocketRun, pocket
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


def __getattr__(name):  # type: ignore[no-untyped-def]  # annotations are a syntax that old Pythons do not read
    """Make the type `Strategy` when it is asked for: a start should not wait for `typing`."""
    if name == "Strategy":
        from typing import Callable, Iterator, Optional

        return Callable[[View], Iterator[Optional[int]]]
    raise AttributeError("module %r has no attribute %r" % (__name__, name))
