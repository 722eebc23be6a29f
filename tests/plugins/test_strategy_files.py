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
from perceptron_ref.plugins.registry import strategy as named

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


OTHERS = (
    "from heapq import merge\ndef helper(): return 1\nclass Box: pass\ndef _own(view): yield 0\n"
)
CALLABLE = (
    "from functools import partial\n"
    "class Visits:\n    def __init__(self, view, *, at: int = 0): self.at = at\n"
    "    def __iter__(self): return self\n    def __next__(self): return self.at\n"
    "def _two(view, n): yield n\none = partial(partial(_two, n=0), n=1)\n"
)
OBJECT = (
    "class _Order:\n    def __call__(self, view, *, at: int = 1):\n        yield at\n"
    "order = _Order()\n"
)
WRAPPED = (
    "from functools import wraps\ndef _shout(function):\n    @wraps(function)\n"
    "    def shout(*view, **options):\n        yield from function(*view, **options)\n"
    "    return shout\n@_shout\ndef order(view, *, at: int = 1):\n    yield at\n"
)


CLASSES = """
class Plain: pass
class Class:
    def __init__(self, answer=None): self.answer = answer
    def __call__(self, view, *, at=Plain()): return self if self.answer is None else self.visits()
    def visits(self): yield self.answer
plain, returns, yields = Plain(), Class(), Class(Plain())
"""


@pytest.mark.parametrize(
    ("source", "asked", "options", "n"),
    [
        (BACKWARDS, "", {"step": 1}, 1),
        (OTHERS + BACKWARDS, "", {"step": 1}, 1),  # what has _, is imported or yields nothing
        (TWO_STRATEGIES, ":forwards", {}, 0),
        (TWO_STRATEGIES, ":backwards", {"step": 1}, 1),
        (BACKWARDS, ":backwards:step=2", {"step": 2}, 1),
        (BACKWARDS, "::step=2", {"step": 2}, 1),
        (BACKWARDS, ":step=2", {"step": 2}, 1),  # without the function's name, nor its colon
        (CALLABLE, ":one", {"n": 1}, 1),  # named, it may be anything that can be called
        (CALLABLE, ":Visits", {"at": 0}, 0),
        (CALLABLE, ":Visits:at=1", {"at": 1}, 1),
        (OBJECT, "", {"at": 1}, 1),  # of an own class, where no function yields
        (OBJECT, ":at=0", {"at": 0}, 0),
        (OBJECT + BACKWARDS, "", {"step": 1}, 1),
        (WRAPPED, "", {"at": 1}, 1),
    ],
)
def test_which_function_of_a_file_is_meant(file, source, asked, options, n):
    """The only one, or the one named behind a colon; options follow. In Python as on the command
    line.
    """
    path = file(source, "my-order.py")
    assert pla(TWO, path + asked).n == pla(TWO, strategy(path + asked)).n == (n,)
    assert strategy(path + asked).options == options


def test_a_strategy_in_a_file_is_called_as_it_was_asked_for(file):
    """Without its options, which may also be given in Python."""
    path = file(TWO_STRATEGIES)
    bound = strategy(f"{path}:backwards", step=2)
    assert (bound.name, bound.origin, bound.options) == (f"{path}:backwards", "", {"step": 2})
    assert pla(TWO, bound).strategy == named(f"{path}:backwards:step=1").name == bound.name


NONE = "mine.py cannot be loaded: found no function that yields its visits; expected one def NAME"


@pytest.mark.parametrize(
    ("source", "asked", "complaint"),
    [
        ("", "", NONE),
        ("def f(view): return [0]", "", f"{NONE}.* or a name, as in .*mine.py:NAME$"),
        ("def f(view): return [0]", "", f"{NONE}.* with a yield, neither return nor async def, or"),
        ("async def f(view): yield 0", "", f"{NONE}.*, neither return nor async def, or a name"),
        (
            OBJECT.replace("order =", "_own ="),
            "",
            f"{NONE}.* yield, or an object, as in order = _O",
        ),
        ("class Box: pass", "", f"{NONE}.* yield, or a name"),
        ("from heapq import merge", "", f"{NONE}.* yield, or a name"),
        (TWO_STRATEGIES, "", "found backwards, forwards; expected .* as in .*mine.py:backwards$"),
        (TWO_STRATEGIES, ":sideways", "mine.py:sideways cannot be loaded: found backwards, forw"),
        (TWO_STRATEGIES, ":forward", "; did you mean forwards\\?$"),
        ("number = 3", ":number", "mine.py:number cannot be loaded: found 3; expected a"),
        (
            CLASSES,
            ":Class",
            "mine.py:Class cannot be loaded: found the class Class; expected an",
        ),
        (CLASSES, ":plain", "mine.py:plain cannot be loaded: found <Plain object>; expected a fun"),
    ],
)
def test_a_file_without_a_usable_strategy_is_told(file, source, asked, complaint):
    """What was found, and what was expected."""
    with pytest.raises(StrategyError, match=complaint) as refused:
        strategy(file(source) + asked)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ("returns", "asked for visit 1: it returned <Class object>; expected a generator"),
        ("yields", "asked for visit 1, at .*mine.py:6: it yielded <Plain object>; expected an int"),
        ("returns:k=1", "found the option 'k'; expected at=<Plain object>$"),
    ],
)
def test_an_object_of_the_author_is_named_as_the_author_wrote_it(file, asked, complaint):
    """Without an address, which differs in each run, nor the name under which its file runs."""
    with pytest.raises(StrategyError, match=f"^strategy .*mine.py:{asked[:6]}[^ ]* ?.*{complaint}"):
        pla(TWO, file(CLASSES) + f":{asked}")


def test_a_file_that_is_not_there_is_told():
    """With what the system says."""
    with pytest.raises(
        StrategyError,
        match="^strategy nowhere.py cannot be loaded: FileNotFoundError: .*'nowhere.py'",
    ):
        strategy("nowhere.py")
    with pytest.raises(StrategyError, match="cannot be loaded.*null"):
        strategy("a\0b.py")


def test_a_file_is_run_each_time_it_is_named(file):
    """An edited file is taken as it is now, however soon after."""
    path = file(BACKWARDS)
    assert pla(TWO, path).n == (1,)
    file(BACKWARDS.replace("- 1, -1", "- 2, -1"))
    assert pla(TWO, path).n == (0,)


@pytest.mark.ci
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
