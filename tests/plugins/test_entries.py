"""The list of the built-in strategies: in a checkout it is `setup.cfg`, elsewhere the metadata."""

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
LISTED_NAMES = " ".join(sorted([*BUILT_IN, "one-more"]))
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


def write_metadata(folder, entry_points, version=__version__):
    """Write metadata of perceptron_ref, with these entry points, into a folder."""
    info = folder / f"perceptron_ref-{version}.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Name: perceptron_ref\nVersion: {version}\n")
    lines = "".join(f"{name} = {value}\n" for name, value in entry_points.items())
    info.joinpath("entry_points.txt").write_text(f"[perceptron_ref.strategies]\n{lines}")


def output_with_paths(*folders, code=LIST_AND_RUN):
    """Run code with these folders on the import path, and without site-packages; return the last
    line of its output, or of its error.
    """
    process = subprocess.run(
        [sys.executable, "-B", "-S", "-c", code],
        cwd=next(folder for folder in folders[0].parents if folder.is_dir()),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))},
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


@pytest.mark.ci
def test_setup_cfg_beside_the_package_wins_over_metadata(package_copy):
    """The strategies are those of setup.cfg. The metadata have old names, as after an editable
    install of an older version.
    """
    write_setup_cfg(package_copy)
    write_metadata(package_copy, STALE_ENTRIES)
    assert output_with_paths(package_copy) == LISTED_NAMES
    assert (
        output_with_paths(package_copy, code=LIST_AND_RUN.replace("worst-margin", "one-more"))
        == LISTED_NAMES
    )


@pytest.mark.ci
@pytest.mark.parametrize("has_setup_cfg", [True, False])
@pytest.mark.parametrize("has_pyproject", [True, False])
def test_a_checkout_has_setup_cfg_and_pyproject(package_copy, has_setup_cfg, has_pyproject):
    """pip can install a folder only if it has both files, so only then is it a checkout."""
    if has_setup_cfg:
        write_setup_cfg(package_copy)
    if has_pyproject:
        (package_copy / "pyproject.toml").write_text("")
    code = "from perceptron_ref.plugins.entries import checkout_folder; print([checkout_folder()])"
    folder = str(package_copy) if has_setup_cfg and has_pyproject else ""
    assert output_with_paths(package_copy, code=code) == str([folder])


@pytest.mark.ci
def test_a_checkout_works_inside_a_zip_file(package_copy, tmp_path):
    """A zip file with the checkout in one folder, as GitHub makes it, lists and runs the
    strategies.
    """
    write_setup_cfg(package_copy)
    archive = shutil.make_archive(str(tmp_path / "all"), "zip", tmp_path, "copy")
    shutil.rmtree(package_copy)
    assert output_with_paths(tmp_path / archive / "copy") == LISTED_NAMES


@pytest.mark.ci
@pytest.mark.parametrize("metadata_elsewhere", [False, True])
def test_without_setup_cfg_the_metadata_list_the_strategies(
    package_copy, tmp_path, metadata_elsewhere
):
    """The metadata beside the package are used, or else those elsewhere on the import path, as in a
    program made by PyInstaller. The setup.cfg of another project is ignored.
    """
    (package_copy / "setup.cfg").write_text("[metadata]\nname = mine\n")
    (tmp_path / "early").mkdir()
    write_metadata(tmp_path / "early" if metadata_elsewhere else package_copy, BUILT_IN)
    if not metadata_elsewhere:
        write_metadata(tmp_path / "early", STALE_ENTRIES, "0.0.1")
    assert output_with_paths(tmp_path / "early", package_copy) == " ".join(sorted(BUILT_IN))


@pytest.mark.ci
@pytest.mark.parametrize("arguments", ["compare", "race", "strategies", "fit --strategy cyclic"])
def test_the_package_without_the_strategies_says_what_is_missing(package_copy, arguments):
    """Each command that needs strategies ends with one line and the exit status 1."""
    shutil.rmtree(package_copy / "strategies")
    process = subprocess.run(
        [sys.executable, "-S", "-m", "perceptron_ref", *arguments.split()],
        cwd=str(package_copy),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (process.returncode, process.stdout, process.stderr.count("\n")) == (1, "", 1)
    assert "found perceptron_ref without its strategies; " in process.stderr


@pytest.mark.ci
def test_without_any_list_the_default_orders_run(package_copy):
    """`pla` and `pocket` run with their default orders, which differ. For other names the error
    says what is missing.
    """
    code = "from perceptron_ref import *; D = example('or'); print(pla(D).n == pocket(D).n)"
    assert output_with_paths(package_copy, code=code) == "False"
    expected = "perceptron_ref without its strategies; expected the folder of the "
    assert f"StrategyError: found {expected}" in output_with_paths(
        package_copy, code="from perceptron_ref import strategy; strategy('restart')"
    ).replace("perceptron_ref.errors.", "")


@pytest.mark.ci
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"{HEADING}    restart\n",
            "setup.cfg: found 'restart' below perceptron_ref.strategies",
        ),
        (f"{HEADING}[\n", "setup.cfg: cannot be read: "),
    ],
)
def test_an_invalid_line_of_setup_cfg_is_an_error(package_copy, text, message):
    """The error quotes the line, or says that setup.cfg cannot be read."""
    write_setup_cfg(package_copy, text)
    assert f"StrategyError: {message}" in output_with_paths(package_copy)
