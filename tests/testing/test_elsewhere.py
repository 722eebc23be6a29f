"""A second process, in which texts hash differently: who is asked there, and what it is told."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from fractions import Fraction
from functools import partial
from importlib import import_module

import pytest
from conftest import ROOT

from perceptron_ref import strategy
from perceptron_ref.testing import checks, elsewhere
from perceptron_ref.testing.data import ORDINARY
from perceptron_ref.testing.elsewhere import NoAnswer, ask, seeds_for
from perceptron_ref.testing.kit import judged
from perceptron_ref.testing.subject import Subject

ORDER = (
    "def mine(view, *, step: int = 1, share=None):\n"
    "    while True:\n"
    "        yield [step * n % len(view) for n in range(len(view))]\n"
)
A_SET = (
    "def mine(view):\n"
    "    while True:\n"
    "        yield [int(text) for text in {str(n) for n in range(len(view))}]\n"
)
ELSEWHERE = "import os\nthere = os.environ.get('PYTHONHASHSEED') in ('1', '2')\n"


@pytest.fixture(autouse=True)
def any_seed(monkeypatch):
    """Let this process have the hashes that it has."""
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)


def visits(asked):
    """Return what a strategy visits in a second process, which is what it visits here."""
    subject = Subject(asked)
    found = [record.visits for record in ask(subject)]
    assert found == [subject.record(data).visits for data in ORDINARY]
    return found


def why(asked):
    """Return why no second process answers."""
    with pytest.raises(NoAnswer) as caught:
        ask(Subject(asked))
    return str(caught.value)


def same_visits(asked):
    """Return the result of the check."""
    return judged(next(check for check in checks(asked) if check.name == "same-visits"))


# What it shows


@pytest.mark.ci
@pytest.mark.skipif(sys.implementation.name == "pypy", reason="its sets keep their order")
def test_a_set_of_texts_is_found_out(file):
    """The message says which visit differs, on which data, and what the usual reason is."""
    result = same_visits(file(A_SET))
    assert result.verdict == "FAILED"
    complaint = result.failure.complaint
    assert complaint.startswith("visit ")
    assert " in this process, and example " in complaint
    assert complaint.endswith(
        " in a second one: does it go through a set of texts, or ask for hash() or id()? "
        "These differ from process to process; sorted() gives one order in all"
    )
    assert result.failure.data in ORDINARY


def test_what_is_the_same_there_passes_and_says_so(file):
    """Its texts hash differently, as every process begins with hashes of its own."""
    result = same_visits(file(ORDER))
    assert (result.verdict, result.note) == (
        "passed",
        "the same in a second process, in which texts hash differently",
    )


def test_an_error_there_is_a_difference(file):
    """It is quoted, and no reason is made up for it."""
    path = file(
        ELSEWHERE + "def mine(view):\n    while True:\n"
        "        yield from [0, 1 // (not there)] + [*range(2, len(view))]\n"
    )
    complaint = same_visits(path).failure.complaint
    assert "visit 1 is example 0 in this process, and an error (strategy " in complaint
    assert complaint.endswith("by zero) in a second one")


def test_a_difference_must_come_twice(file, monkeypatch):
    """The machine may have been asleep in the first process."""
    asked = []

    def ask_twice(subject, seed):
        records = [subject.record(data) for data in ORDINARY]
        if not asked:
            records[0].visits = [0]
        asked.append(subject)
        return records

    monkeypatch.setattr(elsewhere, "ask", ask_twice)
    assert same_visits(file(ORDER)).verdict == "passed"
    assert len(asked) == 2


# How a strategy is found there


@pytest.mark.ci
def test_a_file_is_found_with_its_options(file):
    """As on the command line: a function, and options of every kind that it knows."""
    path = file(ORDER)
    assert visits(f"{path}:step=2") != visits(strategy(f"{path}:mine", share=Fraction(1, 2)))


def test_an_installed_strategy_is_found(distribute):
    """By its name: the path of imports is the same there."""
    distribute("per-there", {"per-there": "per_there:mine"}, per_there=ORDER)
    assert len(visits("per-there")) == len(ORDINARY)


@pytest.mark.ci
def test_a_function_is_found_where_it_is_imported_from(distribute):
    """With options bound, once or twice."""
    distribute("per-two", {}, per_two=ORDER)
    mine = import_module("per_two").mine
    assert visits(mine) != visits(partial(partial(mine, share=1), step=2))


@pytest.mark.ci
def test_a_test_module_that_no_import_finds_is_run_from_its_file(file, monkeypatch):
    """Pytest may import one by its path; another module of that name is not taken for it."""
    path = file(ORDER, "json.py")
    for name in ("per_unfindable", "json"):
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        monkeypatch.setitem(sys.modules, name, module)
        subject = Subject(module.mine)
        monkeypatch.undo()
        assert len(ask(subject)) == len(ORDINARY)
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.ci
def test_what_it_prints_there_is_no_answer(file):
    """Neither by print nor past it, while it is loaded or in a run."""
    path = file(
        "import os\nprint('loaded')\nos.write(1, b'{}')\n"
        + ORDER.replace("    while", "    print('asked')\n    os.write(1, b'x')\n    while", 1)
    )
    script = (
        "from perceptron_ref.testing.subject import Subject; from perceptron_ref.testing.elsewhere "
        f"import ask; print(len(ask(Subject({path!r}))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.endswith(f"{len(ORDINARY)}\n")


# Where it cannot be asked


def closure():
    """Return a function that stands at the top of no module."""

    def mine(view):
        while True:
            yield range(len(view))

    return mine


def test_a_closure_cannot_be_found():
    """It passes, and the note says that it was compared in this process alone."""
    result = same_visits(closure())
    assert (result.verdict, result.note) == (
        "passed",
        "compared in this process alone, no second one was asked: only a strategy at the top of a "
        "file that can be run again is found from there",
    )


def test_options_that_cannot_be_sent_are_told(file):
    """A function of this very test."""
    asked = partial(strategy(file(ORDER)), share=lambda: 0)
    assert why(asked).startswith("it cannot be asked there: ")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("if there: os._exit(0)\n", "it ended its process with exit status 0"),
        ("if there: raise ValueError('not here')\n", "it cannot be asked there: strategy "),
    ],
)
def test_a_file_that_is_not_loaded_there_is_told(file, source, reason):
    """What it does there is its own affair; here it is loaded."""
    assert why(file(ELSEWHERE + source + ORDER)).startswith(reason)


def test_a_process_that_takes_too_long_is_ended(file, monkeypatch):
    """Soon enough for the check, which has a limit of its own on the command line."""
    monkeypatch.setattr(elsewhere, "SECONDS", 0.0)
    assert why(file(ORDER)) == "it gave no answer within 0 s"


@pytest.mark.parametrize("name", ["frozen", "executable"])
def test_a_program_that_is_no_python_is_not_started(file, monkeypatch, name):
    """What embeds Python, or was frozen into one file, would start itself."""
    monkeypatch.setattr(sys, name, name == "frozen" or "", raising=False)
    assert why(file(ORDER)) == "this Python cannot start another one"


def test_a_second_process_asks_no_third(file, monkeypatch):
    """A module that checks its own strategy while it is imported would start one after another."""
    source = "if there:\n    from perceptron_ref.testing import elsewhere\n"
    assert visits(file(ELSEWHERE + source + "    assert elsewhere._is_second\n" + ORDER))
    monkeypatch.setattr(elsewhere, "_is_second", True)
    assert why(file(ORDER)) == "this is a second process itself"


# How it is started


def test_its_hashes_are_others(file, monkeypatch):
    """Whatever the seed of this process, where it is set."""
    subject = Subject(file(ORDER))
    assert seeds_for(subject) == ("1",)
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    assert seeds_for(subject) == ("2",)


def test_where_hashes_may_count_several_are_asked(file, monkeypatch):
    """A set of two texts has the same order in every other process."""
    subject = Subject(file(A_SET))
    assert seeds_for(subject) == ("1", "2", "3", "4", "5")
    asked = []

    def ask_all(subject, seed):
        asked.append(seed)
        records = [subject.record(data) for data in ORDINARY]
        if seed == "4":
            records[0].visits = [0]
        return records

    monkeypatch.setattr(elsewhere, "ask", ask_all)
    assert same_visits(file(A_SET)).verdict == "FAILED"
    assert asked == ["1", "2", "3", "4", "4"]


def test_one_that_does_not_answer_ends_the_asking(file, monkeypatch):
    """The note is that of those that did."""
    records = [Subject(file(A_SET)).record(data) for data in ORDINARY]
    answers = [records]

    def ask_once(subject, seed):
        if not answers:
            raise NoAnswer("it took longer than 20 s")
        return answers.pop()

    monkeypatch.setattr(elsewhere, "ask", ask_once)
    assert same_visits(file(A_SET)).note.startswith("the same in a second process")
    assert same_visits(file(A_SET)).note.endswith("it took longer than 20 s")


@pytest.mark.ci
def test_each_way_to_a_strategy_is_gone(file, distribute, monkeypatch):
    """What the second process does, done in this one."""
    distribute("per-ways", {}, per_ways=ORDER)
    path = file(ORDER)
    spec = importlib.util.spec_from_file_location("per_unfindable", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(sys.modules, "per_unfindable", module)
    mine = import_module("per_ways").mine
    assert visits(partial(mine, step=2)) == visits(f"{path}:step=2") != visits(mine)
    subject = Subject(module.mine)
    monkeypatch.delitem(sys.modules, "per_unfindable")
    assert len(ask(subject)) == len(ORDINARY)
