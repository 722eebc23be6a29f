"""The fewest mistakes of any line, compared with enumerations of all lines; and the bounds of a
stopped search.
"""

from __future__ import annotations

import signal
from contextlib import nullcontext
from dataclasses import replace
from itertools import count as counter
from itertools import product
from random import Random

import oracle
import pytest
from conftest import sizes
from sweeps import max_correct, max_correct_in_plane
from text_reading import read_text

from perceptron_ref import DataError, Dataset, Hypothesis
from perceptron_ref.examples.generators import noisy
from perceptron_ref.theory import cones
from perceptron_ref.theory import optimum as optimum_module
from perceptron_ref.theory.local_search import _best_point_on_line, find_better_weights
from perceptron_ref.theory.optimum import Optimum, Search, _simplify_weights, fewest_mistakes
from perceptron_ref.theory.separability import NotSeparable

XOR = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, +1, +1, -1])
HARD = noisy(N=60, d=3, seed=1, flips=12)

# {name: the work of branching, in cases, after which cones take over}
METHODS = {"default": None, "cases": 10**12, "cones": -1}


def stopped_after(max_nodes):
    """Return an `on_step` that stops the search after `max_nodes` nodes."""

    def on_step(lower_bound, mistakes, nodes):
        if nodes > max_nodes:
            raise StopIteration

    return on_step


def optimum_by(data, method, max_nodes=10**9):
    """Return the Optimum that a search by one of the METHODS finds within `max_nodes` nodes."""
    search = Search(data, None, stopped_after(max_nodes))
    if METHODS[method] is not None:
        search.work_before_cones = METHODS[method]
    return search.result()


with_each_method = pytest.mark.parametrize("method", METHODS)


def mistaken_examples(w, data):
    """Return the examples that w gets wrong, by the definition: a tie is a mistake."""
    return tuple(
        n for n, (x, y) in enumerate(oracle.examples_of(data)) if y * oracle.dot(w, x) <= 0
    )


def check_proved(optimum, fewest):
    """Check that a record claims `fewest` mistakes, and that all of its claims hold."""
    data = optimum.data
    assert (optimum.mistakes, optimum.lower_bound) == (fewest, fewest)
    assert (optimum.proved, optimum.status) == (True, "proved")
    assert len(optimum.w) == 1 + data.d
    check_sound(optimum)


def check_sound(optimum):
    """Check a record's claims about w and about its certificates by their definitions."""
    data = optimum.data
    assert all(type(w_i) is int for w_i in optimum.w)
    assert all(oracle.dot(optimum.w, x) != 0 for x, _ in oracle.examples_of(data) if any(x))
    assert optimum.mistaken == mistaken_examples(optimum.w, data)
    assert len(optimum.mistaken) == optimum.mistakes
    members = [n for certificate in optimum.certificates for n in certificate.examples]
    assert len(members) == len(set(members))
    assert all(
        isinstance(certificate, NotSeparable) and certificate.verify()
        for certificate in optimum.certificates
    )
    assert len(optimum.certificates) <= optimum.lower_bound <= optimum.mistakes
    assert optimum.tree is None or optimum.tree.proved_lower_bound(data) >= optimum.lower_bound
    assert optimum.verify()


# By hand


@pytest.mark.parametrize(
    ("rows", "labels", "fewest", "certificates"),
    [
        pytest.param([(0, 0), (0, 1), (1, 0), (1, 1)], "-++-", 1, 1, id="xor"),
        pytest.param(
            [(n, n * n) for n in range(9)], "+" * 6 + "-" * 3, 0, 0, id="a line separates"
        ),
        pytest.param(range(7), "+-+-+-+", 3, 2, id="two certificates of three fit into seven"),
        pytest.param([5, 5, 5, 5, 5, 3, 3], "+-++--+", 3, 3, id="the rarer label of equal x"),
        pytest.param([0, 0], "+-", 1, 1, id="nothing but a contradiction"),
        pytest.param([0, 0], "-+", 1, 1, id="a contradiction, -1 first"),
        pytest.param([-1, 1, 0, 0, 0], "-++--", 1, 1, id="a tie would lose both of 0"),
        pytest.param([-1, 1, 0, 0], "-++-", 1, 1, id="a tie, with any line"),
        pytest.param([*range(5)] * 2, "+-+-+" * 2, 4, 2, id="two copies of five examples"),
        pytest.param([*range(5)] * 30, "+-+-+" * 30, 60, 30, id="30 copies of five examples"),
        pytest.param(
            [0, 1, 1, 1, 2] * 2, "-+++-" * 2, 2, 2, id="the most frequent example is kept"
        ),
        pytest.param([0] * 5, "+--+-", 2, 2, id="a constant feature"),
        pytest.param([(7, 7, 7)] * 5, "+--+-", 2, 2, id="three constant features"),
        pytest.param([("1/7", 0, 0, -1e9)] * 5, "+--+-", 2, 2, id="four constant features"),
        pytest.param(["1/3"], "-", 0, 0, id="a single example"),
        pytest.param(
            [
                *((1000000, 999997), (1000000, 999998), (1000003, 999998), (999998, 999997)),
                *((999997, 999997), (1000004, 1000002), (1000003, 1000001), (1000001, 1000000)),
                *((1000001, 999999), (1000001, 999998)),
            ],
            *("+-++-+--+-", 2, 2),
            id="slopes that nearly agree",
        ),
    ],
)
@with_each_method
def test_optima_computed_by_hand_are_found(method, rows, labels, fewest, certificates):
    """Each search proves the number of mistakes, with certificates that share no example. If it
    stops before its first node, it has the same number of certificates, or is proved already.
    """
    rows = [row if isinstance(row, tuple) else [row] for row in rows]
    data = Dataset(rows, [+1 if label == "+" else -1 for label in labels])
    optimum = optimum_by(data, method)
    check_proved(optimum, fewest)
    assert len(optimum.certificates) == certificates
    stopped = optimum_by(data, method, 0)
    check_sound(stopped)
    assert (stopped.lower_bound, len(stopped.certificates)) == (certificates, certificates) or (
        stopped.proved
    )


def test_weights_are_short():
    """w has small numbers if the data have few digits."""
    optimum = fewest_mistakes(noisy(N=60, d=2, seed=5, flips=20))
    assert max(map(abs, optimum.w)) < 10_000
    assert fewest_mistakes(Dataset([[1000], [1001], [5000]], [-1, +1, +1])).w == (-2001, 2)
    assert fewest_mistakes(Dataset([["0.001"], ["0.5"], ["0.7"]], [-1, +1, +1])).w == (-1, 4)


# Against enumerations of all lines

# by name: the points, the largest |w_i| and |w_0| of the lines, and the number of divisions
GRIDS = {
    "5 on a line": (list(product(range(5))), 1, 9, 10),
    "3 x 3": (list(product(range(3), repeat=2)), 3, 13, 58),
    "4 x 4": (list(product(range(4), repeat=2)), 5, 25, 174),
    "cube": (list(product(range(2), repeat=3)), 2, 9, 104),
}
cached_divisions = {}


def divisions_of(grid):
    """Return the divisions of a grid by lines that meet no point. A division has +1 or -1 for each
    point.
    """
    if grid not in cached_divisions:
        points, largest, largest_w_0, division_count = GRIDS[grid]
        cached_divisions[grid] = set()
        for w in product(range(-largest, largest + 1), repeat=len(points[0])):
            for w_0 in range(-largest_w_0, largest_w_0 + 1):
                scores = [w_0 + 2 * sum(w_i * x_i for w_i, x_i in zip(w, x)) for x in points]
                if 0 not in scores:
                    cached_divisions[grid].add(tuple(+1 if score > 0 else -1 for score in scores))
        assert len(cached_divisions[grid]) == division_count
    return cached_divisions[grid]


@pytest.mark.ci
@pytest.mark.parametrize("copies", [1, 9], ids=["once", "once or nine times"])
@pytest.mark.parametrize("grid", GRIDS)
@sizes(10, 100)
@with_each_method
def test_the_best_of_all_lines_on_a_grid_is_found(grid, method, copies, count):
    """Points and labels are random, and may repeat. The optimum is the fewest mistakes of all lines
    that divide the grid, where each copy of an example counts.     Lecture 2: L2.14
    """
    random = Random(f"{grid} {method}")
    points = GRIDS[grid][0]
    for _ in range(count):
        labelled_points = []
        for _ in range(random.randint(1, 20)):
            i, y = random.randrange(len(points)), random.choice([-1, +1])
            labelled_points += [(i, y)] * random.choice([1, copies])
        random.shuffle(labelled_points)
        fewest = min(
            sum(division[i] != y for i, y in labelled_points) for division in divisions_of(grid)
        )
        data = Dataset([points[i] for i, _ in labelled_points], [y for _, y in labelled_points])
        check_proved(optimum_by(data, method), fewest)


@pytest.mark.ci
def test_copies_of_examples_add_no_nodes():
    """With five copies of every example, the search visits the same nodes, and all counts of
    mistakes are multiplied by five.
    """
    once = optimum_by(HARD, "cases")
    data = Dataset([x[1:] for x in HARD.xs] * 5, HARD.ys * 5)
    check_proved(optimum_by(data, "cases"), 5 * once.mistakes)
    assert optimum_by(data, "cases").nodes == once.nodes > 10


RANDOM_ROWS = {
    "few points, many ties": lambda draw: [draw(-1, 1) for _ in range(draw(1, 3))],
    "on a line": lambda draw: [draw(-4, 4)],
    "zeros among them": lambda draw: [draw(-5, 5) * draw(0, 1) for _ in range(draw(1, 3))],
    "large numbers": lambda draw: [draw(-(10**12), 10**12) for _ in range(draw(1, 3))],
    "of unlike size": lambda draw: [draw(-9, 9) * 1000**i + i for i in range(draw(1, 3))],
    "equal features": lambda draw: [draw(-3, 3)] * draw(2, 3),
}


def random_set(kind, random, max_examples):
    """Return a random set of at most `max_examples` examples. Some are equal or opposite, all
    labels may agree, x_0 may differ from 1, and the set may be sparse.
    """
    d = len(RANDOM_ROWS[kind](lambda low, high: high))  # the most features of this kind
    rows, ys = [], []
    for _ in range(random.randint(1, max_examples)):
        row = RANDOM_ROWS[kind](lambda low, high: random.randint(low, high))
        row += [0] * (d - len(row))
        if rows and random.random() < 0.3:
            factor = random.choice([1, -1, 2])
            row = [factor * v for v in random.choice(rows)]
        rows.append(row)
        ys.append(random.choice([-1, +1]))
    if random.random() < 0.1:
        ys = [ys[0]] * len(ys)
    x0 = random.choice([1, 1, 1, 0, "1/3"])
    if random.random() < 0.2:
        lines = (" ".join(f"{i}:{v}" for i, v in enumerate(row, 1) if v) for row in rows)
        text = "".join(f"{y:+d} {line} 90:0\n" for y, line in zip(ys, lines))
        return read_text(text).with_x0(x0)
    return Dataset(rows, ys, x0=x0)


def signed(data):
    """Return the vectors y_n x_n, in ints."""
    return [tuple(y * v for v in x) for x, y in zip(data.scaled_xs, data.ys)]


@pytest.mark.ci
@pytest.mark.parametrize("kind", RANDOM_ROWS)
@sizes(25, 40, 850)
@with_each_method
def test_the_best_of_all_cells_is_found(kind, method, count):
    """On random sets the number of mistakes is that of an enumeration of all cells (sweeps.py), and
    every claim holds.
    """
    random = Random(f"{kind} {method} {count}")
    for _ in range(count):
        data = random_set(kind, random, 8)
        zs = [tuple(v for i, v in enumerate(z) if i < 4) for z in signed(data)]
        check_proved(optimum_by(data, method), data.N - max_correct(zs))


@pytest.mark.ci
@pytest.mark.parametrize("count", [1, pytest.param(30, marks=pytest.mark.release)])
@pytest.mark.parametrize(
    ("N", "d", "flips"), [(60, 2, 12), (100, 2, 25), (30, 3, 5), (40, 3, 12), (12, 4, 3)]
)
def test_the_search_agrees_with_sweeps(N, d, flips, count):
    """On sets of medium size the number of mistakes equals that of `max_correct`, which fixes d - 1
    examples and sweeps a plane for the rest.
    """
    for seed in range(count):
        data = noisy(N=N, d=d, seed=seed, flips=flips)
        fewest = data.N - max_correct(signed(data), max_correct_in_plane)
        for method in ("default", "cones"):
            check_proved(optimum_by(data, method), fewest)


@pytest.mark.ci
def test_the_optimum_does_not_depend_on_the_memory_for_cones(monkeypatch):
    """Without memory for a second cone, the optimum is the same and proved. Without memory for the
    proof, it has no tree, and a search that is stopped still has true bounds.
    """
    data = noisy(N=60, d=3, seed=4, flips=15)
    first = optimum_by(data, "cones")
    monkeypatch.setattr(cones, "_MAX_QUEUE_BYTES", 0)
    second = optimum_by(data, "cones")
    check_proved(first, first.mistakes)
    check_proved(second, first.mistakes)
    monkeypatch.setattr(cones, "_MAX_STORED_CUTS", 10)
    third = optimum_by(data, "cones")
    check_proved(third, first.mistakes)
    assert (third.tree, third.proof_kind) == (None, "search")
    for max_nodes in range(0, second.nodes, 40):
        stopped = optimum_by(data, "cones", max_nodes)
        check_sound(stopped)
        assert stopped.lower_bound <= first.mistakes


def test_without_memory_no_cone_waits_in_the_queue(monkeypatch):
    """If the queue may take 0 bytes, no cone is pushed on it, and the optimum is the same."""
    data = noisy(N=40, d=2, seed=4, flips=10)
    fewest = optimum_by(data, "cones").mistakes
    monkeypatch.setattr(cones, "_MAX_QUEUE_BYTES", 0)
    monkeypatch.setattr(cones, "heappush", None)
    check_proved(optimum_by(data, "cones"), fewest)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_cuts_at_margin_0_alone_find_the_same_optimum(monkeypatch, d):
    """The search by cones finds the same optimum if it may cut only at margin 0."""
    monkeypatch.setattr(cones, "_MAX_STALLED_CUTS", -1)
    for seed in range(2):
        data = noisy(N=24, d=d, seed=seed, flips=6)
        fewest = optimum_by(data, "cases").mistakes
        check_proved(optimum_by(data, "cones"), fewest)


def test_features_that_are_zero_in_all_examples_change_no_optimum():
    """XOR among 1,000 features has one mistake, proved, with weights that are 0 for all other
    features.
    """
    text = "-1 7:1 900:1\n+1 7:1 1000:0\n+1 900:1\n-1 3:0\n"
    data = read_text(text)
    optimum = fewest_mistakes(data)
    assert (optimum.data, optimum.data.d, len(optimum.w)) == (data, 1_000, 1_001)
    assert (optimum.mistakes, optimum.lower_bound, optimum.status) == (1, 1, "proved")
    assert {i for i, w_i in enumerate(optimum.w) if w_i} <= {0, 7, 900}
    assert optimum.verify() and data.sparse_xs is not None
    assert Hypothesis(optimum.w).mistakes(data) == 1


# Stopped


@pytest.mark.parametrize(
    ("zs", "fewest"),
    [
        pytest.param([(-1, -1)], 0, id="t < -1"),
        pytest.param([(-1, -1), (-2, -6), (1, 5)], 0, id="-5 < t < -3"),
        pytest.param([(1, -1), (-1, 3)], 0, id="1 < t < 3"),
        pytest.param([(1, -1)], 0, id="t > 1"),
        pytest.param([(1, 0), (1, -5), (0, -1)], 1, id="t > 5"),
        pytest.param([(-1, 1), (-1, 2), (-1, 3), (1, -4), (1, -5)], 2, id="t < 1"),
    ],
)
def test_the_best_point_on_a_line_may_lie_anywhere(zs, fewest):
    """The point on the line (t, 1) with the fewest mistakes lies between two examples, before the
    first or after the last.
    """
    w, direction = (0, 1), (1, 0)
    margins, slopes = ([int(oracle.dot(v, z)) for z in zs] for v in (w, direction))
    point = _best_point_on_line(w, margins, direction, slopes)
    assert sum(oracle.dot(point, z) <= 0 for z in zs) == fewest


@pytest.mark.parametrize(
    ("w", "zs", "simplified"),
    [
        pytest.param((5, -3), [(1, 1)], (3, -1), id="without its last bit"),
        pytest.param((9, -3), [(1, 1)], (1, 0), id="with its first bit alone"),
        pytest.param((5, -3), [(1, 1), (3, -4)], (3, -1), id="with the signs of all margins"),
        pytest.param((10, -6), [(1, 1), (4, 7), (5, 8)], (5, -3), id="with all bits that count"),
    ],
)
def test_weights_keep_as_few_bits_as_the_signs_of_their_margins_allow(w, zs, simplified):
    """The margins of the rounded weights have the signs of those of the given ones."""
    assert _simplify_weights(w, zs) == simplified


def test_local_search_keeps_its_best_weights_at_the_time_limit():
    """Local search may be stopped after any number of lines. With more lines the best weights never
    have more mistakes.
    """
    zs = signed(noisy(N=200, d=4, seed=1, flips=40))
    mistakes = []
    for lines in (0, 1, 5, 20, 10**6):
        calls = counter()
        best = [*find_better_weights(zs, 3, lambda: next(calls) >= lines)][-1]
        mistakes.append(sum(oracle.dot(best, z) <= 0 for z in zs))
        assert lines == 10**6 or next(calls) <= lines + 3  # it has stopped
    assert mistakes == sorted(mistakes, reverse=True) and mistakes[0] > mistakes[-1]


@pytest.fixture(scope="module")
def fewest_on_hard():
    """Return the fewest mistakes on HARD."""
    return fewest_mistakes(HARD).mistakes


def test_a_time_limit_of_0_gives_a_sound_answer():
    """The weights answer with the more frequent label for all examples, and the lower bound counts
    the contradictory pairs of examples.
    """
    rows, labels = [[0], [1], [2], [3], [4], [4]], [-1, +1, -1, -1, +1, -1]
    for sign in (+1, -1):
        optimum = fewest_mistakes(Dataset(rows, [sign * y for y in labels]), max_seconds=0)
        assert (optimum.status, optimum.proved, optimum.nodes) == ("max_seconds", False, 0)
        assert (optimum.w, optimum.mistakes) == ((-sign, 0), 2)
        assert (optimum.lower_bound, [c.examples for c in optimum.certificates]) == (1, [(4, 5)])
        check_sound(optimum)


@pytest.mark.ci
def test_the_search_can_be_stopped_by_the_clock_at_any_time(fewest_on_hard, monkeypatch):
    """The clock advances by a second at each reading, so different limits interrupt the search at
    many different points. Each result is sound.
    """
    bounds = set()
    for seconds in range(0, 10**6, 40):
        monkeypatch.setattr(optimum_module, "monotonic", counter().__next__)
        optimum = fewest_mistakes(HARD, max_seconds=seconds)
        check_sound(optimum)
        assert optimum.lower_bound <= fewest_on_hard <= optimum.mistakes
        if optimum.status == "proved":
            break
        assert optimum.status == "max_seconds"
        bounds.add((optimum.lower_bound, optimum.mistakes, len(optimum.certificates)))
    assert len(bounds) >= 5


def test_ctrl_c_returns_the_result_so_far(fewest_on_hard):
    """SIGINT during a step ends the search with its result so far. The next SIGINT raises
    KeyboardInterrupt again.
    """
    steps = []

    def on_step(*step):
        steps.append(step)
        if len(steps) == 20:
            signal.raise_signal(signal.SIGINT)

    optimum = fewest_mistakes(HARD, on_step=on_step)
    assert (optimum.status, optimum.proved) == ("interrupted", False)
    check_sound(optimum)
    lower_bound, mistakes, nodes = steps[-1]
    assert (optimum.lower_bound, optimum.nodes) == (lower_bound, nodes)
    assert optimum.lower_bound <= fewest_on_hard <= optimum.mistakes <= mistakes
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("error", [StopIteration, ZeroDivisionError])
def test_stop_iteration_from_on_step_stops_the_search(error):
    """StopIteration ends the search with its result so far. Any other exception reaches the
    caller.
    """

    def on_step(*step):
        raise error

    with pytest.raises(ZeroDivisionError) if error is ZeroDivisionError else nullcontext():
        optimum = fewest_mistakes(HARD, on_step=on_step)
        assert (optimum.status, optimum.proved, optimum.nodes) == ("stopped", False, 0)
        assert optimum.verify()


@pytest.mark.parametrize("value", [-1, float("nan"), "5", True])
def test_a_negative_or_invalid_time_limit_is_refused(value):
    """A limit is a number >= 0."""
    with pytest.raises(DataError) as caught:
        fewest_mistakes(XOR, max_seconds=value)
    assert str(caught.value) == f"max_seconds: found {value!r}; expected a number >= 0"


# The record


def sound_record():
    """Return a sound record on -+- with two copies of each example."""
    data = Dataset([[0], [1], [2]] * 2, [-1, +1, -1] * 2)
    certificates = tuple(
        NotSeparable(data, examples, (1, 2, 1)) for examples in ((0, 1, 2), (3, 4, 5))
    )
    return Optimum(data, (-1, -1), 2, 2, certificates, "proved", 0)


def test_a_true_record_is_verified():
    """Every line gets at least one example of each copy of -+- wrong, and (-1, -1) only the two in
    the middle.
    """
    assert sound_record().verify() is True
    assert sound_record().mistaken == (1, 4)
    assert replace(sound_record(), certificates=()).verify() is True


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"w": (-1, -1, 0)}, id="another length"),
        pytest.param({"w": (-1, 0), "mistakes": 1}, id="other mistakes, as it says"),
        pytest.param({"w": (0, 1)}, id="other mistakes"),
        pytest.param({"mistakes": 3}, id="too many"),
        pytest.param({"mistakes": 1, "lower_bound": 1}, id="too few"),
        pytest.param({"lower_bound": 1}, id="more certificates than the bound says"),
        pytest.param({"lower_bound": 3}, id="a bound above the mistakes"),
        pytest.param(
            {"certificates": sound_record().certificates}, id="certificates of other data"
        ),
        pytest.param({"second": ((3, 4, 5), (1, 1, 1))}, id="does not cancel out"),
        pytest.param({"second": ((0, 4, 5), (1, 2, 1))}, id="an example of the first"),
        pytest.param({"second": ((3, 4, 6), (1, 2, 1))}, id="an example that is not there"),
        pytest.param({"second": ((), ())}, id="none"),
    ],
)
def test_a_record_with_one_false_claim_is_not_verified(changed):
    """`verify` returns False if one claim of a sound record is made false."""
    record = sound_record()
    if "second" in changed:
        second = NotSeparable(record.data, *changed["second"])
        changed = {"certificates": (record.certificates[0], second)}
    assert replace(record, **changed).verify() is False
