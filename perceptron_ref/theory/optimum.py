"""The fewest mistakes that any line makes on D: found exactly, and proved, as far as time allows
(it is NP-hard).

With z_n = y_n x_n, weights w are right about example n if, and only if, w . z_n > 0. So none are
right about all of
a certificate: examples with sum_n a_n z_n = 0, all a_n > 0 (Gordan). At least one of them is lost.
And where no certificate is left whole, some w is right about all that is left. The fewest mistakes
are the fewest losses that leave none whole, and

- certificates without a common example are a lower bound, which can be checked by hand;
- branching over which example of a certificate is lost finds the optimum, where bounds of this kind
cut it short; - Pocket, and every w met on the way, give upper bounds.

Where that would take more branches than there are ways to fix d - 1 points of the line, the line is
turned about the
examples instead: of all lines through d - 1 of them, one sorting finds the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from math import comb
from operator import neg
from time import monotonic

from ..dataset import Dataset, checked_dataset
from ..errors import DataError, shown
from ..hypothesis import count_mistakes
from ..pla import checked_count
from ..plugins.registry import strategy
from ..pocket import pocket
from ..vectors import dot, sumprod
from .line_sweep import count_line, primitive, turned, turned_to
from .min_norm_point import nearest_point
from .separability import NotSeparable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .line_sweep import Lines, Vector

    Examples = frozenset[int]
    Node = tuple[Examples, Examples, int]

_POCKET_ROUNDS = 4
_POCKET_UPDATES = 50  # in each round
_MOST_KNOWN = 10_000  # certificates; then the older half is forgotten


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
        the best weights met and the lower bound proved by then.
    on_step: called with the `Bounds` known so far, again and again, so that long computations can
    show progress. A tie, w . x_n = 0, is a mistake for both labels. DataError for limits that
    cannot be.

    With one feature, one sorting decides; with d features, at most N^(d-1) branches and then as
    many sortings. It is fast where the features are two or the fewest mistakes are few, and
    hopeless where both are many.

    >>> from perceptron_ref import example
    >>> fewest_mistakes(example("xor"))
    <Optimum proved: mistakes=1 lower_bound=1 w=(3, -2, -2)>
    """
    checked_dataset(data)
    if max_nodes is not None:
        checked_count("max_nodes", max_nodes)
    if max_seconds is not None:
        _check_seconds(max_seconds)
    search = _Search(data, max_seconds, max_nodes, on_step)
    try:
        search.run()
    except _Stopped as stopped:
        return search.optimum(str(stopped))
    except KeyboardInterrupt:
        return search.optimum("interrupted")
    return search.optimum("proved")


class Bounds:
    """What is known so far: lower_bound <= fewest mistakes <= mistakes, after so many nodes of the
    search.
    """

    __slots__ = ("lower_bound", "mistakes", "nodes")

    def __init__(self, lower_bound: int, mistakes: int, nodes: int) -> None:
        self.lower_bound, self.mistakes, self.nodes = lower_bound, mistakes, nodes

    def __repr__(self) -> str:
        return f"<Bounds {self.lower_bound} to {self.mistakes}: {self.nodes} nodes>"


class Optimum:
    """The best weights found, and how few mistakes any weights can make.     Lecture 2: L2.14

    All numbers are exact, in the units of the data with x_0 = 1.
    """

    __slots__ = ("_certificates", "_data", "_lower_bound", "_mistakes", "_nodes", "_status", "_w")

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
        self._data, self._w, self._mistakes, self._lower_bound = data, w, mistakes, lower_bound
        self._certificates, self._status, self._nodes = certificates, status, nodes

    @property
    def data(self) -> Dataset:
        """The examples that the record is about."""
        return self._data

    @property
    def w(self) -> tuple[int, ...]:
        """The best weights found, w_0, ..., w_d: ints without a common factor; no example lies on
        their line.
        """
        return self._w

    @property
    def mistakes(self) -> int:
        """How many examples w gets wrong."""
        return self._mistakes

    @property
    def mistaken(self) -> tuple[int, ...]:
        """The examples that w gets wrong: indices from 0, rising."""
        w, data = self._w, self._data
        return tuple(
            n for n, (x, y) in enumerate(zip(data.scaled_xs, data.ys)) if y * dot(w, x) <= 0
        )

    @property
    def lower_bound(self) -> int:
        """The number of mistakes that is proved to be unavoidable: no weights make fewer."""
        return self._lower_bound

    @property
    def proved(self) -> bool:
        """Whether the two numbers are equal, so that no weights make fewer mistakes than w."""
        return self._mistakes == self._lower_bound

    @property
    def certificates(self) -> tuple[NotSeparable, ...]:
        """Examples of which no line gets all right, in sets without a common one: the lower bound
        by hand.

        There are no more of them than `lower_bound`; what is between the two numbers was proved by
        the search alone.
        """
        return self._certificates

    @property
    def status(self) -> str:
        """Why the search ended: "proved", "max_seconds", "max_nodes" or "interrupted"."""
        return self._status

    @property
    def nodes(self) -> int:
        """How many nodes the search visited: branchings and sortings."""
        return self._nodes

    def verify(self) -> bool:
        """Tell, by counting and re-adding alone, whether len(certificates) <= fewest mistakes <=
        mistakes.

        That is the whole proof where there are as many certificates as mistakes.
        Lecture 2: L2.14
        """
        examples = [n for certificate in self._certificates for n in certificate.examples]
        return (
            len(self._w) == 1 + self._data.d
            and len(self.mistaken) == self._mistakes
            and len(examples) == len(set(examples))
            and all(
                certificate.data is self._data and certificate.verify()
                for certificate in self._certificates
            )
            and len(self._certificates) <= self._lower_bound <= self._mistakes
        )

    def __repr__(self) -> str:
        numbers = f"mistakes={self._mistakes} lower_bound={self._lower_bound}"
        return f"<Optimum {self._status}: {numbers} w={shown(self._w)}>"


class _Stopped(Exception):
    """A limit was reached; the message says which."""


class _Search:
    """A search: what it holds to be known is right at any moment, so it may be stopped at any.

    Its examples are the groups of equal ones that `_distinct` leaves, as `_Levelled` sees them:
    zs[n] stands for weights[n] of D's, and losing it costs as much. `unavoidable` is what the
    contradictory pairs cost, in any case.
    """

    def __init__(
        self,
        data: Dataset,
        max_seconds: float | None,
        max_nodes: int | None,
        on_step: Callable[[Bounds], object] | None,
    ) -> None:
        self.deadline = None if max_seconds is None else monotonic() + max_seconds
        self.max_nodes, self.on_step = max_nodes, on_step
        self.data, self.levelled = data, _Levelled(data)
        self.groups, self.pairs = _distinct(data)
        self.zs = [self.levelled.signed(group[0]) for group in self.groups]
        self.weights = [len(group) for group in self.groups]
        self.total, self.unavoidable = sum(self.weights), len(self.pairs)
        self.sortings = comb(len(self.zs), data.d - 1)
        self.nearest: dict[int, int] = {}  # what the last nearest point was mixed from
        self.known: dict[
            Examples, dict[int, int]
        ] = {}  # the certificates met: their examples, with the coefficients
        self.packing: list[tuple[int, dict[int, int]]] = []
        self.nodes, self.lower, self.fewest = 0, self.unavoidable, data.N + 1
        self.w: Sequence[int] = ()
        self.margins: Sequence[int] = ()
        for sign in (+1, -1):
            self._try([sign] + [0] * data.d)

    def run(self) -> None:
        """Bring the two bounds together."""
        self._pocket()
        self._pack()
        while self.lower < self.fewest:
            self._deepen()

    def _pocket(self) -> None:
        """Run Pocket, every round from what the one before it kept."""
        xs, labels = self.levelled.xs, self.data.labels
        levelled = Dataset._from_scaled(xs, self.data.ys, xs[0][0], None, labels)
        for seed in range(_POCKET_ROUNDS):
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

        A node is what is lost, what is kept, and the cost of the loss. It branches over some
        certificate: its first example is lost; or the first is kept and the second is lost; and so
        on. A node is cut off where certificates say that the loss will cost more than the limit;
        they may have kept examples in common.
        """
        limit, beyond = self.lower, self.fewest
        nodes: list[Node] = [(frozenset(), frozenset(), self.unavoidable)]
        while nodes and self.fewest > limit:
            if self.nodes >= self.sortings // 2:  # a node takes longer than a sorting
                self._turn()
                return
            self._visit()
            lost, kept, cost = nodes.pop()
            needed, parts = self._needed(lost, kept, cost, limit)
            if needed > limit:
                beyond = min(beyond, needed)
            elif parts:
                nodes.extend(self._branches(lost, kept, cost, min(parts, key=len)))
        self.lower = min(beyond, self.fewest)

    def _needed(
        self, lost: Examples, kept: Examples, cost: int, limit: int
    ) -> tuple[int, list[Examples]]:
        """Return what a node costs at least, and the certificates that say so; no more of them than
        pass the limit.
        """
        parts: list[Examples] = []
        if cost <= limit:
            for times, part in self._disjoint(lost, kept):
                parts.append(part)
                cost += times
                if cost > limit:
                    break
        return cost, parts

    def _branches(
        self, lost: Examples, kept: Examples, cost: int, part: Examples
    ) -> Iterator[Node]:
        """Yield what a node branches into; last, to be first, where the best w is most wrong about
        what is lost.
        """
        order = sorted(part, key=self.margins.__getitem__)
        for i in reversed(range(len(order))):
            yield lost | {order[i]}, kept.union(order[:i]), cost + self.weights[order[i]]

    def _disjoint(self, lost: Examples, kept: Examples) -> Iterator[tuple[int, Examples]]:
        """Yield certificates among what is not lost, until there is none left: (how often, the
        examples not kept).

        No example is used more often than its weight says, but the kept ones are as often as you
        like; a certificate of kept ones alone is a contradiction. If nothing is yielded, a w that
        is right about all of it was tried.
        """
        unused, gone = self.weights[:], set(lost)
        parts = sorted(
            (certificate - kept for certificate in self.known if certificate.isdisjoint(lost)),
            key=len,
        )
        for part in chain(parts, self._new(gone, kept)):
            if gone.isdisjoint(part):
                times = min((unused[n] for n in part), default=self.total)
                for n in part:
                    unused[n] -= times
                gone.update(n for n in part if not unused[n])
                yield times, part

    def _new(self, gone: set[int], kept: Examples) -> Iterator[Examples]:
        """Yield certificates not known yet, among what is not gone; the caller lets more go
        meanwhile.
        """
        while True:
            here = [n for n in range(len(self.zs)) if n not in gone]
            if not here:
                return
            weights, w = self._nearest_point(here)
            if any(w):
                self._try(w)
                return
            if len(self.known) >= _MOST_KNOWN:
                self.known = dict(islice(self.known.items(), _MOST_KNOWN // 2, None))
            self.known[frozenset(weights)] = weights
            yield frozenset(weights) - kept

    def _nearest_point(self, here: list[int]) -> tuple[dict[int, int], list[int]]:
        """Return the nearest point of the hull of those examples, see `nearest_point`: it separates
        them, or is 0.

        The way there starts from what is left of the one before: most often that is near.
        """
        place = {n: i for i, n in enumerate(here)}
        start = {place[n]: weight for n, weight in self.nearest.items() if n in place}
        if not start:
            start = {place[min(here, key=self.margins.__getitem__)]: 1}
        weights, w = nearest_point(
            [self.zs[n] for n in here], start=start, on_join=self._check_time
        )
        self.nearest = {here[i]: weight for i, weight in weights.items()}
        return self.nearest, w

    def _turn(self) -> None:
        """Turn the line about the examples, and try every better w that is found."""
        lines: Lines = {}
        for n, (z, weight) in enumerate(zip(self.zs, self.weights)):
            count_line(lines, z, weight, 0, n)
        more_than = self.total + self.unavoidable - self.fewest
        for w in turned(lines, 1 + self.data.d, more_than, self._visit):
            self._try(w)
        self.lower = self.fewest
        right = [n for n, margin in enumerate(self.margins) if margin > 0]
        self.w = self._nearest_point(right)[
            1
        ]  # not so near to examples as what was found: fewer digits tell it

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

    def _check_time(self, _: object = None) -> None:
        if self.deadline is not None and monotonic() >= self.deadline:
            raise _Stopped("max_seconds")

    def _report(self) -> None:
        if self.on_step is not None:
            self.on_step(Bounds(self.lower, self.fewest, self.nodes))

    def optimum(self, status: str) -> Optimum:
        """Return what is known, in the units of the data."""
        paired = [self.levelled.signed(n) for pair in self.pairs for n in pair]
        w = _shortened(
            self.levelled.in_units(_untied(self.w, self.zs + paired)), self.data.scaled_xs
        )
        mistakes = count_mistakes(self.data, w)
        if mistakes == self.lower:
            status = "proved"
        return Optimum(
            self.data, w, mistakes, self.lower, tuple(self._certificates()), status, self.nodes
        )

    def _certificates(self) -> Iterator[NotSeparable]:
        """Yield the first lower bound as certificates of D, each example used once."""
        for pair in self.pairs:
            yield NotSeparable(self.data, tuple(sorted(pair)), (1, 1))
        copies = [iter(group) for group in self.groups]
        for times, certificate in self.packing:
            for _ in range(times):
                mixture = sorted((next(copies[n]), a_n) for n, a_n in certificate.items())
                yield NotSeparable(
                    self.data, tuple(n for n, _ in mixture), tuple(a_n for _, a_n in mixture)
                )


class _Levelled:
    """D with features of like size: (x_i - c_i) / 2^k_i for x_i, and all times one number that
    makes them ints.

    This changes the coordinates of (x_0, ..., x_d) and nothing else: a certificate stays one, and
    the mistakes of w stay what they are once w is changed as well. But Pocket finds better weights
    sooner.
    """

    __slots__ = ("centres", "data", "shifts", "xs")

    def __init__(self, data: Dataset) -> None:
        columns = list(zip(*data.scaled_xs))[1:]
        self.data = data
        self.centres = [sum(column) // data.N for column in columns]
        spreads = [
            sum(abs(v - c) for v in column) // data.N for column, c in zip(columns, self.centres)
        ]
        x_0 = 1 << max(spreads).bit_length()
        self.shifts = [x_0.bit_length() - 1 - spread.bit_length() for spread in spreads]
        self.xs = tuple(
            (x_0, *((v - c) << shift for v, c, shift in zip(x[1:], self.centres, self.shifts)))
            for x in data.scaled_xs
        )

    def signed(self, n: int) -> Vector:
        """Return z_n = y_n x_n."""
        return tuple(self.data.ys[n] * v for v in self.xs[n])

    def in_units(self, w: Sequence[int]) -> Vector:
        """Return ints as weights that decide about D as w does about this."""
        scaled = [w_i << shift for w_i, shift in zip(w[1:], self.shifts)]
        return (
            w[0] * self.xs[0][0] - dot(scaled, self.centres),
            *(w_i * self.data.scale for w_i in scaled),
        )


def _distinct(data: Dataset) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """Return D as groups of equal examples, and the pairs of equal x and opposite labels that it
    holds beside them.

    Of such a pair any line gets at least one wrong, and no more unless both are on it.
    """
    places: dict[Vector, tuple[list[int], list[int]]] = {}
    for n, (x, y) in enumerate(zip(data.scaled_xs, data.ys)):
        places.setdefault(x, ([], []))[y > 0].append(n)
    pairs = [pair for negative, positive in places.values() for pair in zip(negative, positive)]
    groups = [
        negative[len(positive) :] or positive[len(negative) :]
        for negative, positive in places.values()
    ]
    return [group for group in groups if group], pairs


def _untied(w: Sequence[int], zs: list[Vector]) -> Sequence[int]:
    """Return w turned by so little that no w . z changes its sign, but those that are 0: all get
    one, the first a +.
    """
    for z in zs:
        if dot(w, z) == 0:
            w = turned_to(z, w, zs)
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
        raise DataError(
            f"max_seconds: found {shown(value)}; expected a number of seconds, from 0 on"
        )
