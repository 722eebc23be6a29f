"""Runs of strategies whose code is not ours: in a child, replayed in this process."""

from __future__ import annotations

from copy import copy
from functools import partial
from time import monotonic

from ..child import NoAnswer, done
from ..errors import DataError, StrategyError, in_one_line
from ..exact.rationals import exact_text
from ..plugins.notation import parse, strategy_from
from ..plugins.registry import Bound, defaults, entry_of, name_of
from ..pocket import PocketRun
from .plan import ALGORITHMS, Plan
from .progress import Progress
from .terminal import remark
from .text import TOO_LONG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction
    from typing import Any

    from ..child import Tell
    from ..dataset import Dataset
    from ..run import Run, Strategy, Update

GRACE = 0.5  # seconds for an update that is on its way when the time is up
_FIRST = 100  # updates that are told one by one
_OFTEN = 0.1  # seconds until the others that were made are told
_PLAIN = (bool, int, float, str, type(None))


class ForeignPlan(Plan):
    """A run to be made with the strategy that a text names, which is not ours.

    strategy: a stand-in, which has its name, and, once it is loaded, its options.
    """

    def __init__(self, algorithm: str, text: str, options: Mapping[str, object]) -> None:
        self.text = text
        self._name = entry_of(parse(text)[0]).name
        super().__init__(algorithm, stand_in(self._name, {}), options)

    def run(
        self,
        data: Dataset,
        progress: Progress | None = None,
        on_loaded: Callable[[], object] | None = None,
    ) -> Run:
        """Run it on the data, in a child; return its replay.

        If it does not come back in time, the run so far is returned: "stopped".
        """
        progress = Progress() if progress is None else progress
        watched = _Watched(self, data, progress, on_loaded)
        nothing, left = watched.left, progress.left()
        if left == 0:
            progress.stopped = True
            return self.believed(data, nothing)
        progress.child_has_limit()
        try:
            run_left = done(
                partial(_run_here, self.text, self.algorithm, dict(self.options), data),
                watched.told,
                seconds=None if left is None else left + GRACE,
                waiting=partial(progress.waits, watched.who),
            )
        except _Stopped:
            run_left = watched.left
        except NoAnswer as how:
            run_left = watched.ended(how)
        except DataError as error:
            self.believed(data, nothing)  # raises it again if an option of the run is wrong
            raise StrategyError(f"strategy {watched.who}: {error}") from None
        return self.believed(data, run_left)

    def named(self) -> tuple[str, dict[str, object]]:
        """Return the name and the options that the text gives."""
        return parse(self.text)

    def loaded(self, options: Mapping[str, object]) -> None:
        """Note the options of the strategy, which is loaded in the child."""
        self.strategy = stand_in(self._name, options)


def stand_in(name: str, options: Mapping[str, object]) -> Bound:
    """Return what has the name and the options of a strategy of another process."""
    bound = Bound(_elsewhere, **options)
    bound.name, bound.origin, bound.built_in = name, "", False
    return bound


def _elsewhere(*view: object, **options: object) -> Any:
    raise StrategyError("found a strategy of another process; expected it to run there")


def plain_options(order: Strategy) -> dict[str, object]:
    """Return the options of a strategy, plain enough to be sent."""
    return {str(key): _plain(value) for key, value in defaults(order).items()}


def _plain(value: Any, depth: int = 5) -> object:
    """Return a value, or its text where JSON has no form for it."""
    from fractions import Fraction

    if type(value) is Fraction or (type(value) is int and abs(value) >= TOO_LONG):
        return exact_text(value)
    if type(value) in _PLAIN:
        return value
    if type(value) is list and depth:
        return [_plain(item, depth - 1) for item in value]
    return in_one_line(value)


def _run_here(
    text: str, algorithm: str, options: Mapping[str, object], data: Dataset, tell: Tell
) -> object:
    """Load the strategy, run it, and return what the run left; tell what there is to see of it."""
    order = strategy_from(text)
    tell(plain_options(order))
    teller = _Teller(tell)
    try:
        run = ALGORITHMS[algorithm](copy(data), order, on_update=teller.on_update, **options)
    except KeyboardInterrupt:
        teller.told = 0  # the parent, at which it came, may have lost a message
        raise
    finally:
        teller.tell_all()
    return run.left


class _Teller:
    """Tells a run's updates: each of the first ones, later many at a time.

    told: how many were told.
    """

    def __init__(self, tell: Tell) -> None:
        self._tell, self._next = tell, 0.0
        self._n: list[int] = []
        self.told = self._visits = self._dot_products = 0

    def on_update(self, update: Update) -> None:
        """Note an update, and tell it with those before it if that is due."""
        self._n.append(update.n)
        self._visits, self._dot_products = update.visits, update.dot_products
        if update.t < _FIRST or monotonic() >= self._next:
            self.tell_all()
            self._next = monotonic() + _OFTEN

    def tell_all(self) -> None:
        """Tell the updates that were not told yet, and how many were."""
        n = self._n[self.told :]
        if n:
            self._tell((self.told, n, self._visits, self._dot_products))
            self.told += len(n)


class _Stopped(Exception):
    """The end of a run, as the time is up."""


class _Watched:
    """A run in a child, as it is seen from here: its n(t), visits and dot products."""

    def __init__(
        self,
        plan: ForeignPlan,
        data: Dataset,
        progress: Progress,
        on_loaded: Callable[[], object] | None,
    ) -> None:
        self._plan, self._data, self._progress, self._on_loaded = plan, data, progress, on_loaded
        self._is_loaded = False
        self.n: list[int] = []
        self.visits = self._dot_products = 0  # up to the last update seen here

    @property
    def left(self) -> tuple[str, tuple[int, ...], int, int]:
        """What the run would have left if it had been stopped at its last update seen here."""
        counting = self._data.N * (len(self.n) + 1) if self._plan.algorithm == "pocket" else 0
        return "stopped", tuple(self.n), self.visits, self._dot_products + counting

    def told(self, message: Any) -> None:
        """Take what the child tells: first how its strategy is called, then updates."""
        if not self._is_loaded:
            self._plan.loaded(message if type(message) is dict else {})
            self._is_loaded = True
            if self._on_loaded is not None:
                self._on_loaded()
            return
        told, n, visits, dot_products = self._checked(message)
        if not 0 <= told <= len(self.n):  # Ctrl-C fell upon the message before, which is lost
            return
        self.visits, self._dot_products = visits, dot_products
        self.n[told:] = n
        seen: Any = _Seen(self, self._plan, self._data)
        try:
            self._progress.on_update(seen)
        except StopIteration:
            raise _Stopped from None

    def _checked(self, message: Any) -> tuple[int, list[int], int, int]:
        """Return what it told of its updates; the replay looks at the numbers."""
        try:
            told, n, visits, dot_products = message
            if {*map(type, n), type(told), type(visits), type(dot_products)} == {int}:
                return told, list(n), visits, dot_products
        except (TypeError, ValueError):
            pass
        raise StrategyError(f"strategy {self.who} told what is no run")

    @property
    def who(self) -> str:
        """The name of the strategy, in a line."""
        return in_one_line(name_of(self._plan.strategy))

    def ended(self, how: NoAnswer) -> object:
        """Return what the run left, if its time was up; StrategyError for any other end."""
        self._progress.stopped = self._progress.stopped or how.late
        if not how.late:
            raise StrategyError(f"strategy {self.who} {how}")
        at = f", at {how.place}" if how.place else ""
        if not self._is_loaded:
            raise StrategyError(f"strategy {self.who} took longer to load than there was time{at}")
        remark(f"warning: strategy {self.who} did not come back, and was ended{at}")
        return self.left


class _Seen:
    """The last update of a run in a child, with what `Progress` asks of an `Update`."""

    def __init__(self, watched: _Watched, plan: ForeignPlan, data: Dataset) -> None:
        self._watched, self._plan, self._data = watched, plan, data
        self.t, self.visits = len(watched.n) - 1, watched.visits

    @property
    def w(self) -> tuple[Fraction, ...]:
        """w_{t+1}, also while later updates are coming in."""
        status, n, *costs = self._watched.left
        run = self._plan.believed(self._data, (status, n[: self.t + 1], *costs))
        return run.w_last if isinstance(run, PocketRun) else run.w
