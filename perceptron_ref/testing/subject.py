"""A strategy under test, and the records of its runs, each under the same conditions."""

from __future__ import annotations

import io
import os
import random
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import partial
from importlib import import_module
from pickle import dumps
from typing import TYPE_CHECKING, Any, ContextManager, Iterator, Union

from .. import child
from ..errors import StrategyError
from ..exact.checks import checked_pass
from ..pla import pla
from ..plugins.registry import BoundStrategy
from ..plugins.registry import strategy as registered
from .data import ORDINARY

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..visits import Strategy, View, Visits

    Asked = Sequence[Union[int, str, None]]

_RANDOM_SEED = 20_011  # of the global generator: any number, the same before every run
_LONGEST = 20.0  # seconds that another process may take; most take a fifth of one
_LIMITS = {"max_updates": 60, "max_visits": 600}


class Subject:
    """A strategy under test.

    strategy: a registered name or file, with options as on the command line, or any callable. A
        file is run again for each run, which so knows of no other.
    lives: called with the data at work each time that the strategy is asked. options: their values.
    is_debugged: let it print, and start no other process, as a debugger is at work in this one.
    """

    strategy: BoundStrategy
    lives: Callable[[Dataset], object]
    name: str
    options: dict[str, object]

    def __init__(
        self,
        strategy: str | Strategy,
        lives: Callable[[Dataset], object] = lambda data: None,
        is_debugged: bool = False,
    ) -> None:
        self._given, self.lives, self._is_debugged = strategy, lives, is_debugged
        self.strategy = registered(strategy)
        self.name, self.options = self.strategy.name, self.strategy.options

    def fresh(self) -> Strategy:
        """Return the strategy, from a new run of its file where it is named by one."""
        is_file = isinstance(self._given, str) and self.strategy.origin == ""
        return registered(self._given) if is_file else self.strategy

    def record(self, data: Dataset, order: Strategy | None = None, **options: Any) -> Recorder:
        """Return the record of a run: of one that may have made others, or else of a fresh one."""
        with self.silently() as used_random:
            recorder = Recorder(self, self.fresh() if order is None else order)
            recorder.run(data, **options)
            if used_random():
                recorder.chance = "it used the global random generator, or one without a seed"
        return recorder

    def silently(self) -> ContextManager[Callable[[], bool]]:
        """Return a context that runs it with `known_chance`, and silently unless it is debugged."""
        return known_chance(_RANDOM_SEED) if self._is_debugged else silently()

    def asked(self) -> Iterable[Asked]:
        """Return what it asks for on the sets of `ORDINARY`, one after the other."""
        return (self.record(data).asked for data in ORDINARY)

    def elsewhere(self, hash_seed: str) -> Iterable[Asked]:
        """Return what it asks for on the sets of `ORDINARY` in another process, in which texts hash
        by that seed; `child.NoAnswer` if there is none.
        """
        if self._is_debugged:
            raise child.NoAnswer("is not started where a debugger may be at work")
        if not isinstance(self._given, str):
            raise child.NoAnswer("cannot be asked: a function is not found there, as a name is")
        asked = partial(_asked, self._given)
        with child.run_in_child(asked, lambda silent: _LONGEST - silent, hash_seed) as told:
            return [*told]


def _asked(text: str) -> Iterable[Asked]:
    """Return what a strategy asks for on the sets, in another process."""
    with silently():  # what it prints was printed by the first process
        return Subject(text).asked()


class Recorder(Iterator[int]):
    """A strategy that asks that of a subject for its visits, in one run, and what is wrong with it.

    visits: what it asked for; None where it yielded None or had ended. asked: all that can be seen
        of its decisions: the visits of a run that is done, and the fault last.
    Complaints, "" where there is none: fault, what the loop refused; claim, a false "no mistake
    left"; stall, an example that a row of visits left out; endless, where it went on after it had
    been closed; chance, that its random numbers had no seed.
    """

    fault: str
    claim: str
    stall: str
    endless: str

    def __init__(self, subject: Subject, strategy: Strategy) -> None:
        self._subject, self._strategy = subject, strategy
        self._answers: Visits = iter(())
        self.visits: list[int | None] = []
        self.fault = self.claim = self.stall = self.endless = self.chance = ""

    def run(self, data: Dataset, **options: Any) -> None:
        """Run PLA with the strategy."""
        self._data = data
        try:
            run = pla(data, BoundStrategy(self, {}, self._subject.name), **{**_LIMITS, **options})
            if run.given_up:
                visit = [*self.visits, None].index(None) + 1
                found = "it saw no mistake left, where the loop then found one"
                self.claim = f"asked for visit {visit}, {found}"
            if run.status == "right_in_a_row":
                M = run.right_in_a_row or 0
                left = min({*range(data.N)} - {*self.visits[-M:]}, default=data.N - 1)
                missed = f"did not visit example {left}"
                self.stall = f"it made {M} visits without an update and {missed}"
        except StrategyError as error:
            self.fault = str(error)
        finally:
            self._close()
        self.asked: Asked = (*self.visits, self.fault)

    def __call__(self, view: View) -> Any:
        self._answers = answers = self._strategy(view)
        return self if isinstance(answers, Iterator) else answers

    def __next__(self) -> Any:
        """Return the next answer of the strategy."""
        self._subject.lives(self._data)
        answer = next(self._answers, None)
        asked = checked_pass(answer, self._data.N)
        self.visits += asked or [None]
        return asked or None

    @property
    def gi_frame(self) -> Any:
        """Where the strategy's own generator waits, for the loop's messages; None at its end."""
        return getattr(self._answers, "gi_frame", None)

    def _close(self) -> None:
        """Close the generator now; errors raised while it closes are ignored, but for going on."""
        try:
            if isinstance(self._answers, Generator):
                self._answers.close()
        except Exception:
            frame = self.gi_frame
            if frame is not None:
                place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                self.endless = f"it goes on after GeneratorExit, at {place}, and so never ends"
                # Python would say it once more when the generator is gone
                hook, sys.unraisablehook = sys.unraisablehook, lambda what: None
                self._answers = iter(())
                sys.unraisablehook = hook


@contextmanager
def known_chance(seed: int | None = None) -> Iterator[Callable[[], bool]]:
    """Seed the global random generator, and restore its state afterwards; None leaves it as it is.

    Yields a function that tells whether that generator was used, or NumPy's since the function was
    called with NumPy there, or the system gave a seed or numbers to another one.
    """
    before, seed_it, urandom = random.getstate(), random.Random.seed, os.urandom
    seedless: list[object] = []

    def noted(self: random.Random, a: Any = None, version: int = 2) -> None:
        seedless.extend([self] * (a is None))
        seed_it(self, a, version)

    def drawn(count: int) -> bytes:
        asks = sys._getframe(2).f_globals.get("__name__", "")
        seedless.extend([count] * (not asks.startswith("importlib")))  # as NumPy, imported
        return urandom(count)

    if seed is not None:
        random.seed(seed)
    states = dict(_states())
    vars(random).update(_urandom=drawn)
    setattr(random.Random, "seed", noted)
    try:
        yield lambda: any([*seedless, *(states.setdefault(k, s) != s for k, s in _states())])
    finally:
        vars(random).update(_urandom=urandom)
        setattr(random.Random, "seed", seed_it)
        random.setstate(before)


def _states() -> Iterator[tuple[str, object]]:
    """Yield the state of the global random generator, and of NumPy's where it is imported."""
    yield "random", random.getstate()
    if "numpy" in sys.modules:
        yield "numpy", dumps(import_module("numpy.random").get_state())


@contextmanager
def silently() -> Iterator[Callable[[], bool]]:
    """Run code silently, and with `known_chance`."""
    with known_chance(_RANDOM_SEED) as used, redirect_stdout(io.StringIO()):
        yield used
