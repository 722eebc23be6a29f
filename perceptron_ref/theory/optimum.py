"""The fewest mistakes that any line makes on D, exact; proved as far as time allows (NP-hard).

With z_n = y_n x_n, weights w are right about example n if, and only if, w . z_n > 0. So no weights
are right about all of a certificate: examples with sum_n a_n z_n = 0, all a_n > 0 (Gordan). At
least one of them is lost. And where every certificate has lost an example, some w is right about
all that is left. So the fewest mistakes are the fewest examples whose loss breaks every
certificate, and

- certificates without a common example are a lower bound, which can be checked by hand;
- branching over which example of a certificate is lost finds the optimum, where bounds of this kind
  cut it short;
- Pocket, and every w met on the way, give upper bounds.

Where that would take more branches than there are ways to fix d - 1 points of the line, a sweep
about each d - 1 examples finds the best line instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from math import comb
from operator import neg
from time import monotonic

from ..dataset import Dataset, checked_dataset
from ..errors import DataError, shown
from ..exact.sparse import spread
from ..exact.values import as_ints, checked_count
from ..hypothesis import count_mistakes
from ..notebook import Shown
from ..plugins.registry import strategy
from ..pocket import pocket
from ..variants import as_given, without_zeros
from ..vectors import dot, sumprod
from .line_sweep import count_line, primitive, swept, tilted
from .min_norm_point import min_norm_point
from .separability import NotSeparable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .line_sweep import Lines, Vector

    Examples = frozenset[int]
    Node = tuple[Examples, Examples, int]

__all__ = ["Bounds", "Optimum", "fewest_mistakes"]

_POCKET_ROUNDS = 4
_POCKET_UPDATES = 50  # in each round
_MOST_KNOWN = 10_000  # certificates in the cache; then the older half is evicted


def fewest_mistakes(
    data: Dataset,
    *,
    max_seconds: float | None = None,
    max_nodes: int | None = None,
    on_step: Callable[[Bounds], object] | None = None,
) -> Optimum:
    """Return argmin_w sum_n [y_n != sign(w . x_n)], and a lower bound that says whether it is.
    Lecture 2: L2.14

    max_seconds, max_nodes: where to stop; None for no limit. Stopped there or by Ctrl-C, it returns
    the best weights met and the lower bound proved by then. DataError for anything but a number >=
    0. on_step: called with the `Bounds` known so far, again and again, to show progress;
    StopIteration from it stops the search, too.

    A tie, w . x_n = 0, is a mistake for both labels.

    With one feature, one sweep decides; with d features, at most N^(d-1) branches and then as many
    sweeps. It is fast where the features are two or the fewest mistakes are few, and
    hopeless where both are many.

    >>> from perceptron_ref import example
    >>> fewest_mistakes(example("xor"))
    <Optimum proved: mistakes=1 lower_bound=1 w=(3, -2, -2)>
    """
    given = as_given(checked_dataset(data))  # of which any w makes the same mistakes
    less, left = without_zeros(given)
    if max_nodes is not None:
        checked_count("max_nodes", max_nodes)
    if max_seconds is not None:
        _check_seconds(max_seconds)
    found = Search(less, max_seconds, max_nodes, on_step).result()
    if less is not data:
        found.data, found.w = data, spread(found.w, left, 1 + data.d)
        for certificate in found.certificates:
            certificate.data = data
            if data.factors is not None:
                shares = zip(
                    certificate.coefficients, map(data.factors.__getitem__, certificate.examples)
                )
                certificate.coefficients = primitive(as_ints([a / r for a, r in shares])[0])
    return found


class Bounds:
    """The bounds found so far: lower_bound <= fewest mistakes <= mistakes, after `nodes` nodes."""

    __slots__ = ("lower_bound", "mistakes", "nodes")

    def __init__(self, lower_bound: int, mistakes: int, nodes: int) -> None:
        self.lower_bound, self.mistakes, self.nodes = lower_bound, mistakes, nodes

    def __repr__(self) -> str:
        return f"<Bounds {self.lower_bound} to {self.mistakes}: {self.nodes} nodes>"


class Optimum(Shown):
    """The best weights found, and how few mistakes any weights can make.     Lecture 2: L2.14

    All numbers are exact, in the units of the data.

    data: the examples. w: the best weights found, w_0, ..., w_d: ints without a common factor; no
    example lies on their line but an x_n of zeros, as there may be with x_0 = 0. mistakes: how many
    examples w gets wrong. lower_bound: how many mistakes are proved to be unavoidable: no weights
    make fewer. certificates: sets of examples of which no line gets all right, without a common
    one: the lower bound by hand. There are at most `lower_bound` of them; what is between the two
    numbers was proved by the search alone. status: why the search ended: "proved", "max_seconds",
    "max_nodes", "stopped" (by `on_step`) or "interrupted". nodes: how many nodes the search
    visited: branchings and sweeps.
    """

    __slots__ = ("certificates", "data", "lower_bound", "mistakes", "nodes", "status", "w")

    def __init__(
        self,
        data: Dataset,
        w: tuple[int, ...],
        mistakes: int,
        lower_bound: int,
        certificates: tuple[NotSeparable, ...],
        status: str,
        nodes: int,
    ) -> None:
        self.data, self.w, self.mistakes, self.lower_bound = data, w, mistakes, lower_bound
        self.certificates, self.status, self.nodes = certificates, status, nodes

    @property
    def mistaken(self) -> tuple[int, ...]:
        """The examples that w gets wrong: indices from 0, rising."""
        examples = enumerate(zip(self.data._scores(self.w), self.data.ys))
        return tuple(n for n, (score, y) in examples if y * score <= 0)

    @property
    def proved(self) -> bool:
        """True if the two numbers are equal, so that no weights make fewer mistakes than w."""
        return self.mistakes == self.lower_bound

    def verify(self) -> bool:
        """Tell, by counting and adding, if len(certificates) <= fewest mistakes <= mistakes.
        Lecture 2: L2.14

        That is the whole proof where there are as many certificates as mistakes.
        """
        examples = [n for certificate in self.certificates for n in certificate.examples]
        return (
            len(self.w) == 1 + self.data.d
            and len(self.mistaken) == self.mistakes
            and all(each.data is self.data and each.verify() for each in self.certificates)
            and len(examples) == len(set(examples))
            and len(self.certificates) <= self.lower_bound <= self.mistakes
        )

    def __repr__(self) -> str:
        numbers = f"mistakes={self.mistakes} lower_bound={self.lower_bound}"
        return f"<Optimum {self.status}: {numbers} w={shown(self.w)}>"


class _Stopped(Exception):
    """A limit was reached; the message says which."""


class Search:
    """The search of `fewest_mistakes`: what it knows is right at any moment, so it may stop at any.

    Its examples are the groups of equal ones that `_distinct` leaves, as `_Levelled` sees them:
    zs[n] stands for weights[n] of D's, and losing it costs as much. `unavoidable` is what the
    contradictory pairs, and the x_n of zeros, cost in any case. pocket_rounds, sweep_from (the node
    from which on it sweeps), most_known, clock: for tests.
    """

    def __init__(
        self,
        data: Dataset,
        max_seconds: float | None = None,
        max_nodes: int | None = None,
        on_step: Callable[[Bounds], object] | None = None,
        *,
        pocket_rounds: int = _POCKET_ROUNDS,
        sweep_from: int | None = None,
        most_known: int = _MOST_KNOWN,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.clock, self.pocket_rounds, self.most_known = clock, pocket_rounds, most_known
        self.deadline = None if max_seconds is None else clock() + max_seconds
        self.max_nodes, self.on_step = max_nodes, on_step
        self.data, self.levelled = data, _Levelled(data)
        self.groups, self.pairs, self.zeros = _distinct(data)
        self.zs = [self.levelled.signed(group[0]) for group in self.groups]
        self.weights = [len(group) for group in self.groups]
        self.total, self.unavoidable = sum(self.weights), len(self.pairs) + len(self.zeros)
        # entries of z that are 0 in all of them, which a sweep leaves out
        self.unused = 1 if self.levelled.first == 0 and data.d > 1 else 0
        # a node takes longer than a sweep, of which there are this many
        sweeps = comb(len(self.zs), data.d - 1 - self.unused)
        self.sweep_from = sweeps // 2 if sweep_from is None else sweep_from
        self.mixture: dict[int, int] = {}  # what the last min-norm point was mixed from
        # the certificates met: their examples, with the coefficients
        self.known: dict[Examples, dict[int, int]] = {}
        self.packing: list[tuple[int, dict[int, int]]] = []
        self.nodes, self.lower, self.fewest = 0, self.unavoidable, data.N + 1
        self.w: Sequence[int] = ()
        self.margins: Sequence[int] = ()
        for sign in (+1, -1):
            self._try([sign] + [0] * data.d)

    def result(self) -> Optimum:
        """Search, and return what is known when the search ends, however it does."""
        status = "proved"
        try:
            self.run()
        except _Stopped as stopped:
            status = str(stopped)
        except KeyboardInterrupt:
            status = "interrupted"
        return self.optimum(status)

    def run(self) -> None:
        """Bring the two bounds together."""
        self._pocket()
        self._pack()
        while self.lower < self.fewest:
            self._deepen()

    def _pocket(self) -> None:
        """Run Pocket, every round from what the pocket held after the one before."""
        xs, labels = self.levelled.xs, self.data.labels
        unit, x_0 = (xs[0][0], (1, 1)) if xs[0][0] else (1, (0, 1))
        levelled = Dataset._from_scaled(xs, self.data.ys, unit, None, labels, x0=x_0)
        for seed in range(self.pocket_rounds):
            if self.lower < self.fewest:
                visits = strategy("random-permutation", seed=seed)
                run = pocket(
                    levelled,
                    visits,
                    w0=self.w,
                    max_updates=_POCKET_UPDATES,
                    on_update=self._check_time,
                )
                self._try([int(w_i / run.unit) for w_i in run.w])
                self._report()

    def _pack(self) -> None:
        """Find certificates without a common example until there is none left: the first lower
        bound.
        """
        for times, part in self._disjoint(frozenset(), frozenset()):
            self.lower += times
            self.packing.append((times, self.known[part]))
            self._report()

    def _deepen(self) -> None:
        """Look for a w of no more mistakes than the lower bound; raise the bound if there is none.

        A node is what is lost, what is saved, and the cost of the loss. It branches over some
        certificate: its first example is lost; or the first is saved and the second is lost; and so
        on. A node is cut off where certificates say that the loss will cost more than the limit;
        they may have saved examples in common.
        """
        limit, beyond = self.lower, self.fewest
        nodes: list[Node] = [(frozenset(), frozenset(), self.unavoidable)]
        while nodes and self.fewest > limit:
            if self.nodes >= self.sweep_from:
                self._sweep()
                return
            self._visit()
            lost, saved, cost = nodes.pop()
            needed, parts = self._needed(lost, saved, cost, limit)
            if needed > limit:
                beyond = min(beyond, needed)
            elif parts:
                nodes.extend(self._branches(lost, saved, cost, min(parts, key=len)))
        self.lower = min(beyond, self.fewest)

    def _needed(
        self, lost: Examples, saved: Examples, cost: int, limit: int
    ) -> tuple[int, list[Examples]]:
        """Return what a node costs at least, and the certificates that say so; no more of them than
        pass the limit.
        """
        parts: list[Examples] = []
        if cost <= limit:
            for times, part in self._disjoint(lost, saved):
                parts.append(part)
                cost += times
                if cost > limit:
                    break
        return cost, parts

    def _branches(
        self, lost: Examples, saved: Examples, cost: int, part: Examples
    ) -> Iterator[Node]:
        """Yield what a node branches into; last, to be first, where the best w is most wrong about
        what is lost.
        """
        order = sorted(part, key=self.margins.__getitem__)
        for i in reversed(range(len(order))):
            yield lost | {order[i]}, saved.union(order[:i]), cost + self.weights[order[i]]

    def _disjoint(self, lost: Examples, saved: Examples) -> Iterator[tuple[int, Examples]]:
        """Yield certificates among what is not lost until none is left: (how often, the unsaved).

        No example is used more often than its weight says, but saved ones as often as you like; a
        certificate of saved ones alone is a contradiction. If nothing is yielded, a w that is right
        about all that is not lost was tried.
        """
        unused, gone = self.weights[:], set(lost)
        parts = sorted(
            (certificate - saved for certificate in self.known if certificate.isdisjoint(lost)),
            key=len,
        )
        for part in chain(parts, self._new(gone, saved)):
            if gone.isdisjoint(part):
                times = min((unused[n] for n in part), default=self.total)
                for n in part:
                    unused[n] -= times
                gone.update(n for n in part if not unused[n])
                yield times, part

    def _new(self, gone: set[int], saved: Examples) -> Iterator[Examples]:
        """Yield certificates not known yet among what is not gone; the caller adds to `gone`."""
        while True:
            here = [n for n in range(len(self.zs)) if n not in gone]
            if not here:
                return
            weights, w = self._min_norm_point(here)
            if any(w):
                self._try(w)
                return
            if len(self.known) >= self.most_known:
                self.known = dict(islice(self.known.items(), self.most_known // 2, None))
            self.known[frozenset(weights)] = weights
            yield frozenset(weights) - saved

    def _min_norm_point(self, here: list[int]) -> tuple[dict[int, int], list[int]]:
        """Return the min-norm point of the hull of those examples: it separates them, or is 0.

        It starts from what is left of the one before, which most often is near.
        """
        place = {n: i for i, n in enumerate(here)}
        start = {place[n]: weight for n, weight in self.mixture.items() if n in place}
        if not start:
            start = {place[min(here, key=self.margins.__getitem__)]: 1}
        zs = [self.zs[n] for n in here]
        weights, w = min_norm_point(
            zs, start=start, on_step=self._check_time, on_digit=self._check_time
        )
        self.mixture = {here[i]: weight for i, weight in weights.items()}
        return self.mixture, w

    def _sweep(self) -> None:
        """Sweep about every d - 1 examples, and try every better w that is found."""
        lines: Lines = {}
        zeros = [0] * self.unused
        for n, (z, weight) in enumerate(zip(self.zs, self.weights)):
            count_line(lines, z[self.unused :], weight, 0, n)
        more_than = self.total + self.unavoidable - self.fewest
        for w in swept(lines, 1 + self.data.d - self.unused, more_than, self._visit):
            self._try([*zeros, *w])
        self.lower = self.fewest
        right = [n for n, margin in enumerate(self.margins) if margin > 0]
        # farther from the examples than the w that was found: it takes fewer digits
        self.w = self._min_norm_point(right)[1]

    def _try(self, w: Sequence[int]) -> None:
        """Keep w if it makes fewer mistakes than the best so far."""
        margins = [sumprod(w, z) for z in self.zs]
        mistakes = self.unavoidable + sum(
            weight for weight, margin in zip(self.weights, margins) if margin <= 0
        )
        if mistakes < self.fewest:
            self.fewest, self.w, self.margins = mistakes, w, margins

    def _visit(self) -> None:
        if self.nodes == self.max_nodes:
            raise _Stopped("max_nodes")
        self.nodes += 1
        self._check_time()
        self._report()

    def _check_time(self, *_: object) -> None:
        if self.deadline is not None and self.clock() >= self.deadline:
            raise _Stopped("max_seconds")

    def _report(self) -> None:
        if self.on_step is not None:
            try:
                self.on_step(Bounds(self.lower, self.fewest, self.nodes))
            except StopIteration:
                raise _Stopped("stopped") from None

    def optimum(self, status: str) -> Optimum:
        """Return what is known, in the units of the data."""
        paired = [self.levelled.signed(n) for pair in self.pairs for n in pair]
        untied = _untied(self.w, self.zs + paired)
        xs = [x for x in self.data.scaled_xs if any(x)]
        w = _shortened(self.levelled.in_units(untied), xs)
        mistakes = count_mistakes(self.data, w)
        if mistakes == self.lower:
            status = "proved"
        certificates = tuple(self._certificates())
        return Optimum(self.data, w, mistakes, self.lower, certificates, status, self.nodes)

    def _certificates(self) -> Iterator[NotSeparable]:
        """Yield the first lower bound as certificates of D, each example used once."""
        for n in self.zeros:
            yield NotSeparable(self.data, (n,), (1,))
        for pair in self.pairs:
            yield NotSeparable(self.data, tuple(sorted(pair)), (1, 1))
        copies = [iter(group) for group in self.groups]
        for times, certificate in self.packing:
            for _ in range(times):
                mixture = sorted((next(copies[n]), a_n) for n, a_n in certificate.items())
                examples, coefficients = zip(*mixture)
                yield NotSeparable(self.data, examples, coefficients)


class _Levelled:
    """D with features of like size: (x_i - c_i) / 2^k_i for x_i, all times one number for ints.

    That changes the coordinates of (x_0, ..., x_d) and nothing else: a certificate stays one, and w
    keeps its mistakes once it is changed as well. But Pocket finds better weights sooner. With
    x_0 = 0 there is nothing to move by: all c_i are 0. first: x_0 as D's ints have it.
    """

    __slots__ = ("centres", "data", "first", "shifts", "xs")

    def __init__(self, data: Dataset) -> None:
        columns = list(zip(*data.scaled_xs))[1:]
        self.data, self.first = data, data.scaled_xs[0][0]
        self.centres = [sum(column) // data.N if self.first else 0 for column in columns]
        spreads = [
            sum(abs(v - c) for v in column) // data.N for column, c in zip(columns, self.centres)
        ]
        x_0 = 1 << max(spreads).bit_length()
        self.shifts = [x_0.bit_length() - 1 - spread.bit_length() for spread in spreads]
        shown = x_0 if self.first else 0
        self.xs = tuple(
            (shown, *((v - c) << shift for v, c, shift in zip(x[1:], self.centres, self.shifts)))
            for x in data.scaled_xs
        )

    def signed(self, n: int) -> Vector:
        """Return z_n = y_n x_n."""
        return tuple(self.data.ys[n] * v for v in self.xs[n])

    def in_units(self, w: Sequence[int]) -> Vector:
        """Return ints as weights that decide about D as w does about this."""
        scaled = [w_i << shift for w_i, shift in zip(w[1:], self.shifts)]
        if not self.first:
            return (0 if any(scaled) else 1, *scaled)
        w_0 = w[0] * self.xs[0][0] - dot(scaled, self.centres)
        return (w_0 if self.first > 0 else -w_0, *(w_i * abs(self.first) for w_i in scaled))


def _distinct(data: Dataset) -> tuple[list[list[int]], list[tuple[int, int]], list[int]]:
    """Return D as groups of equal examples, and, beside them, its pairs of equal x and opposite y,
    and its x_n of zeros.

    Of such a pair any line gets at least one wrong, and no more unless both are on it; an x_n of
    zeros, as there may be with x_0 = 0, is on every line.
    """
    places: dict[Vector, tuple[list[int], list[int]]] = {}
    for n, (x, y) in enumerate(zip(data.scaled_xs, data.ys)):
        places.setdefault(x, ([], []))[y > 0].append(n)
    zeros = sorted(chain(*places.pop((0,) * (1 + data.d), ())))
    pairs = [pair for negative, positive in places.values() for pair in zip(negative, positive)]
    groups = [
        negative[len(positive) :] or positive[len(negative) :]
        for negative, positive in places.values()
    ]
    return [group for group in groups if group], pairs, zeros


def _untied(w: Sequence[int], zs: list[Vector]) -> Sequence[int]:
    """Return w tilted until no w . z is 0, by so little that no other w . z changes its sign."""
    for z in zs:
        if dot(w, z) == 0:
            w = tilted(w, z, zs)
    return w


def _shortened(w: Vector, xs: Iterable[Vector]) -> Vector:
    """Return as few leading bits of w as decide about every x as w does, where no w . x is 0."""
    sides = [x if dot(w, x) > 0 else tuple(map(neg, x)) for x in xs]
    for shift in reversed(range(1, max(map(int.bit_length, w)))):
        short = [(w_i + (1 << shift - 1)) >> shift for w_i in w]
        if all(sumprod(short, x) > 0 for x in sides):
            return primitive(short)
    return primitive(w)


def _check_seconds(value: object) -> None:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not value >= 0:
        raise DataError(f"max_seconds: found {shown(value)}; expected a number of seconds >= 0")
