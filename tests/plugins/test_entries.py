"""The built-in strategies are listed in `setup.cfg` alone, wherever the package is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from conftest import BUILT_IN, ROOT

from perceptron_ref import __version__

HEADING = "perceptron_ref.strategies =\n"
ONE_MORE = f"{HEADING}    one_more = perceptron_ref_strategies.restart:restart\n"
STALE_ENTRIES = {"cyclic": "gone:cyclic", "removed": "gone:removed"}
LIST_AND_RUN = (
    "from perceptron_ref import example, pla, pocket, strategies, strategy; "
    "print(*strategies()); D = example('or'); pla(D), pocket(D), pla(D, 'worst-margin')"
)


@pytest.fixture
def package_copy(tmp_path):
    """Return a folder with a copy of both packages, as in a checkout."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("perceptron_ref", "strategies"):
        shutil.copytree(ROOT / name, tmp_path / "copy" / name, ignore=ignored)
    return tmp_path / "copy"


def write_metadata(folder, points, version=__version__):
    """Write metadata of perceptron_ref, with these entry points, into a folder."""
    info = folder / f"perceptron_ref-{version}.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Name: perceptron_ref\nVersion: {version}\n")
    lines = "".join(f"{name} = {value}\n" for name, value in points.items())
    info.joinpath("entry_points.txt").write_text(f"[perceptron_ref.strategies]\n{lines}")


def output_with_paths(*path, code=LIST_AND_RUN):
    """Return the last line of the output of the code, or of its error, with these folders on the
    import path and without site-packages.
    """
    process = subprocess.run(
        [sys.executable, "-B", "-S", "-c", code],
        cwd=next(folder for folder in path[0].parents if folder.is_dir()),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    return (process.stdout or process.stderr).strip().splitlines()[-1]


def write_setup_cfg(folder, text=ONE_MORE):
    """Write the setup.cfg of this repository into a folder, with `text` in place of the line
    HEADING.
    """
    setup_cfg = (ROOT / "setup.cfg").read_text(encoding="utf-8")
    assert setup_cfg.count(HEADING) == 1
    (folder / "setup.cfg").write_text(setup_cfg.replace(HEADING, text), encoding="utf-8")


LISTED_NAMES = " ".join(sorted([*BUILT_IN, "one-more"]))


@pytest.mark.ci
def test_setup_cfg_beside_the_package_wins_over_metadata(package_copy):
    """The strategies are those of setup.cfg, although the metadata, like those of an editable
    install, have old names.
    """
    write_setup_cfg(package_copy)
    write_metadata(package_copy, STALE_ENTRIES)
    assert output_with_paths(package_copy) == LISTED_NAMES
    assert (
        output_with_paths(package_copy, code=LIST_AND_RUN.replace("worst-margin", "one-more"))
        == LISTED_NAMES
    )


@pytest.mark.ci
def test_a_checkout_works_inside_a_zip_file(package_copy, tmp_path):
    """The strategies of a checkout in a folder of an archive, as code hosts pack it, are listed and
    run.
    """
    write_setup_cfg(package_copy)
    archive = shutil.make_archive(str(tmp_path / "all"), "zip", tmp_path, "copy")
    shutil.rmtree(package_copy)
    assert output_with_paths(tmp_path / archive / "copy") == LISTED_NAMES


@pytest.mark.ci
@pytest.mark.parametrize("elsewhere", [False, True])
def test_without_setup_cfg_the_metadata_list_the_strategies(package_copy, tmp_path, elsewhere):
    """The metadata beside the package are used, else any on the import path, as in a frozen
    program. The setup.cfg of another project is ignored.
    """
    (package_copy / "setup.cfg").write_text("[metadata]\nname = mine\n")
    (tmp_path / "early").mkdir()
    write_metadata(tmp_path / "early" if elsewhere else package_copy, BUILT_IN)
    if not elsewhere:
        write_metadata(tmp_path / "early", STALE_ENTRIES, "0.0.1")
    assert output_with_paths(tmp_path / "early", package_copy) == " ".join(sorted(BUILT_IN))


@pytest.mark.ci
@pytest.mark.parametrize("words", ["compare", "race", "strategies", "fit --strategy cyclic"])
def test_the_package_without_the_strategies_says_what_is_missing(package_copy, words):
    """Each command that needs strategies ends with one line and the exit status 1."""
    shutil.rmtree(package_copy / "strategies")
    ended = subprocess.run(
        [sys.executable, "-S", "-m", "perceptron_ref", *words.split()],
        cwd=str(package_copy),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1)
    assert "found perceptron_ref without its strategies; " in ended.stderr


@pytest.mark.ci
def test_without_any_list_the_default_orders_run(package_copy):
    """`pla` and `pocket` run with their default orders, which differ. Other names are refused
    with what is missing.
    """
    code = "from perceptron_ref import *; D = example('or'); print(pla(D).n == pocket(D).n)"
    assert output_with_paths(package_copy, code=code) == "False"
    expected = "perceptron_ref without its strategies; expected the folder of the "
    assert f"StrategyError: found {expected}" in output_with_paths(
        package_copy, code="from perceptron_ref import strategy; strategy('restart')"
    ).replace("perceptron_ref.errors.", "")


@pytest.mark.ci
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            f"{HEADING}    restart\n",
            "setup.cfg: found 'restart' below perceptron_ref.strategies",
        ),
        (f"{HEADING}[\n", "setup.cfg: cannot be read: "),
    ],
)
def test_an_invalid_line_of_setup_cfg_is_an_error(package_copy, text, complaint):
    """The error quotes the line, or says that setup.cfg cannot be read."""
    write_setup_cfg(package_copy, text)
    assert f"StrategyError: {complaint}" in output_with_paths(package_copy)
