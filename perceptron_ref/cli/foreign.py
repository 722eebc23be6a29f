"""Runs of strategies whose code is not ours: in a process of their own, replayed in this one."""

from __future__ import annotations

from copy import copy
from functools import partial
from time import monotonic

from ..errors import DataError, StrategyError, in_one_line
from ..exact.rationals import exact_text
from ..experiments.child import is_over, stopping
from ..experiments.processes import in_a_process
from ..plugins.notation import parse, strategy_from
from ..plugins.registry import Bound, defaults, entry_of, name_of
from ..pocket import PocketRun
from .plan import ALGORITHMS, Plan
from .terminal import remark
from .text import TOO_LONG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction
    from typing import Any

    from ..dataset import Dataset
    from ..experiments.child import Tell
    from ..experiments.processes import End
    from ..run import Run, Strategy, Update

_OFTEN = 0.1  # seconds until the updates that were made are told
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
        on_update: Callable[[Any], object] | None = None,
        on_loaded: Callable[[], object] | None = None,
    ) -> Run:
        """Run it on a copy of the data, in a process of its own; return its replay.

        If the process has to be ended, as its time is up, the run so far is returned: "stopped".
        """
        watched = _Watched(self, data, on_update, on_loaded)
        if is_over():
            return self.believed(data, watched.left)
        work = partial(_run_here, self.text, self.algorithm, dict(self.options), data)
        nothing = watched.left
        try:
            run_left = in_a_process(work, watched.ended, told=watched.told)
        except _Stopped:
            run_left = watched.left
        except DataError as error:
            self.believed(data, nothing)  # raises it again if an option of the run is wrong
            raise StrategyError(f"strategy {watched.who}: {error}") from None
        return self.believed(data, run_left)

    def named(self) -> tuple[str, dict[str, object]]:
        """Return the name and the options that the text gives."""
        return parse(self.text)

    def loaded(self, options: Mapping[str, object]) -> None:
        """Note the options of the strategy, which is loaded in its process."""
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
    finally:
        teller.tell_all()
    return run.left


class _Teller:
    """Tells a run's updates, many at a time: soon at first, later a few times a second."""

    def __init__(self, tell: Tell) -> None:
        self._tell, self._begun = tell, monotonic()
        self._next = self._begun
        self._n: list[int] = []
        self._told = self._visits = self._dot_products = 0

    def on_update(self, update: Update) -> None:
        """Note an update, and tell it with those before it if that is due."""
        self._n.append(update.n)
        self._visits, self._dot_products = update.visits, update.dot_products
        now = monotonic()
        if now >= self._next:
            self.tell_all()
            self._next = now + min(_OFTEN, (now - self._begun) / 10)

    def tell_all(self) -> None:
        """Tell the updates that were not told yet."""
        n, self._n = self._n, []
        if n:
            self._tell((self._told, n, self._visits, self._dot_products))
            self._told += len(n)


class _Stopped(Exception):
    """The end of a run by its `on_update`, which has seen enough."""


class _Watched:
    """A run in another process, as it is seen from here: its n(t), visits and dot products."""

    def __init__(
        self,
        plan: ForeignPlan,
        data: Dataset,
        on_update: Callable[[Any], object] | None,
        on_loaded: Callable[[], object] | None,
    ) -> None:
        self._plan, self._data, self._on_update, self._on_loaded = plan, data, on_update, on_loaded
        self._is_loaded = False
        self.n: list[int] = []
        self._seen = (0, 0, 0)  # updates, visits, dot products: one value, which Ctrl-C cannot part

    @property
    def visits(self) -> int:
        """The visits up to the last update seen here."""
        return self._seen[1]

    @property
    def left(self) -> tuple[str, tuple[int, ...], int, int]:
        """What the run would have left if it had been stopped at its last update seen here."""
        T, visits, dot_products = self._seen
        counting = self._data.N * (T + 1) if self._plan.algorithm == "pocket" else 0
        return "stopped", tuple(self.n[:T]), visits, dot_products + counting

    def told(self, message: Any) -> None:
        """Take what the process tells: first how its strategy is called, then updates."""
        if not self._is_loaded:
            self._plan.loaded(message if type(message) is dict else {})
            self._is_loaded = True
            if self._on_loaded is not None:
                self._on_loaded()
            return
        first, n, visits, dot_products = self._checked(message)
        if first != len(self.n):
            return  # Ctrl-C came between, and the message before this one is lost
        self.n += n
        self._seen = len(self.n), visits, dot_products
        if self._on_update is not None:
            try:
                self._on_update(_Seen(self, self._plan, self._data))
            except StopIteration:
                raise _Stopped from None

    def _checked(self, message: Any) -> tuple[int, list[int], int, int]:
        """Return what it told of its updates; the replay looks at the numbers."""
        try:
            first, n, visits, dot_products = message
            if {*map(type, n), type(first), type(visits), type(dot_products)} == {int}:
                return first, list(n), visits, dot_products
        except (TypeError, ValueError):
            pass
        raise StrategyError(f"strategy {self.who} told what is no run")

    @property
    def who(self) -> str:
        """The name of the strategy, in a line."""
        return in_one_line(name_of(self._plan.strategy))

    def ended(self, how: End) -> object:
        """Return what the run left, if its time was up; StrategyError for any other end."""
        who = self.who
        if how.late:
            stopping()
        if how.late and not self._is_loaded:
            raise StrategyError(f"strategy {who} took longer to load than there was time")
        if how.late:
            remark(f"warning: strategy {who} did not come back, and was ended")
            return self.left
        raise StrategyError(f"strategy {who} {how}")


class _Seen:
    """The last update of a run in another process, with what `Progress` asks of an `Update`."""

    def __init__(self, watched: _Watched, plan: ForeignPlan, data: Dataset) -> None:
        self._watched, self._plan, self._data = watched, plan, data
        self.t, self.visits = len(watched.n) - 1, watched.visits

    @property
    def w(self) -> tuple[Fraction, ...]:
        """w_{t+1}, also while later updates are coming in."""
        status, n, *costs = self._watched.left
        run = self._plan.believed(self._data, (status, n[: self.t + 1], *costs))
        return run.w_last if isinstance(run, PocketRun) else run.w
