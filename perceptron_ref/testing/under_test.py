"""Run the strategy under test, always under the same conditions, in this process or in a child."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from .. import child
from ..errors import StrategyError
from ..plugins.registry import strategy as bind_strategy
from ..type_checking import TYPE_CHECKING
from .data import ORDINARY_SETS
from .randomness import same_conditions
from .recorder import record_run

if TYPE_CHECKING:
    from typing import Any

    from ..dataset import Dataset
    from ..plugins.registry import BoundStrategy
    from ..visits import Strategy
    from .recorder import Behaviour, RecordedRun

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
        in_process: bool = False,
    ) -> None:
        """Load a strategy.

        Args:
            strategy: A registered name or a file, with options as on the command line, or any
                callable.
            on_request: Called with the data of the run each time before the strategy is asked for
                its next visit or pass. For a run in a child it is called after the run instead,
                once for each entry of the behaviour.
            in_process: Whether to start no other process, and not to discard what the strategy
                prints, so that debuggers, profilers and coverage work.
        """
        self._source, self._on_request, self._in_process = strategy, on_request, in_process
        self._folder = ""
        with suppress(OSError):  # the folder may be gone
            self._folder = os.getcwd()
        self.strategy = bind_strategy(strategy)
        self.name, self.options = self.strategy.name, self.strategy.options

    def reload(self) -> BoundStrategy:
        """Return the strategy; if it comes from a file, load the file anew."""
        with same_conditions(discard_output=not self._in_process):
            return self._load_strategy()

    def record_run(
        self, data: Dataset, strategy: Strategy | None = None, **options: Any
    ) -> RecordedRun:
        """Run PLA with the strategy, and return the record of the run.

        Args:
            data: The examples.
            strategy: The strategy as `reload` returned it, perhaps used in other runs since; None
                to reload it for this run, so that the run shares no state with other runs.
            options: Options of `pla`.
        """
        with same_conditions(discard_output=not self._in_process) as used_unseeded_randomness:
            strategy = self._load_strategy() if strategy is None else strategy
            record = record_run(self.name, strategy, self._on_request, data, **options)
            if used_unseeded_randomness():
                record.unseeded_complaint = (
                    "it used the global random generator, or a generator without a seed"
                )
        return record

    def _load_strategy(self) -> BoundStrategy:
        is_file = isinstance(self._source, str) and self.strategy.origin == ""
        if is_file:
            self._return_to_folder()
        return bind_strategy(self._source) if is_file else self.strategy

    def _return_to_folder(self) -> None:
        """Make the working directory that of the first load: a relative path starts there.

        The code of the strategy may have changed it.
        """
        with suppress(OSError):
            os.chdir(self._folder)

    def behaviours_on_ordinary_sets(self) -> Iterable[Behaviour]:
        """Yield the behaviour of the strategy on each set of `ORDINARY_SETS`."""
        return (self.record_run(data).behaviour for data in ORDINARY_SETS)

    def behaviours_on_ordinary_sets_in_child(self, hash_seed: str) -> Iterable[Behaviour]:
        """Return the behaviour of the strategy on each set of `ORDINARY_SETS` in a child process.

        Args:
            hash_seed: The PYTHONHASHSEED of the child.

        Raises:
            child.ChildError: If no child can do this work, or if the child fails.
            StrategyError: If the strategy is a callable, or cannot be loaded in the child; if
                `in_process` is set; or if the system cannot start a process, for example because
                memory is short.
        """
        if self._in_process:
            raise StrategyError("--in-process starts no other process")
        if not isinstance(self._source, str):
            raise StrategyError(
                "another process cannot load a function. To compare two processes, pass a name "
                "or a file, as in check_strategy('mine.py:order')"
            )
        self._return_to_folder()
        work = partial(_behaviours_in_this_child, self._source)
        with child.run_in_child(
            work, lambda silence: _CHILD_TIMEOUT - silence, hash_seed
        ) as received:
            behaviours = []
            for data, behaviour in zip(ORDINARY_SETS, received):
                for _ in behaviour:
                    self._on_request(data)
                behaviours.append(behaviour)
            return behaviours


def _behaviours_in_this_child(strategy_text: str) -> Iterable[Behaviour]:
    """Load a strategy in a child, and return its behaviour on each set of `ORDINARY_SETS`."""
    with same_conditions():  # discards what the load prints, because the parent has shown it
        return StrategyUnderTest(strategy_text).behaviours_on_ordinary_sets()
