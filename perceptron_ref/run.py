"""A run: its settings, its progress and its result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from fractions import Fraction
from math import inf

from .base_classes import Shown
from .dataset import Dataset, checked_dataset
from .errors import DataError, StrategyError, one_line_text, quote
from .exact.checks import (
    checked_limit,
    checked_patience,
    checked_positive,
    checked_right_in_a_row,
    checked_sign_of_zero,
    exact_vector,
    int_or_none,
)
from .exact.common_denominator import multiply_by_unit, start_and_update_vectors
from .exact.rationals import count_with_noun
from .exact.sparse import add_multiple
from .hypothesis import Hypothesis
from .margins import PlainMargins
from .plugins import registry
from .type_checking import TYPE_CHECKING
from .vectors import add, scale

if TYPE_CHECKING:
    from typing import Any, Literal, TypeVar

    from .engine import FastMargins

    AnyRun = TypeVar("AnyRun", bound="Run")

__all__ = ["Run", "Update"]


class Run(Shown):
    """A run of PLA: its settings, its progress, and its result n(0), ..., n(T-1).  Lecture 2: L2.5

    The start and n(0), ..., n(T-1) determine every w_t.

    Settings: `data`, `strategy` (the name of the strategy), `w0`, `eta`, `sign_of_zero`,
    `max_updates`, `max_visits`, `patience` and `right_in_a_row` (a number of visits, or None). They
    mean the same as in `pla`.

    Attributes:
        status: "converged": no mistake is left. "max_updates" or "max_visits": the limit was
            reached. "right_in_a_row": this many visits found no mistake, but mistakes may be left.
            "stopped": `on_update` raised StopIteration. "target_mistakes": Pocket reached its
            target. "": the run goes on.
        n: The sequence n(0), ..., n(T-1) of the corrected examples; a tuple when the run is over.
        visits: The number of visits, so far or in all.
        false_claims: The number of times that the strategy claimed that no mistake was left, but
            the loop found one.
        unit: The loop computes with ints; `unit` times its weights are the lecture's weights.
    """

    _bias_step: Fraction | int = 1  # an update adds _bias_step y_n x_0 to w_0; R^2 in a `BiasRun`

    def __init__(
        self,
        data: Dataset,
        strategy: str | Callable[..., Any],
        *,
        w0: Iterable[object] | None = None,
        eta: object = 1,
        sign_of_zero: int = 0,
        max_updates: int | None = 100_000,
        max_visits: int | None = None,
        patience: int | None = None,
        right_in_a_row: int | str | None = None,
        engine: Literal["fast", "plain"] = "fast",
    ) -> None:
        self.data: Dataset = checked_dataset(data)
        D = self.data
        self.N = D.N
        self._strategy_callable = registry.strategy(strategy)
        self.strategy: str = self._strategy_callable.name
        zero = (Fraction(0),) * (1 + D.d)
        self.w0: tuple[Fraction, ...] = zero if w0 is None else exact_vector("w0", w0, 1 + D.d)
        self.eta: Fraction = checked_positive("eta", eta)
        self.sign_of_zero: int = checked_sign_of_zero(sign_of_zero)
        self.max_updates: int = checked_limit("max_updates", max_updates)
        self.max_visits: int = checked_limit("max_visits", max_visits)
        self.right_in_a_row: int | None = checked_right_in_a_row(right_in_a_row, D.N)
        self.patience: int = checked_patience(patience, self.right_in_a_row, D.N)

        w_0 = None if w0 is None else self.w0
        self.unit: Fraction
        start, update_vectors, self.unit = start_and_update_vectors(
            D.scaled_rows, D.scale, w_0, D.d, self.eta, self._bias_step
        )
        self.margins: PlainMargins | FastMargins = margins_factory(engine)(
            D, start, update_vectors, self.sign_of_zero
        )
        self.n: Sequence[int] = []
        self.visits = self.false_claims = self._view_dot_products = 0
        self.status: str = ""
        self._start, self._update_vectors = start, update_vectors
        self._last_w = 0, start  # t and w_t, where `_scaled_w_at` continues

    def correct_mistake(self, n: int) -> Update:
        """Correct the mistake n = n(t): w_{t+1} = w_t + eta y_n x_n.     Lecture 2: L2.5

        Returns:
            Update t.
        """
        self.margins.correct_mistake(n)
        self.n.append(n)  # type: ignore[attr-defined]  # a list until the run is finished
        return Update(self)

    def finish(
        self: AnyRun,
        updates: Generator[Update, None, object],
        on_update: Callable[[Update], object] | None,
    ) -> AnyRun:
        """Make all updates, check the result, and return the run.

        The code of a strategy may have changed the run. So counts that no run can have raise an
        error. If the status is "converged", w is recomputed from n(0), ..., n(T-1), and its
        mistakes are recounted.

        Args:
            updates: The updates, as `correct_mistakes` or `fill_pocket` yields them.
            on_update: Called with each update. If it raises StopIteration, the run is "stopped".

        Returns:
            The run itself.

        Raises:
            StrategyError: If a count is invalid, or if a "converged" run has mistakes left.
        """
        visits = dot_products = 0
        try:
            for update in updates:
                if update.visits < visits or update.dot_products < dot_products:
                    problem = count_problem("visits", update.visits, visits)
                    problem = problem or count_problem(
                        "dot_products", update.dot_products, dot_products
                    )
                    raise invalid_run_error(self.strategy, f"{problem} after update {update.t}")
                visits, dot_products = update.visits, update.dot_products
                if on_update is not None:
                    on_update(update)
        except StopIteration:
            self.status = self.status or "stopped"  # Pocket may have ended it at this update
        except TypeError:
            self.check_counts()  # a strategy may have replaced a count, for example with a text
            raise
        finally:
            updates.close()
        self.n = tuple(self.n)
        if self.status == "converged" and self.mistakes:
            display_name = self._strategy_callable.display_name
            raise invalid_status_error(self, display_name, self.mistakes)
        self.check_counts()
        del self.margins, self._strategy_callable  # only the loop needs them
        return self

    def check_counts(self) -> None:
        """Raise a StrategyError if no run with this status can have these counts."""
        problem = (
            count_problem("visits", self.visits, self.min_visits(self.status), self.max_visits)
            # alone first, because it cannot be added if it is a text
            or count_problem("dot_products", self._view_dot_products)
            or count_problem("dot_products", self.visits + self._view_dot_products, self.visits)
            or count_problem("false_claims", self.false_claims, 0, self.updates + 1)
        )
        if problem:
            raise invalid_run_error(self.strategy, problem)

    def min_visits(self, status: str) -> int:
        """Return the fewest visits of a run with `updates` updates that ends with this status.

        Each update takes a visit. After the last update a "converged" run visits each of the N
        examples, and a run that ends at `max_updates` visits one more mistake.
        """
        visits_at_end = {
            "converged": self.N,
            "max_updates": 1,
            "right_in_a_row": self.right_in_a_row or 0,
        }
        return self.updates + visits_at_end.get(status, 0)

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes for a pickle or a copy, without those that only the loop needs."""
        loop_attributes = "margins", "_strategy_callable"
        return {name: value for name, value in vars(self).items() if name not in loop_attributes}

    @property
    def updates(self) -> int:
        """The number of updates: T, or t while the run goes on."""
        return len(self.n)

    @property
    def dot_products(self) -> int:
        """The number of dot products so far: one for each visit, and more for methods of `View`."""
        return self.visits + self._view_dot_products

    def _scaled_w_at(self, t: int) -> tuple[int, ...]:
        """Return w_t = w_0 + sum_n c_n eta y_n x_n, in the loop's ints.

        c_n is the number of times that n occurs in n(0), ..., n(t-1). If the last result of this
        method was an earlier w_s, the sum continues from w_s.
        """
        s, w_s = self._last_w
        if s > t:
            s, w_s = 0, self._start
        w: Sequence[int] = w_s
        for n, c_n in Counter(self.n[s:t]).items():
            w = add_multiple(w, c_n * self.data.ys[n], self._update_vectors[n])
        w_t = tuple(w)
        self._last_w = t, w_t
        return w_t

    @property
    def _scaled_w(self) -> tuple[int, ...]:
        """The w of the result in the loop's ints: w_T; `PocketRun` overrides it."""
        return self._scaled_w_at(self.updates)

    @property
    def w(self) -> tuple[Fraction, ...]:
        """The exact weights of the result, not scaled: w_T, or the weights in the pocket."""
        return multiply_by_unit(self._scaled_w, self.unit)

    @property
    def hypothesis(self) -> Hypothesis:
        """The final hypothesis g(x) = sign(w . x), with the w of this run.     Lecture 2: L2.5"""
        return Hypothesis.learned_on(self.data, self.w, sign_of_zero=self.sign_of_zero)

    @property
    def mistakes(self) -> int:
        """The number of training examples that w gets wrong, counted anew at each access."""
        return self._count_mistakes_of(self._scaled_w)

    def _count_mistakes_of(self, w: Sequence[int]) -> int:
        return PlainMargins(self.data, w, self._update_vectors, self.sign_of_zero).count_mistakes()

    def replay(self) -> Iterator[tuple[int, int, tuple[Fraction, ...], tuple[Fraction, ...]]]:
        """Yield (t, n(t), w_t, w_{t+1}) for t = 0, ..., T-1, exact and not scaled.
        Lecture 2: L2.5

        >>> from perceptron_ref import Dataset, pla
        >>> for t, n, w_t, w_next in pla(Dataset([[2]], [-1]), w0=[0, "1/2"]).replay():
        ...     print(t, n, w_t, w_next)
        0 0 (Fraction(0, 1), Fraction(1, 2)) (Fraction(-1, 1), Fraction(-3, 2))
        """
        for t, n, w, w_next in self.replay_in_ints():
            yield t, n, multiply_by_unit(w, self.unit), multiply_by_unit(w_next, self.unit)

    def replay_in_ints(
        self, entries: Sequence[int] | None = None
    ) -> Iterator[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
        """Yield (t, n(t), w_t, w_{t+1}) in the loop's ints; `unit` times these are the weights.

        Args:
            entries: The indices of the entries to yield, for a sparse set whose other entries are
                all zero; None for all entries.
        """
        w_next, vectors = self._start, self._update_vectors
        if entries is not None and len(entries) < len(w_next):
            new_index = {i: k for k, i in enumerate(entries)}
            w_next = tuple([w_next[i] for i in entries])
            vectors = [x.reindex(new_index) for x in vectors]
        for t, n in enumerate(self.n):
            w = w_next
            # w_{t+1} = w_t + eta y_n x_n
            w_next = tuple(add(w, scale(self.data.ys[n], vectors[n])))
            yield t, n, w, w_next

    if not TYPE_CHECKING:  # a type checker must not allow every name

        def __getattr__(self, name: str) -> Any:
            """Raise AttributeError; the message says whether the hypothesis has the attribute."""
            advice = f"; expected run.hypothesis.{name}" if hasattr(Hypothesis, name) else ""
            raise AttributeError(f"a {type(self).__name__} has no attribute {name!r}{advice}")

    def __repr__(self) -> str:
        updates = count_with_noun(self.updates, "update")
        numbers = f"{updates}, {count_with_noun(self.visits, 'visit')}"
        if self.status not in ("", "converged"):
            numbers += f", {self.mistakes:,} of {count_with_noun(self.N, 'example')} wrong"
        return f"<{type(self).__name__} {self.strategy}: {self.status or 'running'}, {numbers}>"


class Update:
    """Update t: w_{t+1} = w_t + eta y_{n(t)} x_{n(t)}.     Lecture 2: L2.5

    In row t of `fit --trace`, n is the same, and w_next is w_{t+1}.

    Attributes:
        t: The number of earlier updates, 0 for the first update.
        n: n(t), the corrected example.
        visits: The number of visits so far, with the visit that led to this update.
        dot_products: The number of dot products so far, except those that count mistakes for
            Pocket.
        unit: The number such that `unit` times `scaled_w` is w_{t+1}.
    """

    __slots__ = ("_run", "dot_products", "n", "t", "unit", "visits")

    def __init__(self, run: Run) -> None:
        self._run = run
        self.unit: Fraction = run.unit
        self.t: int = len(run.n) - 1
        self.n: int = run.n[-1]
        self.visits: int = run.visits
        self.dot_products: int = run.visits + run._view_dot_products

    @property
    def scaled_w(self) -> tuple[int, ...]:
        """The weights w_{t+1} in the loop's ints; fastest in the order of the updates."""
        return self._run._scaled_w_at(self.t + 1)

    @property
    def w(self) -> tuple[Fraction, ...]:
        """The exact weights w_{t+1}, not scaled."""
        return multiply_by_unit(self.scaled_w, self.unit)

    def __repr__(self) -> str:
        return f"<Update {self.t}: corrects example {self.n}, at visit {self.visits}>"


def count_problem(name: str, value: object, minimum: float = -inf, maximum: float = inf) -> str:
    """Return "", or the problem if a count is not an int from `minimum` to `maximum`."""
    if int_or_none(value, minimum, maximum) is not None:
        return ""
    limit = "an int"
    if int_or_none(value) is not None:
        is_too_small = int_or_none(value, minimum) is None
        limit = f"{minimum} or more" if is_too_small else f"{maximum} or fewer"
    return f"found {name}={quote(value)} in its run instead of {limit}"


def invalid_run_error(strategy: str, problem: str) -> StrategyError:
    """Return the error about a strategy whose run is invalid.

    Args:
        strategy: The name of the strategy.
        problem: The description of the problem.
    """
    return StrategyError(
        f"strategy {one_line_text(strategy)}: {problem}; expected a strategy that does not change "
        "its run"
    )


def invalid_status_error(run: Run, strategy: str, mistakes: int) -> StrategyError:
    """Return the error about a strategy whose run cannot end with its status.

    Args:
        run: The run.
        strategy: The name of the strategy.
        mistakes: The number of mistakes that the weights make at the end of the run.
    """
    updates = count_with_noun(run.updates, "update")
    problem = (
        f'found the status "{one_line_text(run.status, 60)}" after {updates}, although the weights '
        f"at that point make {count_with_noun(mistakes, 'mistake')} on "
        f"{count_with_noun(run.N, 'example')}"
    )
    return invalid_run_error(strategy, problem)


def margins_factory(engine: str) -> Callable[..., PlainMargins | FastMargins]:
    """Return the function that makes `Run.margins`, the object for w_t and its margins.

    Args:
        engine: "plain" for the definitions of `margins.py`, "fast" for `engine/`.

    Raises:
        DataError: If `engine` is another text.
    """
    if engine not in ("fast", "plain"):
        raise DataError(f"engine: found {quote(engine)}; expected 'fast' or 'plain'")
    # here, because its import is slow, and a Dataset does not need it
    from .engine import make_fast_margins

    return PlainMargins if engine == "plain" else make_fast_margins
