"""Correct strategies pass the conformance kit, and each check catches the broken strategies in the
file of tests/gallery that has the name of the check.

A failure is a `CheckFailed`, and its complaint says what the strategy did wrong.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import unittest
from copy import copy
from functools import lru_cache, partial

import oracle
import pytest
from conftest import ROOT

from perceptron_ref import (
    Dataset,
    PerceptronError,
    StrategyError,
    child,
    example,
    pla,
    strategy,
    testing,
)
from perceptron_ref.cli.commands import check_strategy as check_strategy_command
from perceptron_ref.plugins.strategy_files import run_as_module
from perceptron_ref.testing import CheckFailed, check_strategy, checks, data
from perceptron_ref.testing.kit import run_check
from perceptron_ref.testing.under_test import StrategyUnderTest
from perceptron_ref.theory.separability import Separable, separability

GALLERY = ROOT / "tests" / "gallery"
TUTORIAL_STRATEGIES = ["last_first", "last_misses", "nearest_to_right", "random_mistake"]
CHECK_NAMES = (
    "answers valid-visits closes same-visits different-seeds global-random no-memory honest-none "
    "halts"
).split()


skip_on_pypy = pytest.mark.skipif(
    sys.implementation.name == "pypy",
    reason="PyPy keeps the order of sets, and deletes generators later",
)


def raise_child_error(self, hash_seed):
    """Raise ChildError, as on a system without processes. Notes then end with its message."""
    raise child.ChildError("was not asked")


@pytest.fixture(autouse=True)
def compare_in_this_process_only(request, monkeypatch):
    """Compare visits in this process only, which is faster. This does not apply to tests whose name
    contains "process", or "set_of_strings", a part of the name of a broken strategy.
    """
    if not re.search("process|set_of_strings", request.node.name):
        monkeypatch.setattr(
            StrategyUnderTest, "behaviours_on_ordinary_sets_in_child", raise_child_error
        )


def broken_strategies():
    """Yield a parameter for each broken strategy: its file, named after the check that catches it,
    and its function.
    """
    for path in sorted(GALLERY.glob("*.py")):
        module = run_as_module(str(path), path.stem)
        function_names = [
            name
            for name, value in vars(module).items()
            if getattr(value, "__module__", None) == module.__name__
            and callable(value)
            and not isinstance(value, type)
        ]
        for function_name in function_names:
            skips_on_pypy = (
                function_name == "iterates_over_a_set_of_strings" or path.stem == "closes"
            )
            marks = [skip_on_pypy] if skips_on_pypy else []
            yield pytest.param(path, function_name, id=f"{path.stem}-{function_name}", marks=marks)


@lru_cache(maxsize=None)
def failures(strategy):
    """Return the failures of a strategy by the names of the checks. Check each strategy only
    once.
    """
    results = [(check.name, run_check(check)[2]) for check in checks(strategy)]
    return {name: failure for name, failure in results if failure}


def only_failure(strategy, check_name):
    """Return the failure of this check; let the test fail if another check fails, too."""
    failure_by_name = failures(strategy)
    assert list(failure_by_name) == [check_name]
    return failure_by_name[check_name]


def run_named_check(check_name, strategy):
    """Run one check of a strategy; return its note, and its failure or None."""
    return run_check(next(check for check in checks(strategy) if check.name == check_name))[1:]


# Strategies that keep the protocol


@pytest.mark.parametrize(
    "strategy_text",
    [
        pytest.param(text, marks=[] if text == "random" else [pytest.mark.ci])
        for text in oracle.TEXTS
    ],
)
def test_the_built_in_strategies_pass(strategy_text):
    """Each strategy passes every check, without options and with the options of the golden runs.
    Only a strategy with a seed has the check `different-seeds`.
    """
    assert list(check_strategy(strategy_text)) == [
        name
        for name in CHECK_NAMES
        if name != "different-seeds" or strategy_text.startswith("random")
    ]


@pytest.mark.ci
def test_a_strategy_with_many_needless_visits_gets_a_note():
    """The strategy passes, and the note says that most visits are to examples that are already
    right.
    """

    def revisits_correct_examples(view):
        while True:
            for n in range(len(view)):
                yield from [m for m in range(len(view)) if not view.is_mistake(m)] * 3
                yield n

    note, failure = run_named_check("halts", revisits_correct_examples)
    assert ". Most visits are to examples that are already right, " in note and failure is None


@pytest.mark.parametrize(("extra_visits", "has_hint"), [(0, False), (1, True)])
def test_four_times_as_many_visits_as_cyclic_are_not_too_many(extra_visits, has_hint, monkeypatch):
    """A strategy with four times the visits of cyclic gets no hint in its note. With one more visit
    in each run, it gets the hint.
    """

    original_record_run = StrategyUnderTest.record_run

    def record_run(self, *args, **options):
        record = original_record_run(self, *args, **options)
        record.visit_count = 4 * record.visit_count + extra_visits
        return record

    monkeypatch.setattr(StrategyUnderTest, "record_run", record_run)
    note, failure = run_named_check("halts", "cyclic")
    assert ("Most visits are to examples that are already right" in note) == has_hint
    assert failure is None


@pytest.mark.ci
def test_the_strategies_of_the_tutorial_and_of_new_strategy_pass(command, tmp_path):
    """The strategies of the tutorial and the one that `new-strategy` writes pass every check."""
    command("new-strategy", "hardest-first", "--in", tmp_path)
    tutorial_files = (ROOT / "docs" / "code" / f"{name}.py" for name in TUTORIAL_STRATEGIES)
    for path in (tmp_path / "hardest-first" / "hardest_first.py", *tutorial_files):
        assert failures(str(path)) == {}


@pytest.mark.ci
def test_notes_of_checks_say_what_was_compared():
    """The notes show how many different runs the seeds give, where visits are compared, and how
    many visits an update takes.
    """
    notes = {name: note for name, note in check_strategy("random-permutation").items() if note}
    note_on_visits = notes.pop("halts")
    assert re.fullmatch(r"[\d.]+ visits per update on average \(cyclic: [\d.]+\)", note_on_visits)
    assert notes == {
        "different-seeds": "10 seeds give 10 different runs",
        "same-visits": "compared two runs in this process only. In another process, the "
        "strategy was not asked",
    }


def test_a_sparse_set_gives_the_same_recorded_run():
    """Sparse rows are of another type, but give the same run."""
    dense_and_sparse = example("and"), oracle.sparse(example("and"))
    dense_run, sparse_run = (StrategyUnderTest("cyclic").record_run(D) for D in dense_and_sparse)
    assert (sparse_run.error_complaint, sparse_run.behaviour) == ("", dense_run.behaviour)


# Strategies that break the protocol


@pytest.mark.ci
@pytest.mark.parametrize(("path", "function_name"), [*broken_strategies()])
def test_each_broken_strategy_fails_its_own_check_alone(path, function_name, command, monkeypatch):
    """Exactly one check fails. The strategies of answers.py hang, so the command checks them in a
    child process.
    """
    strategy_text, check_name = f"{path}:{function_name}", path.stem.replace("_", "-")
    if path.stem == "answers":
        monkeypatch.setattr(check_strategy_command, "CHECK_TIMEOUT", 2.0)
        exit_status, out, _ = command("check-strategy", strategy_text, "--json")
        check_records = json.loads(out)["checks"]
        complaint_by_name = {
            record["name"]: record["complaint"]
            for record in check_records
            if record["verdict"] == "failed"
        }
        assert (exit_status, list(complaint_by_name)) == (1, [check_name])
        assert complaint_by_name[check_name].startswith(f"it gave no answer for 2 s, at {path}:")
        return
    failure = only_failure(strategy_text, check_name)
    assert str(failure).startswith(f"{check_name}: {failure.complaint}\n    data: Dataset([[")


DIVISION_BY_ZERO = "it raised ZeroDivisionError: "
GLOBAL_RANDOM = "it used the global random generator, or a generator without a seed"
# The location of a broken strategy (file:function), a part of its complaint, and the data in the
# failure, or None if the test does not compare them
COMPLAINTS = [
    (
        "valid_visits.py:yields_floats",
        "it yielded 0.0; expected the number of an example (0, as there is only one), a pass (a "
        "range, list or tuple of such numbers), or None",
        "Dataset([[1]], [1])",
    ),
    (
        "valid_visits.py:refuses_two",
        "it raised ValueError: too few examples",
        "Dataset([[-1], [1]], [-1, 1])",
    ),
    ("valid_visits.py:takes_turns", DIVISION_BY_ZERO, "Dataset([[1]], [1])"),
    ("valid_visits.py:rotates_by_updates", DIVISION_BY_ZERO, "Dataset([[1]], [1])"),
    ("valid_visits.py:looks_up_by_features", "it raised IndexError: ", None),
    ("valid_visits.py:divides_by_length", DIVISION_BY_ZERO, None),
    (
        "different_seeds.py:ignores_seed",
        "the seeds 0 to 9 give the same visits on every data set tried",
        None,
    ),
    (
        "global_random.py:draws_from_shared_generator",
        GLOBAL_RANDOM,
        "Dataset([[-2], [1], [3]], [-1, 1, 1])",
    ),
    (
        "honest_none.py:ends_after_one_pass",
        "asked for visit 3, it ended, although a mistake was left",
        None,
    ),
    (
        "honest_none.py:goes_there_and_back",
        "asked for visit 3, it yielded an empty pass, although a mistake was left",
        "Dataset([[1], [2]], [-1, 1])",
    ),
    (
        "honest_none.py:yields_an_empty_pass",
        "asked for visit 1, it yielded an empty pass, although a mistake was left",
        None,
    ),
    (
        "honest_none.py:ignores_margins_of_zero",
        "asked for visit 1, it yielded None, although a mistake was left",
        None,
    ),
    (
        "halts.py:never_moves_on",
        "it made 300 visits in a row without a mistake, and none of them was to example 1",
        None,
    ),
    ("different_seeds.py:refuses_other_seeds", "with seed=1: strategy ", None),
    (
        "no_memory.py:continues_in_attribute",
        "visit 1 differs: in a first run, example 0; after a run on the same data, example 2",
        None,
    ),
    ("same_visits.py:draws_without_a_seed", "; in the next run, example ", None),
    (
        "halts.py:takes_zero_for_a_mistake",
        "it made 300 visits in a row without a mistake, and none of them was to example ",
        None,
    ),
    ("halts.py:tires", "it raised RuntimeError: too many visits", None),
]


@pytest.mark.ci
@pytest.mark.parametrize(("strategy_location", "complaint", "data_expression"), COMPLAINTS)
def test_a_failure_shows_a_data_set_on_which_it_happens(
    strategy_location, complaint, data_expression
):
    """The complaint uses the terms of the protocol. The failure shows the first data set of the
    check on which the strategy fails, as a line of Python.
    """
    (failure,) = failures(str(GALLERY / strategy_location)).values()
    assert complaint in failure.complaint
    if data_expression is not None:
        assert f"\n    data: {data_expression}\n" in str(failure)
        assert eval(data_expression, {"Dataset": Dataset}) == failure.data


@pytest.mark.ci
def test_a_failure_with_a_seed_of_none_shows_the_seed():
    """The failure shows the option seed=None, and the requirement asks for a generator with a
    seed.
    """
    failure = only_failure(f"{GALLERY / 'same_visits.py'}:takes_none_as_seed", "same-visits")
    assert "a generator with a seed, such as random.Random(seed). Let nothing" in str(failure)
    assert "\n    options: seed=None\n" in str(failure)


@pytest.mark.ci
def test_a_failure_names_the_line_of_the_strategy():
    """The complaint shows the file and the line, as an error of a run does."""
    path = GALLERY / "valid_visits.py"
    strategy_text = f"{path}:takes_worst_of_no_mistakes"
    failure = only_failure(strategy_text, "valid-visits")
    line = path.read_text().split("\n").index("        yield min(mistakes, key=view.margin)") + 1
    location = f"strategy {strategy_text}, asked for visit 2, at {path}:{line}"
    assert failure.complaint.startswith(f"{location}: it raised ValueError: ")
    assert failure.data == Dataset([[1]], [1])


@pytest.mark.ci
def test_all_failures_are_reported_together(file):
    """The message of the `CheckFailed` describes the failures in numbered parts. Its attributes
    `complaint` and `data` are empty.
    """
    path = file("import random\ndef f(view):\n    yield int(random.random() * len(view))\n")
    with pytest.raises(CheckFailed) as failure_info:
        check_strategy(path)
    failure = failure_info.value
    assert str(failure).startswith(
        f"strategy {path}: of 8 checks, 2 failed\n1. global-random: {GLOBAL_RANDOM}"
    )
    assert "\n2. honest-none: " in str(failure)
    assert (failure.complaint, failure.data) == ("", None)
    assert isinstance(failure, (AssertionError, PerceptronError))


def attributes_of_a_run():
    """Return the names of the attributes of a run, as a strategy finds them."""
    names = set()

    def finds_attributes(view):
        names.update(vars(view._run))
        yield from ()

    pla(example("or"), finds_attributes)
    return sorted(names)


@pytest.mark.ci
@pytest.mark.parametrize("attribute", attributes_of_a_run())
def test_a_strategy_that_sets_or_deletes_an_attribute_of_its_run_fails(attribute):
    """The check fails for every attribute, even if the strategy sets or deletes it as soon as it is
    called. The complaint names the attribute and the visit, and shows the values of one that was
    set.
    """

    def sets_attribute(view):
        yield 0
        setattr(view._run, attribute, {"n": [0] * 9}.get(attribute, "text"))
        yield 0

    def sets_attribute_at_once(view):
        setattr(view._run, attribute, {"n": [0] * 9}.get(attribute, "text"))
        return sets_attribute(view)

    def deletes_attribute(view):
        yield 0
        delattr(view._run, attribute)
        yield 0

    def deletes_attribute_at_once(view):
        delattr(view._run, attribute)
        return sets_attribute(view)

    new_value = r"\(0, 0, 0, 0, 0, 0, 0, 0, 0\)" if attribute == "n" else "'text'"
    changed = rf"changed the attribute {attribute} of its run from .* to {new_value}"
    deleted = f"deleted the attribute {attribute} of its run"
    for strategy_function, visit, change in (
        (sets_attribute, 2, changed),
        (sets_attribute_at_once, 1, changed),
        (deletes_attribute, 2, deleted),
        (deletes_attribute_at_once, 1, deleted),
    ):
        _, failure = run_named_check("valid-visits", strategy_function)
        complaint = f"{change}; expected a strategy that does not change its run"
        assert re.search(rf"asked for visit {visit}\b.*: it {complaint}", failure.complaint)


def test_a_strategy_that_replaces_an_attribute_by_an_equal_object_fails():
    """The complaint says "another", because both objects are shown as the same text."""

    def replaces_data(view):
        view._run.data = copy(view._run.data)
        yield 0

    complaint = only_failure(replaces_data, "valid-visits").complaint
    assert re.search(r"attribute data of its run from (<Dataset .*>) to another \1; ", complaint)


def test_a_strategy_that_lowers_a_count_of_its_run_fails():
    """The check fails if the strategy lowers the run's count of visits or of dot products.
    Otherwise a note could show less than one visit per update.
    """

    def lowers_visits(view):
        while True:
            for n in range(len(view)):
                view.margins(), view.squared_norm(n)
                yield n
                view._run.visits -= 1

    def lowers_dot_products(view):
        while True:
            for n in range(len(view)):
                view.margin(n)
                yield n
                # margin(n) has added 1, so the count is -1; the next margin(n) makes it 0
                view._run._view_dot_products -= 2

    complaint = only_failure(lowers_visits, "valid-visits").complaint
    assert "it changed the attribute visits of its run from 1 to 0; expected" in complaint
    text = str(failures(lowers_dot_products))
    assert "it changed the attribute _view_dot_products of its run from 1 to 0" in text


def test_a_strategy_that_makes_an_update_itself_fails():
    """The update changes the margins of the run, but not its n(t), so a replay gives another
    run, whose last weights make a mistake.
    """

    def corrects_margins_itself(view):
        yield 0
        view._run.margins.correct_mistake(0)
        while True:
            yield range(len(view))

    complaint = only_failure(corrects_margins_itself, "valid-visits").complaint
    assert 'found the status "converged" after ' in complaint
    assert ", although the weights at that point make 1 mistake on 2 examples; " in complaint


def stays_at_last_example(view):
    """Yield 100 N visits to the last example, which stop the run, and then the other examples."""
    N = len(view)
    while True:
        yield [N - 1] * (100 * N) + [*range(N - 1)]


def stays_almost_too_long(view):
    """Stay at the last example, and after every 100 N - 1 visits claim that no mistake is left. The
    first claim comes one visit later.
    """
    N = len(view)
    yield N - 1
    while True:
        yield [N - 1] * (100 * N - 1)
        yield None


@pytest.mark.parametrize(
    ("strategy_function", "omitted_example_of_set"),
    [  # {index of a set in SEPARABLE_SETS: an example that its last 100 N visits leave out}
        (stays_at_last_example, {1: 0, 2: 0}),
        (stays_almost_too_long, {1: 1}),
    ],
)
def test_the_complaint_names_an_example_without_late_visits(
    strategy_function, omitted_example_of_set
):
    """It names an example that the last 100 N visits of the run left out. Visits that PLA makes
    after a None count. Visits that the strategy asked for, but the run did not make, do not.
    """
    for set_index, example_number in omitted_example_of_set.items():
        data_set = data.SEPARABLE_SETS[set_index]
        record = StrategyUnderTest(strategy_function).record_run(
            data_set, right_in_a_row="100N", max_visits=None
        )
        visits = 100 * data_set.N
        assert record.omission_complaint == (
            f"it made {visits} visits in a row without a mistake, and none of them was to example "
            f"{example_number}"
        )


def test_a_strategy_that_counts_its_runs_instead_of_using_its_seed_fails(file):
    """The file is loaded again for each seed, so the count is always the same, and so are the
    visits.
    """
    path = file(
        "runs = []\ndef f(view, *, seed=0):\n    runs.append(seed)\n"
        "    while True:\n        yield [(n + len(runs)) % len(view) for n in range(len(view))]\n"
    )
    _, failure = run_named_check("different-seeds", path)
    assert failure.complaint == "the seeds 0 to 9 give the same visits on every data set tried"


# How checks are used


def test_every_check_has_a_requirement_and_broken_strategies():
    """Each requirement consists of sentences, and the gallery has a file for each check."""
    assert {path.stem.replace("_", "-") for path in GALLERY.glob("*.py")} == {*CHECK_NAMES}
    all_checks = list(checks("random-permutation"))
    assert [check.name for check in all_checks] == CHECK_NAMES
    requirements = [check.says for check in all_checks]
    assert len({*requirements}) == len(CHECK_NAMES)
    assert all(text[0].isupper() and text.endswith(".") for text in requirements)
    assert repr(all_checks[0]) == "<Check answers of random-permutation>"


def test_a_check_first_runs_the_checks_on_which_it_depends():
    """If one of these checks fails, the strategy is not judged by the check itself: it raises
    SkipTest, whose message names the check that failed.
    """
    all_checks = checks(f"{GALLERY / 'valid_visits.py'}:returns_a_list")
    (check,) = [check for check in all_checks if check.name == "halts"]
    with pytest.raises(unittest.SkipTest, match="^valid-visits fails$"):
        check()


@pytest.mark.ci
def test_the_checks_are_pytest_tests(file, tmp_path):
    """pytest reports each check as a test with the name of the check, and the reason of a skipped
    one.
    """
    path = f"{GALLERY / 'same_visits.py'}:draws_without_a_seed"
    file(
        "from perceptron_ref.testing import parametrize_with_checks\n"
        f"@parametrize_with_checks({path!r})\n"
        "def test_it(check):\n    check()\n",
        "test_mine.py",
    )
    pytest_options = "-m pytest -v -rs -p no:cacheprovider --rootdir".split()
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    pytest_command = [sys.executable, *pytest_options, tmp_path, tmp_path]
    out = subprocess.run(pytest_command, cwd=ROOT, env=env, capture_output=True, text=True).stdout
    outcomes = dict(re.findall(r"test_it\[(.*?)\] (PASSED|FAILED|SKIPPED)", out))
    expected = ["PASSED"] * 3 + ["FAILED"] + ["SKIPPED"] * 4
    assert outcomes == dict(
        zip([name for name in CHECK_NAMES if name != "different-seeds"], expected)
    )
    assert ": same-visits fails" in out
    assert ".CheckFailed: same-visits: visit " in out
    assert "kit.py" not in out.partition("short test summary")[0]


def test_the_decorator_gives_the_test_a_parameter_for_each_check():
    """The decorator is the mark `parametrize` of pytest. The id of a parameter is the name of the
    check.
    """
    mark = testing.parametrize_with_checks("cyclic").mark
    assert (mark.name, mark.args[0], mark.kwargs["ids"][:2]) == (
        "parametrize",
        "check",
        CHECK_NAMES[:2],
    )
    assert [check.name for check in mark.args[1]] == mark.kwargs["ids"]


RUN_EACH_CHECK = f"""
import sys
sys.modules['pytest'] = None
from perceptron_ref.testing import checks
for check in checks({str(GALLERY / "closes.py")!r} + ":catches_every_exception"):
    try:
        print(end=check() or "")
    except Exception:
        print(check.name)
"""


@pytest.mark.ci
@skip_on_pypy
def test_the_kit_needs_no_pytest_and_prints_nothing():
    """Only `parametrize_with_checks` imports pytest. If a generator continues after its run, Python
    does not print "Exception ignored" about it.
    """
    argv = [sys.executable, "-S", "-c", RUN_EACH_CHECK]
    process = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stdout.startswith(f"closes\n{SAME_VISITS}")
    assert process.stderr == ""


# How a strategy is loaded


def counting_closure():
    """Return a strategy that is a closure, and counts its calls."""
    calls = []

    def counts_calls(view):
        calls.append(view)
        yield len(calls) % len(view)
        while True:
            yield from range(len(view))

    return counts_calls


@pytest.mark.ci
def test_a_strategy_passed_as_a_callable_is_never_reloaded():
    """A closure that counts its calls makes different visits in two runs, because both runs call
    the same closure. For other callables the checks give the same results as for the name of the
    strategy.
    """
    assert list(failures(counting_closure())) == ["same-visits"]
    assert failures(partial(strategy("random-permutation").func, seed=3)) == {}
    for strategy_location in ("valid_visits.py:takes_turns", "halts.py:never_moves_on"):
        bound = strategy(str(GALLERY / strategy_location))
        failed_checks = list(failures(lambda view, bound=bound: bound(view)))
        assert failed_checks == [strategy_location.partition(".")[0].replace("_", "-")]


CYCLE = "    while True:\n        yield from range(len(view))\n"


@pytest.mark.ci
@pytest.mark.parametrize(
    ("source", "options", "check_name", "expected_text"),
    [
        (  # the options are shown as they were before the first run
            "def f(view, *, at=1, notes=[]):\n    notes.append(0)\n    yield at + len(view)\n",
            ":at=3",
            "valid-visits",
            "\n    options: at=3, notes=[]\n",
        ),
        (  # a number drawn while the file is loaded counts, too
            "import random\nstart = random.random()\n"
            f"def f(view):\n    yield int(start * len(view))\n{CYCLE}",
            "",
            "global-random",
            f"global-random: {GLOBAL_RANDOM}",
        ),
        (  # setting the global seed counts, too, even if no number is drawn
            f"import random\nrandom.seed(3)\ndef f(view):\n{CYCLE}",
            "",
            "global-random",
            f"global-random: {GLOBAL_RANDOM}",
        ),
    ],
)
def test_a_strategy_file_is_run_again_for_each_run(
    file, source, options, check_name, expected_text
):
    """The code of the module runs again before each run, so the checks see its effects."""
    assert expected_text in str(only_failure(file(source) + options, check_name))


@pytest.mark.ci
def test_a_strategy_may_raise_when_it_is_closed_and_may_print(file, capsys):
    """An exception that the generator raises when it is closed is ignored. Of the output of a file,
    only the output of the first loading is shown.
    """
    path = file(
        "print('loaded')\ndef f(view):\n    print('asked')\n    try:\n"
        "        while True:\n            yield from range(len(view))\n"
        "    finally:\n        raise OSError('closed')\n"
    )
    assert "halts" in check_strategy(path)
    assert capsys.readouterr().out == "loaded\n"


# Side effects, and the data of the checks


@pytest.mark.ci
def test_checks_restore_the_global_random_state():
    """A strategy seeds the global generator. After the check, the next number is the same as
    without it.
    """
    random.seed(5)
    expected = random.random()
    random.seed(5)
    run_named_check("global-random", str(GALLERY / "global_random.py:seeds_needlessly"))
    assert random.random() == expected


def test_the_sets_of_the_checks_are_what_the_names_of_the_lists_say():
    """In ALL_SETS the smallest sets come first. The lists include sets with one label, with an
    example whose features are all zero, and with equal examples.
    """
    assert all(separability(data_set).bound < 1_000 for data_set in data.SEPARABLE_SETS)
    assert not any(
        isinstance(separability(data_set), Separable) for data_set in data.NOT_SEPARABLE_SETS
    )
    assert all(len({*data_set.ys}) == 2 and data_set.N > 2 for data_set in data.ORDINARY_SETS)
    assert [data_set.N for data_set in data.ALL_SETS] == sorted(
        data_set.N for data_set in data.ALL_SETS
    )
    assert [*map(len, data.ALL_SETS[:4])] == [1, 1, 1, 2]
    assert any(len({*data_set.ys}) == 1 < data_set.N for data_set in data.ALL_SETS)
    assert any(not any(x[1:]) for data_set in data.ALL_SETS for x in data_set.xs)
    assert any(len({*zip(data_set.xs, data_set.ys)}) < data_set.N for data_set in data.ALL_SETS)


@pytest.mark.ci
def test_a_strategy_may_stay_at_one_example_of_a_nonseparable_set():
    """The check `halts` requires visits to every example, but it uses only separable sets."""

    def stays_at_example_0(view):
        while True:
            yield from [0] if len(view) == 30 else range(len(view))

    assert 30 in {data_set.N for data_set in data.NOT_SEPARABLE_SETS} - {
        data_set.N for data_set in data.SEPARABLE_SETS
    }
    assert run_named_check("halts", stays_at_example_0)[1] is None


def test_the_page_on_strategies_lists_every_check():
    """The table of the page lists all checks in their order."""
    page = (ROOT / "docs" / "write-a-strategy.md").read_text(encoding="utf-8")
    section = page.partition("{#checks}")[2].partition("\n## ")[0]
    rows = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    assert [name for row in rows for name in re.findall("`(.+?)`", row)] == CHECK_NAMES


# Other processes


STEPPED_CYCLE = (
    "def order(view, *, step: int = 1):\n    while True:\n"
    "        yield [step * n % len(view) for n in range(len(view))]\n"
)
ORDER_OF_A_SET = (
    "def order(view):\n    while True:\n"
    "        yield [int(text) for text in {str(n) for n in range(len(view))}]\n"
)
DETECT_SECOND_CHILD = "import os\nis_second = os.environ.get('PYTHONHASHSEED') == '2'\n"


SAME_VISITS = (
    "compared two processes with different hash seeds (PYTHONHASHSEED) and the same seed of "
    "the global random generator"
)
ONE_PROCESS = "compared two runs in this process only. In another process, the strategy "


@pytest.mark.ci
@pytest.mark.parametrize(
    ("source", "complaint", "note"),
    [
        (STEPPED_CYCLE, "", SAME_VISITS),
        ("import os\nprint('loaded')\nos.write(1, b'{}')\n" + STEPPED_CYCLE, "", SAME_VISITS),
        pytest.param(ORDER_OF_A_SET, " in another process", "", marks=skip_on_pypy),
        (
            DETECT_SECOND_CHILD + "def order(view):\n    while True:\n"
            "        numbers = [0, 1 // (not is_second), *range(2, len(view))]\n"
            "        yield from numbers[: len(view)]\n",
            "visit 1 differs: in one process, example 0; in another process, an error (strategy ",
            "",
        ),
        (
            f"{DETECT_SECOND_CHILD}if is_second: os._exit(0)\n{STEPPED_CYCLE}",
            "",
            f"{ONE_PROCESS}ended its process with exit status 0",
        ),
        (
            f"{DETECT_SECOND_CHILD}if is_second: raise ValueError('not here')\n{STEPPED_CYCLE}",
            "",
            "compared two runs in this process only, because strategy ",
        ),
    ],
)
def test_visits_are_compared_with_those_of_another_process(file, source, complaint, note):
    """A strategy whose visits differ in another process fails. The check compares two
    child processes. Text that a file prints is not an answer of a child. If a child does not
    answer, two runs in this process are compared, and the note says why.
    """
    actual_note, failure = run_named_check(
        "same-visits", file(source) + ":step=2" * (source == STEPPED_CYCLE)
    )
    assert actual_note.startswith(note)
    assert (failure is not None) == bool(complaint)
    if complaint:
        assert complaint in failure.complaint
        assert failure.data in data.ORDINARY_SETS


@pytest.mark.ci
def test_the_note_says_why_visits_are_not_compared_in_another_process(file, monkeypatch):
    """A child cannot load a function, `in_process` forbids a child, and a program made by
    PyInstaller cannot start one.
    """
    assert run_named_check("same-visits", counting_closure())[1] is not None
    note_for_a_function = (
        "compared two runs in this process only, because another process cannot load a function. "
        "To compare two processes, pass a name or a file, as in check_strategy('mine.py:order')"
    )
    assert run_named_check("same-visits", strategy("cyclic").func) == (note_for_a_function, None)
    behaviours = StrategyUnderTest("cyclic", in_process=True).behaviours_on_ordinary_sets_in_child
    with pytest.raises(StrategyError, match="^--in-process starts no other process$"):
        behaviours("1")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    note = run_named_check("same-visits", file(STEPPED_CYCLE))[0]
    assert note == f"{ONE_PROCESS}cannot be started: {sys.executable} does not start Python"


def test_a_failure_names_the_function_of_the_author(tmp_path):
    """The complaint does not name the object through which the checks call the function."""
    (tmp_path / "mine.py").write_text("def forgets_yield(view):\n    return [0]\n")
    with pytest.raises(CheckFailed, match=r"mine.py:forgets_yield returned \[0\]; expected a gen"):
        check_strategy(str(tmp_path / "mine.py"))
