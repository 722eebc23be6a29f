"""The package reproduces the tables of golden runs and answers. The oracle, a second
implementation, makes the same runs, or the first updates of long ones.
"""

from __future__ import annotations

from functools import lru_cache

import oracle
import pytest
from conftest import BUILT_IN
from messages import check_refused

from perceptron_ref import example
from perceptron_ref.testing import golden
from perceptron_ref.theory.separability import separability

GOLDEN_RUNS = golden.golden_runs()
QUESTIONS = golden.golden_questions()


@lru_cache(maxsize=None)
def run_of(golden_run):
    """Return the run of the package for a row of the table; make it only once."""
    return golden_run.run()


@pytest.mark.parametrize("golden_run", GOLDEN_RUNS, ids=[row.name for row in GOLDEN_RUNS])
def test_the_package_reproduces_a_golden_run(golden_run):
    """The status, the updates, the visits, w and n(t) are as in the table."""
    assert golden_run.differences(run_of(golden_run)) == []


@pytest.mark.parametrize("golden_run", GOLDEN_RUNS, ids=[row.name for row in GOLDEN_RUNS])
def test_the_oracle_reproduces_a_golden_run(golden_run):
    """The oracle, a plain implementation with Fractions, makes the same updates, and returns the
    same weights: with PLA the last ones, with Pocket those in the pocket. Because the oracle is
    slow, only the first 40 updates of a run with more than 150 are compared.
    """
    run = run_of(golden_run)
    if run.updates > 150:
        run = shortened(golden_run).run()
    D = oracle.examples_of(run.data)
    path = oracle.pla(
        D,
        oracle.order_of(golden_run.strategy),
        w0=run.w0,
        eta=run.eta,
        sign_of_zero=run.sign_of_zero,
        max_updates=run.updates,
        max_visits=run.max_visits,
    )
    assert tuple(path.n) == run.n
    if golden_run.algorithm == "pocket":
        target_mistakes = int(options_of(golden_run).get("target_mistakes", 0))
        result = oracle.Pocket(D, path, run.sign_of_zero, target_mistakes)
        assert (list(run.w), list(run.w_last)) == (result.w, result.w_last)
        assert run.history == result.history
    else:
        assert list(run.w) == path.w[-1]
        assert (run.status, run.visits) == (path.status, path.visits)


def options_of(golden_run):
    """Return the options of a row as a dict of texts."""
    return dict(text.split("=") for text in golden_run.options.split(";") if text)


def shortened(golden_run):
    """Return the row with max_updates=40, and with its algorithm and all its other options."""
    options = {**options_of(golden_run), "max_updates": "40"}
    return golden_run._replace(options=";".join(map("=".join, options.items())))


def test_a_shortened_golden_run_keeps_its_algorithm_and_options():
    """A Pocket run stays a Pocket run, with its sign(0)."""
    (row,) = [row for row in GOLDEN_RUNS if row.name == "iris-pocket-cyclic"]
    run = shortened(row).run()
    assert (row.algorithm, run.updates, run.sign_of_zero) == ("pocket", 40, -1)
    assert len(run.history) == 41


def test_the_fingerprint_covers_all_runs():
    """The fingerprint of all runs and answers is as expected. Without the first run or the first
    answer it is different.
    """
    runs = [run_of(row) for row in GOLDEN_RUNS]
    answers = [question.answer() for question in QUESTIONS]
    assert golden.fingerprint(runs, answers) == golden.expected_fingerprint()
    assert golden.fingerprint(runs[1:], answers) != golden.expected_fingerprint()
    assert golden.fingerprint(runs, answers[1:]) != golden.expected_fingerprint()


@pytest.mark.parametrize(
    ("last_values", "value_count"), [(",a, b", 12), (",a, b, c", 13), ("", 10)]
)
def test_a_row_must_have_a_value_for_each_column(monkeypatch, last_values, value_count):
    """The error names the line and the run, and asks for double quotes around a text with a
    comma.
    """
    use_table(monkeypatch, last_values)
    parts = f"golden.csv, line 2: row 'my-run': found {value_count} …11. Put double quotes around…"
    check_refused(parts, golden.golden_runs)


def test_a_text_in_double_quotes_may_contain_a_comma(monkeypatch):
    """The text in quotes is one value."""
    use_table(monkeypatch, ',"a, b"')
    assert golden.golden_runs()[0].covers == "a, b"


def use_table(monkeypatch, last_values):
    """Replace golden.csv by a table with one row, whose text ends with `last_values`."""
    header = ",".join(golden.GoldenRun._fields)
    table = f"{header}\nmy-run{',x' * 9}{last_values}\n".encode()
    monkeypatch.setattr(golden, "read_package_file", lambda path: table)


def test_names_and_the_texts_in_covers_are_unique():
    """In each table the names differ, and so do the texts in the column `covers`."""
    for table in (GOLDEN_RUNS, QUESTIONS):
        assert all(row.covers for row in table)
        assert len({row.name for row in table}) == len(table)
        assert len({row.covers for row in table}) == len(table)


def test_the_golden_runs_cover_all_strategies_both_algorithms_and_four_statuses():
    """Only the statuses "right_in_a_row" and "stopped" are missing."""
    assert {row.strategy.partition(":")[0] for row in GOLDEN_RUNS} == set(BUILT_IN)
    assert {row.status for row in GOLDEN_RUNS} == {
        "converged",
        "max_updates",
        "max_visits",
        "target_mistakes",
    }
    assert {row.algorithm for row in GOLDEN_RUNS} == {"pla", "pocket"}


def test_a_difference_names_the_row_and_both_values():
    """A difference shows the value of the run or the answer, and the value that the table
    expects.
    """
    wrong_row = GOLDEN_RUNS[0]._replace(visits="1")
    assert wrong_row.differences(run_of(GOLDEN_RUNS[0])) == [
        "run 'and-cyclic': visits: found 34; expected 1"
    ]
    question = QUESTIONS[0]._replace(expected="none")
    (difference,) = question.differences(question.answer())
    assert difference.startswith(
        "separability of 'and': found w_f -3 2 2, "
    ) and difference.endswith("; expected none")


@pytest.mark.parametrize("question", QUESTIONS, ids=[question.name for question in QUESTIONS])
def test_the_package_reproduces_a_golden_answer(question):
    """The answer is as in the table, and its proof is correct."""
    assert question.differences(question.answer()) == []


def test_a_wrong_answer_is_shown_as_a_failed_proof():
    """With weights of smaller margin as w_f, the text of the answer is "the proof fails"."""
    answer = separability(example("or"))
    assert golden.format_answer(answer).startswith("w_f ")
    answer.w_f = (-1, 2, 3)
    assert golden.format_answer(answer) == "the proof fails"
