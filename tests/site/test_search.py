"""What students type into the search field, and where it leads."""

from __future__ import annotations

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

LECTURE = {name: f"lecture/{name}.html" for name in ("hypotheses", "pla", "guarantee", "pocket")}
SEARCHED = {  # what is typed: a page that is to be among the first three
    "plugin": "write-a-strategy.html",
    "slides": "with-the-lecture.html",
    "sklearn": "how-to/arrays.html",
    "why does it stop": LECTURE["guarantee"],
    "R squared over rho squared": LECTURE["guarantee"],
    "pocket algorithm": LECTURE["pocket"],
    "learning rate": LECTURE["pla"],
    "non separable": LECTURE["pocket"],
    "margin": LECTURE["pla"],
    "entry point": "write-a-strategy.html",
    "threshold": LECTURE["hypotheses"],
    "decision boundary": LECTURE["hypotheses"],
    "hypothesis set": LECTURE["hypotheses"],
    "spam": LECTURE["hypotheses"],
    "naive cycle": LECTURE["pla"],
    "update rule": LECTURE["pla"],
    "misclassified": LECTURE["pla"],
    "eta": LECTURE["pla"],
    "linearly separable": LECTURE["guarantee"],
    "convergence proof": LECTURE["guarantee"],
    "Novikoff": LECTURE["guarantee"],
    "Cauchy-Schwarz": LECTURE["guarantee"],
    "alignment": LECTURE["guarantee"],
    "noise": LECTURE["pocket"],
    "NP-hard": "beyond/optimum.html",
    "XOR": "beyond/certificates.html",
    "certificate": "beyond/certificates.html",
    "convex hull": "beyond/certificates.html",
    "random order": "beyond/orders.html",
    "epoch": "beyond/orders.html",
    "bias": "beyond/bias.html",
    "projection": "beyond/bias.html",
    "floating point": "beyond/numbers.html",
    "rounding error": "beyond/numbers.html",
    "sign(0)": LECTURE["pla"],
    "misconception": "misconceptions.html",
    "homework": "experiments.html",
    "exercise": "exercises.html",
    "libsvm": "formats.html",
    "SVM": "history.html",
    "Rosenblatt": "history.html",
    "\u9593\u9694": "glossary.html",
}
RESULTS = """() => [...document.querySelectorAll('.md-search-result__item')].slice(0, 3)
    .map(item => item.querySelector('a').pathname)"""


@pytest.mark.parametrize("base", ["url", "disk"])
def test_search_finds(base, request, tab):
    """From the web and from disk, typed letter by letter: the wanted page is among the first three
    results.
    """
    tab.goto(request.getfixturevalue(base) + "index.html")
    field = tab.locator("input[name=query]")
    missed = {}
    for term, page in SEARCHED.items():
        field.fill("")
        tab.wait_for_function(f"({RESULTS})().length === 0")
        field.press_sequentially(term)
        field.press("Shift")  # a key goes up when an input method has put in its characters
        try:
            tab.wait_for_function(
                f"page => ({RESULTS})().some(path => path.endsWith(page))",
                arg="/" + page,
                timeout=4_000,
            )
        except PlaywrightTimeout:
            missed[term] = tab.evaluate(RESULTS)
    assert missed == {}
