"""Runs of strategies whose code is not ours: in a child, replayed in this process."""

from __future__ import annotations

import sys
from contextlib import closing, redirect_stdout
from copy import copy
from fractions import Fraction
from functools import partial
from json import dumps, loads
from time import monotonic

from .. import child
from ..child import NoAnswer
from ..errors import StrategyError, in_one_line
from ..exact.rationals import exact_text
from ..plugins.options import parse
from ..plugins.registry import Bound, entry_of, strategy
from ..replay import disagreement, followed_parts, uncounted
from .plan import ALGORITHMS, Plan
from .progress import Progress
from .terminal import remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
    from typing import Any

    from ..child import Tell
    from ..dataset import Dataset
    from ..run import Run, Update

GRACE = 0.5  # seconds for an update that is on its way when the time is up
_FIRST = 100  # updates that are told one by one
_OFTEN = 0.1  # seconds until the others that were made are told


class ForeignPlan(Plan):
    """A run to be made with the strategy that a text names, which is not ours.

    strategy: a stand-in, which has its name, and, once it is loaded, its options.
    """

    def __init__(self, algorithm: str, text: str, options: Mapping[str, object]) -> None:
        self.text = text
        super().__init__(algorithm, stand_in(entry_of(text).name, {}), options)

    @property
    def who(self) -> str:
        """The name of the strategy, in a line."""
        return in_one_line(self.strategy.name)

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
        if not child.has_processes():
            with redirect_stdout(sys.stderr):
                order = strategy(self.text)
                self._loaded(plain_options(order), on_loaded)
                run = ALGORITHMS[self.algorithm]
                return run(data, order, on_update=progress.on_update, **self.options)
        with closing(self._parts(data, progress, on_loaded)) as parts:
            next(parts, None)
            return followed_parts(
                self.algorithm,
                data,
                self.strategy.name,
                parts,
                progress.on_update,
                **self.options,
            )

    def named(self) -> tuple[str, dict[str, object]]:
        """Return the name and the options that the text gives."""
        return parse(self.text)

    def _loaded(
        self, options: Mapping[str, object], on_loaded: Callable[[], object] | None
    ) -> None:
        """Note the options of the strategy, which is loaded where it runs."""
        self.strategy = stand_in(self.strategy.name, options)
        if on_loaded is not None:
            on_loaded()

    def _parts(
        self, data: Dataset, progress: Progress, on_loaded: Callable[[], object] | None
    ) -> Generator[object, None, None]:
        """Yield () once it is loaded, then what the child tells of its run: see `replay`."""
        seconds, is_loaded = progress.left(), False
        if seconds == 0:
            progress.stopped = True
            return
        progress.child_has_limit()
        messages = child.heard(
            partial(_run_here, self.text, self.algorithm, dict(self.options), data),
            seconds=seconds + GRACE,
            waiting=partial(progress.waits, self.who),
        )
        try:
            with closing(messages):
                for options in messages:
                    self._loaded(options if type(options) is dict else {}, on_loaded)
                    is_loaded = True
                    yield ()
                    yield from _in_order(messages)
            raise disagreement(self.who, "its process told no end of its run")
        except NoAnswer as how:
            if not how.late:
                raise StrategyError(f"strategy {self.who} {how}") from None
            progress.stopped = True
            if not is_loaded:
                what = f"took longer to load than there was time{how.at}"
                raise StrategyError(f"strategy {self.who} {what}") from None
            remark(f"warning: strategy {self.who} did not come back, and was ended{how.at}")


def _in_order(messages: Iterable[Any]) -> Iterator[object]:
    """Yield the parts of a run that are told, but none after one that was lost to Ctrl-C."""
    told = 0
    for message in messages:
        try:
            begin, part = message
        except (TypeError, ValueError):
            begin, part = told, message  # which is refused
        if begin == told:
            yield part
            told += len(part[1])


def stand_in(name: str, options: Mapping[str, object]) -> Bound:
    """Return what has the name and the options of a strategy of another process."""
    return Bound(_elsewhere, options, name)


def _elsewhere(*view: object, **options: object) -> Any:
    raise StrategyError("found a strategy of another process; expected it to run there")


def plain_options(order: Bound) -> dict[str, object]:
    """Return the options of a strategy in the forms of JSON; a text where it has none."""
    return {str(option): _plain(value) for option, value in order.options.items()}


def _plain(value: object) -> object:
    try:
        return loads(dumps(value, default=_text))
    except (TypeError, ValueError, RecursionError):  # a key that is no text, or one in itself
        return _text(value)


def _text(value: object) -> str:
    return exact_text(value) if isinstance(value, (int, Fraction)) else in_one_line(value)


def _run_here(
    text: str, algorithm: str, options: Mapping[str, object], data: Dataset, tell: Tell
) -> None:
    """Load the strategy and run it; tell its options, then the parts of the run."""
    order = strategy(text)
    tell(plain_options(order))
    teller = _Teller(tell)
    try:
        run = ALGORITHMS[algorithm](copy(data), order, on_update=teller.on_update, **options)
    finally:
        teller.tell_all()
    status, n, visits, dot_products = uncounted(algorithm, data.N, run.left)
    tell((len(n), (status, (), visits, dot_products)))


class _Teller:
    """Tells a run's updates: each of the first ones, later many at a time."""

    def __init__(self, tell: Tell) -> None:
        self._tell, self._due = tell, 0.0
        self._n: list[int] = []  # that were not told yet
        self._told, self._costs = 0, (0, 0)

    def on_update(self, update: Update) -> None:
        """Note an update, and tell it with those before it if that is due."""
        self._n.append(update.n)
        self._costs = update.visits, update.dot_products
        if update.t < _FIRST or monotonic() >= self._due:
            self.tell_all()
            self._due = monotonic() + _OFTEN

    def tell_all(self) -> None:
        """Tell the updates that were not told yet."""
        n, self._n = self._n, []
        if n:
            self._tell((self._told, ("", n, *self._costs)))
            self._told += len(n)
