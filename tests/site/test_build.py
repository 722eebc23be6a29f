"""What the strict build promises: it stops at what is wrong, and makes the same site again."""

from __future__ import annotations

import filecmp
import shutil

import pytest
from conftest import ROOT, build

BLOCK = '```python exec="1"\n{}\n```\n'
CODE = BLOCK.format('from _tools import code\nprint(code("perceptron_ref.pla:{}"))')
WRONG = {  # what is wrong: the page, and a word of what the build says of it
    "a block that raises": (BLOCK.format("1 / 0"), "ZeroDivisionError"),
    "code of what is not there": (CODE.format("gone"), "found no function or class called 'gone'"),
    "code that the API pages leave out": (CODE.format("begin"), "perceptron_ref.pla.begin"),
    "a command that fails": (
        BLOCK.format('from _tools import output\nprint(output("perceptron-ref fit gone.csv"))'),
        "exit status 1; expected 0",
    ),
    "a formula that KaTeX refuses": ("$\\frac{1}{2$\n", "KaTeX parse error"),
    "a command that TeX does not know": ("$$\n\\gone{x}\n$$\n", "Undefined control sequence"),
    "a formula in what a block prints": (BLOCK.format(r'print("$\\gone$")'), "Undefined control sequence"),
    "a value that no block has given": ("T = {{ gone }}\n", "KeyError('gone')"),
    "a value that a block prints and none has given": (BLOCK.format('print("{{ gone }}")'), "KeyError('gone')"),
    "a link to no page": ("[there](gone.md)\n", "'gone.md'"),
    "a link to no anchor": ("[here](#gone)\n", "'#gone'"),
    "a reference to no statement": ("[L2.99][l2-99]\n", "'l2-99'"),
    "a link that begins at the root": ("[there](/index.html)\n", "'/index.html'"),
}


@pytest.fixture
def page(tmp_path):
    """Return a function that builds a site of one page with the repository's own settings, and returns the process."""

    def built(text):
        docs = tmp_path / "docs"
        docs.mkdir()
        (docs / "index.md").write_text(f"# Page {{#page}}\n\n{text}", encoding="utf-8")
        (docs / "api.md").write_text("# API {#api}\n\n::: perceptron_ref.errors\n", encoding="utf-8")
        shutil.copytree(ROOT / "docs" / "assets", docs / "assets")
        config = tmp_path / "mkdocs.yml"
        hook = ROOT / "docs" / "_tools" / "hook.py"
        settings = f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: {docs}\nhooks: [{hook}]\nnav: [index.md, api.md]\n"
        config.write_text(settings, encoding="utf-8")
        return build(tmp_path / "site", "--config-file", str(config))

    return built


def test_a_page_with_nothing_wrong_is_built(page):
    """Formulas, values and blocks, and what they come to."""
    done = page(BLOCK.format("from _tools import let\nlet(T=18)") + "\n$T = {{ T }}$\n")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("what", WRONG)
def test_the_build_stops_at(page, what):
    """Nothing that is wrong in a page is a mere warning."""
    text, said = WRONG[what]
    done = page(text)
    assert done.returncode != 0
    assert said in done.stdout


def test_the_same_site_is_built_again(site, tmp_path):
    """Byte by byte."""
    assert build(tmp_path / "again").returncode == 0
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    again = sorted(
        path.relative_to(tmp_path / "again").as_posix() for path in (tmp_path / "again").rglob("*") if path.is_file()
    )
    assert names == again
    assert filecmp.cmpfiles(site, tmp_path / "again", names, shallow=False)[1:] == ([], [])


def test_nothing_of_the_workshop_is_published(site):
    """Neither the helpers nor what npm has fetched."""
    assert not (site / "_tools").exists()
    assert not (site / "node_modules").exists()
    assert not list(site.glob("*.json"))
