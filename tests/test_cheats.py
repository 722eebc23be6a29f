"""Strategies that rewrite the run they are in, its data or the package: none ends it falsely."""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction

import oracle
import pytest
from conftest import ROOT

from perceptron_ref import Dataset, StrategyError, example, pla, pocket, strategy
from perceptron_ref.exact.sparse import SparseVector
from perceptron_ref.plugins.from_file import module_of
from perceptron_ref.testing.race import race
from perceptron_ref.theory.bias import pla_with_bias

CHEATS = ROOT / "tests" / "gallery" / "cheats"
RUNS = {"pla": pla, "pocket": pocket, "pla_with_bias": pla_with_bias}
# Those that change nothing which counts: their runs go on, and end as they should.
HARMLESS = {
    "pla": {
        "state.py:sign_of_zero",
        "frames.py:written_through",
        "functions.py:seen_right",
        "data.py:nonzeros",
    },
    "pocket": {
        "data.py:nonzeros",
        "state.py:sign_of_zero",
        "state.py:last_words",
        "frames.py:written_through",
        "functions.py:seen_right",
        "functions.py:sumprod",
    },
}
HARMLESS["pla_with_bias"] = HARMLESS["pla"]
# Their updates were no mistakes of the weights at that time, which a replay shows.
REPLAYED = {"costs.py:short_cut", "costs.py:hindsight"}


def cheats():
    """Return the names of all cheats, as `strategy` takes them from their folder."""
    return [
        f"{path.name}:{name}"
        for path in sorted(CHEATS.glob("*.py"))
        for name, value in vars(module_of(str(path))).items()
        if getattr(value, "__code__", None) is not None
        and value.__code__.co_varnames[:1] == ("view",)
    ]


NAMES = cheats()


@pytest.fixture(autouse=True)
def package():
    """Undo what a cheat does to the package."""
    modules = [
        module
        for name, module in sys.modules.items()
        if name.partition(".")[0] in ("perceptron_ref", "perceptron_ref_strategies")
    ]
    before = [(module, dict(vars(module))) for module in modules]
    classes = {value for _, names in before for value in names.values() if isinstance(value, type)}
    members = [(each, dict(vars(each))) for each in classes if each.__module__ != "builtins"]
    yield
    for module, names in before:
        vars(module).update(names)
    for each, names in members:
        for name in set(vars(each)) - set(names):
            delattr(each, name)
        for name, value in names.items():
            if vars(each).get(name) is not value:
                setattr(each, name, value)


def test_every_file_of_cheats_has_one():
    """None is passed over when they are looked for, nor does one that is told apart go by a name
    of before.
    """
    assert {name.partition(":")[0] for name in NAMES} == {path.name for path in CHEATS.glob("*.py")}
    assert REPLAYED.union(*HARMLESS.values()) <= set(NAMES)


@pytest.mark.parametrize("algorithm", RUNS)
@pytest.mark.parametrize("name", NAMES)
def test_no_run_converges_falsely(algorithm, name):
    """A cheat is refused by name, or its run has converged for whoever counts by himself; the data
    are what they were.
    """
    data = example("credit-2d")
    xs, ys = data.xs, data.ys
    try:
        run = RUNS[algorithm](data, strategy(f"{CHEATS}/{name}"), max_updates=200)
    except StrategyError as refused:
        assert str(refused).startswith(f"strategy {CHEATS}/{name}")
        assert "\n" not in str(refused)
        assert name not in HARMLESS[algorithm]
    else:
        converged = run.status == "converged"
        wrong = oracle.mistakes(list(zip(xs, ys)), run.w, 0)
        assert converged is (wrong == [])
        assert name in {*HARMLESS[algorithm], *REPLAYED}
    assert (data.xs, data.ys) == (xs, ys)


@pytest.mark.ci
@pytest.mark.parametrize("w0", [None, ["1/2", 0, 0]])
@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("data.py")])
def test_the_numbers_of_a_sparse_set_are_safe_too(name, w0):
    """They are held in vectors that can be changed, and so are what an update adds, from a start
    between the multiples of eta.
    """
    dense = example("credit-2d")
    exact, scaled, ys = dense.xs, dense.scaled_xs, dense.ys
    xs = [SparseVector.of(x) for x in dense.scaled_xs]
    data = Dataset._from_scaled(tuple(xs), dense.ys, dense.scale, None, dense.labels, dense.d)
    try:
        run = pla(data, strategy(f"{CHEATS}/{name}"), w0=w0, max_updates=200)
    except StrategyError as refused:
        assert str(refused).startswith(f"strategy {CHEATS}/{name}")
    else:
        pytest.fail(f"{run}")
    assert (data.xs, data.scaled_xs, data.ys) == (exact, scaled, ys)


@pytest.mark.parametrize("asked_before", [False, True])
@pytest.mark.parametrize("algorithm", [pla, pocket, pla_with_bias])
@pytest.mark.parametrize("sparse", [False, True])
def test_what_is_computed_from_the_data_is_safe_too(asked_before, algorithm, sparse):
    """A strategy that finds the set of its caller may exchange what others would find there."""
    data = example("and")
    if sparse:
        xs = tuple([SparseVector.of(x) for x in data.scaled_xs])
        data = Dataset._from_scaled(xs, data.ys, data.scale, None, data.labels, data.d)
    if asked_before:
        assert data.xs and data.packed

    def exchanges(view):
        frame = sys._getframe(1)
        while frame is not None:
            for found in frame.f_locals.values():
                if type(found) is Dataset:
                    found._xs = found._packed = ()
                    found._scaled_xs = () if sparse else found._scaled_xs
            frame = frame.f_back
        yield from range(len(view))

    algorithm(data, exchanges, max_updates=30)
    assert (data.xs, data.scaled_xs) == (example("and").xs, example("and").scaled_xs)
    assert repr(algorithm(data, "cyclic")) == repr(algorithm(example("and"), "cyclic"))


@pytest.mark.parametrize("w0", [None, ["1/2", 0, 0]])
def test_the_weights_of_a_run_are_those_of_its_updates(w0):
    """Not what a strategy makes of the vectors that its own run adds."""

    def doubles(view):
        for x in {*view._state.xs, *view._state.weights.moves}:
            x.values = tuple([2 * value for value in x.values])
        while True:
            yield range(len(view))

    xs = [SparseVector.of((2, x_1, x_2)) for x_1 in (0, 2) for x_2 in (0, 2)]
    data = Dataset._from_scaled(tuple(xs), (-1, -1, -1, +1), 2, None, ("-1", "+1"), 2)
    run = pla(data, doubles, w0=w0)
    w = [Fraction(w_i) for w_i in w0 or (0, 0, 0)]
    for n in run.n:
        w = [w_i + data.ys[n] * x_i for w_i, x_i in zip(w, data.xs[n])]
    assert list(run.w) == w


def test_a_status_is_one_of_those_that_there_are():
    """Another word would be shown as it is."""

    def perfect(view):
        state = view._state
        state.__class__ = type("Perfect", (type(state),), {"status": "perfect"})
        del vars(state)["status"]
        state.max_updates = 1
        state.__class__.__setattr__ = lambda self, name, value: (
            name == "status" or object.__setattr__(self, name, value)
        )
        yield range(len(view))

    with pytest.raises(StrategyError, match="what its run left cannot be that of any run"):
        pla(example("credit-2d"), perfect)


def test_a_target_is_counted_too():
    """A run of Pocket that says it has reached its target is held against the target."""

    def one_left(view):
        def one(self):
            self.counted += len(view)
            return 1

        margins = view._state.margins
        yield 0
        margins.__class__ = type("One", (type(margins),), {"count_mistakes": one})
        while True:
            yield range(len(view))

    with pytest.raises(StrategyError, match='says "target_mistakes" after 2 updates, but'):
        pocket(example("credit-2d"), one_left, target_mistakes=1)
    assert pocket(example("credit-2d"), one_left, target_mistakes=7).mistakes == 7


@pytest.mark.ci
@pytest.mark.parametrize("name", NAMES)
def test_a_race_replays_before_it_believes(name):
    """In the same process: a cheat fails by name, or costs what an honest run may cost; whoever is
    raced beside it costs what it does alone.
    """
    sets = {"credit": example("credit-2d"), "or": example("or")}
    alone = race(["worst-margin"], sets).entrants["worst-margin"]
    cheat = f"{CHEATS}/{name}"
    beside = race([cheat, "worst-margin"], sets) if not patches(name) else race([cheat], sets)
    found = beside.entrants[cheat]
    if found.error:
        assert re.match(f"on (credit|or): strategy {re.escape(cheat)}", found.error)
    else:
        assert name in HARMLESS["pla"]
    if not patches(name):
        with_it = beside.entrants["worst-margin"]
        assert with_it.outcomes["credit"].means == alone.outcomes["credit"].means


def patches(name):
    """Tell whether a cheat changes the package, which others in its process are then run by."""
    return name.startswith("functions.py")


@pytest.mark.ci
@pytest.mark.parametrize("jobs", [(), ("--jobs", 2)], ids=["alone", "jobs"])
def test_the_command_race_ranks_no_cheat(jobs, command):
    """Neither in its own process nor in others."""
    chosen = [name for name in NAMES if jobs or not patches(name)]
    out = command(
        "race",
        "example:credit-2d",
        "--strategies",
        *[f"{CHEATS}/{name}" for name in chosen],
        "--max-updates",
        200,
        *jobs,
        "--json",
    )[1]
    ranked = {
        entrant["strategy"] for entrant in json.loads(out)["strategies"] if not entrant["error"]
    }
    assert ranked <= {"cyclic", *[f"{CHEATS}/{name}" for name in HARMLESS["pla"]]}


@pytest.mark.ci
@pytest.mark.parametrize("name", NAMES)
def test_the_commands_fit_and_compare_believe_no_cheat(name, command):
    """`fit` ends with one line on stderr and status 1; `compare` has it in the place of the run."""
    status, out, err = command("fit", "example:credit-2d", "--strategy", f"{CHEATS}/{name}")
    if name in HARMLESS["pla"]:
        assert (status, err) == (0, "") and "Converged" in out
    else:
        assert (status, out, err.count("\n")) == (1, "", 1)
    (record,) = json.loads(
        command("compare", "example:credit-2d", "--strategies", f"{CHEATS}/{name}", "--json")[1]
    )["runs"]
    assert ("error" in record) is (name not in HARMLESS["pla"])
