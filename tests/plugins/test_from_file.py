"""Strategies in files, named by their path: which function is taken, when the file is run, what is
told of a bad one.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import pytest
from conftest import ROOT

from perceptron_ref import Dataset, StrategyError, pla, strategy
from perceptron_ref.plugins.registry import named

TWO = Dataset([[1], [2]], [-1, -1])

BACKWARDS = '''
def backwards(view, *, step: int = 1):
    """From the last example to the first."""
    while True:
        yield from range(len(view) - 1, -1, -step)
'''
TWO_STRATEGIES = (
    BACKWARDS + "\ndef forwards(view):\n    while True:\n        yield from range(len(view))\n"
)


def test_the_only_strategy_of_a_file_needs_no_name(file):
    """What is imported, begins with an underscore or does not yield is no strategy of the file."""
    path = file(
        "from heapq import merge\ndef helper(): return 1\nclass Box: pass\n"
        "def _own(view): yield 0\n" + BACKWARDS
    )
    assert pla(TWO, path).n == (1,)
    assert pla(TWO, strategy(path)).n == (1,)


def test_of_several_strategies_that_with_the_name_of_the_file_is_meant(file):
    """A hyphen in the file's name is an underscore in the function's."""
    path = file(TWO_STRATEGIES + "\ndef my_order(view):\n    yield 1\n    yield 0\n", "my-order.py")
    assert pla(TWO, path).n == (1,)
    assert strategy(path).func.__name__ == "my_order"


def test_a_strategy_of_several_is_named_behind_a_colon(file):
    """FILE.py:name, in Python as on the command line; its name is the text that it was asked for
    by.
    """
    path = file(TWO_STRATEGIES)
    assert pla(TWO, f"{path}:forwards").n == (0,)
    bound = strategy(f"{path}:backwards", step=2)
    assert (bound.name, bound.origin, bound.options) == (f"{path}:backwards", "", {"step": 2})
    assert pla(TWO, bound).strategy == named(f"{path}:backwards").name == f"{path}:backwards"


def test_what_is_named_may_be_anything_that_can_be_called(file):
    """Named explicitly, a class, a partial function or a private one is taken as it is."""
    path = file(
        "from functools import partial\n"
        "class Visits:\n    def __init__(self, view, *, at: int = 0): self.at = at\n"
        "    def __iter__(self): return self\n    def __next__(self): return self.at\n"
        "def _two(view, n): yield n\none = partial(_two, n=1)\n"
    )
    assert pla(TWO, f"{path}:one").n == (1,)
    assert pla(TWO, strategy(f"{path}:Visits", at=1)).n == (1,)
    assert strategy(f"{path}:Visits").options == {"at": 0}


@pytest.mark.parametrize(
    ("text", "function", "options"),
    [
        ("{path}", "backwards", {}),
        ("{path}:backwards", "backwards", {}),
        ("{path}:backwards:step=2", "backwards", {"step": 2}),
        ("{path}::step=2", "backwards", {"step": 2}),
        ("{path}:step=2", "backwards", {"step": 2}),
    ],
)
def test_options_follow_a_second_colon(file, text, function, options):
    """As for names; where the function's name is left out, so may be its colon."""
    bound = strategy(text.format(path=file(BACKWARDS)))
    assert (bound.func.__name__, bound.keywords) == (function, options)


NONE = "mine.py cannot be loaded: found no function that yields its visits; expected def NAME"


@pytest.mark.parametrize(
    ("source", "asked", "complaint"),
    [
        ("", "", NONE),
        ("def f(view): return [0]", "", f"{NONE}.* or what is named, as in .*mine.py:NAME$"),
        ("async def f(view): yield 0", "", NONE),
        (TWO_STRATEGIES, "", "found backwards, forwards; expected .* as in .*mine.py:backwards$"),
        (TWO_STRATEGIES, ":sideways", "mine.py:sideways cannot be loaded: found backwards, forw"),
        (TWO_STRATEGIES, ":forward", "; did you mean forwards\\?$"),
        ("number = 3", ":number", "mine.py:number cannot be loaded: found no function that yie"),
    ],
)
def test_a_file_without_a_usable_strategy_is_told(file, source, asked, complaint):
    """What was found, and what was expected."""
    with pytest.raises(StrategyError, match=complaint) as refused:
        strategy(file(source) + asked)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_is_told():
    """With what the system says."""
    with pytest.raises(
        StrategyError,
        match="^strategy nowhere.py cannot be loaded: FileNotFoundError: .*'nowhere.py'",
    ):
        strategy("nowhere.py")
    with pytest.raises(StrategyError, match="cannot be loaded: .*null"):
        strategy("a\0b.py")


def test_a_file_is_run_each_time_it_is_named(file):
    """An edited file is taken as it is now, however soon after."""
    path = file(BACKWARDS)
    assert pla(TWO, path).n == (1,)
    file(BACKWARDS.replace("- 1, -1", "- 2, -1"))
    assert pla(TWO, path).n == (0,)


def test_a_file_leaves_nothing_beside_it(file, tmp_path):
    """No __pycache__ in a folder that is not ours, also where Python is to write bytecode."""
    path = file(BACKWARDS)
    environment = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
    words = [sys.executable, "-m", "perceptron_ref", "fit", "example:or", "--strategy", path]
    subprocess.run(words, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    assert os.listdir(tmp_path) == ["mine.py"]


def test_a_file_takes_no_other_modules_place(file):
    """A file called random.py is itself, and `random` stays the standard library's."""
    import random

    path = file("from random import Random\n" + BACKWARDS, "random.py")
    assert strategy(path).func.__name__ == "backwards"
    assert sys.modules["random"] is random


def test_what_a_file_defines_can_be_pickled_and_have_dataclasses(file):
    """Its module is known while it runs and afterwards, as that of an import is."""
    path = file(
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass State:\n    n: int = 1\ndef f(view):\n    yield State().n\n"
    )
    bound = strategy(path)
    assert pla(TWO, bound).n == (1,)
    assert pickle.loads(pickle.dumps(bound)).func is bound.func


def test_a_file_is_compiled_as_it_stands(file):
    """What this package imports from `__future__` is no concern of it."""
    path = file("def mine(view) -> int:\n    yield None\n")
    assert strategy(path).func.__annotations__ == {"return": int}
