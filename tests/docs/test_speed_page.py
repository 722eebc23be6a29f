"""What the page on speed draws and shows: packed ints of a real run, and all that was measured."""

from __future__ import annotations

import json
import re
import sys

import pytest
from benchmarks.cases import CASES
from conftest import ROOT

sys.path.insert(0, str(ROOT / "docs"))
from _tools import measured  # noqa: E402
from _tools.logarithmic import Logarithmic  # noqa: E402
from _tools.measured import Figures, fastest  # noqa: E402
from _tools.speed_pictures import (  # noqa: E402
    Search,
    Steps,
    draw_blocks,
    draw_gram_row,
    draw_growth,
    draw_signs,
)

from perceptron_ref import dot, example, pla  # noqa: E402


@pytest.fixture(scope="module")
def steps():
    """One update of PLA on the logical and."""
    return Steps(pla(example("and")), 12)


def margins(data, w):
    return [y * dot(w, x) for x, y in zip(data.scaled_xs, data.ys)]


def test_the_pictures_show_the_margins_of_the_run(steps):
    """The margins before and after an update, by plain dot products, are what the lanes hold."""
    data = example("and")
    _, n, w, w_next = list(pla(data).scaled_replay())[12]
    assert (steps.n, steps.w) == (n, w) == (1, (-2, 3, 2))
    assert steps.numbers(steps.margins) == margins(data, w) == [2, 0, -1, 3]
    assert steps.numbers(steps.margins + steps.row) == margins(data, w_next) == [3, 2, 0, 1]


def test_sign_bits_are_those_of_the_mistakes(steps):
    """Where the margin is 0 or less the first bit of a lane is 1: bold, with a word below it."""
    drawn = draw_signs(steps)
    assert re.findall('class="title">(mistake)<|class="tick">(right)<', drawn) == [
        ("", "right"),
        ("mistake", ""),
        ("mistake", ""),
        ("", "right"),
    ]
    assert "in bits 01111110100000001000000101111101. " in drawn
    assert f">Together one int: {0b01111110100000001000000101111101:,}." in drawn


def test_columns_and_gram_rows_are_told_in_words(steps):
    """Whoever cannot see the pictures is told their numbers."""
    search = Search(pla(example("separable", N=400, d=5, seed=1, margin=2)))
    assert (
        "-2 times -1, -1, -1, 1; 3 times 0, 0, -1, 1; 2 times 0, -1, 0, 1; the sum is 2, 0, -1, 3."
        in draw_blocks(steps, search)
    )
    assert "2, 0, -1, 3 and 1, 2, 1, -2: 3, 2, 0, 1." in draw_gram_row(steps)


def test_a_search_in_blocks_is_that_of_the_cycle():
    """It goes on behind the last mistake, and no example before the next one is a mistake."""
    data = example("separable", N=400, d=5, seed=1, margin=2)
    run = pla(data)
    search = Search(run)
    w = list(run.scaled_replay())[search.t][2]
    wrong = [n for n, margin in enumerate(margins(data, w)) if margin <= 0]
    assert (search.start, search.found) == (run.n[search.t - 1] + 1, run.n[search.t])
    assert min(n for n in wrong if n >= search.start) == search.found
    assert search.mistakes == wrong and len(search.computed) > 1


def test_every_case_is_on_the_page():
    """The fold has a row for each answer that is in the file; the table one for each question."""
    figures = Figures()
    everything = figures.beside(*dict.fromkeys(case.group for case in CASES))
    results = sum(len(record["results"]) for record in figures.saved["cases"])
    assert everything.count("\n") + 1 == results
    inside = [case for case in CASES if case.group in measured._GROUPS]
    page = (ROOT / "docs" / "design" / "speed.md").read_text(encoding="utf-8")
    assert f"| run | question | ours, ms | {' | '.join(measured._PEERS)} |\n" in page
    assert figures.everybody().count("\n") + 1 == len(inside) > 20


def test_every_aim_is_of_a_case():
    """It names a case, and somebody who answers it."""
    names = {(case.group, case.name) for case in CASES}
    assert {(group, case) for _, group, case, _ in measured._AIMS} <= names
    figures = Figures()
    peers = {who for results in figures.cases.values() for who in results}
    assert {who for *_, who in measured._AIMS} <= peers
    assert figures.aims().count("\n") + 1 == figures.reached()[1]


def result(who, ratio, answer="weights", seconds=0.5):
    return {
        "who": who,
        "answer": answer,
        "seconds": seconds,
        "ratio": ratio,
        "least": ratio / 2,
        "largest": ratio * 2,
    }


def test_aims_are_reached_missed_or_not_measured(tmp_path, monkeypatch):
    """At most is reached; above is missed; nobody's figure is no zero."""
    monkeypatch.setattr(
        measured, "_AIMS", [(0.5, "g", "c", "a"), (0.4, "g", "c", "a"), (1, "g", "c", "absent")]
    )
    record = {"group": "g", "case": "c", "date": "", "rounds": 3}
    record["results"] = [result("perceptron_ref", 1), result("a", 0.5)]
    path = tmp_path / "figures.json"
    path.write_text(json.dumps({"cases": [record], "growth": []}))
    figures = Figures(path)
    assert [line.split(" | ")[2:] for line in figures.aims().splitlines()] == [
        ["0.5", "0.5 (0.25 to 1)", "yes |"],
        ["0.4", "0.5 (0.25 to 1)", "**missed** |"],
        ["1", "not measured", " |"],
    ]
    assert figures.reached() == (1, 3)


def test_bold_is_the_fastest_that_answered(tmp_path):
    """Who came to no answer stands in brackets; the older package wins no question."""
    results = [
        result("perceptron_ref", 1.0),
        result("SciPy linprog", 0.5),
        result("scikit-learn SVC", 3.0, "no answer"),
        result("old package", 2.0),
    ]
    assert fastest({each["who"]: each for each in results[:3]}) == "perceptron_ref"
    record = {"group": "separability", "case": "c", "date": "", "rounds": 3, "results": results}
    path = tmp_path / "figures.json"
    path.write_text(json.dumps({"cases": [record], "growth": []}))
    figures = Figures(path)
    assert figures.everybody() == (
        "| a line? | c | 500 |  |  |  |  | (3.00) |  | 0.50 | **2.00** |"
    )
    assert "| a line? | c | none |" in figures.winners()


@pytest.mark.parametrize("family", Figures().growth, ids=lambda family: family["name"])
def test_growth_is_drawn_from_the_points(family):
    """A mark for each point of each of three curves, and the exponents fitted to them."""
    drawn = draw_growth(family)
    marks = re.findall(r'class="(?:o|tip)" d="([^"L]*)"', drawn)
    assert [mark.count("a3 3") for mark in marks if "a3 3" in mark] == [len(family["points"])] * 3
    for key in ("updates", "bound", "seconds"):
        assert f": {family[key + '_exponent']:.2f}</text>" in drawn


def test_equal_ratios_are_equally_long():
    """Ticks are at powers of ten; where these are few, at 1, 2 and 5 times them."""
    axis = Logarithmic([3, 3000], 0, 1000)
    places = [axis.of(value) for value in (3, 30, 300, 3000)]
    assert [round(b - a, 9) for a, b in zip(places, places[1:])] == [
        round(places[1] - places[0], 9)
    ] * 3
    assert axis.ticks().texts == ["10", "100", "1,000"]
    assert Logarithmic([3, 40], 0, 1000).ticks().texts == ["5", "10", "20"]
    assert Logarithmic([1, 10**8], 0, 1000).ticks().texts[::2] == ["1", "10⁴", "10⁸"]
