"""The strategy under test: run it under the same conditions, in this process or in a child."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from .. import child
from ..errors import StrategyError
from ..plugins.registry import strategy as bind_strategy
from .data import ORDINARY_SETS
from .randomness import isolated_randomness
from .recorder import Recorder

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..plugins.registry import BoundStrategy
    from ..visits import Strategy
    from .recorder import Behaviour

_CHILD_TIMEOUT = 20.0  # seconds; most strategies take a fifth of a second


class StrategyUnderTest:
    """A strategy under test.

    Attributes:
        strategy: The strategy, with its options.
        name: The name of the strategy.
        options: The options of the strategy, with their values.
    """

    strategy: BoundStrategy
    name: str
    options: dict[str, object]

    def __init__(
        self,
        strategy: str | Strategy,
        on_request: Callable[[Dataset], object] = lambda data: None,
        in_debugger: bool = False,
    ) -> None:
        """Load a strategy.

        Args:
            strategy: A registered name or a file, with options as on the command line, or any
                callable. A file is loaded anew for each run, so that runs share no state.
            on_request: Called with the data of the run before the strategy is asked for its next
                visit or pass.
            in_debugger: Whether to let the strategy print, and to start no other process.
        """
        self._source, self._on_request, self._in_debugger = strategy, on_request, in_debugger
        self.strategy = bind_strategy(strategy)
        self.name, self.options = self.strategy.name, self.strategy.options

    def reload(self) -> Strategy:
        """Return the strategy; if it comes from a file, load the file anew."""
        with isolated_randomness(discard_output=not self._in_debugger):
            return self._load_strategy()

    def record_run(
        self, data: Dataset, strategy: Strategy | None = None, **options: Any
    ) -> Recorder:
        """Return the record of a run of PLA.

        Args:
            data: The examples.
            strategy: The strategy, perhaps after other runs; None to reload it.
            options: Options of `pla`.
        """
        with isolated_randomness(discard_output=not self._in_debugger) as used_unseeded_randomness:
            strategy = self._load_strategy() if strategy is None else strategy
            recorder = Recorder(self.name, strategy, self._on_request)
            recorder.run(data, **options)
            if used_unseeded_randomness():
                recorder.unseeded_complaint = (
                    "it used the global random generator, or a generator without a seed"
                )
        return recorder

    def _load_strategy(self) -> Strategy:
        is_file = isinstance(self._source, str) and self.strategy.origin == ""
        return bind_strategy(self._source) if is_file else self.strategy

    def record_ordinary_sets(self) -> Iterable[Behaviour]:
        """Yield the behaviour of the strategy on each set of `ORDINARY_SETS`."""
        return (self.record_run(data).behaviour for data in ORDINARY_SETS)

    def record_ordinary_sets_in_child(self, hash_seed: str) -> Iterable[Behaviour]:
        """Return the behaviour of the strategy on each set of `ORDINARY_SETS` in a child process.

        Args:
            hash_seed: The PYTHONHASHSEED of the child.

        Raises:
            child.ChildError: If no child can do this work, or if the child fails.
            StrategyError: If the strategy is a callable, runs under a debugger, or cannot be loaded
                in the child; or if the system cannot start a process, for example because memory is
                short.
        """
        if self._in_debugger:
            raise StrategyError("a debugger works in one process only")
        if not isinstance(self._source, str):
            raise StrategyError(
                "the strategy is neither a name nor a file, so another process cannot load it"
            )
        work = partial(_record_ordinary_sets, self._source)
        with child.run_in_child(
            work, lambda silence: _CHILD_TIMEOUT - silence, hash_seed
        ) as received:
            behaviours = []
            for data, behaviour in zip(ORDINARY_SETS, received):
                for _ in behaviour:
                    self._on_request(data)
                behaviours.append(behaviour)
            return behaviours


def _record_ordinary_sets(text: str) -> Iterable[Behaviour]:
    """Load a strategy in a child, and return its behaviour on each set of `ORDINARY_SETS`."""
    with isolated_randomness():  # discards the output, which loading in the parent has printed
        return StrategyUnderTest(text).record_ordinary_sets()
