"""Golden runs and answers: the package reproduces the tables, and an independent implementation the
runs.
"""

from __future__ import annotations

from functools import lru_cache

import oracle
import pytest
from conftest import BUILT_IN
from messages import check_refused

from perceptron_ref import example, pla, strategy
from perceptron_ref.testing import golden
from perceptron_ref.theory.separability import separability

CASES = golden.golden_runs()
QUESTIONS = golden.golden_questions()


@lru_cache(maxsize=None)
def run_of(case):
    """Return the run of a golden case. Each case is run only once."""
    return case.run()


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_package_reproduces_a_golden_run(case):
    """Status, updates, visits, w and n(t) are as in the table."""
    assert case.differences(run_of(case)) == []


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_oracle_reproduces_a_golden_run(case):
    """The oracle, a plain implementation in Fractions, makes the same updates. It has no limit of
    visits, and is slow, so some runs are compared for 40 updates instead.
    """
    run = run_of(case)
    if run.updates > 150 or "max_visits" in case.options:
        run = pla(run.data, strategy(case.strategy), max_updates=40)
    order = oracle.plainest(case.strategy)
    oracle_run = oracle.pla(
        oracle.examples_of(run.data),
        order,
        w0=run.w0,
        eta=run.eta,
        sign_of_zero=run.sign_of_zero,
        max_updates=run.updates,
    )
    assert tuple(oracle_run.n) == run.n
    assert oracle_run.w[-1] == list(getattr(run, "w_last", run.w))


def test_the_fingerprint_covers_all_runs():
    """The fingerprint of all runs and answers is the expected one. It differs if a run or an answer
    is left out.
    """
    runs = [run_of(case) for case in CASES]
    answers = [question.answer() for question in QUESTIONS]
    assert golden.fingerprint(runs, answers) == golden.expected_fingerprint()
    assert golden.fingerprint(runs[1:], answers) != golden.expected_fingerprint()
    assert golden.fingerprint(runs, answers[1:]) != golden.expected_fingerprint()


@pytest.mark.parametrize(
    ("last_values", "value_count"), [(",a, b", 12), (",a, b, c", 13), ("", 10), (',"a, b"', 11)]
)
def test_only_a_row_with_a_value_for_each_column_is_accepted(monkeypatch, last_values, value_count):
    """The error names the line and the run, and says that a text with a comma needs quotes."""
    header = ",".join(golden.GoldenRun._fields)
    table = f"{header}\nmine{',x' * 9}{last_values}\n".encode()
    monkeypatch.setattr(golden, "read_package_file", lambda path: table)
    if value_count == 11:
        assert golden.golden_runs()[0].covers == "a, b"
        return
    parts = (
        f"golden.csv, line 2: row 'mine': found {value_count} …11. Put double quotes around a text"
    )
    check_refused(parts, golden.golden_runs)


def test_every_row_has_its_own_name_and_its_own_reason():
    """In a table neither names nor texts in the column `covers` repeat."""
    for table in (CASES, QUESTIONS):
        assert all(row.covers for row in table)
        assert len({row.name for row in table}) == len(table)
        assert len({row.covers for row in table}) == len(table)


def test_the_table_covers_all_strategies_both_algorithms_and_four_statuses():
    """All statuses occur but "right_in_a_row" and "stopped"."""
    assert {case.strategy.partition(":")[0] for case in CASES} == set(BUILT_IN)
    assert {case.status for case in CASES} == {
        "converged",
        "max_updates",
        "max_visits",
        "target_mistakes",
    }
    assert {case.algorithm for case in CASES} == {"pla", "pocket"}


def test_differences_name_the_row_and_the_column():
    """A difference says what was found in the run or the answer, and what the table expects."""
    case = CASES[0]._replace(visits="1")
    assert case.differences(run_of(CASES[0])) == ["run 'and-cyclic': visits: found 34; expected 1"]
    question = QUESTIONS[0]._replace(expected="none")
    (difference,) = question.differences(question.answer())
    assert difference.startswith(
        "separability of 'and': found w_f -3 2 2, "
    ) and difference.endswith("; expected none")


@pytest.mark.parametrize("question", QUESTIONS, ids=[question.name for question in QUESTIONS])
def test_the_package_reproduces_a_golden_answer(question):
    """The answer is as in the table, and its proof verifies."""
    assert question.differences(question.answer()) == []


def test_an_answer_that_does_not_verify_is_shown_as_a_failed_proof():
    """If w_f is replaced by weights with a smaller margin, the text is "the proof fails"."""
    answer = separability(example("or"))
    assert golden.format_answer(answer).startswith("w_f ")
    answer.w_f = (-1, 2, 3)
    assert golden.format_answer(answer) == "the proof fails"
