"""The list of built-in strategies, wherever the package lies: one list, `setup.cfg`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from conftest import BUILT_IN, ROOT

from perceptron_ref import __version__

LINE = "perceptron_ref.strategies =\n"
MORE = f"{LINE}    one_more = perceptron_ref_strategies.restart:restart\n"
STALE = {"cyclic": "gone:cyclic", "removed": "gone:removed"}
TOLD = (
    "from perceptron_ref import example, pla, pocket, strategies, strategy; "
    "print(*strategies()); D = example('or'); pla(D), pocket(D), pla(D, 'worst-margin')"
)


@pytest.fixture
def copy(tmp_path):
    """Return a folder with a copy of both packages, as a checkout has them."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("perceptron_ref", "strategies"):
        shutil.copytree(ROOT / name, tmp_path / "copy" / name, ignore=ignored)
    return tmp_path / "copy"


def metadata(folder, points, version=__version__):
    """Write metadata of perceptron_ref into a folder."""
    info = folder / f"perceptron_ref-{version}.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Name: perceptron_ref\nVersion: {version}\n")
    lines = "".join(f"{name} = {value}\n" for name, value in points.items())
    info.joinpath("entry_points.txt").write_text(f"[perceptron_ref.strategies]\n{lines}")


def told_by(*path, code=TOLD):
    """Return what the code prints, or its last line of complaint, with these folders to import from
    and without site-packages.
    """
    process = subprocess.run(
        [sys.executable, "-B", "-S", "-c", code],
        cwd=next(each for each in path[0].parents if each.is_dir()),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    return (process.stdout or process.stderr).strip().splitlines()[-1]


def setup(folder, text=MORE):
    """Write the setup.cfg of this repository with another strategy."""
    whole = (ROOT / "setup.cfg").read_text(encoding="utf-8")
    assert whole.count(LINE) == 1
    (folder / "setup.cfg").write_text(whole.replace(LINE, text), encoding="utf-8")


MANY = " ".join(sorted([*BUILT_IN, "one-more"]))


@pytest.mark.ci
def test_setup_cfg_beside_the_package_wins_over_metadata(copy):
    """Those of an editable install keep the names until one installs again."""
    setup(copy)
    metadata(copy, STALE)
    assert told_by(copy) == MANY
    assert told_by(copy, code=TOLD.replace("worst-margin", "one-more")) == MANY


@pytest.mark.ci
def test_a_checkout_may_lie_in_a_zip_file(copy, tmp_path):
    """In a folder of it, as archives of repositories have it."""
    setup(copy)
    archive = shutil.make_archive(str(tmp_path / "all"), "zip", tmp_path, "copy")
    shutil.rmtree(copy)
    assert told_by(tmp_path / archive / "copy") == MANY


@pytest.mark.ci
@pytest.mark.parametrize("elsewhere", [False, True])
def test_without_setup_cfg_metadata_list_them(copy, tmp_path, elsewhere):
    """Those beside the package, else any on the path of imports, as of a frozen program; a
    setup.cfg of another project is none of ours.
    """
    (copy / "setup.cfg").write_text("[metadata]\nname = mine\n")
    (tmp_path / "early").mkdir()
    metadata(tmp_path / "early" if elsewhere else copy, BUILT_IN)
    if not elsewhere:
        metadata(tmp_path / "early", STALE, "0.0.1")
    assert told_by(tmp_path / "early", copy) == " ".join(sorted(BUILT_IN))


@pytest.mark.ci
def test_without_any_list_the_default_orders_run(copy):
    """Other names are refused with what is missing."""
    code = "from perceptron_ref import *; D = example('or'); print(pla(D).n == pocket(D).n)"
    assert told_by(copy, code=code) == "False"
    expected = "no list of strategies; expected perceptron_ref to be installed"
    assert f"StrategyError: found 'restart', and {expected}" in told_by(
        copy, code="from perceptron_ref import strategy; strategy('restart')"
    ).replace("perceptron_ref.errors.", "")


@pytest.mark.ci
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            f"{LINE}    restart\n",
            "setup.cfg: found 'restart' below perceptron_ref.strategies",
        ),
        (f"{LINE}[\n", "setup.cfg: cannot be read: "),
    ],
)
def test_a_line_of_setup_cfg_that_registers_nothing_is_told(copy, text, complaint):
    """With what stands there."""
    setup(copy, text)
    assert f"StrategyError: {complaint}" in told_by(copy)
