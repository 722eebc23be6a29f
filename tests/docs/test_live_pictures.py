"""The live pictures of pages: their scripts, tested without a browser, and their HTML."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from html import unescape

import pytest
from conftest import ROOT, needs_node_packages

from perceptron_ref import Dataset, pla, pocket

pytest.importorskip("markdown")  # of the extra docs
from _tools import live_pictures  # noqa: E402
from _tools.pages import values_of  # noqa: E402

LIVE = ROOT / "docs" / "live"
TSC = ROOT / "docs" / "node_modules" / ".bin" / "tsc"
PAGES = ["index", "lecture/hypotheses", "lecture/pla", "lecture/guarantee", "lecture/pocket"]
CONFIG = re.compile(
    r'data-live="(\w+)" data-config="([^"]*)" data-updates="(\w+)" data-bound="([\w/]+)"'
)

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")


@pytest.mark.ci
def test_the_node_tests_of_the_scripts_pass():
    """`node --test` runs them without a browser."""
    completed = subprocess.run(
        ["node", "--test", ROOT / "tests" / "docs" / "live_pictures.test.mjs"],
        capture_output=True,
        text=True,
    )
    assert completed.returncode == 0, completed.stdout


@pytest.mark.ci
@pytest.mark.skipif(not TSC.exists(), reason="run `npm ci --prefix docs` first")
def test_the_scripts_pass_the_type_checker():
    """`tsc --checkJs` finds no error."""
    completed = subprocess.run([TSC, "-p", LIVE], capture_output=True, text=True)
    assert completed.returncode == 0, completed.stdout


@needs_node_packages
def test_the_scripts_are_small():
    """With their style sheet the scripts have at most 28 KB, compressed."""
    compressed = [
        gzip.compress(text.encode(), mtime=0) for text in live_pictures.live_assets().values()
    ]
    assert sum(map(len, compressed)) <= 28 * 1024


@pytest.mark.ci
@pytest.mark.parametrize("page", PAGES)
def test_a_picture_and_its_link_show_the_same_run(page):
    """The link has the examples, x_0, algorithm and order of the picture at rest. Its run has
    as many updates, and a bound in the same cases.
    """
    live_pictures.html_of_picture.clear()
    values_of(ROOT / "docs" / f"{page}.md")
    (html,) = live_pictures.html_of_picture.values()
    kind, config_text, updates, bound = CONFIG.search(html).groups()
    config = json.loads(unescape(config_text))
    settings = {**config, **config.get("scenes", {}).get(config.get("scene"), {})}
    fragment = live_pictures.draw_at_rest(kind, config, live_pictures.DEFAULT_SIZE).fragment
    link = dict(part.split("=", 1) for part in fragment.split("&"))
    examples = [example.split(",") for example in link["p"].split(";")]
    rows = [[int(v) for v in example[:-1]] for example in examples]
    labels = [1 if example[-1] == "o" else -1 for example in examples]
    x0, order = int(link.get("x0", 1)), link.get("order", "cyclic")
    assert [[*row, label] for row, label in zip(rows, labels)] == settings["rows"]
    assert (x0, order.partition(":")[0]) == (settings["x0"], settings["order"])
    is_pocket = link.get("algorithm") == "pocket"
    assert is_pocket is settings.get("pocket", False)
    data = Dataset(rows, labels).with_x0(x0)
    if is_pocket:
        run = pocket(data, order, max_updates=int(link["updates"]))
    else:
        run = pla(data, order)
    assert updates == ("none" if run.mistakes else str(run.updates))
    assert (bound == "none") is (run.status != "converged")
