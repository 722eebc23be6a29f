"""Strategies by name: entry points of distributions, bound strategies, options and seeds."""

from __future__ import annotations

import pickle
import re
import sys
from functools import partial

import pytest
from conftest import BUILT_IN

from perceptron_ref import Dataset, StrategyError, __version__, pla, pocket, strategies, strategy
from perceptron_ref.plugins.entries import built_in_entries
from perceptron_ref.plugins.registry import _ENTRY_POINTS_OF_DEFAULTS, find_entry

THIS_PACKAGE = f"perceptron_ref {__version__}"

BACKWARDS = '''
def backwards(view, *, step: int = 1, loud=False):
    """From the last example to the first."""
    while True:
        yield from range(len(view) - 1, -1, -step)
'''


def test_the_built_in_strategies_are_those_of_setup_cfg():
    """Names and entry points are as in setup.cfg. The entry points of the default orders, which the
    registry has, too, are the same.
    """
    assert {name: entry.value for name, entry in built_in_entries().items()} == BUILT_IN
    assert {strategies()[name][0].origin for name in BUILT_IN} == {THIS_PACKAGE}
    assert list(strategies()) == sorted(strategies())
    assert {algorithm.__defaults__[0] for algorithm in (pla, pocket)} == {
        *_ENTRY_POINTS_OF_DEFAULTS
    }
    assert BUILT_IN.items() >= _ENTRY_POINTS_OF_DEFAULTS.items()


def test_an_installed_strategy_is_found_and_runs(distribute):
    """A strategy of another distribution is used by its name, like a built-in one."""
    distribute(
        "extra-orders",
        {"backwards": "extra_orders:backwards"},
        version="2.1",
        extra_orders=BACKWARDS,
    )
    assert strategies()["backwards"][0].origin == "extra-orders 2.1"
    data = Dataset([[1], [2], [3]], [-1, -1, -1])
    assert pla(data, "backwards").n == (2,)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("exits_on_import:backwards", "SystemExit"),
        ("missing_module:backwards", "ModuleNotFoundError"),
        ("odd_orders:missing", "AttributeError"),
        ("odd_orders:number", "expected a function with a yield"),
        (
            "odd_orders",
            "found odd_orders = <module 'odd_orders' .*; expected a function with a yield",
        ),
        ("", "found the entry point ''; expected MODULE:NAME"),
        (
            "odd orders:backwards",
            "found the entry point 'odd orders:backwards'; expected MODULE:NAME",
        ),
        (
            ".odd_orders:backwards",
            "found the entry point '.odd_orders:backwards'; expected MODULE:NAME",
        ),
        (
            "odd_orders.py:backwards",
            "found the entry point 'odd_orders.py:backwards'; expected the name of a module, not "
            "of a file, as in odd_orders:backwards$",
        ),
        ("odd_orders:Box.inner", None),
        ("odd_orders : Box.inner", None),
        ("odd_orders:backwards [fast, exact]", None),
    ],
)
def test_an_entry_point_must_name_a_function(distribute, value, message):
    """The function may be in a class, and the entry point may have spaces or extras, as the
    packaging specification allows. If it names no function, the error names the distribution.
    """
    source = BACKWARDS + "\nnumber = 3\n\nclass Box:\n    inner = staticmethod(backwards)\n"
    distribute(
        "odd-orders", {"odd": value}, odd_orders=source, exits_on_import="raise SystemExit(3)"
    )
    if message is None:
        assert pla(Dataset([[1], [2]], [-1, -1]), "odd").n == (1,)
    else:
        with pytest.raises(
            StrategyError, match=f"odd of odd-orders 1.0 cannot be loaded.*{message}"
        ) as caught:
            strategy("odd")
        assert caught.value.__cause__ is not None


def test_a_wrong_entry_point_hides_no_other(distribute):
    """Other entry points of the same distribution still work, although importlib.metadata refuses
    them from Python 3.15 on.
    """
    points = {"odd": "odd orders:backwards", "Even": "odd_orders:backwards"}
    distribute("odd-orders", points, odd_orders=BACKWARDS)
    assert strategy("Even").origin == "odd-orders 1.0"
    assert strategies()["odd"][0].value == "odd orders:backwards"


def test_one_distribution_may_spell_a_name_in_two_ways(distribute):
    """`_` and `-` are the same in a name. Nothing can be uninstalled, so the error says so."""
    distribute("odd-orders", {"a_b": "odd:a", "a-b": "odd:b"}, odd=BACKWARDS)
    message = (
        "found strategy a-b in several entry points of odd-orders 1.0; expected only one of them. "
        "Rename the others there, where `_` and `-` are the same, or name a strategy by its file: "
    )
    with pytest.raises(StrategyError, match=re.escape(message)):
        strategy("a-b")


def test_two_distributions_that_claim_one_name_are_both_listed(distribute, tmp_path):
    """To use the name is an error, which suggests the files of both. Other names still work."""
    points = {"backwards": "orders_two:backwards"}
    distribute("orders-two", points, version="3.0", folder="late", orders_two=BACKWARDS)
    points = {"backwards": "orders_one:backwards"}
    distribute("orders-one", points, folder="early", orders_one=BACKWARDS)
    origins = [entry.origin for entry in strategies()["backwards"]]
    assert origins == ["orders-one 1.0", "orders-two 3.0"]
    files = tmp_path / "early" / "orders_one.py", tmp_path / "late" / "orders_two.py"
    suggestions = " or ".join(f"{file}:backwards" for file in files)
    message = (
        "found strategy backwards in orders-one 1.0 and orders-two 3.0; expected only one of them. "
        "Uninstall the others, or name a strategy by its file"
    )
    with pytest.raises(StrategyError, match=re.escape(f"{message}: {suggestions}")):
        strategy("backwards")
    assert strategy("cyclic") is not None


def test_a_built_in_strategy_wins_over_a_claim_to_its_name(distribute):
    """The other strategy is listed, but the name still means the built-in one."""
    distribute("name-taker", {"cyclic": "name_taker:backwards"}, name_taker=BACKWARDS)
    origins = [entry.origin for entry in strategies()["cyclic"]]
    assert origins == [THIS_PACKAGE, "name-taker 1.0"]
    assert strategy("cyclic").origin == THIS_PACKAGE


def test_of_two_copies_of_a_distribution_the_first_on_the_path_counts(distribute):
    """Only the version of the first copy is listed, because the second can never be imported."""
    for name, version, folder in (
        ("extra-orders", "1.0", "late"),
        ("Extra_Orders", "2.0", "early"),
    ):
        points = {"backwards": "extra_orders:backwards"}
        distribute(name, points, version=version, folder=folder, extra_orders=BACKWARDS)
    assert [entry.version for entry in strategies()["backwards"]] == ["2.0"]


def test_stale_metadata_of_this_package_are_ignored(distribute):
    """An older installed copy of this package adds no strategy and causes no conflict."""
    distribute(
        "perceptron_ref", {"cyclic": "gone:cyclic", "removed": "gone:removed"}, version="0.0.1"
    )
    assert "removed" not in strategies()
    assert strategies()["cyclic"][0].origin == THIS_PACKAGE


def test_strategies_of_a_checkout_are_importable_before_one_is_loaded(monkeypatch):
    """In a checkout the package of the strategies is not on the import path, so perceptron_ref
    makes it importable.
    """
    for name in [name for name in sys.modules if name.startswith("perceptron_ref_strategies")]:
        monkeypatch.delitem(sys.modules, name)
    assert strategies()["cyclic"][0].load().__name__ == "cyclic"
    assert sys.modules["perceptron_ref_strategies"].__name__ == "perceptron_ref_strategies"


@pytest.mark.ci
@pytest.mark.parametrize(
    ("name", "nearest"),
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
def test_an_unknown_name_lists_the_known_ones_and_the_nearest(name, nearest):
    """The error is a LookupError that lists the known names and suggests the nearest."""
    with pytest.raises(LookupError) as caught:
        strategy(name)
    assert str(caught.value) == (
        f"found '{name}'; expected one of the strategies {', '.join(strategies())}, "
        f"or a path such as mine.py{f'; did you mean {nearest}?' if nearest else '.'} "
        "Options follow a colon, as in random:seed=3"
    )


def test_options_may_be_given_in_the_text_and_as_keywords():
    """If both give an option, the keyword wins."""
    bound = strategy("random-permutation:seed=3", fresh=False)
    assert (bound.name, bound.keywords) == ("random-permutation", {"seed": 3, "fresh": False})
    assert strategy("random:seed=3", seed=4).keywords == {"seed": 4}
    with pytest.raises(StrategyError, match="^strategy restart: found the unknown option 'seed'; "):
        strategy("restart", seed=1)


def test_underscores_and_hyphens_are_equivalent_in_a_name(distribute):
    """The user and the author of a strategy may write either of them."""
    names = {"back_wards": "extra_orders:backwards", "Zurück": "extra_orders:backwards"}
    distribute("extra-orders", names, extra_orders=BACKWARDS)
    assert strategy("back-wards").name == strategy("back_wards").name == "back-wards"
    assert strategy("Zurück").name == "Zurück"
    assert "zurück" not in strategies()
    assert strategy("random_permutation", seed=1).name == "random-permutation"


@pytest.mark.parametrize("value", [None, 5, iter([])])
def test_a_value_that_is_neither_a_name_nor_a_callable_is_refused(value):
    """None, a number and an iterator of visits are refused. The error says to pass the function
    itself.
    """
    with pytest.raises(StrategyError, match=r"\. Pass the function itself, without parentheses$"):
        strategy(value)


class OrderClass:
    """A class whose instances are strategies."""

    def __call__(self, view):
        yield 0


class Inherited(OrderClass):
    """A class that inherits its `__call__`."""


@pytest.mark.parametrize("value", [OrderClass, Inherited])
def test_a_class_instead_of_its_instance_is_refused(value):
    """The error says to pass an object of the class, which is accepted."""
    name = value.__name__
    message = rf"^found the class {name}; expected an object\. Pass `{name}\(\)`$"
    with pytest.raises(StrategyError, match=message):
        pla(Dataset([[1]], [1]), value)
    assert pla(Dataset([[1]], [1]), value()).updates == 1


def test_strategy_returns_a_partial_with_name_and_options():
    """A bound strategy is a partial with a name and options, and may be bound again. Functions
    without options have none.
    """
    bound = strategy("random-permutation", seed=7)
    assert isinstance(bound, partial)
    assert bound.name == "random-permutation"
    assert strategy(bound).options == {"seed": 7, "fresh": True}
    assert strategy(partial(bound, seed=8)).options == {"seed": 8, "fresh": True}
    assert strategy(strategy("restart")).options == {}
    assert strategy(len).options == {}


def test_a_strategy_in_a_class_is_called_without_the_instance():
    """From Python 3.14 on, another partial in a class would be called as a method."""

    class Exercise:
        order = strategy("cyclic")

    assert Exercise().order is Exercise.order
    assert pla(Dataset([[1], [2]], [1, 1]), Exercise().order).status == "converged"


def test_is_built_in_depends_on_the_name_alone(distribute, tmp_path):
    """Options and seeds make no difference. A strategy keeps its origin and its name when it is
    pickled.
    """
    distribute("extra-orders", {"backwards": "extra_orders:backwards"}, extra_orders=BACKWARDS)
    (tmp_path / "mine.py").write_text(BACKWARDS)
    for text, expected in [
        ("random:seed=7", True),
        ("backwards", False),
        (f"{tmp_path / 'mine.py'}", False),
    ]:
        assert find_entry(text).is_built_in is expected
        bound = strategy(text.partition(":seed")[0])
        unpickled = pickle.loads(pickle.dumps(bound))
        assert (unpickled.origin, unpickled.name, unpickled.keywords) == (
            bound.origin,
            bound.name,
            {},
        )


def yields_minus_one(view, *, seed="heads"):
    """Visit an example that does not exist."""
    yield -1


@pytest.mark.parametrize(
    ("order", "first"),
    [
        (strategy("random-permutation", seed=7), 7),
        ("random-permutation", 0),
        (yields_minus_one, 0),  # a seed that is not an int counts as 0
        ("cyclic", None),  # it takes no seed
    ],
)
def test_first_seed_is_the_seed_of_the_strategy(order, first):
    """The first seed is 0 if the seed is not an int, and None if the strategy takes no seed."""
    assert strategy(order).first_seed == first


def test_errors_name_the_seed_that_was_set():
    """With the seed the author can repeat the run. A default seed is not named."""
    bound = strategy(strategy("random-permutation", fresh=False), seed=3)
    assert (bound.display_name, bound.options) == (
        f"random-permutation ({THIS_PACKAGE}), seed 3",
        {"seed": 3, "fresh": False},
    )
    for order, name_and_seed in (
        (yields_minus_one, "yields_minus_one"),
        (strategy(yields_minus_one, seed=3), "yields_minus_one, seed 3"),
    ):
        with pytest.raises(
            StrategyError, match=f"^strategy {name_and_seed}, asked for visit 1, at "
        ):
            pla(Dataset([[1]], [1]), order)
