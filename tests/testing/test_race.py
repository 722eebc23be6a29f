"""A race has the costs, means and ranks that are computed here by hand, and lists strategies that
fail or do not finish.
"""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from itertools import count

import pytest
from conftest import BUILT_IN
from hypothesis import given
from hypothesis import strategies as st
from messages import check_refused

from perceptron_ref import Dataset, StrategyError, example, pla
from perceptron_ref.replay import make_report
from perceptron_ref.testing.race import (
    DEFAULT_SETS,
    RaceRunner,
    _AnswerWatcher,
    default_sets,
    race,
    random_sets,
    rounded_root,
)
from perceptron_ref.theory.separability import separability

# By hand, in "three": x = (1, 1), (1, -2), (1, 2), all +1, from w = (0, 0).
#   cyclic      0 -> (1, 1), 1 -> (2, -1), 2 -> (3, 1), then 0, 1, 2 right      3 updates, 6 visits
#   last_first  2 -> (1, 2), 1 -> (2, 0), then 0, 2, 1 right                    2 updates, 5 visits
#   restart     0 -> (1, 1); 0, 1 -> (2, -1); 0, 1, 2 -> (3, 1); 0, 1, 2        3 updates, 9 visits
#   rotated_cycle
#     seed=1    1 -> (1, -2), 2 -> (2, 0), then 0, 1, 2 right                   2 updates, 5 visits
#     seed=2    2 -> (1, 2), 0, 1 -> (2, 0), then 2, 0, 1 right                 2 updates, 6 visits
# "mirror" has the same examples in reverse order, so cyclic and last_first change places.
#   rotated_cycle
#     seed=1    1 -> (1, -2), 2 -> (2, -1), 0 -> (3, 1), then 1, 2, 0 right     3 updates, 6 visits
#     seed=2    2 -> (1, 1), 0, 1 -> (2, -1), 2, 0 -> (3, 1), then 1, 2, 0      3 updates, 8 visits
# In "one", x = (1, 1), +1, every strategy makes 1 update and 2 visits.
SMALL_SETS = {
    "one": Dataset([[1]], [1]),
    "three": Dataset([[1], [-2], [2]], [1, 1, 1]),
    "mirror": Dataset([[2], [-2], [1]], [1, 1, 1]),
}
SMALL_SETS["copy"] = SMALL_SETS["three"]


def last_first(view):
    """Visit the examples from the last to the first, again and again."""
    while True:
        yield from reversed(range(len(view)))


def rotated_cycle(view, *, seed=0):
    """Visit the examples in a cycle that begins with example `seed` mod N."""
    while True:
        for n in range(len(view)):
            yield (n + seed) % len(view)


def fails_with_seed_3(view, *, seed=0):
    """Visit example 0 once; with seed 3, instead yield the number of no example."""
    yield len(view) if seed == 3 else 0


def must_not_run(view):
    """End the test run if this strategy is called."""
    raise KeyboardInterrupt


def small_sets(*names):
    """Return the small sets of these names."""
    return {name: SMALL_SETS[name] for name in names}


# The numbers


def test_ranks_and_geometric_means_equal_those_computed_by_hand():
    """The products of the updates are 1 x 3, 1 x 2 and 1 x 3. So last_first has rank 1, and the
    others share rank 2.
    """
    result = race([last_first, "restart"], small_sets("one", "three"))
    products = {
        label: entrant.cost_product("updates") for label, entrant in result.entrants.items()
    }
    assert products == {"cyclic": 3, "last_first": 2, "restart": 3}
    assert result.ranks("updates") == {"cyclic": 2, "last_first": 1, "restart": 2}
    assert result.ranking("updates") == ["last_first", "cyclic", "restart"]
    # the products of the visits are 2 x 6, 2 x 5 and 2 x 9
    assert result.ranks("visits") == {"cyclic": 2, "last_first": 1, "restart": 3}
    assert result.geometric_mean("last_first", "updates") == Decimal("0.816")  # the root of 2/3
    assert result.geometric_mean("restart", "visits") == Decimal("1.22")  # the root of 18/12
    assert result.geometric_mean("restart", "visits", digits=12) == Decimal("1.22474487139")
    assert result.geometric_mean("cyclic", "dot_products") == 1
    assert result.geometric_means_by_seed("restart", "visits") == [Decimal("1.22")]
    assert repr(result) == "<Race of 3 strategies on 2 sets>"
    assert repr(result.baseline) == "<Entrant cyclic: 2 sets>"
    small_race = race([], small_sets("one"))
    assert repr(small_race) == "<Race of 1 strategy on 1 set>"
    assert repr(small_race.baseline) == "<Entrant cyclic: 1 set>"


def test_each_seed_has_a_geometric_mean_of_its_own():
    """For cycles from example 0, 1 and 2 the means are the square roots of 3/3, 2/3 and 2/3."""
    result = race([rotated_cycle], small_sets("one", "three"), seeds=3)
    means = [Decimal(mean) for mean in ("1.00", "0.816", "0.816")]
    assert result.geometric_means_by_seed("rotated_cycle", "updates") == means
    assert result.geometric_means_by_seed("cyclic", "updates") == [1]


@pytest.mark.ci
def test_random_sets_are_separable_and_differ_by_seed():
    """The sets of two seeds have different names. Each set is separable, and `example` generates it
    from its name.
    """
    sets_of_7, sets_of_8 = random_sets(7), random_sets(8)
    assert not {*sets_of_7} & {*sets_of_8} and len(sets_of_7) == len(sets_of_8)
    for name, data in sets_of_7.items():
        assert separability(data).separable and example(name) == data


TWO_UPDATES = {"max_updates": 2}


@pytest.mark.parametrize(
    ("strategies", "set_names", "options", "unfinished", "ranks"),
    [
        # last_first does not finish one set, so it has rank 2, although the costs are equal
        ([last_first], "one mirror", TWO_UPDATES, {"last_first": ["mirror"]}, (1, 2)),
        # two strategies share rank 1, so the next one has rank 3
        (
            [rotated_cycle, last_first, "cyclic", rotated_cycle],
            "mirror",
            {"seeds": 1},
            {},
            (1, 3, 1),
        ),
        (
            [last_first, "restart"],
            "three one",
            TWO_UPDATES,
            {"cyclic": ["three"], "restart": ["three"]},
            (2, 1, 2),
        ),
        # if the run of one seed is unfinished, the set is unfinished
        (
            [rotated_cycle],
            "three",
            {**TWO_UPDATES, "seeds": 3},
            {"cyclic": ["three"], "rotated_cycle": ["three"]},
            (1, 1),
        ),
        ([rotated_cycle], "three", {"max_updates": 3, "seeds": 3}, {}, (2, 1)),
        # both make 2 updates on each set; two sets are unfinished for cyclic, one for last_first
        (
            [last_first],
            "three copy mirror",
            TWO_UPDATES,
            {"cyclic": ["three", "copy"], "last_first": ["mirror"]},
            (2, 1),
        ),
    ],
)
def test_a_strategy_with_fewer_unfinished_sets_ranks_first(
    strategies, set_names, options, unfinished, ranks
):
    """Costs decide only between strategies with equally many unfinished sets. The order of the
    strategies, and a strategy that is given twice, do not change the ranks.
    """
    result = race(strategies, small_sets(*set_names.split()), **options)
    entrants = result.entrants.items()
    assert {
        label: entrant.unfinished for label, entrant in entrants if entrant.unfinished
    } == unfinished
    assert tuple(result.ranks("updates")[label] for label in result.entrants) == ranks


@pytest.mark.ci
def test_the_default_sets_of_a_race_are_separable():
    """The first six default sets are the separable example sets."""
    assert race([], seeds=1).sets == DEFAULT_SETS
    sets = default_sets()
    assert all(separability(data).separable for data in sets.values())
    assert tuple(sets) == DEFAULT_SETS
    assert DEFAULT_SETS[:6] == tuple(
        f"example:{name}" for name in ("credit", "credit-2d", "spam", "iris-setosa", "or", "and")
    )


@given(
    st.fractions(min_value=Fraction(1, 10**30), max_value=10**30),
    st.integers(1, 20),
    st.integers(1, 6),
)
def test_a_rounded_root_is_the_nearest_number_with_that_many_digits(q, k, digits):
    """The root has the requested number of digits, and differs from the exact root by at most half
    a unit of the last digit. Halves are rounded up.
    """
    root = rounded_root(q, k, digits)
    assert len(root.as_tuple().digits) == digits
    half = Fraction(10) ** root.as_tuple().exponent / 2
    assert (Fraction(root) - half) ** k <= q < (Fraction(root) + half) ** k


@pytest.mark.parametrize(
    ("q", "k", "digits", "root"),
    [
        (Fraction(9996), 1, 3, "1.00E+4"),
        (Fraction(12345, 10**5), 1, 4, "0.1235"),
        (Fraction(12345, 10**5) ** 6, 6, 4, "0.1235"),
        (Fraction(10) ** 3000, 1000, 3, "1.00E+3"),
        (Fraction(1, 10**3000), 1000, 3, "0.00100"),
    ],
)
def test_rounded_roots_equal_those_computed_by_hand(q, k, digits, root):
    """Rounding may add a digit before the decimal point, halves are rounded up, and the root may be
    the thousandth.
    """
    assert str(rounded_root(q, k, digits)) == root


# Errors


@pytest.mark.parametrize(
    ("strategy_argument", "expected_text"),
    [
        ("nothing", f"found 'nothing'; expected one of the strategies {min(BUILT_IN)}, "),
        (
            "restart:seed=1",
            "strategy restart: found the unknown option 'seed'; expected no option, because",
        ),
        ("no such.py", "strategy no such.py cannot be loaded: "),
        (lambda view: [0], "it returned [0]; expected a generator of visits"),
        # the error names the seed, so the author can repeat the run
        (fails_with_seed_3, "strategy fails_with_seed_3, seed 3, asked for visit 1"),
    ],
)
def test_a_strategy_that_fails_is_listed_with_its_error(strategy_argument, expected_text):
    """The error may be about an unknown name, an unknown option, or a run with one of the seeds."""
    result = race([strategy_argument], small_sets("one"))
    entrant = result.entrants[result.ranking("updates")[-1]]
    assert expected_text in entrant.error
    assert repr(entrant) == f"<Entrant {entrant.label}: {entrant.error}>"


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"seeds": 0}, "seeds: …0…at least 1"),
        ({"max_updates": 0}, "max_updates: …0…at least 1"),
        ({"max_seconds": 0}, "max_seconds: …0…positive"),
        ({"max_seconds": float("nan")}, "max_seconds: …'nan'"),
        ({"sets": {}}, "…no data set…at least one"),
        ({"sets": {"or": example("or"), "no line": example("xor")}}, "no line: …never halts"),
    ],
)
def test_invalid_numbers_and_sets_are_refused(options, parts):
    """The error names the argument or the set, or says that there is no set. It is raised before a
    strategy is called.
    """
    check_refused(parts, race, [must_not_run], **{"sets": small_sets("one"), **options})


def test_a_number_of_seconds_may_be_a_text():
    """`max_seconds="1/2"` becomes the float 0.5."""
    assert RaceRunner(small_sets("one"), max_seconds="1/2").max_seconds == 0.5


def test_two_strategies_with_the_same_name_are_refused():
    """A race lists its results by name, so each strategy needs a different name."""

    def namesake(view):
        yield 0

    namesake.__name__ = "rotated_cycle"
    with pytest.raises(
        StrategyError, match="called 'rotated_cycle'; expected a different name for each$"
    ):
        race([rotated_cycle, namesake], small_sets("one"))
    namesake.__name__ = "cyclic"
    with pytest.raises(
        StrategyError, match="each. Rename yours, because cyclic always takes part$"
    ):
        race([namesake], small_sets("one"))


def test_the_global_random_state_is_fixed_during_a_race_and_restored():
    """A strategy that draws from the global generator makes the same run in each race. After the
    race the generator returns to its old state.
    """

    def lottery(view):
        while True:
            yield int(random.random() * len(view))

    costs, next_numbers = [], []
    for seed in range(4):
        random.seed(seed)
        result = race([lottery], {"and": example("and")})
        costs.append(result.entrants["lottery"].cost_product("visits"))
        next_numbers.append(random.random())
    assert len(set(costs)) == 1
    assert next_numbers == [random.Random(seed).random() for seed in range(4)]


def test_the_reports_of_a_child_are_replayed():
    """A true report is accepted. A missing or incomplete report is refused, even after a true
    report for the first seed.
    """
    runner = RaceRunner(small_sets("three"))
    # `run_and_report` yields the first seed (None without one), a report for each set and seed, and
    # whether the strategy drew unseeded random numbers
    report = make_report(pla(runner.sets["three"], last_first))
    assert [*runner.run_and_report(last_first)] == [None, report, False]
    assert not runner.replay_results("last_first", iter([None, report])).error
    for reports, beginning in [
        ([], "on three: strategy last_first: found a result that"),
        (["", report[0]], "on three: strategy last_first: found a result that"),
        ([None, [report]], "on three: strategy last_first: found a result that"),
        (["0x0", report], "on three: strategy last_first, seed 1: found a result that"),
    ]:
        result = runner.replay_results("last_first", iter(reports))
        assert result.error.startswith(beginning) and result.outcomes == {}


def test_a_strategy_counts_as_answering_if_its_run_makes_another_visit():
    """The watcher returns the new number of visits for a run that goes on. It returns 0 before the
    first update, and for a run that has stopped.
    """

    class VisitingRun:
        """A run that makes a visit each time its visits are read."""

        visits = property(lambda self: next(visit_numbers))

    visit_numbers, watcher = count(1), _AnswerWatcher()
    assert watcher.visits_if_answering() == 0
    watcher.run = pla(example("or"))
    assert watcher.visits_if_answering() == 0
    watcher.run = VisitingRun()
    assert watcher.visits_if_answering() > 1
