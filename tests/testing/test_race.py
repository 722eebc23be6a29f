"""Races of strategies: costs, means and ranks computed by hand, and strategies that fail or do not
finish.
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
    rounded_root,
    secret_sets,
)
from perceptron_ref.theory.separability import separability

# By hand, in "three": x = (1, 1), (1, -2), (1, 2), all +1, from w = (0, 0).
#   cyclic      0 -> (1, 1), 1 -> (2, -1), 2 -> (3, 1), then 0, 1, 2 right      3 updates, 6 visits
#   last-first  2 -> (1, 2), 1 -> (2, 0), then 0, 2, 1 right                    2 updates, 5 visits
#   restart     0 -> (1, 1); 0, 1 -> (2, -1); 0, 1, 2 -> (3, 1); 0, 1, 2        3 updates, 9 visits
#   from 1      1 -> (1, -2), 2 -> (2, 0), then 0, 1, 2 right                   2 updates, 5 visits
#   from 2      2 -> (1, 2), 0, 1 -> (2, 0), then 2, 0, 1 right                 2 updates, 6 visits
# In "mirror", the same from the last to the first, cyclic and last-first change places, and
#   from 1      1 -> (1, -2), 2 -> (2, -1), 0 -> (3, 1), then 1, 2, 0 right     3 updates, 6 visits
#   from 2      2 -> (1, 1), 0, 1 -> (2, -1), 2, 0 -> (3, 1), then 1, 2, 0      3 updates, 8 visits
# In "one", x = (1, 1), +1, every strategy makes 1 update and 2 visits.
SMALL_SETS = {
    "one": Dataset([[1]], [1]),
    "three": Dataset([[1], [-2], [2]], [1, 1, 1]),
    "mirror": Dataset([[2], [-2], [1]], [1, 1, 1]),
}
SMALL_SETS["again"] = SMALL_SETS["three"]


def last_first(view):
    """Visit from the last example to the first."""
    while True:
        yield from reversed(range(len(view)))


def rotated_cycle(view, *, seed=0):
    """Visit in a cycle that begins with example `seed`."""
    while True:
        for n in range(len(view)):
            yield (n + seed) % len(view)


def fails_with_seed_3(view, *, seed=0):
    """Visit example 0 once; with seed 3, an example that does not exist."""
    yield len(view) if seed == 3 else 0


def must_not_run(view):
    """Fail if called."""
    raise KeyboardInterrupt


def small_sets(*names):
    """Return the small sets of these names."""
    return {name: SMALL_SETS[name] for name in names}


# The numbers


def test_ranks_and_geometric_means_equal_those_computed_by_hand():
    """The numbers of updates have the products 1 x 3, 1 x 2 and 1 x 3. So the second strategy is
    first, and the others share rank 2.
    """
    result = race([last_first, "restart"], small_sets("one", "three"))
    products = {
        label: entrant.cost_product("updates") for label, entrant in result.entrants.items()
    }
    assert products == {"cyclic": 3, "last_first": 2, "restart": 3}
    assert result.ranks("updates") == {"cyclic": 2, "last_first": 1, "restart": 2}
    assert result.ranking("updates") == ["last_first", "cyclic", "restart"]
    # 2 * 6, 2 * 5, 2 * 9
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


def test_each_seed_has_its_geometric_mean():
    """For cycles from example 0, 1 and 2 the means are the square roots of 3/3, 2/3 and 2/3."""
    result = race([rotated_cycle], small_sets("one", "three"), seeds=3)
    means = [Decimal(mean) for mean in ("1.00", "0.816", "0.816")]
    assert result.geometric_means_by_seed("rotated_cycle", "updates") == means
    assert result.geometric_means_by_seed("cyclic", "updates") == [1]


@pytest.mark.ci
def test_random_sets_are_separable_and_differ_by_seed():
    """The sets of two seeds have different names. A line separates each, and its name generates it
    again.
    """
    sets_of_7, sets_of_8 = secret_sets(7), secret_sets(8)
    assert not {*sets_of_7} & {*sets_of_8} and len(sets_of_7) == len(sets_of_8)
    for name, data in sets_of_7.items():
        assert separability(data).separable and example(name) == data


TWO_UPDATES = {"max_updates": 2}


@pytest.mark.parametrize(
    ("strategies", "sets", "limits", "unfinished", "ranks"),
    [
        # last_first does not finish, so it is behind, although the costs are equal
        ([last_first], "one mirror", TWO_UPDATES, {"last_first": ["mirror"]}, (1, 2)),
        # two share rank 1, so the next strategy has rank 3
        (
            [rotated_cycle, last_first, "cyclic", rotated_cycle],
            "mirror",
            {"seeds": 1},
            {},
            (1, 3, 1),
        ),
        (
            *([last_first, "restart"], "three one", TWO_UPDATES),
            *({"cyclic": ["three"], "restart": ["three"]}, (2, 1, 2)),
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
        # all make 2 updates on each set; cyclic leaves two sets unfinished, last_first one
        (
            *([last_first], "three again mirror", TWO_UPDATES),
            *({"cyclic": ["three", "again"], "last_first": ["mirror"]}, (2, 1)),
        ),
    ],
)
def test_fewer_unfinished_sets_rank_first(strategies, sets, limits, unfinished, ranks):
    """A strategy with fewer unfinished sets ranks before one with more, whatever their costs. The
    order of the strategies, and a strategy that is given twice, do not change the ranks.
    """
    result = race(strategies, {name: SMALL_SETS[name] for name in sets.split()}, **limits)
    entrants = result.entrants.items()
    assert {
        label: entrant.unfinished for label, entrant in entrants if entrant.unfinished
    } == unfinished
    assert tuple(result.ranks("updates")[label] for label in result.entrants) == ranks


@pytest.mark.ci
def test_the_default_sets_of_a_race_are_separable():
    """The default sets begin with the six separable example sets."""
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
def test_a_rounded_root_is_the_nearest(q, k, digits):
    """The root has the requested number of digits, and differs from the exact one by at most half a
    unit of the last digit. Halves are rounded up.
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
    """Rounding may add a digit before the point, halves go up, and a product over a thousand sets
    works.
    """
    assert str(rounded_root(q, k, digits)) == root


# Errors


@pytest.mark.parametrize(
    ("strategy_argument", "error"),
    [
        ("nothing", f"found 'nothing'; expected one of the strategies {min(BUILT_IN)}, "),
        (
            "restart:seed=1",
            "strategy restart: found the unknown option 'seed'; expected no option, because",
        ),
        ("no such.py", "strategy no such.py cannot be loaded: "),
        (lambda view: [0], "it returned [0]; expected a generator of visits"),
        # the seed is named, so the author can repeat the run
        (fails_with_seed_3, "strategy fails_with_seed_3, seed 3, asked for visit 1"),
    ],
)
def test_a_strategy_that_fails_is_listed_with_its_error(strategy_argument, error):
    """The error may be an unknown name, an unknown option, or a failure with one of the seeds."""
    result = race([strategy_argument], small_sets("one"))
    entrant = result.entrants[result.ranking("updates")[-1]]
    assert error in entrant.error and repr(entrant) == f"<Entrant {entrant.label}: {entrant.error}>"


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
    """The error names the argument or the set, or says that there is no set. No strategy
    is called.
    """
    check_refused(parts, race, [must_not_run], **{"sets": small_sets("one"), **options})


def test_a_number_of_seconds_may_be_text():
    """`max_seconds="1/2"` becomes the float 0.5."""
    assert RaceRunner(small_sets("one"), max_seconds="1/2").max_seconds == 0.5


def test_two_strategies_of_one_name_are_refused():
    """A race lists its results by name, so each strategy needs a different one."""

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
    """A strategy that draws from the global generator makes the same run each time. After the race
    the generator has its old state.
    """

    def lottery(view):
        while True:
            yield int(random.random() * len(view))

    costs, after = [], []
    for seed in range(4):
        random.seed(seed)
        costs.append(
            race([lottery], {"and": example("and")}).entrants["lottery"].cost_product("visits")
        )
        after.append(random.random())
    assert len(set(costs)) == 1
    assert after == [random.Random(seed).random() for seed in range(4)]


def test_reports_of_a_child_are_replayed():
    """A true report is accepted. Reports that are missing or incomplete are refused, even after a
    true report for the first seed.
    """
    runner = RaceRunner(small_sets("three"))
    # the values of `run_and_report`: the first seed, a report for each seed, unseeded randomness
    report = make_report(pla(runner.sets["three"], last_first))
    assert [*runner.run_and_report(last_first)] == [None, report, False]
    assert not runner.replay_results("mine", iter([None, report])).error
    for reports, error in [
        ([], "on three: strategy mine: found a result that"),
        (["", report[0]], "on three: strategy mine: found a result that"),
        ([None, [report]], "on three: strategy mine: found a result that"),
        (["0x0", report], "on three: strategy mine, seed 1: found a result that"),
    ]:
        result = runner.replay_results("mine", iter(reports))
        assert result.error.startswith(error) and result.outcomes == {}


def test_a_strategy_answers_if_its_run_makes_another_visit():
    """The watcher returns 0 before the first update, and for a run that makes no further visit.
    For a run that goes on, it returns the new number of visits.
    """

    class VisitingRun:
        """A run that makes a visit each time its visits are read."""

        visits = property(lambda self: next(numbers))

    numbers, watcher = count(1), _AnswerWatcher()
    assert watcher.visits_if_answering() == 0
    watcher.run = pla(example("or"))
    assert watcher.visits_if_answering() == 0
    watcher.run = VisitingRun()
    assert watcher.visits_if_answering() > 1
