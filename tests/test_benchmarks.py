"""The benchmark suite asks everybody the same question, and the page on speed shows all that it
measured. No clock.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from benchmarks import peers
from benchmarks.cases import (
    CASES,
    FLOATS,
    INTS,
    LINPROG,
    MLXTEND,
    NEEDS,
    NUMPY,
    OURS,
    PRIMAL,
    SCIKIT,
    SUMPROD,
    SVC,
    judged,
)
from benchmarks.compare import compared, machine, told, told_growth
from benchmarks.growth import FAMILIES, measured
from benchmarks.timing import in_turn, ratio

from perceptron_ref import example

ROOT = Path(__file__).resolve().parent.parent
SAVED = json.loads((ROOT / "docs" / "design" / "speed.json").read_text(encoding="utf-8"))
QUICK = {
    ("cyclic", "400 x 4, few updates"): "weights",
    ("cyclic", "400 x 4, more updates"): "weights",
    ("cyclic", "400 x 5"): "weights",
    ("worst-margin", "400 x 5"): "weights",
    ("separability", "200 x 4, separable"): "weights",
}
NOT_SEPARABLE = ("400 x 4, not separable", "1,000 x 10, not separable")
pytestmark = [
    pytest.mark.filterwarnings("default"),  # what other packages warn of is theirs
    pytest.mark.untraced,
]


def case_of(group, name):
    return next(case for case in CASES if (case.group, case.name) == (group, name))


@pytest.mark.parametrize("case", QUICK, ids=": ".join)
def test_all_that_are_installed_answer_alike(case, tmp_path):
    """Everybody returns weights that make no mistake, by exact arithmetic on the numbers they
    returned.
    """
    data = case_of(*case).data()
    works = case_of(*case).answerers(data, str(tmp_path))
    assert next(iter(works)) == OURS
    assert {who: judged(data, work()) for who, work in works.items()} == dict.fromkeys(
        works, QUICK[case]
    )


def test_who_visits_in_the_same_order_finds_the_same_weights(tmp_path):
    """The loops and scikit-learn, which does not shuffle when told so, make the very same run as
    this package.
    """
    case = case_of("cyclic", "400 x 4, few updates")
    works = case.answerers(case.data(), str(tmp_path))
    ours = [int(v) for v in works[OURS]()]
    same = [who for who in works if who != MLXTEND]
    assert {INTS, FLOATS} < set(same)
    assert all([float(v) for v in works[who]()] == ours for who in same)


def test_no_weights_is_proved_or_not_answered(tmp_path):
    """Where no line separates, this package and linprog prove it; the SVC comes to no answer, and
    is told so.
    """
    case = case_of("separability", "400 x 4, not separable")
    data = case.data()
    answers = {
        who: judged(data, work()) for who, work in case.answerers(data, str(tmp_path)).items()
    }
    expected = {
        who: {SVC: peers.UNANSWERED, LINPROG: peers.INFEASIBLE}.get(who, peers.NONE)
        for who in answers
    }
    assert answers == expected and OURS in answers


def test_pocket_comes_to_the_same_mistakes(tmp_path):
    """Pocket by hand, on ints, floats and arrays, holds as few mistakes as this package's after as
    many updates.
    """
    from benchmarks.cases import pockets

    data = example("noisy", N=100, d=3, seed=1, flips=10)
    works = pockets(200)(data, str(tmp_path))
    fewest = works[OURS]()
    assert 0 < fewest <= 20
    assert {work() for who, work in works.items() if who != NUMPY or peers.installed("numpy")} == {
        fewest
    }


def test_a_process_answers_like_the_package(tmp_path):
    """The loop on ints, and this package's command, find the same weights from a file."""
    case = case_of("process", "400 x 4, a file read and fitted")
    data = case.data()
    works = case.answerers(data, str(tmp_path))
    assert [*map(int, works[INTS]())] == [*map(int, works[OURS]())]
    assert judged(data, works[INTS]()) == "weights"


def test_in_turn_takes_turns():
    """Each round does all works in their order; the first is not counted; a budget may make it
    fewer, down to 3.
    """
    calls, ticks = [], iter(range(1000))
    works = [lambda: calls.append("a"), lambda: calls.append("b")]
    answers, (a, b) = in_turn(works, 4, clock=lambda: next(ticks))
    assert ("".join(calls), answers, a, b) == ("ab" * 5, (None, None), (1,) * 4, (1,) * 4)
    assert len(in_turn(works, 9, clock=lambda: next(ticks), budget=10)[1][0]) == 4
    assert len(in_turn(works, 9, clock=lambda: next(ticks), budget=1)[1][0]) == 3
    assert ratio([2, 3, 4], [1, 1, 1]) == (3, 2, 4)


def test_the_lines_and_the_file_say_the_same():
    """What is printed of a case are the figures that the file holds, one line for each who
    answered.
    """
    record = json.loads(json.dumps(compared(case_of("cyclic", "400 x 4, few updates"), rounds=1)))
    heading, *lines = told(record)
    assert heading == "cyclic: 400 x 4, few updates (1 rounds)"
    assert [line[2:22].rstrip() for line in lines] == [
        result["who"] for result in record["results"]
    ]
    for line, result in zip(lines, record["results"]):
        assert f"{result['ratio']:.2f}  ({result['least']:.2f} to {result['largest']:.2f})" in line
        assert line.endswith(result["answer"])
    assert (record["results"][0]["who"], record["results"][0]["ratio"]) == (OURS, 1.0)


@pytest.mark.untraced
def test_growth_finds_exponents_that_are_known():
    """`pair`: R^2/rho^2 goes like 1/rho^4; `pingpong`: 2 m^2 + 1 updates, so nearly the square of
    R.
    """
    families = {family[0]: family for family in FAMILIES}
    pair, pingpong = (measured(*families[name][:3], [8, 16, 32]) for name in ("pair", "pingpong"))
    assert round(pair["bound_exponent"], 1) == 3.9
    assert [point["updates"] for point in pingpong["points"]] == [129, 513, 2049]
    assert f"{pingpong['updates_exponent']:.2f}" == "2.00"
    assert told_growth(pingpong).startswith(
        "pingpong: with R, updates go like its power 2.00, the bound 2.00, time "
    )


def test_the_pages_file_holds_every_case():
    """The saved figures are of these cases and families, and of everybody; they say on which
    machine, and when.
    """
    assert [(record["group"], record["case"]) for record in SAVED["cases"]] == [
        (c.group, c.name) for c in CASES
    ]
    assert [record["name"] for record in SAVED["growth"]] == [family[0] for family in FAMILIES]
    assert set(SAVED) == {*machine(), "cases", "growth"}
    assert set(SAVED["versions"]) == {"numpy", "scipy", "scikit-learn", "mlxtend"}
    assert {result["who"] for record in SAVED["cases"] for result in record["results"]} == {
        *(OURS, INTS, FLOATS, SUMPROD, PRIMAL, "bare Python"),
        *NEEDS,
    }


def test_the_saved_answers_are_answers():
    """In the saved figures everybody found weights where this package did, but where it is said
    that they did not.
    """
    unanswered = {
        (record["group"], record["case"], result["who"])
        for record in SAVED["cases"]
        for result in record["results"]
        if result["answer"] != record["results"][0]["answer"]
    }
    assert unanswered == {
        *(("separability", name, who) for name in NOT_SEPARABLE for who in (LINPROG, SVC)),
    }
    assert SCIKIT not in {who for _, _, who in unanswered}
