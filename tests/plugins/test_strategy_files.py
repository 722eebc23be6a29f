"""Strategies in files: which function is the strategy, when a file runs, and errors."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import pytest
from conftest import ROOT

from perceptron_ref import Dataset, StrategyError, pla, strategy

TWO = Dataset([[1], [2]], [-1, -1])

BACKWARDS_SOURCE = '''
def backwards(view, *, step: int = 1):
    """From the last example to the first."""
    while True:
        yield from range(len(view) - 1, -1, -step)
'''
TWO_STRATEGIES_SOURCE = (
    BACKWARDS_SOURCE
    + "\ndef forwards(view):\n    while True:\n        yield from range(len(view))\n"
)


NOT_STRATEGIES_SOURCE = (
    "from heapq import merge\ndef helper(): return 1\nclass Box: pass\ndef _own(view): yield 0\n"
)
CALLABLES_SOURCE = (
    "from functools import partial\n"
    "class Visits:\n    def __init__(self, view, *, at: int = 0): self.at = at\n"
    "    def __iter__(self): return self\n    def __next__(self): return self.at\n"
    "def _two(view, n): yield n\none = partial(partial(_two, n=0), n=1)\n"
)
OBJECT_SOURCE = (
    "class _Order:\n    def __call__(self, view, *, at: int = 1):\n        yield at\n"
    "order = _Order()\n"
)
WRAPPED_SOURCE = (
    "from functools import wraps\ndef _shout(function):\n    @wraps(function)\n"
    "    def shout(*view, **options):\n        yield from function(*view, **options)\n"
    "    return shout\n@_shout\ndef order(view, *, at: int = 1):\n    yield at\n"
)


CLASSES_SOURCE = """
class Plain: pass
class Class:
    def __init__(self, answer=None): self.answer = answer
    def __call__(self, view, *, at=Plain()): return self if self.answer is None else self.visits()
    def visits(self): yield self.answer
plain, returns, yields = Plain(), Class(), Class(Plain())
"""


@pytest.mark.parametrize(
    ("source", "strategy_text", "options", "n"),
    [
        (BACKWARDS_SOURCE, "", {"step": 1}, 1),
        # the other objects have names with _, are imported, or yield nothing
        (NOT_STRATEGIES_SOURCE + BACKWARDS_SOURCE, "", {"step": 1}, 1),
        (TWO_STRATEGIES_SOURCE, ":forwards", {}, 0),
        (TWO_STRATEGIES_SOURCE, ":backwards", {"step": 1}, 1),
        (BACKWARDS_SOURCE, ":backwards:step=2", {"step": 2}, 1),
        (BACKWARDS_SOURCE, "::step=2", {"step": 2}, 1),
        # neither the name of the function nor its colon
        (BACKWARDS_SOURCE, ":step=2", {"step": 2}, 1),
        (CALLABLES_SOURCE, ":one", {"n": 1}, 1),  # a named object may also be a partial
        (CALLABLES_SOURCE, ":Visits", {"at": 0}, 0),
        (CALLABLES_SOURCE, ":Visits:at=1", {"at": 1}, 1),
        (OBJECT_SOURCE, "", {"at": 1}, 1),  # an object of a class in the file; no function yields
        (OBJECT_SOURCE, ":at=0", {"at": 0}, 0),
        (OBJECT_SOURCE + BACKWARDS_SOURCE, "", {"step": 1}, 1),
        (WRAPPED_SOURCE, "", {"at": 1}, 1),
    ],
)
def test_the_function_of_a_file_is_the_only_one_or_the_named_one(
    file, source, strategy_text, options, n
):
    """The name after the colon chooses the strategy. Without a name it is the only function that
    yields, or else the only other callable. `pla` and `strategy` choose the same one.
    """
    path = file(source, "my-order.py")
    assert pla(TWO, path + strategy_text).n == pla(TWO, strategy(path + strategy_text)).n == (n,)
    assert strategy(path + strategy_text).options == options


def test_the_name_of_a_strategy_in_a_file_is_its_path(file):
    """The name has the function, but not the options, which may also be given in Python."""
    path = file(TWO_STRATEGIES_SOURCE)
    bound = strategy(f"{path}:backwards", step=2)
    assert (bound.name, bound.origin, bound.options) == (f"{path}:backwards", "", {"step": 2})
    assert pla(TWO, bound).strategy == strategy(f"{path}:backwards:step=1").name == bound.name


NO_FUNCTION_ERROR = "mine.py cannot be loaded: found no function with a yield; expected `def NAME"
RETURN_LISTS_SOURCE = "def f(view): return [0]\ndef g(view): return [1]\n"


@pytest.mark.parametrize(
    ("source", "strategy_text", "message"),
    [
        ("", "", rf"{NO_FUNCTION_ERROR}\(view\)` with a yield in it$"),
        ("", ":order", r"mine.py:order cannot be loaded: found no .* with a yield in it$"),
        (
            "SEED = 3\ndef _f(view): yield 0",
            "",
            "found no strategy, because the name of each function with a yield begins with _: _f; "
            "expected another name for one of them, or its name after the file, .*mine.py:_f$",
        ),
        ("from heapq import merge", "", rf"{NO_FUNCTION_ERROR}\(view\)` with a yield in it$"),
        (RETURN_LISTS_SOURCE, "", "found f, g, without a yield; .* as in .*mine.py:f$"),
        ("class Box: pass", "", rf"{NO_FUNCTION_ERROR}\(view\)` with a yield in it$"),
        (
            "class Visits:\n    def __next__(self): return 0",
            "",
            r"found the class Visits; expected its name after the file, as in .*mine\.py:Visits$",
        ),
        (
            "class Box:\n    def __call__(self, view): yield 0\nbox = Box()",
            ":box:at=1",
            r"found the unknown option 'at'; .* because `__call__` has no parameter after a \*$",
        ),
        (
            TWO_STRATEGIES_SOURCE,
            "",
            "found the strategies backwards, forwards; .* as in .*mine.py:backwards$",
        ),
        (
            TWO_STRATEGIES_SOURCE,
            ":sideways",
            "found no 'sideways' in the file; expected one of backwards, forwards",
        ),
        (
            BACKWARDS_SOURCE,
            ":step",
            r"found the option step without a value; .* as in .*mine\.py:step=VALUE$",
        ),
        (BACKWARDS_SOURCE, ":step:7", r"found 'step:7'; .* as in .*mine\.py:step=7$"),
        (BACKWARDS_SOURCE, ":backwards:step:7", r"found 'step:7'; .* as in .*mine\.py:step=7$"),
        (TWO_STRATEGIES_SOURCE, ":backwards:step:7", r"in .*mine\.py:backwards:step=7$"),
        (TWO_STRATEGIES_SOURCE, ":step", r"option step without .*mine\.py:backwards:step=VALUE$"),
        (TWO_STRATEGIES_SOURCE, ":forward", "; did you mean forwards\\?$"),
        ("number = 3", ":number", "mine.py:number cannot be loaded: found number = 3; expe"),
        (
            CLASSES_SOURCE,
            ":Class",
            "mine.py:Class cannot be loaded: found the class Class; expected an",
        ),
        (
            CLASSES_SOURCE,
            ":plain",
            "mine.py:plain cannot be .*: found plain = <Plain object>; expected a f",
        ),
    ],
)
def test_a_file_without_a_usable_strategy_is_an_error(file, source, strategy_text, message):
    """The error says what was found and what was expected."""
    with pytest.raises(StrategyError, match=message) as refused:
        strategy(file(source) + strategy_text)
    assert "\n" not in str(refused.value)


def test_the_advice_on_a_colon_before_a_value_works(file):
    """The name with = in place of the colon gives the option its value."""
    path = file(BACKWARDS_SOURCE)
    with pytest.raises(StrategyError) as refused:
        strategy(f"{path}:step:7")
    assert strategy(str(refused.value).rpartition(" as in ")[2]).options["step"] == 7


@pytest.mark.parametrize(
    ("strategy_text", "message"),
    [
        (
            "returns",
            "asked for visit 1: mine.py:Class.__call__ returned <Class object>; expected a gen",
        ),
        (
            "yields",
            "asked for visit 1, at .*mine.py:6: it yielded <Plain object>; expected the number of",
        ),
        ("returns:k=1", "found the unknown option 'k'; expected at \\(default: <Plain object>\\)$"),
    ],
)
def test_errors_quote_objects_without_addresses_and_internal_names(file, strategy_text, message):
    """Errors have no addresses, which differ between runs, and no internal name of the module."""
    with pytest.raises(
        StrategyError, match=f"^strategy .*mine.py:{strategy_text[:6]}[^ ]* ?.*{message}"
    ):
        pla(TWO, file(CLASSES_SOURCE) + f":{strategy_text}")


CALL_METHOD_SOURCE = "    def __call__(self, view, *, at: int = 1): yield at\n"
CLASS_SOURCE = f"class Order:\n{CALL_METHOD_SOURCE}"
CLASS_WITH_SETTINGS_SOURCE = (
    "class Order:\n    def __init__(self, way): pass\n" + CALL_METHOD_SOURCE
)
STATIC_METHOD_SOURCE = "class Order:\n    @staticmethod\n    def order(view): yield 1\n"
ITERATOR = type(iter([])).__name__  # PyPy has another name
RETURNS_NO_GENERATOR_ERROR = (
    "{} returned {}; expected a generator of visits. Use `yield`, not `return` or `async def`"
)


@pytest.mark.parametrize(
    ("source", "name", "problem"),
    [
        (
            "order = [0, 1]",
            "order",
            "found order = [0, 1]; expected a function with a yield, as in",
        ),
        (
            "order = iter([0, 1])",
            "order",
            f"found order = <{ITERATOR} object>; expected a function",
        ),
        ("async def order(view): yield 0", "order", "found the async function order; expected an"),
        ("async def order(view): return 0", "order", "found the async function order; expected"),
        ("lst = [0]\nasync def order(view): pass", "order", "found the async function order; expe"),
        (
            CLASS_SOURCE.replace("def", "async def") + "order = Order()",
            "order",
            "found the async function order; expected an ordinary function with a yield",
        ),
        (
            CLASS_SOURCE,
            "Order",
            "found the class Order; expected an object of this class, as in `order = Order()`",
        ),
        (
            CLASS_SOURCE.replace("yield at", "return [at]"),
            "Order",
            "found the class Order; expected an",
        ),
        (
            CLASS_WITH_SETTINGS_SOURCE,
            "Order",
            "the class Order; expected an object of this class, as in `order = Order(...)`",
        ),
        (
            CLASS_SOURCE.replace("__call__", "visits"),
            "Order",
            "found the class Order without __call__; expected `def __call__(self, view)` with",
        ),
        (
            STATIC_METHOD_SOURCE,
            "Order",
            "found the class Order; expected its function, as in FILE.py:Order.order",
        ),
        (
            "def order(view): return [0]",
            "order",
            RETURNS_NO_GENERATOR_ERROR.format("mine.py:order", "[0]"),
        ),
        (
            "def order(view): view.margin(0)",
            "order",
            RETURNS_NO_GENERATOR_ERROR.format("mine.py:order", "None"),
        ),
        ("order = lambda view: [0]", "order", RETURNS_NO_GENERATOR_ERROR.format("it", "[0]")),
        (
            "from functools import partial\ndef _f(view, n): return [n]\norder = partial(_f, n=1)",
            "order",
            RETURNS_NO_GENERATOR_ERROR.format("mine.py:_f", "[1]"),
        ),
        (
            CLASS_SOURCE.replace("yield at", "return [at]") + "o = Order()",
            "o",
            RETURNS_NO_GENERATOR_ERROR.format("mine.py:Order.__call__", "[1]"),
        ),
        ("def order(): yield 0", "order", "it raised TypeError: order() takes 0 positional"),
    ],
)
def test_naming_the_object_of_a_file_does_not_change_its_error(file, source, name, problem):
    """The error is the same with and without the name after the path. It says what the
    object is.
    """
    path = file(source)
    messages = []
    for strategy_text in path, f"{path}:{name}":
        with pytest.raises(StrategyError) as refused:
            pla(TWO, strategy_text)
        messages.append(
            str(refused.value).replace(strategy_text, "FILE.py").replace(path, "FILE.py")
        )
    assert messages[0] == messages[1] and problem in messages[0]


@pytest.mark.parametrize(
    ("source", "suffix"),
    [
        (CLASS_SOURCE + "order = Order()", ""),
        (CLASS_WITH_SETTINGS_SOURCE + "order = Order(...)", ""),
        (STATIC_METHOD_SOURCE, ":Order.order"),
        ("def _f(view): yield 1", ":_f"),
        (
            f"from functools import partial\n{BACKWARDS_SOURCE.replace('def b', 'def _b')}"
            "\norder = partial(_backwards, step=1)",
            "",
        ),
        ("order = lambda view: iter([1])", ""),
        ("def order(view): return iter([1])", ""),
        (CLASS_SOURCE.replace("yield at", "return iter([at])") + "order = Order()", ""),
        (
            "class Outer:\n"
            + STATIC_METHOD_SOURCE.replace("\n", "\n    ").replace("class", "    class"),
            ":Outer.Order.order",
        ),
    ],
)
def test_following_the_advice_of_an_error_works(file, source, suffix):
    """The advice may be an object instead of a class, a name with a dot or an underscore, or a
    function that returns an iterator; the last one only if no function yields.
    """
    assert pla(TWO, file(source) + suffix).n == (1,)


def test_a_missing_file_is_an_error():
    """The error does not show Python's exception, even for a path with a null character."""
    for path in "nowhere.py", "nowhere.py:order", "a\0b.py":
        with pytest.raises(StrategyError, match="cannot be loaded: found no such file; expected"):
            strategy(path)


def test_a_file_is_run_each_time_it_is_named(file):
    """An edited file takes effect at once, even if it was edited just after the last run."""
    path = file(BACKWARDS_SOURCE)
    assert pla(TWO, path).n == (1,)
    file(BACKWARDS_SOURCE.replace("- 1, -1", "- 2, -1"))
    assert pla(TWO, path).n == (0,)


@pytest.mark.ci
def test_running_a_file_leaves_no_bytecode(file, tmp_path):
    """No __pycache__ appears in the user's folder, even if Python writes bytecode."""
    path = file(BACKWARDS_SOURCE)
    environment = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
    command_line = [sys.executable, "-m", "perceptron_ref", "fit", "example:or", "--strategy", path]
    subprocess.run(command_line, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    assert os.listdir(tmp_path) == ["mine.py"]


def test_a_file_replaces_no_module_of_the_same_name(file):
    """After running a file random.py, `random` is still the standard library's module."""
    import random

    path = file("from random import Random\n" + BACKWARDS_SOURCE, "random.py")
    assert strategy(path).func.__name__ == "backwards"
    assert sys.modules["random"] is random


def test_objects_of_a_file_can_be_pickled_and_be_dataclasses(file):
    """The module of the file is in `sys.modules` during and after the run, as after an import."""
    path = file(
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass State:\n    n: int = 1\ndef f(view):\n    yield State().n\n"
    )
    bound = strategy(path)
    assert pla(TWO, bound).n == (1,)
    assert pickle.loads(pickle.dumps(bound)).func is bound.func


def test_future_imports_of_this_package_do_not_apply_to_a_file(file):
    """The file is compiled with its own `from __future__` imports only."""
    path = file("def mine(view) -> int:\n    yield None\n")
    assert strategy(path).func.__annotations__ == {"return": int}
