"""Strategies against each other: costs, means and ranks worked by hand; what fails, hangs or does
not finish.
"""

from __future__ import annotations

import io
import json
import multiprocessing
import random
import re
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace

import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_ref import DataError, Dataset, StrategyError, example, pla, strategy
from perceptron_ref.cli import progress
from perceptron_ref.cli.main import main
from perceptron_ref.testing.race import (
    MEASURES,
    SETS,
    Course,
    default_sets,
    race,
    rounded_root,
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
# In "one", x = (1, 1), +1, everybody makes 1 update and 2 visits.
SMALL = {
    "one": Dataset([[1]], [1]),
    "three": Dataset([[1], [-2], [2]], [1, 1, 1]),
    "mirror": Dataset([[2], [-2], [1]], [1, 1, 1]),
}
FILES = {name: "\n".join(f"{x[1]},1" for x in data.xs) for name, data in SMALL.items()}

LAST_FIRST = """
def last_first(view):
    while True:
        yield from reversed(range(len(view)))
"""
TURN = """
def turn(view, *, seed=0):
    while True:
        for n in range(len(view)):
            yield (n + seed) % len(view)
"""
HANGS = """
def hangs(view):
    while True:
        pass
    yield 0
"""
RAISES = """
def raises(view):
    if len(view) > 1:
        raise ValueError("no\\nidea \\x1b[2J")
    yield 0
"""


def last_first(view):
    """From the last example to the first."""
    while True:
        yield from reversed(range(len(view)))


def turn(view, *, seed=0):
    """The cycle from example `seed` on."""
    while True:
        for n in range(len(view)):
            yield (n + seed) % len(view)


def small(*names):
    """Return the small sets of these names."""
    return {name: SMALL[name] for name in names}


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Go to a folder with the small sets and some strategies in files."""
    for name, text in FILES.items():
        (tmp_path / f"{name}.csv").write_text(text)
    sources = {
        "last": LAST_FIRST,
        "turn": TURN,
        "hangs": HANGS,
        "raises": RAISES,
        "wrong": "def wrong(:",
    }
    for name, source in sources.items():
        (tmp_path / f"{name}.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    return tmp_path


# The numbers


def test_ranks_and_geometric_means_by_hand():
    """Products of 1 and 3, 1 and 2, 1 and 3 updates: the second is first, the others share the next
    rank.
    """
    found = race([last_first, "restart"], small("one", "three"))
    assert {label: found.entrants[label].product("updates") for label in found.entrants} == {
        "cyclic": 3,
        "last_first": 2,
        "restart": 3,
    }
    assert found.ranks("updates") == {"cyclic": 2, "last_first": 1, "restart": 2}
    assert found.ranking("updates") == ["last_first", "cyclic", "restart"]
    assert found.ranks("visits") == {
        "cyclic": 2,
        "last_first": 1,
        "restart": 3,
    }  # 2 * 6, 2 * 5, 2 * 9
    assert found.geometric_mean("last_first", "updates") == Decimal("0.816")  # the root of 2/3
    assert found.geometric_mean("restart", "visits") == Decimal("1.22")  # the root of 18/12
    assert found.geometric_mean("restart", "visits", digits=12) == Decimal("1.22474487139")
    assert found.geometric_mean("cyclic", "dot_products") == 1
    assert repr(found) == "<Race of 3 strategies on 2 sets>"


def test_the_rank_after_equal_ones_is_skipped():
    """1, 1, 3: as many are before the third as its rank says."""
    found = race([turn, last_first], small("mirror"), seeds=1)
    assert found.ranks("updates") == {"cyclic": 1, "last_first": 3, "turn": 1}


def test_the_mean_over_the_seeds_is_exact():
    """3, 2 and 2 updates are 7/3 on average; 6, 5 and 6 visits 17/3."""
    found = race([turn], small("three"), seeds=3)
    entrant = found.entrants["turn"]
    assert entrant.seeds == range(3)
    assert entrant.outcomes["three"].means == {
        "updates": Fraction(7, 3),
        "visits": Fraction(17, 3),
        "dot_products": Fraction(17, 3),
    }
    assert found.yardstick.seeds is None
    assert repr(entrant) == "<Entrant turn: 1 sets>"


def test_seeds_count_on_from_the_strategys_own():
    """Those of random-permutation:seed=5 are 5, 6, ..., and each is the run of `pla` with that
    seed.
    """
    found = race(["random-permutation:seed=5"], {"credit": example("credit")}, seeds=4)
    entrant = found.entrants["random-permutation:seed=5"]
    runs = [
        pla(example("credit"), strategy("random-permutation", seed=seed)) for seed in (5, 6, 7, 8)
    ]
    assert entrant.seeds == range(5, 9)
    for measure in MEASURES:
        assert entrant.outcomes["credit"].means[measure] == Fraction(
            sum(getattr(run, measure) for run in runs), 4
        )


def test_a_seed_of_none_counts_from_0():
    """Many write seed=None for "any seed": here it is 0."""

    def any_seed(view, *, seed=None):
        yield from turn(view, seed=seed)

    assert race([any_seed], small("one")).entrants["any_seed"].seeds == range(5)


def test_the_order_of_the_strategies_does_not_matter():
    """Nor whether the yardstick is named."""
    one, other = (
        race(given, small("three", "mirror"))
        for given in (["restart", "worst-margin"], ["worst-margin", "cyclic", "restart"])
    )
    for measure in MEASURES:
        assert one.ranking(measure) == other.ranking(measure)
    assert list(one.entrants) == list(other.entrants) == ["cyclic", "restart", "worst-margin"]


def test_a_stopped_run_is_unfinished_and_ranks_behind():
    """With at most 2 updates cyclic does not finish "three", and last-first does not finish
    "mirror".
    """
    found = race([last_first], small("one", "mirror"), max_updates=2)
    assert found.entrants["last_first"].unfinished == ["mirror"]
    assert found.ranks("updates") == {
        "cyclic": 1,
        "last_first": 2,
    }  # though both have made 1 and 2 updates
    assert found.geometric_mean("last_first", "updates") == 1
    found = race([last_first, "restart"], small("three", "one"), max_updates=2)
    assert found.yardstick.unfinished == ["three"]
    assert found.ranks("updates") == {"cyclic": 2, "last_first": 1, "restart": 2}


def test_one_seed_that_does_not_finish_is_enough():
    """From example 0 "three" takes 3 updates, from 1 and from 2 it takes 2."""
    assert race([turn], small("three"), seeds=3, max_updates=2).entrants["turn"].unfinished == [
        "three"
    ]
    found = race([turn], small("three"), seeds=3, max_updates=3)
    assert found.entrants["turn"].unfinished == []


def test_unfinished_on_fewer_sets_ranks_before():
    """With at most 2 updates everybody makes 2 on each of these; cyclic does not finish two,
    last-first one.
    """
    sets = {"three": SMALL["three"], "three again": SMALL["three"], "mirror": SMALL["mirror"]}
    found = race([last_first], sets, max_updates=2)
    assert [entrant.product("updates") for entrant in found.entrants.values()] == [8, 8]
    assert found.ranks("updates") == {"cyclic": 2, "last_first": 1}


def test_the_sets_raced_on_by_default_are_separable():
    """All of them, and the embedded ones that are separable are among them."""
    sets = default_sets()
    assert all(separability(data).separable for data in sets.values())
    assert tuple(sets) == SETS
    assert SETS[:6] == tuple(
        f"example:{name}" for name in ("credit", "credit-2d", "spam", "iris-setosa", "or", "and")
    )


def test_without_sets_the_default_ones_are_raced_on():
    """And every one has its place in the product."""
    found = race([], seeds=1)
    assert found.sets == SETS
    assert found.entrants["cyclic"].outcomes["example:credit"].means["updates"] == 41


@settings(deadline=None, derandomize=True, max_examples=200)
@given(
    st.fractions(min_value=Fraction(1, 10**30), max_value=10**30),
    st.integers(1, 20),
    st.integers(1, 6),
)
def test_a_rounded_root_is_the_nearest(q, k, digits):
    """No other number of so many digits is nearer to the root; halves are rounded up."""
    q = q or Fraction(1, 7)
    root = rounded_root(q, k, digits)
    assert len(root.as_tuple().digits) == digits
    half = Fraction(10) ** root.as_tuple().exponent / 2
    assert (Fraction(root) - half) ** k <= q < (Fraction(root) + half) ** k


@pytest.mark.parametrize(
    ("q", "k", "digits", "root"),
    [
        (Fraction(9996), 1, 3, "1.00E+4"),
        (Fraction(12345, 10**5), 1, 4, "0.1235"),
        (Fraction(10) ** 3000, 1000, 3, "1.00E+3"),
        (Fraction(1, 10**3000), 1000, 3, "0.00100"),
    ],
)
def test_rounded_roots_by_hand(q, k, digits, root):
    """Rounding may add a digit before the point; halves go up; products of a thousand sets are no
    trouble.
    """
    assert str(rounded_root(q, k, digits)) == root


# What goes wrong


def test_data_that_no_line_separates_are_refused_before_any_run():
    """PLA never halts on them; the error names the set."""

    def never(view):
        raise KeyboardInterrupt

    with pytest.raises(
        DataError,
        match="^exclusive or: found data that no line separates, on which PLA never halts",
    ):
        race([never], {"or": example("or"), "exclusive or": example("xor")})


def test_a_failure_is_the_entrants_own():
    """Its error in one line says where; what it had done before is kept; it ranks nowhere, and
    comes last.
    """

    def afraid(view):
        yield 0
        if len(view) > 1:
            raise ValueError("one\ntwo")

    found = race([afraid, last_first], small("one", "three", "mirror"))
    entrant = found.entrants["afraid"]
    line = afraid.__code__.co_firstlineno + 3
    assert (
        entrant.error
        == f"on three: strategy afraid, asked for visit 2, at {__file__}:{line}: it raised ValueError: one two"
    )
    assert list(entrant.outcomes) == ["one"]
    assert repr(entrant) == f"<Entrant afraid: {entrant.error}>"
    assert found.ranks("updates") == {"cyclic": 1, "last_first": 1}
    assert found.ranking("updates") == ["cyclic", "last_first", "afraid"]


def test_the_seed_on_which_it_fails_is_told():
    """So that whoever wrote it can see it fail again."""

    def moody(view, *, seed=0):
        yield len(view) if seed == 3 else 0

    assert (
        "strategy moody, seed 3, asked for visit 1"
        in race([moody], small("one")).entrants["moody"].error
    )


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ("nothing", "found 'nothing'; expected one of the strategies cyclic, "),
        ("cyclic:seed=1", "strategy cyclic: found the option 'seed'; it takes none"),
        ("no such.py", "no such.py: cannot be read: No such file or directory"),
        (
            lambda view, *, seed="abc": iter(()),
            "strategy <lambda>: found seed='abc'; expected an int, to count on from",
        ),
        (lambda view: [0], "it returned [0]; expected a generator of visits"),
    ],
)
def test_what_cannot_be_run_is_listed(given, error):
    """A name that is not there, an option that is not taken, a seed to count on from that is none."""
    (entrant,) = [
        entrant
        for entrant in race([given], small("one")).entrants.values()
        if entrant.label != "cyclic"
    ]
    assert error in entrant.error


def test_what_is_no_exception_is_caught_too():
    """Such as a GeneratorExit: its entrant fails, no other; Ctrl-C alone ends the race."""

    def leaves(view):
        yield 0
        raise GeneratorExit("bye")

    def interrupted(view):
        raise KeyboardInterrupt

    line = leaves.__code__.co_firstlineno + 2
    found = race([leaves], small("three")).entrants["leaves"]
    assert found.error == f"on three: strategy leaves raised {__file__}:{line}: GeneratorExit: bye"
    with pytest.raises(KeyboardInterrupt):
        race([interrupted], small("three"))


def test_what_takes_too_long_is_given_up(files):
    """On a set, or while it is loaded; the message names the strategy, the set and the limit."""
    (files / "endless.py").write_text("while True:\n    pass\n")
    found = race(["hangs.py", "endless.py", "last.py"], small("one", "three"), max_seconds=0.3)
    assert found.entrants["hangs.py"].error == "on one: strategy hangs.py took longer than 0.3 s"
    assert (
        found.entrants["endless.py"].error == "strategy endless.py took longer than 0.3 s to load"
    )
    assert found.ranks("updates") == {"cyclic": 2, "last.py": 1}


def test_without_its_yardstick_there_is_no_race(distribute):
    """Nothing could be held against it."""
    distribute(
        "per-taker", {"cyclic": "per_taker:cyclic"}, per_taker="def cyclic(view):\n    yield 0\n"
    )
    with pytest.raises(
        StrategyError,
        match="claimed by .*; expected cyclic to finish, as everything is held against",
    ):
        race(["restart"], small("one"))


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"seeds": 0}, "seeds: found 0; expected an int of at least 1"),
        ({"max_updates": 0}, "max_updates: found 0; expected an int of at least 1"),
        ({"max_seconds": 0}, "max_seconds: found 0; expected a number above 0, up to 1,000,000"),
        ({"max_seconds": float("nan")}, "max_seconds: found nan"),
        ({"max_seconds": "fast"}, "max_seconds: found 'fast'"),
        ({"sets": {}}, "found no data set; expected at least one"),
    ],
)
def test_limits_that_cannot_be_are_refused(options, complaint):
    """Before anything runs."""
    with pytest.raises(DataError, match=re.escape(complaint)):
        race([], **{"sets": small("one"), **options})


def test_no_limit_on_the_updates():
    """None lifts it, as in `pla`."""
    assert Course(small("one"), max_updates=None).run("cyclic", "cyclic").outcomes["one"].finished


def test_two_strategies_of_one_name_are_refused():
    """Which is which could not be told; a text that is given twice is the same, and runs once."""
    with pytest.raises(
        StrategyError, match="found two strategies called 'turn'; expected each to have a name"
    ):
        race([turn, strategy_like_turn()], small("one"))
    assert list(race(["restart", "restart", turn, turn], small("one")).entrants) == [
        "cyclic",
        "restart",
        "turn",
    ]


def strategy_like_turn():
    """Return another function of the name `turn`."""

    def turn(view):
        yield 0

    return turn


def test_chance_that_nobody_seeded_repeats_and_is_given_back():
    """A strategy that draws from the shared random numbers runs the same each time; what others
    draw is not disturbed.
    """

    def lottery(view):
        while True:
            yield int(random.random() * len(view))

    costs, after = [], []
    for seed in range(4):
        random.seed(seed)
        costs.append(race([lottery], {"and": example("and")}).entrants["lottery"].product("visits"))
        after.append(random.random())
    assert len(set(costs)) == 1
    assert after == [random.Random(seed).random() for seed in range(4)]


# The command

RACE = ("race", "one.csv", "three.csv", "mirror.csv", "--positive", "1")


def test_the_tables_by_hand(files, command):
    """Means and ranks, then what each cost on each set, then the sets.

    turn.py makes 1, 7/3 and 8/3 updates, cyclic 1, 3 and 2: the cube root of 28/27 is 1.01; that of
    646/540 visits 1.06.
    """
    status, out, _ = command(*RACE, "--strategies", "turn.py", "last.py", "raises.py", "--seeds", 3)
    assert status == 0
    assert out == (
        "4 strategies on 3 sets, the mean over 3 seeds of each that takes one\n"
        "Against cyclic, the geometric mean over the sets:\n"
        "\n"
        "strategy   updates  rank  visits  rank  dot products  rank\n"
        "cyclic        1.00     1    1.00     1          1.00     1\n"
        "last.py       1.00     1    1.00     1          1.00     1\n"
        "turn.py       1.01     3    1.06     3          1.06     3\n"
        "raises.py        -     -       -     -             -     -  on three.csv: strategy raises.py, asked for visit 1, "
        "at raises.py:4: it raised ValueError: no idea \\x1b[2J\n"
        "\n"
        "Updates on each set:\n"
        "\n"
        "strategy  1    2    3\n"
        "cyclic    1    3    2\n"
        "last.py   1    2    3\n"
        "turn.py   1  2.3  2.7\n"
        "\n"
        "set              N  d  updates of cyclic\n"
        "  1  one.csv     1  1                  1\n"
        "  2  three.csv   3  1                  3\n"
        "  3  mirror.csv  3  1                  2\n"
    )


def test_stopped_runs_are_marked(files, command):
    """A lower bound has a mark, and a strategy says on which sets it is unfinished."""
    _, out, _ = command(*RACE, "--strategies", "last.py", "--max-updates", 2)
    assert (
        out.splitlines()[1]
        == "cyclic is unfinished on 1 set: 2; it costs more than what the others are held against"
    )
    assert [line.split(None, 7) for line in out.splitlines()[5:7]] == [
        ["cyclic", "1.00", "1", "1.00", "1", "1.00", "1", "unfinished on 1 set: 2"],
        ["last.py", "1.00", "1", "1.00", "1", "1.00", "1", "unfinished on 1 set: 3"],
    ]
    assert "\ncyclic    1  >2   2\nlast.py   1   2  >2\n" in out
    _, out, _ = command(
        "race", "one.csv", "mirror.csv", "--strategies", "last.py", "--max-updates", 2
    )
    assert "cyclic is unfinished" not in out
    assert "\nlast.py     >1.00     2  >0.775     2 " in out


@pytest.mark.parametrize(
    ("option", "order", "title"),
    [
        (
            "--updates",
            ["random-permutation", "cyclic", "restart", "worst-margin"],
            "Updates on each set:",
        ),
        (
            "--visits",
            ["worst-margin", "random-permutation", "cyclic", "restart"],
            "Visits on each set:",
        ),
        (
            "--dot-products",
            ["random-permutation", "cyclic", "restart", "worst-margin"],
            "Dot products on each set:",
        ),
    ],
)
def test_the_measure_decides_about_the_order(command, option, order, title):
    """Without FILEs and --strategies all registered ones run on the default sets."""
    status, out, err = command("race", option)
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[0] == "4 strategies on 14 sets, the mean over 5 seeds of each that takes one"
    assert [line.split()[0] for line in lines[4:8]] == order
    assert lines[9] == title
    assert [line.split()[0] for line in lines[12:16]] == order
    assert [line.split()[1] for line in lines[18:]] == list(SETS)
    assert max(map(len, lines)) <= 120


def test_the_order_on_the_command_line_does_not_matter(files, command):
    """The same bytes, whichever strategy is named first."""
    names = ["last.py", "turn.py", "raises.py", "cyclic"]
    assert (
        command(*RACE, "--strategies", *names)[1]
        == command(*RACE, "--strategies", *reversed(names))[1]
    )


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_processes_do_not_show_in_the_result(files, command, more):
    """The same bytes, whatever --jobs is, failures included."""
    words = [
        *RACE,
        "--strategies",
        "all",
        "last.py",
        "turn.py",
        "raises.py",
        "wrong.py",
        "nothing",
        *more,
    ]
    alone = command(*words)
    assert alone[0] == 0
    assert command(*words, "--jobs", 2) == alone
    assert command(*words, "--jobs", 20) == alone


def test_processes_that_know_nothing_look_everything_up_again(files, command, monkeypatch):
    """As on systems where a process does not begin as a copy of its parent: texts and data go
    there, no function.
    """
    words = ["race", "example:or", "--strategies", "turn.py:turn:seed=1", "raises.py"]
    alone = command(*words)
    monkeypatch.setattr(multiprocessing, "Process", multiprocessing.get_context("spawn").Process)
    assert command(*words, "--jobs", 3) == alone


def test_what_ends_its_process_is_listed(files, command):
    """With --jobs; the others go on."""
    (files / "ends.py").write_text("import os\n\ndef ends(view):\n    os._exit(3)\n    yield 0\n")
    status, out, _ = command(*RACE, "--strategies", "ends.py", "last.py", "--jobs", 2)
    assert status == 0
    assert "  strategy ends.py ended its process, with exit status 3\n" in out
    assert "\nlast.py " in out


def test_what_hangs_is_given_up(files, command):
    """The race goes on without it, in this process and in others."""
    words = [*RACE, "--strategies", "hangs.py", "last.py", "--max-seconds", 0.3]
    status, out, _ = command(*words)
    assert status == 0
    assert "  on one.csv: strategy hangs.py took longer than 0.3 s\n" in out
    assert command(*words, "--jobs", 2)[1] == out


def test_all_stands_for_what_is_registered(files, command):
    """`all mine.py` adds one; a strategy that is named twice runs once."""
    _, out, _ = command(
        "race", "example:or", "--strategies", "all", "last.py", "restart", "--strategies", "last.py"
    )
    assert sorted(line.split()[0] for line in out.splitlines()[4:9]) == [
        "cyclic",
        "last.py",
        "random-permutation",
        "restart",
        "worst-margin",
    ]
    assert out.startswith("5 strategies on 1 set, ")
    assert command("race", "example:or", "--strategies", "cyclic")[1].startswith(
        "1 strategy on 1 set, "
    )


def test_files_of_one_name_stay_apart(files, command):
    """Their labels are the texts that they were given by, however long, and in whichever folder
    they lie.
    """
    for folder, source in (("a" * 100, LAST_FIRST), ("b", TURN)):
        (files / folder).mkdir()
        (files / folder / "mine.py").write_text(source)
    texts = [f"{'a' * 100}/mine.py", "b/mine.py", "b/mine.py:turn:seed=1"]
    record = json.loads(command(*RACE, "--strategies", *texts, "--json")[1])
    assert {entry["strategy"]: entry["seeds"] for entry in record["strategies"]} == {
        "cyclic": None,
        texts[0]: None,
        texts[1]: [0, 1, 2, 3, 4],
        texts[2]: [1, 2, 3, 4, 5],
    }
    assert f"\n{texts[0]}  " in command(*RACE, "--strategies", *texts)[1]


def test_json_has_every_number(files, command):
    """Exact means as text, ranks, twelve digits of the geometric means, and errors."""
    words = [
        *RACE,
        "--strategies",
        "turn.py",
        "raises.py",
        "--seeds",
        3,
        "--visits",
        "--max-updates",
        "none",
        "--json",
    ]
    record = json.loads(command(*words)[1])
    assert {key: value for key, value in record.items() if key not in ("sets", "strategies")} == {
        "measure": "visits",
        "seeds": 3,
        "max_updates": None,
        "max_seconds": None,
        "yardstick": "cyclic",
    }
    assert record["sets"][1] == {"source": "three.csv", "N": 3, "d": 1, "scale": 1, "names": ["x1"]}
    cyclic, other, failed = record["strategies"]
    assert other == {
        "strategy": "turn.py",
        "error": None,
        "seeds": [0, 1, 2],
        "runs": [
            {
                "set": "one.csv",
                "finished": True,
                "updates": "1",
                "visits": "2",
                "dot_products": "2",
            },
            {
                "set": "three.csv",
                "finished": True,
                "updates": "7/3",
                "visits": "17/3",
                "dot_products": "17/3",
            },
            {
                "set": "mirror.csv",
                "finished": True,
                "updates": "8/3",
                "visits": "19/3",
                "dot_products": "19/3",
            },
        ],
        "updates": {"rank": 2, "geometric_mean": "1.01219632396"},
        "visits": {"rank": 2, "geometric_mean": "1.06156417235"},
        "dot_products": {"rank": 2, "geometric_mean": "1.06156417235"},
    }
    assert (cyclic["strategy"], cyclic["seeds"], cyclic["visits"]) == (
        "cyclic",
        None,
        {"rank": 1, "geometric_mean": "1"},
    )
    assert failed["error"].startswith("on three.csv: strategy raises.py, asked for visit 1")
    assert [run["set"] for run in failed["runs"]] == ["one.csv"]
    assert set(failed) == {"strategy", "error", "seeds", "runs"}


def test_what_a_strategy_prints_is_no_part_of_the_result(files, command):
    """It goes to standard error."""
    (files / "chatty.py").write_text(
        "print('loaded')" + LAST_FIRST.replace("while", "print('called')\n    while")
    )
    status, out, err = command(*RACE, "--strategies", "chatty.py", "--json")
    assert (status, len(json.loads(out)["strategies"])) == (0, 2)
    assert err.count("loaded\n") == 1
    assert err.count("called\n") == 3


def test_a_set_that_is_named_twice_is_raced_on_once(files, command):
    """It would count twice."""
    assert command("race", "one.csv", "three.csv", *RACE[1:])[1] == command(*RACE)[1]


def test_reading_options_are_for_files(files, command):
    """Embedded sets bring their own labels; without a file the options are wrong usage."""
    (files / "words.csv").write_text("a,label\n1,yes\n2,no\n")
    status, out, _ = command(
        "race", "words.csv", "example:or", "--positive", "yes", "--strategies", "cyclic"
    )
    assert (status, out.count("example:or")) == (0, 1)
    for words in (["--positive", "yes"], ["example:or", "--label", "0", "--positive", "yes"]):
        status, out, err = command("race", *words)
        assert (status, out) == (2, "")
        assert re.fullmatch(
            r"perceptron-ref: error: --(positive|label) goes with a FILE to be read\n", err
        )


@pytest.mark.parametrize(
    ("words", "status", "complaint"),
    [
        (
            ["--strategies", "restart", "example:or"],
            2,
            "found example:or among the strategies; expected FILEs to stand",
        ),
        (
            ["example:xor", "example:or"],
            1,
            "example:xor: found data that no line separates, on which PLA never halts",
        ),
        (["no such.csv"], 1, "no such.csv: cannot be read: No such file or directory"),
        (["--max-updates", "0"], 1, "max_updates: found 0; expected an int of at least 1"),
        (["--max-seconds", "0"], 1, "max_seconds: found 0.0; expected a number above 0"),
        (["example:or", "--max-seconds", "1e-6"], 1, "cyclic took longer than 1e-06 s"),
    ],
)
def test_errors_are_one_line(command, words, status, complaint):
    """Nothing is run, nothing is printed."""
    found, out, err = command("race", *words)
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert complaint in err


@pytest.mark.parametrize(
    "words", [["--updates", "--visits"], ["--seeds", "0"], ["--jobs", "0"], ["--strategies"]]
)
def test_wrong_usage_ends_with_2(words, capsys):
    """One measure, at least one seed, one process, one strategy."""
    with pytest.raises(SystemExit) as caught:
        main(["race", *words])
    assert caught.value.code == 2
    assert capsys.readouterr().err.startswith("usage: ")


class Terminal(io.StringIO):
    """A standard error that says it is a terminal."""

    def isatty(self):
        """Say so."""
        return True


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_at_work_is_shown_on_a_terminal(files, command, monkeypatch, jobs):
    """At once, as it may never come back: in one process the set as well; nothing is left of it at
    the end.
    """
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=Terminal()))
    monkeypatch.setattr(progress, "monotonic", lambda: 0.0)
    command("race", "example:or", "example:and", "--strategies", "last.py", "--jobs", jobs)
    shown = [line.strip() for line in progress.sys.stderr.getvalue().split("\r")]
    sets = ["", " on example:or", " on example:and"] if jobs == 1 else [""]
    assert [line for line in shown if line] == [
        *(f"0 of 2 strategies, in cyclic{name} ..." for name in sets),
        *(f"1 of 2 strategies, in last.py{name} ..." for name in sets),
    ]


def test_ctrl_c_tells_which_strategy_was_at_work(files, command):
    """The strategy, the set, and the line at which it stood; nothing on standard output."""
    (files / "tired.py").write_text("def tired(view):\n    yield 0\n    raise KeyboardInterrupt\n")
    assert command("race", "example:or", "--strategies", "tired.py") == (
        130,
        "",
        "interrupted after 1 of 2 strategies, in tired.py on example:or, in the strategy at tired.py:3\n",
    )


def test_ctrl_c_ends_the_processes_too(files, command, monkeypatch):
    """It tells how many strategies are done, and which one it was waiting for."""
    ended = []

    def answers(work, tasks, jobs, ended_badly):
        try:
            yield work(tasks[0])
            raise KeyboardInterrupt
        finally:
            ended.append(jobs)

    monkeypatch.setattr("perceptron_ref.cli.commands.race.in_processes", answers)
    status, out, err = command("race", "example:or", "--strategies", "last.py", "--jobs", 3)
    assert (status, out, err) == (130, "", "interrupted after 1 of 2 strategies, in last.py\n")
    assert ended == [3]


def test_the_page_about_race_shows_what_it_prints(tmp_path, monkeypatch, command):
    """The files of the page, its command, and its output, word for word."""
    page = (ROOT / "docs" / "race.md").read_text(encoding="utf-8")
    (tmp_path / "class").mkdir()
    sources = re.findall(
        r"^`(class/\w+\.py)`.*?\n\n```python\n(.*?)```", page, re.DOTALL | re.MULTILINE
    )
    for name, source in sources:
        (tmp_path / name).write_text(source)
    monkeypatch.chdir(tmp_path)
    ((words, output),) = re.findall(
        r"```sh\nperceptron-ref (.*?)\n```\n\n```text\n(.*?)```", page, re.DOTALL
    )
    names = [name for name, _ in sources]
    assert len(names) == 4
    assert command(*words.replace("class/*.py", " ".join(names)).split()) == (0, output, "")
