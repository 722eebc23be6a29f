"""A strategy under test, and its runs, each under the same conditions."""

from __future__ import annotations

import io
import random
from contextlib import contextmanager, redirect_stdout
from functools import partial

from ..errors import shown
from ..plugins.registry import named
from .copies import Copies
from .recorder import Recorder
from .shrinking import SECONDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ..dataset import Dataset
    from ..visits import Strategy
    from .recorder import Record

RANDOM_SEED = 20_011  # of the global generator: any number, the same before every run


class Subject:
    """A strategy under test.

    strategy: a registered name or file, with options as on the command line, or any callable.
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
        self.shrinking, self._lives = shrinking, lives
        self.strategy = named(strategy)
        self.name, self.options = self.strategy.name, self.strategy.options
        self.options_text = ", ".join(
            f"{option}={shown(value)}" for option, value in self.options.items()
        )
        with apart():
            self._copies = Copies(self.strategy)
        self._first_records: dict[tuple[object, ...], Record] = {}

    def lives(self) -> None:
        """Give a sign of life, beside those of the runs."""
        self._lives(None)

    @property
    def has_copies(self) -> bool:
        """Tell whether fresh copies can be made."""
        return self._copies.possible

    @property
    def place(self) -> tuple[str, str, str]:
        """Where it stands, where fresh copies can be made: module, file, and its name there."""
        return self._copies.place

    def copy(self) -> Strategy:
        """Return a fresh copy, or the strategy itself where there are no copies."""
        with apart():
            return self._copies.copy()

    def record(self, data: Dataset, *, random_seed: int = RANDOM_SEED, **options: Any) -> Record:
        """Return the record of a run, that of a fresh copy if there are copies."""
        with apart(random_seed) as used_random:
            copy = self._copies.copy()
            used = used_random()
        record = self.run(copy, data, random_seed=random_seed, **options)
        record.used_random = record.used_random or used
        return record

    def first_record(self, data: Dataset, *, sign_of_zero: int = 0, **options: Any) -> Record:
        """Return the record of the first such run of the strategy itself, not of a copy."""
        key = data, sign_of_zero, *sorted(options.items())
        if key not in self._first_records:
            self._first_records[key] = self.run(
                self.strategy, data, sign_of_zero=sign_of_zero, **options
            )
        return self._first_records[key]

    def run(
        self,
        strategy: Strategy,
        data: Dataset,
        *,
        random_seed: int = RANDOM_SEED,
        meanwhile: Callable[[], object] | None = None,
        **options: Any,
    ) -> Record:
        """Return the record of a run of the strategy or of a copy."""
        with apart(random_seed) as used_random:
            record = Recorder(strategy, self.name, meanwhile, self._lives).run(data, **options)
            record.used_random = used_random()
        return record

    def with_seed(self, seed: int) -> Subject:
        """Return the strategy with another seed."""
        function: Any = self.strategy
        other = Subject(partial(function, seed=seed), lives=self._lives)
        other.name = self.name
        return other


@contextmanager
def apart(random_seed: int = RANDOM_SEED) -> Iterator[Callable[[], bool]]:
    """Run code silently, with the global random generator in a known state, restored afterwards.

    Yields a function that tells whether the generator was used.
    """
    before = random.getstate()
    random.seed(random_seed)
    seeded = random.getstate()
    try:
        with redirect_stdout(io.StringIO()):
            yield lambda: random.getstate() != seeded
    finally:
        random.setstate(before)
