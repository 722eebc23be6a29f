"""The benchmark suite asks everybody the same question, and the page on speed shows all that it
measured. No clock.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from benchmarks import loops, peers, questions
from benchmarks.cases import (
    BY_LISTS,
    CASES,
    DICTS,
    FLOATS,
    INTS,
    LINPROG,
    LISTS,
    MLXTEND,
    MODULES,
    NEEDS,
    NUMPY,
    OLD,
    OURS,
    PAIRS,
    PRIMAL,
    SCIKIT,
    SUMPROD,
    SVC,
    Case,
    exact_and_not,
    held,
    held_sparse,
    in_order,
    judged,
    made,
    reading,
    repeated,
    repeated_pocket,
    sparse,
    started,
)
from benchmarks.compare import compared, machine, main, told, told_growth
from benchmarks.files import Text, gaussian, nonzeros, words
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
        who: {SVC: peers.UNANSWERED, LINPROG: peers.INFEASIBLE}.get(who, questions.NONE)
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


TINY = Text("data.libsvm", words, N=12, d=300, seed=2, mean=9)


def answers_of(case, folder, **options):
    """Return the set, and {who: answer}."""
    data = case.data()
    works = case.answerers(data, str(folder), **options)
    return data, {who: work() for who, work in works.items()}


def test_sparse_sets_are_visited_at_random_alike(tmp_path):
    """The loops over nonzeros make the runs of the strategy `random`, and find its weights."""
    case = Case("sparse", "tiny", TINY, sparse(TINY), runs=9)
    data, answers = answers_of(case, tmp_path, runs=3)
    assert set(answers) == {OURS, DICTS, PAIRS}
    assert len(set(answers.values())) == 1 and answers[OURS].endswith(" updates in 3 runs")
    rows, ys = nonzeros(TINY.lines(**TINY.options))
    assert [[row.get(i, 0) for i in range(301)] for row in rows] == [
        [float(v) for v in x] for x in data.xs
    ]
    w, t = loops.nonzeros_at_random([row.items() for row in rows], ys, 301, seed=1)
    assert judged(data, w) == "weights"
    assert answers[OURS] != questions.counted([t] * 3)


def test_a_loop_at_random_looks_where_it_did_not_draw(monkeypatch):
    """Where 10 N draws without a mistake leave an example out, it is looked at, as by `pla`."""
    draws = iter([0.0] * (1 + 20 + 20))  # always example 0
    monkeypatch.setattr(loops, "Random", lambda seed: SimpleNamespace(random=draws.__next__))
    rows = [[(0, 1)], [(1, 1)]]
    assert loops.nonzeros_at_random(rows, [1, 1], 2, seed=0) == ([1, 1], 2)
    assert next(draws, None) is None


def test_floats_of_17_digits_are_answered_by_all(tmp_path):
    """The set has the digits of the floats, exact; each loop finds weights of it."""
    text = Text("data.csv", gaussian, N=60, d=3, seed=1, margin=0.1)
    data, answers = answers_of(Case("floats", "tiny", text, exact_and_not), tmp_path)
    x = next(text.lines(**text.options)).split(",")[0]
    assert len(x) > 16 and data.xs[0][1] == Fraction(x)
    assert MLXTEND not in answers
    assert {judged(data, answer) for answer in answers.values()} == {"weights"}


def test_repeated_runs_come_to_the_same(tmp_path):
    """The command makes as many runs as asked; Pocket's mean error on the test set is the script's,
    which makes the same draws.
    """
    case = Case("repeat", "tiny", made("separable", 40, 2, seed=1, margin=5), repeated, runs=9)
    _, answers = answers_of(case, tmp_path, runs=3)
    assert answers[OURS].endswith(" updates in 3 runs")
    case = Case("", "", made("noisy", 60, 2, seed=1, flips=6), repeated_pocket, runs=3)
    _, answers = answers_of(case, tmp_path)
    assert answers[OURS].endswith(" of the test wrong") and len(set(answers.values())) == 1
    assert len(answers) == 1 + peers.installed("numpy")


def test_small_works_are_done(tmp_path):
    """A start, reading: whoever is compared does it, and has no answer."""
    small = made("separable", 40, 2, seed=1, margin=5)
    _, answers = answers_of(Case("start", "tiny", small, started), tmp_path)
    assert answers == {OURS: None, MODULES: None, "bare Python": None}
    _, answers = answers_of(Case("reading", "tiny", lambda: None, reading(TINY)), tmp_path)
    assert answers == {OURS: None, DICTS: None}


def test_memory_is_told_in_bytes():
    """The lists of ints take what ints and lists take; a record says that it tells bytes."""
    data = made("separable", 40, 2, seed=1, margin=5)
    record = compared(Case("memory", "tiny", data, held, unit="bytes"))
    taken = {result["who"]: result["seconds"] for result in record["results"]}
    assert set(taken) == {OURS, BY_LISTS, LISTS} and taken[OURS] > taken[LISTS]
    assert 40 * 8 * 3 < taken[LISTS] < 40 * 1000
    assert (record["unit"], record["rounds"]) == ("bytes", 1) and " MB  " in [*told(record)][1]


def test_memory_of_a_sparse_set_is_told_alike():
    """The package, dicts and pairs each tell theirs."""
    case = Case("memory", "tiny", lambda: None, held_sparse(TINY), unit="bytes")
    assert [result["who"] for result in compared(case)["results"]] == [OURS, DICTS, PAIRS]


def test_an_older_checkout_answers_the_same(tmp_path):
    """Another folder's package answers in a process of its own; here that folder is this checkout.
    Another folder than a checkout is told.
    """
    small = made("separable", 40, 2, seed=1, margin=5)
    for case in (
        Case("orders", "random", small, in_order("random")),
        Case("repeat", "tiny", small, repeated, runs=2),
    ):
        record = compared(case, rounds=1, old=str(ROOT))
        assert [result["who"] for result in record["results"]] == [OURS, OLD]
        assert record["results"][0]["answer"] == record["results"][1]["answer"] != ""
    with pytest.raises(RuntimeError, match="ended without an answer"):
        compared(Case("orders", "random", small, in_order("random")), old=str(tmp_path))


def test_only_some_are_measured_and_put_in_their_place(tmp_path, capsys):
    """`--only` measures what has the text in its name; `--json` then replaces that alone."""
    path = tmp_path / "figures.json"
    saved = {**SAVED, **machine(), "cases": [dict(record) for record in SAVED["cases"]]}
    path.write_text(json.dumps(saved))
    name = "cyclic: 400 x 4, few updates"
    main(["--only", name, "--json", str(path)])
    assert name in capsys.readouterr().out
    after = json.loads(path.read_text())
    changed = [
        f"{new['group']}: {new['case']}"
        for new, old in zip(after["cases"], saved["cases"])
        if new != old
    ]
    assert changed == [name] and after["growth"] == saved["growth"]
    with pytest.raises(SystemExit):
        main(["--only", "no such case"])
    assert "found no such case" in capsys.readouterr().err
    path.write_text(json.dumps({**saved, "cpu": "another"}))
    with pytest.raises(SystemExit):
        main(["--only", name, "--json", str(path)])
    assert "found cpu: another; expected " in capsys.readouterr().err


def test_in_turn_takes_turns():
    """Each round does all works in their order; the first is not counted; a budget may make it
    fewer, down to 3.
    """
    calls, ticks = [], iter(range(1000))
    works = [lambda: calls.append("a"), lambda: calls.append("b")]
    answers, (a, b) = in_turn(works, 4, clock=lambda: next(ticks))
    assert ("".join(calls), answers, a, b) == ("ab" * 5, (None, None), (1,) * 4, (1,) * 4)
    assert len(in_turn(works, 9, clock=lambda: next(ticks), budget=10)[1][0]) == 5
    assert len(in_turn(works, 9, clock=lambda: next(ticks), budget=1)[1][0]) == 3
    assert ratio([2, 3, 4], [1, 1, 1]) == (3, 2, 4)


def test_each_round_asks_about_a_fresh_copy():
    """What is kept with a set is not found by the next round, nor is copying timed."""
    data, met = example("or"), []
    work = questions.Fresh(lambda data, word, n: met.append(data) or f"{word} {n}", data, "x", n=1)
    assert (work(), work()) == ("x 1", "x 1")
    first, second = met
    assert first == second == data and len({id(first), id(second), id(data)}) == 3
    assert work.clock() >= 0


def test_a_work_may_have_a_clock_of_its_own():
    """What tells its own time is timed by that."""

    class Work:
        clock = iter(range(0, 1000, 7)).__next__

        def __call__(self):
            return "answer"

    assert in_turn([Work()], 2, clock=None) == (("answer",), [(7, 7)])


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
        *(OURS, OLD, INTS, FLOATS, SUMPROD, PRIMAL, DICTS, PAIRS, "bare Python"),
        *(BY_LISTS, LISTS, MODULES),
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
