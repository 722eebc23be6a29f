"""A strategy under test, and its runs, each under the same conditions."""

from __future__ import annotations

import io
from contextlib import contextmanager, redirect_stdout
from functools import partial

from .. import child
from ..errors import in_one_line, shown
from ..plugins.registry import named
from .chance import known_chance
from .data import ORDINARY
from .recorder import Record, Recorder
from .shrinking import SECONDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ..dataset import Dataset
    from ..visits import Strategy

RANDOM_SEED = 20_011  # of the global generator: any number, the same before every run
HASH_SEEDS = ("1", "2")  # of texts, in two other processes
_LONGEST = 20.0  # seconds that such a process may take; most take a fifth of one
_is_other = False  # whether this process is such a one


class Subject:
    """A strategy under test.

    strategy: a registered name or file, with options as on the command line, or any callable. A
        file is run again for each run, which so knows of no other.
    shrinking: how many seconds the search for a smaller data set may take. lives: called with the
        data at work, or None, each time that the strategy has answered. options: their values;
        options_text shows them as they were before the first run.
    """

    def __init__(
        self,
        strategy: str | Strategy,
        shrinking: float = SECONDS,
        lives: Callable[[Dataset | None], object] = lambda data: None,
    ) -> None:
        self._given, self.shrinking, self.lives = strategy, shrinking, lives
        self.strategy = named(strategy)
        self.name, self.options = self.strategy.name, self.strategy.options
        self.options_text = ", ".join(
            f"{option}={shown(value)}" for option, value in self.options.items()
        )

    def fresh(self) -> Strategy:
        """Return the strategy, from a new run of its file where it is named by one."""
        with apart():
            return self._fresh()

    def _fresh(self) -> Strategy:
        is_file = isinstance(self._given, str) and self.strategy.origin == ""
        return named(self._given) if is_file else self.strategy

    def record(self, data: Dataset, *, random_seed: int = RANDOM_SEED, **options: Any) -> Record:
        """Return the record of a run of its own."""
        with apart(random_seed) as used_random:
            order = self._fresh()
            used = used_random()
        record = self.run(order, data, random_seed=random_seed, **options)
        record.used_random = record.used_random or used
        return record

    def run(
        self,
        order: Strategy,
        data: Dataset,
        *,
        random_seed: int = RANDOM_SEED,
        meanwhile: Callable[[], object] = lambda: None,
        **options: Any,
    ) -> Record:
        """Return the record of a run of the strategy, which may have made others.

        meanwhile: called before the strategy is asked, to let something else happen in between.
        """

        def before(data: Dataset) -> None:
            self.lives(data)
            meanwhile()

        with apart(random_seed) as used_random:
            record = Recorder(order, self.name, before).run(data, **options)
            record.used_random = used_random()
        return record

    def with_seed(self, seed: int) -> Subject:
        """Return the strategy with another seed."""
        function: Any = self.strategy
        other = Subject(partial(function, seed=seed), lives=self.lives)
        other.name = self.name
        return other

    def elsewhere(self) -> list[list[Record]]:
        """Return its records on the sets of `ORDINARY` in two other processes, in each of which
        texts hash differently; `child.NoAnswer` if there are none.
        """
        if _is_other:
            raise child.NoAnswer("was not asked, as this is a second process itself")
        if not child.has_processes():
            raise child.NoAnswer("cannot be asked: this Python has no other process")
        if not isinstance(self._given, str):
            raise child.NoAnswer("cannot be asked: a function is not found there, as a name is")
        return [self._in_another(self._given, hash_seed) for hash_seed in HASH_SEEDS]

    def _in_another(self, text: str, hash_seed: str) -> list[Record]:
        def left(silent: float) -> float:
            self.lives(None)
            return _LONGEST - silent

        try:
            told = child.heard(partial(_visits_of, text), left, hash_seed)
            return [_record(visits, fault) for visits, fault in told]
        except child.NoAnswer:
            raise
        except Exception as error:  # what was sent, which the strategy may have written itself
            raise child.NoAnswer(f"cannot be asked: {in_one_line(error)}") from None


def _visits_of(text: str) -> Iterator[tuple[list[int | None], str]]:
    """Yield what a strategy does on the sets, in another process."""
    global _is_other
    _is_other = True
    with apart():  # what it prints was printed by the first process
        records = [*map(Subject(text).record, ORDINARY)]
    yield from [(record.visits, record.fault) for record in records]


def _record(visits: list[int | None], fault: str) -> Record:
    record = Record()
    record.visits, record.fault = visits, fault
    return record


@contextmanager
def apart(random_seed: int = RANDOM_SEED) -> Iterator[Callable[[], bool]]:
    """Run code silently, with the global random generator in a known state, restored afterwards.

    Yields a function that tells whether the generator was used.
    """
    with known_chance(random_seed) as used, redirect_stdout(io.StringIO()):
        yield used
