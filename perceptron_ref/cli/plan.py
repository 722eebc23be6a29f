"""A plan: an algorithm, its visiting strategy and its options."""

from __future__ import annotations

from ..pla import pla
from ..pocket import pocket

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..dataset import Dataset
    from ..plugins.registry import Bound
    from ..run import Run
    from .progress import Progress

ALGORITHMS: dict[str, Callable[..., Run]] = {"pla": pla, "pocket": pocket}


def default_strategy(algorithm: str) -> str:
    """Return the name of the strategy that `pla` or `pocket` follows by default.

    >>> default_strategy("pla")
    'cyclic'
    """
    name: str = getattr(ALGORITHMS[algorithm], "__defaults__")[0]
    return name


class Plan:
    """A run to be made: the name of an algorithm, a strategy of ours, and the other options."""

    def __init__(self, algorithm: str, strategy: Bound, options: Mapping[str, object]) -> None:
        self.algorithm, self.strategy, self.options = algorithm, strategy, options

    def run(
        self,
        data: Dataset,
        progress: Progress | None = None,
        on_loaded: Callable[[], object] | None = None,
    ) -> Run:
        """Run it on the data.

        progress: takes each update, or now and then the last one. on_loaded: called as soon as the
            strategy is loaded, with its options.
        """
        if on_loaded is not None:
            on_loaded()
        on_update = None if progress is None else progress.on_update
        algorithm = ALGORITHMS[self.algorithm]
        return algorithm(data, self.strategy, on_update=on_update, **self.options)

    def named(self) -> tuple[str, dict[str, object]]:
        """Return the name and the options by which another process finds the strategy."""
        return self.strategy.name, self.strategy.options
