"""Strategies by name: every clause of the policy of entry points, with distributions made for the
purpose.
"""

from __future__ import annotations

import pickle
import re
import sys
from functools import partial

import pytest
from conftest import BUILT_IN

from perceptron_ref import Dataset, StrategyError, __version__, pla, pocket, strategies, strategy
from perceptron_ref.plugins.entries import built_in_strategies
from perceptron_ref.plugins.registry import _DEFAULT_STRATEGIES, find_entry

OWN = f"perceptron_ref {__version__}"

BACKWARDS = '''
def backwards(view, *, step: int = 1, loud=False):
    """From the last example to the first."""
    while True:
        yield from range(len(view) - 1, -1, -step)
'''


def test_the_strategies_are_those_of_setup_cfg():
    """Nothing else lists them; `pla` and `pocket` find the one they follow by default at once."""
    assert {name: entry.value for name, entry in built_in_strategies().items()} == BUILT_IN
    assert {strategies()[name][0].origin for name in BUILT_IN} == {OWN}
    assert list(strategies()) == sorted(strategies())
    assert {run.__defaults__[0] for run in (pla, pocket)} == {*_DEFAULT_STRATEGIES}
    assert BUILT_IN.items() >= _DEFAULT_STRATEGIES.items()


def test_an_installed_strategy_is_found_and_runs(distribute):
    """A strategy of another distribution is used by its name, as a built-in is."""
    distribute("per-more", {"backwards": "per_more:backwards"}, version="2.1", per_more=BACKWARDS)
    assert strategies()["backwards"][0].origin == "per-more 2.1"
    data = Dataset([[1], [2], [3]], [-1, -1, -1])
    assert pla(data, "backwards").n == (2,)


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("per_leaves:backwards", "SystemExit"),
        ("per_nowhere:backwards", "ModuleNotFoundError"),
        ("per_odd:missing", "AttributeError"),
        ("per_odd:number", "expected a function that takes a view"),
        ("per_odd", "found per_odd = <module 'per_odd' .*; expected a function that takes a view"),
        ("", "found the entry point ''; expected MODULE:NAME"),
        ("per odd:backwards", "found the entry point 'per odd:backwards'; expected MODULE:NAME"),
        ("per_odd:Box.inner", None),
        ("per_odd : Box.inner", None),
        ("per_odd:backwards [fast, exact]", None),
    ],
)
def test_what_an_entry_point_may_name(distribute, value, complaint):
    """A function in a module, also inside a class, maybe with blanks or extras, as the packaging
    specification has it; for anything else the error names its distribution.
    """
    source = BACKWARDS + "\nnumber = 3\n\nclass Box:\n    inner = staticmethod(backwards)\n"
    distribute("per-odd", {"odd": value}, per_odd=source, per_leaves="raise SystemExit(3)")
    if complaint is None:
        assert pla(Dataset([[1], [2]], [-1, -1]), "odd").n == (1,)
    else:
        with pytest.raises(
            StrategyError, match=f"odd of per-odd 1.0 cannot be loaded.*{complaint}"
        ) as caught:
            strategy("odd")
        assert caught.value.__cause__ is not None


def test_an_entry_point_that_is_wrong_hides_no_other(distribute):
    """Not even one of its own distribution, which importlib.metadata refuses from 3.15 on."""
    points = {"odd": "per odd:backwards", "Even": "per_odd:backwards"}
    distribute("per-odd", points, per_odd=BACKWARDS)
    assert strategy("Even").origin == "per-odd 1.0"
    assert strategies()["odd"][0].value == "per odd:backwards"


def test_two_distributions_that_claim_one_name_are_both_listed(distribute, tmp_path):
    """Asking for the name is an error; other names can be asked for."""
    distribute("per-one", {"backwards": "per_one:backwards"}, per_one=BACKWARDS)
    distribute("per-two", {"backwards": "per_two:backwards"}, version="3.0", per_two=BACKWARDS)
    assert [entry.origin for entry in strategies()["backwards"]] == ["per-one 1.0", "per-two 3.0"]
    two = " or ".join(f"{tmp_path / 'site' / name}.py:backwards" for name in ("per_one", "per_two"))
    told = (
        "claimed by per-one 1.0 and per-two 3.0; uninstall all but one of them, or name the file "
    )
    with pytest.raises(StrategyError, match=re.escape(f"{told}of one: {two}")):
        strategy("backwards")
    assert strategy("cyclic") is not None


def test_claiming_the_name_of_a_built_in_hurts_nobody(distribute):
    """It is listed, and the built-in strategy is what the name goes on to mean."""
    distribute("per-taker", {"cyclic": "per_taker:backwards"}, per_taker=BACKWARDS)
    origins = [entry.origin for entry in strategies()["cyclic"]]
    assert origins == [OWN, "per-taker 1.0"]
    assert strategy("cyclic").origin == OWN


def test_of_two_copies_of_a_distribution_the_first_on_the_path_counts(distribute):
    """A second copy of the same distribution, which no import would reach, makes no clash."""
    for name, version, folder in (("per-more", "1.0", "late"), ("Per_More", "2.0", "early")):
        points = {"backwards": "per_more:backwards"}
        distribute(name, points, version=version, folder=folder, per_more=BACKWARDS)
    assert [entry.version for entry in strategies()["backwards"]] == ["2.0"]


def test_stale_metadata_of_this_package_are_not_looked_at(distribute):
    """An installed older copy of this package adds no strategy and makes no clash."""
    distribute(
        "perceptron_ref", {"cyclic": "gone:cyclic", "removed": "gone:removed"}, version="0.0.1"
    )
    assert "removed" not in strategies()
    assert strategies()["cyclic"][0].origin == OWN


def test_the_strategies_of_a_checkout_are_bound_before_one_is_loaded(monkeypatch):
    """Nothing else makes them importable."""
    for name in [name for name in sys.modules if name.startswith("perceptron_ref_strategies")]:
        monkeypatch.delitem(sys.modules, name)
    assert strategies()["cyclic"][0].load().__name__ == "cyclic"
    assert sys.modules["perceptron_ref_strategies"].__name__ == "perceptron_ref_strategies"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("cylcic", "cyclic"),
        ("Worst-Margin", "worst-margin"),
        ("random-perm", "random-permutation"),
        ("naive-cycle", "cyclic"),
        ("random-cycle", "random-permutation:fresh=false"),
        ("fixed-permutation", "random-permutation:fresh=false"),
        ("precomputed", "random-permutation:fresh=false"),
        ("zzz", None),
        ("random,seed=3", "random"),  # an option without its colon
        ("random(seed=3)", "random"),
    ],
)
def test_an_unknown_name_lists_the_known_ones_and_the_nearest(name, meant):
    """The error is a LookupError that says what there is and what may have been meant."""
    with pytest.raises(LookupError) as caught:
        strategy(name)
    assert str(caught.value) == (
        f"found '{name}'; expected one of the strategies {', '.join(strategies())}, "
        "or a path as mine.py; options follow a colon, as in random:seed=3"
        + (f"; did you mean {meant}?" if meant else "")
    )


def test_options_may_stand_in_the_text_and_beside_it():
    """As on the command line and as Python writes it, where it counts more."""
    found = strategy("random-permutation:seed=3", fresh=False)
    assert (found.name, found.keywords) == ("random-permutation", {"seed": 3, "fresh": False})
    assert strategy("random:seed=3", seed=4).keywords == {"seed": 4}
    with pytest.raises(StrategyError, match="^strategy restart: found the option 'seed'; expected"):
        strategy("restart", seed=1)


def test_underscores_and_hyphens_are_the_same_in_a_name(distribute):
    """Whoever asks and whoever registers may write either."""
    names = {"back_wards": "per_more:backwards", "Zurück": "per_more:backwards"}
    distribute("per-more", names, per_more=BACKWARDS)
    assert strategy("back-wards").name == strategy("back_wards").name == "back-wards"
    assert strategy("Zurück").name == "Zurück"
    assert "zurück" not in strategies()
    assert strategy("random_permutation", seed=1).name == "random-permutation"


@pytest.mark.parametrize("given", [None, 5, iter([])])
def test_what_is_no_strategy_is_refused(given):
    """Neither a name nor a callable, such as a generator that was called already."""
    with pytest.raises(StrategyError, match=": the function itself, without a call$"):
        strategy(given)


class Order:
    """A class whose objects are strategies."""

    def __call__(self, view):
        yield 0


class Inherited(Order):
    """The same, with its `__call__` from another class."""


@pytest.mark.parametrize("given", [Order, Inherited])
def test_a_class_in_the_place_of_its_object_is_refused(given):
    """With what to pass."""
    name = given.__name__
    message = rf"^found the class {name}; expected an object: pass {name}\(\)$"
    with pytest.raises(StrategyError, match=message):
        pla(Dataset([[1]], [1]), given)
    assert pla(Dataset([[1]], [1]), given()).updates == 1


def test_options_are_bound_and_known_by_name():
    """`strategy` returns a functools.partial that knows its name and its options."""
    bound = strategy("random-permutation", seed=7)
    assert isinstance(bound, partial)
    assert bound.name == "random-permutation"
    assert strategy(bound).options == {"seed": 7, "fresh": True}
    assert strategy(partial(bound, seed=8)).options == {"seed": 8, "fresh": True}
    assert strategy(strategy("restart")).options == {}
    assert strategy(len).options == {}


def test_what_is_built_in_is_told_of_names(distribute, tmp_path):
    """Options and seeds change nothing about it; a strategy remembers where it comes from."""
    distribute("per-more", {"backwards": "per_more:backwards"}, per_more=BACKWARDS)
    (tmp_path / "mine.py").write_text(BACKWARDS)
    for text, expected in [
        ("random:seed=7", True),
        ("backwards", False),
        (f"{tmp_path / 'mine.py'}", False),
    ]:
        assert find_entry(text).is_built_in is expected
        found = strategy(text.partition(":seed")[0])
        again = pickle.loads(pickle.dumps(found))
        assert (again.origin, again.name, again.keywords) == (found.origin, found.name, {})


def tosses(view, *, seed="heads"):
    """Visit what is not there."""
    yield -1


@pytest.mark.parametrize(
    ("order", "first"),
    [
        (strategy("random-permutation", seed=7), 7),
        ("random-permutation", 0),
        (tosses, 0),  # what is no int, None as well, is counted on from as 0
        ("cyclic", None),  # its runs are all the same
    ],
)
def test_seeds_count_on_from_the_strategys_own(order, first):
    """None for a strategy that takes none."""
    assert strategy(order).first_seed == first


def test_a_seed_that_is_given_is_told():
    """So that its author can see the run again; it comes from where it came from."""
    bound = strategy(strategy("random-permutation", fresh=False), seed=3)
    assert (bound.display_name, bound.options) == (
        f"random-permutation ({OWN}), seed 3",
        {"seed": 3, "fresh": False},
    )
    for order, who in ((tosses, "tosses"), (strategy(tosses, seed=3), "tosses, seed 3")):
        with pytest.raises(StrategyError, match=f"^strategy {who}, asked for visit 1, at "):
            pla(Dataset([[1]], [1]), order)
