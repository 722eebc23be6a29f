"""What the strict build promises: it stops at what is wrong, and makes the same site again."""

from __future__ import annotations

import filecmp
import shutil

import pytest
from conftest import ROOT, build, finished, packed, without_network

WRONG = {  # what is wrong: the page, and a word of what the build says of it
    "computing that raises": ("{{ broken }}", "index.md, line 3: ZeroDivisionError"),
    "code of what is not there": (
        '{{ code("perceptron_ref.pla:gone") }}',
        "found no function or class called 'gone'",
    ),
    "code of a module that the API pages leave out": (
        '{{ code("perceptron_ref.files.read:table_of") }}',
        "'perceptron_ref.files.read'",
    ),
    "a command that fails": (
        '{{ output("perceptron-ref fit gone.csv") }}',
        "exit status 1; expected 0",
    ),
    "a formula that KaTeX refuses": ("$\\frac{1}{2$\n", "KaTeX parse error"),
    "a command that TeX does not know": ("$$\n\\gone{x}\n$$\n", "Undefined control sequence"),
    "a formula in a value": ("{{ formula }}", "Undefined control sequence"),
    "a name that is nowhere": ("T = {{ gone }}\n", "index.md, line 3: 'gone' is undefined"),
    "braces that are not closed": ("T = {{ T\n", "index.md, line 3: unexpected end of template"),
    "a link to no page": ("[there](gone.md)\n", "'gone.md'"),
    "a link to no anchor": ("[here](#gone)\n", "'#gone'"),
    "a reference to no statement": ("[L2.99][l2-99]\n", "'l2-99'"),
    "a link that begins at the root": ("[there](/index.html)\n", "'/index.html'"),
}
BESIDE = r"""T = 18
formula = r"$\gone$"

def broken():
    return 1 / 0
"""

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
        (docs / "index.py").write_text(BESIDE, encoding="utf-8")
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
    """Formulas and values, and what they come to; formulas of a docstring, too. The Python file
    beside a page is not published.
    """
    status, said = page("$T = {{ T }}$\uff0c\n", docstring=r"$a_1 * \rho$, which is *y*")
    assert status == 0, said
    built = tmp_path / "site"
    formula = '<annotation encoding="application/x-tex">T = 18</annotation>'
    assert formula in (built / "index.html").read_text()
    assert "</bdi>\uff0c</span>" in (built / "index.html").read_text()  # no line begins with a stop
    assert r'tex">a_1 * \rho</annotation>' in (built / "api.html").read_text()
    assert not list(built.rglob("*.py"))


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
    assert not list(site.rglob("*.po"))
    assert not list(site.rglob("README*"))
    assert not (site / "node_modules").exists()
    assert not list(site.glob("*.json"))
    assert not list(site.rglob("*.map"))
    assert not list(site.rglob("wordcut.js"))
    assert {path.parent.name for path in site.rglob("*.py")} == {"code"}
