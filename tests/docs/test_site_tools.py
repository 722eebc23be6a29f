"""The tools of the site: the helpers with which pages are written (code, output, Python, tables,
pictures), links to sections, tooltips, the text for the search, and the folder of the tools.
"""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from html import unescape
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from _tools import code, output, python, rows
from _tools import geometry_pictures as pictures
from _tools.command_reference import reference
from _tools.sources import source
from _tools.terminal import block, run_command
from conftest import ROOT, needs_node_packages

from perceptron_ref import Hypothesis, example
from perceptron_ref.cli.main import COMMANDS, main
from perceptron_ref.cli.progress import Progress
from perceptron_ref.theory.separability import separability

AND = example("and")


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "perceptron_ref.vectors:squared_norm",
            ["def squared_norm(v: Sequence[Number]) -> Number:", "    return sumprod(v, v)"],
        ),
        # a method is shifted to the margin, with its decorators
        (
            "perceptron_ref.run:Run.updates",
            ["@property", "def updates(self) -> int:", "    return len(self.n)"],
        ),
    ],
)
def test_code_is_the_present_source_without_its_docstring(name, lines):
    """`source` returns the lines of the file, without the docstring."""
    assert source(name).splitlines() == lines


def test_code_has_no_comments_for_mypy():
    """A comment "type: ignore" in the file is left out."""
    module = ROOT / "perceptron_ref" / "exact" / "checks.py"
    assert "type: ignore" in module.read_text(encoding="utf-8")
    assert "type: ignore" not in source("perceptron_ref.exact.checks:int_or_none")


@pytest.mark.parametrize(
    ("name", "link"),
    [
        ("perceptron_ref.vectors:dot", "[`dot`][perceptron_ref.vectors.dot]"),
        # a private object links to its module
        (
            "perceptron_ref.vectors:_length_error",
            "[`_length_error`][perceptron_ref.vectors]",
        ),
        ("perceptron_ref_strategies.cyclic:cyclic", "`strategies/cyclic.py`"),
    ],
)
def test_code_links_to_its_entry(name, link):
    """A public object links to its entry, and a private one to its module. A strategy has only its
    path.
    """
    assert link in code(name)


@pytest.mark.parametrize("name", ["gone", "Run.gone", "Strategy"])
def test_code_of_a_missing_object_is_an_error(name):
    """The build stops instead of writing a page without the code."""
    with pytest.raises(LookupError, match="found no function or class called"):
        code(f"perceptron_ref.pla:{name}")


def test_output_shows_commands_and_their_output():
    """Each command line is above its output. Several commands share one block."""
    lines = output("python3 -m perceptron_ref fit example:or", last="w").splitlines()
    assert lines[:2] == [
        '```{ .console .output hl_lines="2 3 4 5 6 7 8 9 10 11 12 13" }',
        "$ python3 -m perceptron_ref fit example:or",
    ]
    assert "updates       9" in lines
    short_output = output("perceptron-ref fit example:or", first="updates", last="updates")
    assert short_output.splitlines()[2:5] == ["...", "updates       9", "..."]
    commands = [f"perceptron-ref fit {name}.csv" for name in ("gone", "lost")]
    printed_lines = [line for line in output(*commands, status=1).splitlines() if line[0] in "$`"]
    assert printed_lines == [
        "```{ .console .output }",
        *(f"$ {command}" for command in commands),
        "```",
    ]


def test_output_of_a_failing_command_needs_its_exit_status():
    """The page has to state the exit status; another one is an error."""
    with pytest.raises(RuntimeError, match="exit status 1; expected 0"):
        output("perceptron-ref fit gone.csv")
    assert "unknown option --gone" in output("perceptron-ref fit --gone", status=2)
    with pytest.raises(ValueError, match="expected perceptron-ref"):
        output("ls")


@pytest.mark.parametrize("part", [{"first": "update"}, {"first": "visits", "last": "updates"}])
def test_a_part_of_an_output_must_exist(part):
    """The build stops if no line begins with the words, or if the last line is above the first."""
    with pytest.raises(RuntimeError, match="found no line that begins with 'update"):
        output("perceptron-ref fit example:or", **part)


def test_no_progress_is_shown_however_slow_the_machine(monkeypatch, capsys):
    """Output for pages has no lines of progress, which would differ from build to build. The same
    command prints them on a terminal.
    """
    monkeypatch.setattr("perceptron_ref.cli.progress.stderr_is_terminal", lambda: True)
    monkeypatch.setattr(Progress, "pause", 0.0)
    arguments = "fit example:and --strategy random --repeat 9 --max-seconds 99"
    assert "of 9 runs, " not in output(f"perceptron-ref {arguments}")
    assert Progress.pause == 0.0
    assert main(arguments.split()) == 0
    assert "of 9 runs, " in capsys.readouterr().err  # as on a terminal


def test_rows_of_tables_are_not_wrapped():
    """`hl_lines` lists the lines that must not wrap: rows of a table (two spaces between cells),
    pictures made of characters, and the bars of a histogram.

    Python at the prompt is not a row, nor is a line that begins with |w|.
    """
    lines = [
        *("name  N", "prose, a long line of it", "  w_1  2", "  indented", "+---+", "|o  |"),
        *('{"a": "b"}', "...     return 1", "|w|: mean 5.39, median 5.39", "  20-31 |### 17"),
    ]
    first, *_ = block("console", lines).splitlines()
    assert first == '```{ .console .output hl_lines="1 3 5 6 10" }'


def test_python_is_shown_with_prompts_and_output():
    """Statements of several lines, values and printed text are shown as in a Python session."""
    assert python("def f(x):\n    return x + 1\nf(2)\nprint('a')").splitlines() == [
        *("```{ .pycon .output }", ">>> def f(x):", "...     return x + 1", ">>> f(2)", "3"),
        *(">>> print('a')", "a", "```"),
    ]
    with pytest.raises(NameError):
        python("gone")


def test_rows_format_their_values():
    """Vectors are in brackets, and floats have four places. The heading of the table is not part of
    the rows, because the page has it.
    """
    assert rows([[0, (1, 2)], [1, 1 / 3]]).splitlines() == ["| 0 | (1, 2) |", "| 1 | 0.3333 |"]


def test_the_command_line_reference_has_a_section_for_every_command():
    """The sections have the order of `--help`.

    Each section has the usage of its command. It also has every word and every option of the
    command's help, except the option --help and words that argparse adds.
    """
    text = reference()
    sections = re.split(r"^## (\S+) .*$", text, flags=re.MULTILINE)[1:]
    assert sections[::2] == list(COMMANDS)
    for command, section in zip(sections[::2], sections[1::2]):
        assert f"\nperceptron-ref {command} " in section
        help_text = run_command(f"perceptron-ref help {command} --all")
        options = re.findall(r"^  (--?[\w-]+)", help_text, re.MULTILINE)
        assert [option for option in options[1:] if f"<dt><code>{option}" not in section] == []
        assert section.count("<dt>") == section.count("<dd>") >= len(options) - 1
        words_of_help, words_of_section = (
            {*re.findall(r"[a-z]{4,}", unescape(re.sub("<[^>]*>", " ", text)).casefold())}
            for text in (help_text, section)
        )
        added_by_argparse = "usage examples positional options show this help message exit".split()
        assert words_of_help - words_of_section <= {*added_by_argparse}


@pytest.mark.parametrize(
    "svg",
    [
        pictures.draw_certificate(separability(example("xor"))),
        pictures.draw_distances(AND, Hypothesis([-3, 2, 2])),
        pictures.draw_distances(AND, Hypothesis([-3, 2, 1]), 1),
    ],
)
def test_a_picture_for_pages_has_a_description_and_takes_the_colours_of_the_page(svg):
    """The picture is well-formed SVG with a title and a description.

    Every colour is a variable that the page can set.
    """
    root = ElementTree.fromstring(svg)
    title, description = (
        root.find(f"{{http://www.w3.org/2000/svg}}{name}").text for name in ("title", "desc")
    )
    assert len(title) > 3 and description.endswith(".")
    assert "fill=" not in svg and "stroke=" not in svg and 'style="' not in svg


def test_links_to_sections_are_named_by_their_titles():
    """The label is only in the tooltip; the link text is the title up to its colon or comma."""
    pytest.importorskip("mkdocs")
    from _tools.site_hooks import _section_links

    titles = ["Any order will do: random L2.6", "夾角，用柯西不等式 L2.11", "Quiz: which bound?"]
    sections = [SimpleNamespace(title=title, url=f"#{k}") for k, title in enumerate(titles)]
    page = SimpleNamespace(toc=SimpleNamespace(items=[SimpleNamespace(children=sections)]))
    links = re.findall(r"<a (.*?)</a>", _section_links(page))
    assert links == [
        'href="#0" title="L2.6">Any order will do',
        'href="#1" title="L2.11">夾角',
        'href="#2">Quiz',
    ]


@needs_node_packages
def test_links_to_sections_have_the_whole_title_as_tooltip():
    """Terms, formulas and emphasis in a heading do not cut the title short; the label comes
    first.
    """
    markdown = pytest.importorskip("markdown")
    pytest.importorskip("mkdocs_autorefs")
    from _tools.extensions import LectureMarkdown

    titles = {}
    autorefs = SimpleNamespace(
        current_page="page.md",
        register_anchor=lambda page, anchor, title: titles.update({anchor: title}),
    )
    markdown.markdown(
        "# Slips\n\n"
        "## L2.12 Novikoff's bound: $R^2 / \\rho^2$ { #l2-12 }\n\n"
        "### S1 The threshold *is* a weight { #s1 }\n\n"
        "*[threshold]: a number\n",
        extensions=[
            *("abbr", "attr_list", "toc", "pymdownx.arithmatex"),
            LectureMarkdown(autorefs),
        ],
        extension_configs={"pymdownx.arithmatex": {"generic": True}},
    )
    assert titles == {
        "slips": "Slips",
        "l2-12": "L2.12 Novikoff's bound: R² / ρ²",
        "s1": "S1 The threshold is a weight",
    }


@needs_node_packages
def test_search_reads_a_formula_as_a_line_of_text():
    """The search index gets the text, and afterwards the page has its formula again."""
    markdown = pytest.importorskip("markdown")
    pytest.importorskip("mkdocs_autorefs")
    from _tools.extensions import LectureMarkdown
    from _tools.site_hooks import _prepare_for_search, _restore_content

    html = markdown.markdown(
        "The score ($w_f \\cdot x_n$).\n\n$$\nT \\le R^2 / \\rho^2\n$$\n",
        extensions=["pymdownx.arithmatex", LectureMarkdown(SimpleNamespace(current_page=None))],
        extension_configs={"pymdownx.arithmatex": {"generic": True}},
    )
    page = SimpleNamespace(content=html, meta={}, file=SimpleNamespace(src_uri="page.md"))
    _prepare_for_search(None, page)
    assert re.sub("</?p>", "", page.content).split("\n") == [
        'The score <wbr><span class="whole">(w_f ⋅ x_n).</span>',
        "T ≤ R² / ρ²",
    ]
    _restore_content(None, page)
    assert page.content == html


def imported_tools(path):
    """Return the names of the tools that a module imports, also in functions."""
    text = path.read_text(encoding="utf-8")
    modules = re.findall(r"^ *from (?:\.|_tools\.)(\w+) import", text, re.MULTILINE)
    lists = re.findall(r"^ *from (?:\.|_tools) import ([\w, ]+)", text, re.MULTILINE)
    return {*modules, *re.findall(r"\w+", " ".join(lists))}


def test_tools_have_no_import_cycle():
    """No tool imports itself, directly or through other tools."""
    imports = {path.stem: imported_tools(path) for path in (ROOT / "docs/_tools").glob("*.py")}
    assert "glossary_terms" in imports["catalogues"]
    assert {"browser_python", "catalogues"} < imports["site_hooks"]
    TopologicalSorter(imports).prepare()  # raises CycleError


def test_the_list_of_folders_in_the_readme_is_complete():
    """The README of the tools names every folder of docs except `_tools` and `node_modules`."""
    text = (ROOT / "docs" / "_tools" / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `\.\./(\w[\w-]*)/` \|", text, re.MULTILINE)
    folders = {path.name for path in (ROOT / "docs").iterdir() if path.is_dir()}
    folders = {name for name in folders if not name.startswith((".", "__"))}
    assert sorted(listed) == sorted(folders - {"_tools", "node_modules"})


def test_the_list_of_tools_is_complete():
    """The section "Where things are" of the README names every Python and JavaScript file of the
    folder, except `__init__.py` and conftest.py.
    """
    tools = ROOT / "docs" / "_tools"
    text = (tools / "README.md").read_text(encoding="utf-8").partition("## Where things are")[2]
    files = {path.name for path in tools.iterdir() if path.suffix in (".py", ".js", ".mjs")}
    files = {re.sub(r"^[a-z]+_(?=pictures\.py)", "..._", name) for name in files}
    assert files - {*re.findall(r"[\w.]+\.m?\w+", text)} == {"__init__.py", "conftest.py"}


def test_no_style_of_a_whole_page_depends_on_what_the_page_has():
    """With `body:has(...)` a browser recomputes the styles of all elements at every change."""
    styles = [path for path in (ROOT / "docs").rglob("*.css") if "node_modules" not in path.parts]
    assert styles
    for path in styles:
        assert not re.search(r"(html|body|:root)\S*:has\(", path.read_text("utf-8")), path
