"""The strict build stops at every error, and a second build makes the same site."""

from __future__ import annotations

import filecmp
import shutil
import subprocess
import sys
from zipfile import ZipFile

import pytest

from .conftest import ROOT, build, finish

BROKEN_PAGES = {  # fault: Markdown, a docstring of the API pages, and parts of the message
    "an exception in a value": ("{{ broken }}", "nothing", ["index.md, line 3: ZeroDivisionError"]),
    "a formula that KaTeX refuses": ("$\\frac{1}{2$\n", "nothing", ["KaTeX parse error"]),
    "a formula in a value": ("{{ formula }}", "nothing", ["Undefined control sequence"]),
    "a formula in a docstring": ("", r"$\gone$", ["Undefined control sequence"]),
    "links": (
        "[a](gone.md) [b](#gone) [L2.99][l2-99] [c](/index.html)\n"
        '{{ code("perceptron_ref.files.read:read_table") }}',  # which no API page shows
        "nothing",
        ["'gone.md'", "'#gone'", "'l2-99'", "'/index.html'", "'perceptron_ref.files.read'"],
    ),
}
PAGE_PYTHON = r"""T = 18
formula = r"$\gone$"

def broken():
    return 1 / 0
"""
API = """# API {#api}

::: perceptron_ref.errors

::: documented
    options: {show_root_toc_entry: false}
"""


@pytest.fixture
def build_page(tmp_path):
    """Return a function that builds a site of one page with the repository's settings.

    The function takes the Markdown of the page and a docstring for `f` in a module. It returns the
    exit status and the output.
    """

    def write_and_build(text, docstring):
        docs = tmp_path / "docs"
        docs.mkdir()
        (docs / "index.md").write_text(f"# Page {{#page}}\n\n{text}", encoding="utf-8")
        (docs / "index.py").write_text(PAGE_PYTHON, encoding="utf-8")
        (docs / "__pycache__").mkdir()
        (docs / "__pycache__" / "index.pyc").write_bytes(b"")  # as tests of the page leave it
        (docs / "api.md").write_text(API, encoding="utf-8")
        documented = f'def f():\n    r"""Return {docstring}."""\n'
        (tmp_path / "documented.py").write_text(documented, encoding="utf-8")
        shutil.copytree(ROOT / "docs" / "assets", docs / "assets")
        config = tmp_path / "mkdocs.yml"
        hook = ROOT / "docs" / "_tools" / "site_hooks.py"
        settings = (
            f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: {docs}\n"
            f"theme: {{custom_dir: {hook.parent / 'theme'}}}\n"
            f"hooks: [{hook}]\nnav: [index.md, api.md]\n"
        )
        config.write_text(settings, encoding="utf-8")
        return finish(build(tmp_path / "site", "--config-file", str(config)))

    return write_and_build


def test_a_page_without_errors_is_built(build_page, tmp_path):
    """Formulas and values are filled in, also in a docstring.

    The Python file of a page is not published, and no bytecode.
    """
    exit_status, output = build_page("$T = {{ T }}$\uff0c\n", r"$a_1 * \rho$, which is *y*")
    assert exit_status == 0, output
    site = tmp_path / "site"
    assert 'application/x-tex">T = 18<' in (site / "index.html").read_text()
    # a line may not begin with punctuation
    assert "</bdi>\uff0c</span>" in (site / "index.html").read_text()
    assert r'application/x-tex">a_1 * \rho<' in (site / "api.html").read_text()
    assert not list(site.rglob("*.py*"))


@pytest.mark.parametrize("fault", BROKEN_PAGES)
def test_the_build_stops_at_each_fault(build_page, fault):
    """The build fails at each fault of a page, and names it."""
    text, docstring, message_parts = BROKEN_PAGES[fault]
    exit_status, output = build_page(text, docstring)
    assert exit_status != 0
    assert [part for part in message_parts if part not in output] == []


def test_the_same_site_is_built_again_without_a_network(site, tmp_path):
    """A second build has the same bytes. The archive that CONTRIBUTING's command writes has the
    whole site.
    """
    prefix, reason = prefix_without_network()
    second_site = tmp_path / "second"
    exit_status, output = finish(build(second_site, prefix=prefix))
    assert exit_status == 0, output
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    assert names == sorted(
        path.relative_to(second_site).as_posix()
        for path in second_site.rglob("*")
        if path.is_file()
    )
    assert filecmp.cmpfiles(site, second_site, names, shallow=False)[1:] == ([], [])
    archive_command = [sys.executable, str(ROOT / "docs" / "_tools" / "archive.py")]
    process = subprocess.run(
        [*archive_command, "--site", str(second_site), "--output", str(tmp_path / "zip")],
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout == f"wrote {tmp_path / 'zip'}\n"
    with ZipFile(tmp_path / "zip") as archive:
        assert sorted(archive.namelist()) == [f"perceptron_ref-site/{name}" for name in names]
        assert {file.date_time for file in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    if reason:
        pytest.skip(f"built again, but with the network, which could not be cut off: {reason}")


def prefix_without_network():
    """Return a command that runs the command after it without a network, and "". If this machine
    cannot do so, return an empty command and the reason.
    """
    command = ["unshare", "--map-root-user", "--net"]
    try:
        devices = subprocess.run(
            [*command, "cat", "/proc/net/dev"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
    except OSError as error:
        return [], str(error)
    lines = devices.stdout.decode().splitlines()
    if devices.returncode or [line.split(":")[0].strip() for line in lines[2:]] != ["lo"]:
        return [], f"{' '.join(command)}: {lines[-1]}"
    return command, ""
