"""The claims that pictures make about a run (docs/live/run_claims.js) agree with the package."""

from __future__ import annotations

import json
import random
import re
import shutil
from html import unescape
from itertools import product

import pytest
from conftest import ROOT
from test_pla_js import LIMIT, ORDERS, random_set, script_answers, with_seed

from perceptron_ref import Dataset, pla
from perceptron_ref.theory.separability import Separable, separability

pytest.importorskip("markdown")  # of the extra docs
from _tools import live_pictures  # noqa: E402
from _tools.pages import values_of  # noqa: E402

pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed"),
]
WORDS = json.loads((ROOT / "docs" / "live" / "words.json").read_text("utf-8"))
PAGES = ["index", "lecture/pla", "lecture/guarantee", "lecture/pocket"]
SET_COUNT = 200


def settings_of(page):
    """Return x_0, order, seed and sign(0) of each scene of a page's picture, and of each choice in
    its menus.
    """
    live_pictures.html_of_picture.clear()
    values_of(ROOT / "docs" / f"{page}.md")
    (picture,) = live_pictures.html_of_picture.values()
    config = json.loads(unescape(re.search('data-config="([^"]*)"', picture)[1]))
    cases = []
    for scene in (config.get("scenes") or {"": {}}).values():
        scene_config = {**config, **scene}
        menus = scene_config.get("menus", ())
        x0s = (0, 1) if "x0" in menus else (scene_config["x0"],)
        signs_of_zero = (0, 1, -1) if "signOfZero" in menus else (0,)
        orders = ORDERS if "order" in menus else [scene_config["order"]]
        cases += product(x0s, orders, [scene_config.get("seed", 0)], signs_of_zero)
    return sorted(set(cases))


def bound_and_updates(rows, labels, x0, order, seed, sign_of_zero):
    """Return (bound, T) of the package: no bound if no line separates, no T if PLA did not halt."""
    data = Dataset(rows, labels, x0=x0)
    answer = separability(data)
    bound = answer.bound if isinstance(answer, Separable) else None
    limit = 100_000 if bound else LIMIT
    run = pla(data, with_seed(order, seed), sign_of_zero=sign_of_zero, max_updates=limit)
    return bound, run.updates if run.status == "converged" else None


@pytest.mark.parametrize("page", PAGES)
def test_claims_about_lines_and_T_agree_with_the_package(page):
    """The scripts and the package agree, on 200 sets with the settings of the picture, about four
    things: whether a line separates, through the origin or elsewhere; T; the bound; and whether
    PLA never halts.
    """
    rng, cases = random.Random(page), []
    settings = settings_of(page)
    for k in range(SET_COUNT):
        _, rows, labels = random_set(rng)
        x0, order, seed, sign_of_zero = settings[k % len(settings)]
        options = {"order": order, "seed": seed, "signOfZero": sign_of_zero, "updates": LIMIT}
        cases.append((x0, rows, labels, options))
    for (x0, rows, labels, options), answer in zip(cases, script_answers(cases)):
        claims = answer["claims"]
        order, seed, sign_of_zero = (options[key] for key in ("order", "seed", "signOfZero"))
        bound, T = bound_and_updates(rows, labels, x0, order, seed, sign_of_zero)
        separable_with_x0 = isinstance(separability(Dataset(rows, labels)), Separable)
        expected_claim = (
            "noLine" if x0 else "lineOnlyWithX0" if separable_with_x0 else "noLineAtOrigin"
        )
        assert (claims["noLine"] and claims["noLine"][0]) == (None if bound else expected_claim)
        if T is None:
            # with x_0 = 0 and sign(0) = a label, PLA may halt although no line separates
            is_known = bool(x0) or not sign_of_zero
            assert not bound and claims["end"][0] == ("endless" if is_known else "stopped")
            assert claims["updates"][1]["T"] == ("∞" if is_known else LIMIT)
        else:
            assert claims["end"] == ["done", {"T": T}]
            assert claims["updates"] == ["updates", {"T": T}]
        if bound:
            assert claims["bound"] == ["bound", {"b": pytest.approx(float(bound), rel=1e-15)}]
        else:
            no_bound = "noBound" if x0 else "noBoundAtOrigin"
            assert claims["bound"] == (None if T is not None else [no_bound, {}])


def test_claims_name_the_origin_only_with_x_0_of_0():
    """With x_0 = 0 a claim that no line separates names the origin; with x_0 = 1 it does not."""
    rng = random.Random(3)
    cases = [
        (x0, rows, labels, {"updates": 9})
        for x0, rows, labels in map(random_set, [rng] * SET_COUNT)
    ]
    no_line_claims = 0
    for (x0, *_), answer in zip(cases, script_answers(cases)):
        for claim in filter(None, answer["claims"].values()):
            text = WORDS[claim[0]]
            if "no line" in text.lower():
                no_line_claims += 1
                assert ("through the origin" in text) is (x0 == 0)
    assert no_line_claims


def test_two_examples_that_no_line_through_the_origin_separates():
    """A circle at (2, 0) and a cross at (5, 0): with x_0 = 1 a line separates them, and PLA
    halts.
    """
    examples = [[2, 0], [5, 0]], [1, -1]
    through_origin, with_x0 = script_answers([(0, *examples, {}), (1, *examples, {})])
    assert through_origin["claims"]["noLine"][0] == "lineOnlyWithX0"
    assert through_origin["claims"]["end"] == ["endless", {"T": 40}]
    T = pla(Dataset(*examples)).updates
    assert with_x0["claims"]["noLine"] is None and with_x0["claims"]["end"] == ["done", {"T": T}]
