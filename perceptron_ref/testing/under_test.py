"""A strategy under test: each of its runs happens under the same conditions, here or elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from .. import child
from ..plugins.registry import strategy as bind_strategy
from .data import ORDINARY
from .randomness import fixed_global_seed
from .recorder import Recorder

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..plugins.registry import BoundStrategy
    from ..visits import Strategy
    from .recorder import Behaviour

_MAX_SECONDS = 20.0  # that another process may take; most take a fifth of one


class StrategyUnderTest:
    """A strategy under test.

    Attributes:
        strategy: The strategy, with its options.
        name: Its name.
        options: Its options, with their values.
    """

    strategy: BoundStrategy
    name: str
    options: dict[str, object]

    def __init__(
        self,
        strategy: str | Strategy,
        on_visit: Callable[[Dataset], object] = lambda data: None,
        in_debugger: bool = False,
    ) -> None:
        """Load a strategy.

        Args:
            strategy: A registered name or a file, with options as on the command line, or any
                callable. A file is run again for each run, so that no run knows of another.
            on_visit: Called with the data of the run before each visit.
            in_debugger: Let the strategy print, and start no other process.
        """
        self._source, self._on_visit, self._in_debugger = strategy, on_visit, in_debugger
        self.strategy = bind_strategy(strategy)
        self.name, self.options = self.strategy.name, self.strategy.options

    def reload(self) -> Strategy:
        """Return the strategy, after its file was run again if it is in one."""
        with fixed_global_seed(discards_output=not self._in_debugger):
            return self._load_strategy()

    def record_run(
        self, data: Dataset, strategy: Strategy | None = None, **options: Any
    ) -> Recorder:
        """Return the record of a run of PLA.

        Args:
            data: The examples.
            strategy: The strategy, which may have made other runs; None for a reloaded one.
            options: Options of `pla`.
        """
        with fixed_global_seed(discards_output=not self._in_debugger) as is_used:
            strategy = self._load_strategy() if strategy is None else strategy
            recorder = Recorder(self.name, strategy, self._on_visit)
            recorder.run(data, **options)
            if is_used():
                recorder.unseeded = "it used the global random generator, or one without a seed"
        return recorder

    def _load_strategy(self) -> Strategy:
        is_file = isinstance(self._source, str) and self.strategy.origin == ""
        return bind_strategy(self._source) if is_file else self.strategy

    def record_all_sets(self) -> Iterable[Behaviour]:
        """Yield its behaviour on each set of `ORDINARY`."""
        return (self.record_run(data).behaviour for data in ORDINARY)

    def record_all_sets_in_child(self, hash_seed: str) -> Iterable[Behaviour]:
        """Return its behaviour on each set of `ORDINARY` in another process.

        Args:
            hash_seed: The PYTHONHASHSEED of that process.

        Raises:
            child.ChildError: If there is no such process.
        """
        if self._in_debugger:
            raise child.ChildError("is not started where a debugger may be at work")
        if not isinstance(self._source, str):
            raise child.ChildError("finds a strategy only by its name or its file")
        work = partial(_record_all_sets, self._source)
        with child.run_in_child(work, lambda silent: _MAX_SECONDS - silent, hash_seed) as received:
            return [*received]


def _record_all_sets(text: str) -> Iterable[Behaviour]:
    """Return the behaviour of a strategy on each set, in another process."""
    with fixed_global_seed():  # what it prints was printed by the first process
        return StrategyUnderTest(text).record_all_sets()
