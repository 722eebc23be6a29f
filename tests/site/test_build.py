"""What the strict build promises: it stops at what is wrong, and makes the same site again."""

from __future__ import annotations

import filecmp
import shutil

import pytest
from conftest import ROOT, build, finished, packed, without_network

BLOCK = '```python exec="1"\n{}\n```\n'
CODE = BLOCK.format('from _tools import code\nprint(code("perceptron_ref.{}"))')
WRONG = {  # what is wrong: the page, and a word of what the build says of it
    "a block that raises": (BLOCK.format("1 / 0"), "ZeroDivisionError"),
    "code of what is not there": (
        CODE.format("pla:gone"),
        "found no function or class called 'gone'",
    ),
    "code of a module that the API pages leave out": (
        CODE.format("files.read:table_of"),
        "'perceptron_ref.files.read'",
    ),
    "a command that fails": (
        BLOCK.format('from _tools import output\nprint(output("perceptron-ref fit gone.csv"))'),
        "exit status 1; expected 0",
    ),
    "a formula that KaTeX refuses": ("$\\frac{1}{2$\n", "KaTeX parse error"),
    "a command that TeX does not know": ("$$\n\\gone{x}\n$$\n", "Undefined control sequence"),
    "a formula in what a block prints": (
        BLOCK.format(r'print("$\\gone$")'),
        "Undefined control sequence",
    ),
    "a value that no block has given": ("T = {{ gone }}\n", "KeyError('gone')"),
    "a value that a block prints and none has given": (
        BLOCK.format('print("{{ gone }}")'),
        "KeyError('gone')",
    ),
    "a link to no page": ("[there](gone.md)\n", "'gone.md'"),
    "a link to no anchor": ("[here](#gone)\n", "'#gone'"),
    "a reference to no statement": ("[L2.99][l2-99]\n", "'l2-99'"),
    "a link that begins at the root": ("[there](/index.html)\n", "'/index.html'"),
}


DOCSTRING = 'def f():\n    r"""Return {}."""\n'


@pytest.fixture
def page(tmp_path):
    """Return a function that builds a site of one page with the repository's own settings, and
    returns how it ended.

    text: Markdown. docstring: what `f` in a module of its own returns.
    """

    def built(text, docstring="nothing"):
        docs = tmp_path / "docs"
        docs.mkdir()
        (docs / "index.md").write_text(f"# Page {{#page}}\n\n{text}", encoding="utf-8")
        api = (
            "# API {#api}\n\n::: perceptron_ref.errors\n\n"
            "::: documented\n    options: {show_root_toc_entry: false}\n"
        )
        (docs / "api.md").write_text(api, encoding="utf-8")
        (tmp_path / "documented.py").write_text(DOCSTRING.format(docstring), encoding="utf-8")
        shutil.copytree(ROOT / "docs" / "assets", docs / "assets")
        config = tmp_path / "mkdocs.yml"
        hook = ROOT / "docs" / "_tools" / "hook.py"
        settings = (
            f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: {docs}\n"
            f"hooks: [{hook}]\nnav: [index.md, api.md]\n"
        )
        config.write_text(settings, encoding="utf-8")
        return finished(build(tmp_path / "site", "--config-file", str(config)))

    return built


def test_a_page_with_nothing_wrong_is_built(page, tmp_path):
    """Formulas, values and blocks, and what they come to; formulas of a docstring, too."""
    text = BLOCK.format("from _tools import let\nlet(T=18)") + "\n$T = {{ T }}$\n"
    status, said = page(text, docstring=r"$a_1 * \rho$, which is *y*")
    assert status == 0, said
    assert (
        '<annotation encoding="application/x-tex">T = 18</annotation>'
        in (tmp_path / "site" / "index.html").read_text()
    )
    assert r'tex">a_1 * \rho</annotation>' in (tmp_path / "site" / "api.html").read_text()


@pytest.mark.parametrize("what", WRONG)
def test_the_build_stops_at(page, what):
    """Nothing that is wrong in a page is a mere warning."""
    text, expected = WRONG[what]
    status, said = page(text)
    assert status != 0
    assert expected in said


def test_the_build_stops_at_a_formula_that_katex_refuses_in_a_docstring(page):
    """What the API pages show of the code is no exception."""
    status, said = page("", docstring=r"$\gone$")
    assert status != 0
    assert "Undefined control sequence" in said


def test_the_same_site_is_built_again(site, again):
    """Byte by byte."""
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    assert names == sorted(
        path.relative_to(again).as_posix() for path in again.rglob("*") if path.is_file()
    )
    assert filecmp.cmpfiles(site, again, names, shallow=False)[1:] == ([], [])


def test_the_build_needs_no_network(again):
    """With none there, nothing is missing: `again` was built so, if this machine lets a process go
    without.
    """
    _, reason = without_network()
    if reason:
        pytest.skip(f"the network could not be cut off: {reason}")
    assert (again / "index.html").is_file()


def test_the_same_site_makes_the_same_archive(archive, again, tmp_path):
    """Byte by byte, whenever it is packed."""
    assert archive.read_bytes() == packed(again, tmp_path / "again.zip").read_bytes()


def test_nothing_of_the_workshop_is_published(site):
    """Neither the helpers nor what npm has fetched."""
    assert not (site / "_tools").exists()
    assert not (site / "node_modules").exists()
    assert not list(site.glob("*.json"))
