"""What the page on what comes after says, by the package and by the scripts of its pictures."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from runpy import run_path

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "docs"))

# node's own words for the test mistakes of the picture of new data, in percent
SHARES = """
const { readFileSync } = require("node:fs"), vm = require("node:vm");
for (const name of ["exact", "draw", "proof", "kinds"]) {
  vm.runInThisContext(readFileSync(`${process.argv[1]}/${name}.js`, "utf8"));
}
const { sizes, shares } = perceptron.kinds.unseen.learn({ N: 8 });
console.log(JSON.stringify(sizes.map((N, i) => [N, 100 * shares[i]])));
"""


@pytest.fixture(scope="module")
def page():
    """Return the names of the page."""
    return run_path(str(ROOT / "docs" / "lecture" / "after.py"))


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not there")
def test_the_test_mistakes_of_the_picture_are_those_of_the_package(page):
    """At every N of its slider, on the same examples."""
    live = str(ROOT / "docs" / "live")
    done = subprocess.run(["node", "-e", SHARES, live], capture_output=True, text=True, check=True)
    drawn = json.loads(done.stdout)
    assert len(drawn) == 32
    for N, share in drawn:
        assert page["share"](N) == f"{share:.2g} %"


def test_xor_is_solved_with_the_product(page):
    """In both ways to write it; with -1 and +1 the bound is attained."""
    assert (page["T"], page["T_OF_SIGNS"], page["bound_of_signs"]()) == (29, 4, 4)


def test_a_falling_rate_changes_the_run(page):
    """1/t makes other updates than a fixed rate, and halts, too."""
    assert page["T_of_falling"] != page["T_of_fixed"] == 18
