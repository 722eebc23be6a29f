"""The index of statements: where each is stated, computed and tested.

Nothing of it is written by hand but one small table: the pages' headings, the docstrings and the
tests say the rest.
"""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import NamedTuple

from perceptron_ref.drawing.language import Said

from . import catalogues
from .sources import FOLDERS, ROOT, parsed, public_names
from .texts import replaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = ROOT / "docs"
LABELS = [
    "L1.1",
    *(f"L2.{i}" for i in range(1, 18)),
    *(f"N.{i}" for i in range(1, 8)),
    *(f"Q{i}" for i in range(1, 5)),
    *(f"S{i}" for i in range(1, 12)),
]
HEADING = re.compile(
    r"^#+ +(?P<title>.+?) +\{ *#(?P<anchor>[\w-]+) *\}\n+(?:> *(?P<statement>.+))?", re.MULTILINE
)
LABEL = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, LABELS))})(?![\w.]*\d)")
IN_DOCSTRING = re.compile(r"Lecture 2: ((?:[LNQS]\d*\.?\d+(?:, )?)+)")

SHOWING = (
    "perceptron_ref.drawing",
    "perceptron_ref.examples",
    "perceptron_ref.testing.race",
)  # these compute nothing of it

# where no docstring names the label: what computes the statement on a run, or the answer
COMPUTED_BY = {
    "L1.1": ["perceptron_ref.pla:pla"],
    "N.6": ["perceptron_ref.theory.bias:pla_with_bias"],
    "Q1": ["perceptron_ref.hypothesis:Hypothesis.weights"],
    "Q2": ["perceptron_ref.theory.convergence:correction_helps"],
    "Q3": ["perceptron_ref.theory.convergence:bound"],
    "Q4": ["perceptron_ref.pocket:pocket"],
    "S1": ["perceptron_ref.hypothesis:Hypothesis.threshold"],
    "S2": ["perceptron_ref.theory.convergence:separates"],
    "S3": ["perceptron_ref.theory.convergence:angle"],
    "S4": ["perceptron_ref.theory.proof:Separator.rho2"],
    "S5": ["perceptron_ref.theory.convergence:separates"],
    "S6": ["perceptron_ref.theory.separability:separability"],
    "S7": ["perceptron_ref.theory.convergence:correction_helps"],
    "S8": ["perceptron_ref.pocket:PocketRun"],
    "S9": ["perceptron_ref.theory.bias:pla_with_bias"],
    "S10": ["perceptron_ref_strategies.restart:restart"],
    "S11": ["perceptron_ref.hypothesis:sign"],
}


class Section(NamedTuple):
    """The section of a statement: its title without the label, its page, the statement."""

    title: str
    page: str
    statement: str


def anchor(label: str) -> str:
    """Return the anchor of a statement's section.

    >>> anchor("L2.10"), anchor("S3")
    ('l2-10', 's3')
    """
    return label.lower().replace(".", "-")


def index() -> Said:
    """Return the rows of the table: label, statement, section, what computes it, what shows it,
    what tests it. Titles and statements are in the language of their pages.
    """
    found, computing, showing, testing = sections(), computed_by(), shown_by(), checked_by()
    apart = ": " if catalogues.LANGUAGE == "en" else "\u2014\u2014"
    rows = []
    for label in LABELS:
        title, page, statement = found[label]
        cells = [
            label,
            _in_a_cell(statement),
            f"[{title_of(page)}{apart}{title}][{anchor(label)}]",
            _entries(computing[label]),
            _entries(showing[label]),
            ", ".join(map(_breakable, testing[label])),
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return Said("\n".join(rows))


def _entries(names: list[str]) -> str:
    """Return links to the API's entries of "module:object", in one cell."""
    return ", ".join(
        f"[{_breakable(name.partition(':')[2])}][{name.replace(':', '.')}]" for name in names
    )


@lru_cache(maxsize=None)
def title_of(page: str) -> str:
    """Return the title of a page, as its own first heading has it.

    >>> title_of("statements.md")
    'Statements'
    """
    found = HEADING.search(_markdown(page))
    return found["title"] if found else page


def _markdown(page: str) -> str:
    """Return a page as it is written, in the language of this build."""
    markdown = (DOCS / page).read_text(encoding="utf-8")
    if not catalogues.is_translated(page):
        return markdown
    said = catalogues.in_language(catalogues.read(catalogues.path_of(page))[0])
    return replaced(markdown, lambda text: said.get(text.text, text.text))


def sections() -> dict[str, Section]:
    """Return the section of every label that has one."""
    return dict(all_sections())


def all_sections() -> Iterator[tuple[str, Section]]:
    """Yield every section of the pages whose anchor is a label's, with the label."""
    labels = {anchor(label): label for label in LABELS}
    for path in sorted(DOCS.rglob("*.md")):
        page = path.relative_to(DOCS)
        if page.parts[0] in ("_tools", "node_modules"):
            continue
        for match in HEADING.finditer(_markdown(page.as_posix())):
            label = labels.get(match["anchor"])
            if label is not None:
                title = match["title"].replace(f"{label} ", "", 1)
                statement = (match["statement"] or "").strip()
                yield label, Section(title, page.as_posix(), statement)


def computed_by() -> dict[str, list[str]]:
    """Return for every label the functions and classes, "module:object", that compute something of
    it.
    """
    named = {
        label: [name for name in names if not name.startswith(SHOWING)]
        for label, names in _naming().items()
    }
    return {label: COMPUTED_BY.get(label, []) or named[label] for label in LABELS}


def shown_by() -> dict[str, list[str]]:
    """Return for every label what lets it be seen: or relies on it: drawings, data and their
    generators, races.
    """
    return {
        label: [name for name in names if name.startswith(SHOWING)]
        for label, names in _naming().items()
    }


def _naming() -> dict[str, list[str]]:
    """Return for every label the public functions and classes, "module:object", whose docstring
    names it.
    """
    found: dict[str, list[str]] = {label: [] for label in LABELS}
    for module, qualified, docstring in public_definitions():
        for label in labels_in(docstring):
            found[label].append(f"{module}:{qualified}")
    return found


def checked_by() -> dict[str, list[str]]:
    """Return for every label the tests, "file:function", that have it behind `Lecture 2:`, as they
    hold the statement; then those that name it otherwise.
    """
    tests = list(_tests())
    found: dict[str, list[str]] = {label: [] for label in LABELS}
    for named in (labels_in, LABEL.findall):
        for where, text in tests:
            for label in named(text):
                if where not in found[label]:
                    found[label].append(where)
    return found


def _tests() -> Iterator[tuple[str, str]]:
    """Yield "file:function", and name with docstring, of every test of the repository."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        file = path.relative_to(ROOT / "tests").as_posix()
        for node in parsed(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                text = f"{node.name.replace('_', ' ').upper()} {ast.get_docstring(node) or ''}"
                yield f"{file}:{node.name}", text


def labels_in(docstring: str) -> list[str]:
    """Return the labels that a docstring names.

    >>> labels_in("Return u . v.     Lecture 2: L2.3, Q1")
    ['L2.3', 'Q1']
    """
    return [
        label
        for match in IN_DOCSTRING.finditer(docstring)
        for label in match.group(1).rstrip(", ").split(", ")
    ]


def public_definitions() -> Iterator[tuple[str, str, str]]:
    """Yield module, qualified name and docstring of what the modules of the package and of the
    strategies define and offer.
    """
    for package, folder in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            module = ".".join([package, *(part for part in parts if part != "__init__")])
            if "cli" not in parts:
                tree = parsed(path.read_text(encoding="utf-8"))
                offered = public_names(tree)
                for qualified, docstring in _definitions(tree):
                    if qualified.partition(".")[0] in offered:
                        yield module, qualified, docstring


def _definitions(tree: ast.AST, outer: str = "") -> Iterator[tuple[str, str]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_"):
            yield outer + node.name, ast.get_docstring(node) or ""
            if isinstance(node, ast.ClassDef):
                yield from _definitions(node, f"{outer}{node.name}.")


def _in_a_cell(text: str) -> str:
    r"""Return Markdown for a cell of a table: bars of formulas as commands.

    >>> _in_a_cell("$|x|^2$ is not $|x|$")
    '$\\lvert x\\rvert ^2$ is not $\\lvert x\\rvert$'
    """
    sides = iter([r"\lvert ", r"\rvert "] * text.count("|"))
    return re.sub(r"\|", lambda _: next(sides), text).replace(
        r"\rvert $", r"\rvert$"
    )  # which would be no formula


def _breakable(name: str) -> str:
    """Return a name in code that a narrow cell may break where its words end.

    >>> _breakable("View.squared_norm")
    '<code>View.<wbr>squared_<wbr>norm</code>'
    """
    return "<code>" + re.sub(r"([_.:])", r"\1<wbr>", name) + "</code>"
