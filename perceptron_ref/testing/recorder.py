"""A strategy around a strategy: it passes every visit on, and records what the run does."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from copy import copy
from operator import attrgetter, is_

from ..dataset import Dataset
from ..errors import StrategyError
from ..exact.values import checked_pass
from ..pla import updates
from ..vectors import dot
from ..visits import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..visits import Strategy, Visits

MAX_UPDATES, MAX_VISITS = 60, 600

# What of the run a strategy cannot change by asking the view; these are the paths to it.
_FIXED = (
    "_state",
    *(
        f"_state.{name}"
        for name in (
            "data",
            "sign_of_zero",
            "t",
            "visits",
            "w",
            "path",
            "margins",
            "status",
        )
    ),
    "_state.path.n",
)
_W = _FIXED.index("_state.w")
_fixed_of = attrgetter(*_FIXED)
_kept: list[object] = []  # generators that do not end: Python would say so when they are gone


class Record:
    """A record of what a strategy did in a run.

    visits: what it asked for; None where it yielded None or had ended.
    fault: what the loop refused; "" for a run without.
    claims: every false "no mistake left": how it was said, after how many of its visits, an example
        that is a mistake.
    said_none: how often it said "no mistake left", rightly or not.
    lapses: every time that patience ran out: after how many visits, an example not come past,
        whether it is a mistake.
    touched: what it changed in the view or the data; "" for nothing.
    goes_on: FILE:LINE at which it waited after it had been closed; "" where it ended.
    used_random: whether it changed the state of the global random generator.
    """

    def __init__(self) -> None:
        self.visits: list[int | None] = []
        self.fault = self.touched = self.goes_on = ""
        self.used_random = False
        self.claims: list[tuple[str, int, int]] = []
        self.said_none = 0
        self.lapses: list[tuple[int, int, bool]] = []

    @property
    def asked(self) -> tuple[object, ...]:
        """All that can be seen of the strategy's decisions in this run."""
        return (*self.visits, self.fault)


class Recorder:
    """A strategy that asks another one, and its visits; for one run.

    meanwhile: called before every visit that is asked for, to let something else happen in between.
    lives: called with the data before every visit, too.
    """

    def __init__(
        self,
        strategy: Strategy,
        name: str,
        meanwhile: Callable[[], object] | None = None,
        lives: Callable[[Dataset], object] = lambda data: None,
    ) -> None:
        self._strategy, self.__name__, self._meanwhile = strategy, name, meanwhile
        self._lives = lives
        self.record = Record()
        self._t = self._idle = 0
        self._come_past: set[int] = set()
        self._given: Dataset | None = None
        self._visits: Visits = iter(())
        self._rest_of_pass: Iterator[int] = iter(())
        self._said = ""  # how it said "no mistake left"

    def run(self, data: Dataset, **options: Any) -> Record:
        """Run PLA with the strategy to the end; return what it did."""
        for _ in self.steps(data, **options):
            pass
        return self.record

    def steps(
        self,
        data: Dataset,
        *,
        sign_of_zero: int = 0,
        max_updates: int | None = MAX_UPDATES,
        max_visits: int | None = MAX_VISITS,
        patience: int = 10,
    ) -> Generator[None, None, None]:
        """Run PLA, coming back after each update. patience: in visits for each example."""
        self._data, self._patience = data, patience * data.N
        loop = updates(
            copy(data),
            self,
            sign_of_zero=sign_of_zero,
            max_updates=max_updates,
            max_visits=max_visits,
            patience=self._patience,
        )
        try:
            for _ in loop:
                yield
        except Exception as error:  # a loop whose numbers were changed may fail anywhere
            if not self.record.touched:
                if not isinstance(error, StrategyError):
                    raise
                self.record.fault = str(error)
        finally:
            self._close()
        given = self._given  # the run's own copy
        if given is not None and (
            _parts(given) != _parts(data) or given._xs not in (None, data.xs)
        ):
            self.record.touched = self.record.touched or "the data"

    def __call__(self, view: View) -> Any:
        self._given = view._state.data
        visits: Any = self._strategy(view)
        if not isinstance(visits, Iterator):
            return visits
        self._view, self._visits = view, visits
        return self

    def __iter__(self) -> Recorder:
        return self

    def __next__(self) -> int | None:
        """Return the next visit; the rest of a pass is handed out before the strategy is asked
        again.

        What has changed the run is not asked again.
        """
        if self.record.touched:
            raise StopIteration
        self._lives(self._data)
        if self._meanwhile is not None:
            self._meanwhile()
        view = self._view
        if view.updates != self._t:
            self._t, self._idle, self._come_past = view.updates, 0, set()
        n = next(self._rest_of_pass, None)
        if n is None:
            n = self._asked(view)
        if n is None:
            self._note_claim(self._said)
        else:
            self._note_visit(n)
        return n

    def _asked(self, view: View) -> int | None:
        """Return the visit that the strategy asks for, the first one where that is a pass."""
        before = _state(view)
        try:
            answer = next(self._visits)
        except StopIteration:
            self._compare(before)
            self._note_claim("ended")
            raise
        self._compare(before)
        self._said = "yielded None" if answer is None else "yielded an empty pass"
        self._rest_of_pass = iter(() if answer is None else checked_pass(answer, len(view)))
        return next(self._rest_of_pass, None)

    def _close(self) -> None:
        """End an abandoned generator now, not whenever this Python collects it."""
        close = getattr(self._visits, "close", None)
        if close is not None:
            try:
                close()
            except Exception as error:  # errors raised while closing are ignored
                frame: Any = self.gi_frame
                if frame is not None and "ignored GeneratorExit" in str(error):
                    self.record.goes_on = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                    _kept.append(self._visits)

    @property
    def gi_frame(self) -> object:
        """Where the strategy's own generator waits, for the loop's messages."""
        return getattr(self._visits, "gi_frame", None)

    def _compare(self, before: tuple[tuple[Any, ...], Any, int]) -> None:
        """Write down what of the view has changed that a strategy cannot change by asking it."""
        fixed, margins, dot_products = _state(self._view)
        changed = []
        if not all(map(is_, before[0], fixed)):
            changed = [
                slot
                for slot, was, now in zip(_FIXED, before[0], fixed)
                if was is not now and (slot != "_state.w" or was != now)  # which may be made anew
            ]
        if (
            margins is not None
            and margins is not before[1]
            and margins != self._true_margins(before[0])
        ):
            changed.append("_margins")
        if dot_products < before[2]:
            changed.append("view_dot_products")
        if changed and not self.record.touched:
            self.record.touched = f"the view ({', '.join(changed)})"

    def _true_margins(self, fixed: tuple[Any, ...]) -> tuple[int, ...]:
        w = fixed[_W]
        return tuple(y * dot(w, x) for x, y in zip(self._data.scaled_xs, self._data.ys))

    def _note_claim(self, how: str) -> None:
        self.record.said_none += 1
        self._idle = 0
        wrong = self._mistakes(range(len(self._view)))
        if wrong:
            visits = sum(n is not None for n in self.record.visits)
            self.record.claims.append((how, visits, wrong[0]))
        self.record.visits.append(None)

    def _note_visit(self, n: int) -> None:
        """As the loop does: it counts the visits since the last update, and at `patience` it looks
        for itself.
        """
        self.record.visits.append(n)
        if self._mistakes([n]):
            return
        self._idle += 1
        self._come_past.add(n)
        if self._idle == self._patience and len(self._come_past) < len(self._view):
            missing = [m for m in range(len(self._view)) if m not in self._come_past]
            wrong = self._mistakes(missing)
            self.record.lapses.append((self._idle, (wrong or missing)[0], bool(wrong)))
            self._idle = 0

    def _mistakes(self, indices: range | list[int]) -> list[int]:
        """Return those of the examples that are mistakes; none where the view can no longer be
        relied on.
        """
        return [] if self.record.touched else [n for n in indices if self._view.is_mistake(n)]


def _state(view: View) -> tuple[tuple[Any, ...], Any, int]:
    try:
        margins = view._margins if view._margins_at == view.updates else None
        return _fixed_of(view), margins, view._state.view_dot_products
    except AttributeError:  # a strategy has thrown away part of it
        return tuple([_found(view, path) for path in _FIXED]), None, 0


def _found(value: Any, path: str) -> Any:
    for attribute in path.split("."):
        value = getattr(value, attribute, None)
    return value


def _parts(data: Dataset) -> object:
    """Return what the data are, without what is made of it when that is asked for."""
    try:
        return data.__getstate__()
    except AttributeError:  # a strategy has thrown away part of it
        return None
