"""A plan: an algorithm, its visiting strategy and its options."""

from __future__ import annotations

from ..pla import pla
from ..pocket import pocket

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..dataset import Dataset
    from ..run import Run, Strategy, Update

ALGORITHMS: dict[str, Callable[..., Run]] = {"pla": pla, "pocket": pocket}


def default_strategy(algorithm: str) -> str:
    """Return the name of the strategy that `pla` or `pocket` follows by default.

    >>> default_strategy("pla")
    'cyclic'
    """
    name: str = getattr(ALGORITHMS[algorithm], "__defaults__")[0]
    return name


class Plan:
    """A run to be made: the name of an algorithm, a strategy, and the other options."""

    def __init__(self, algorithm: str, strategy: Strategy, options: Mapping[str, object]) -> None:
        self.algorithm, self.strategy, self.options = algorithm, strategy, options

    def run(self, data: Dataset, on_update: Callable[[Update], object] | None = None) -> Run:
        """Run it on the data."""
        algorithm = ALGORITHMS[self.algorithm]
        return algorithm(data, self.strategy, on_update=on_update, **self.options)
