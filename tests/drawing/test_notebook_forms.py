"""How a notebook shows each object: with pictures and tables, fast, and with all texts escaped."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from perceptron_ref import Dataset, Hypothesis, example, pla, pocket, read, updates
from perceptron_ref.drawing import draw_derivation
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.derivation import Derivation, derive
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Separator, Undecided, separability

HTML, SVG, PLAIN = "text/html", "image/svg+xml", "text/plain"


def interrupt(*_):
    """Stop a search."""
    raise StopIteration


AND = pla(example("and"))
OBJECTS = {  # with a picture
    "data of two features": example("or"),
    "a run": pla(example("or")),
    "a run of Pocket": pocket(example("xor"), max_updates=9),
    "a run with a bias": pla_with_bias(example("or")),
    "separable": separability(example("and")),
    "separable by w_0 alone": separability(Dataset([[1], [-1]], [1, 1])),
    "undecided, but a line was met": Undecided(example("and"), 3, (-5, 4, 4), (0,), (1,)),
    "the optimum": fewest_mistakes(example("xor")),
    "a picture": draw_derivation(AND),
}
PICTURED = set(OBJECTS)
OBJECTS.update(  # without a picture
    {
        "data of four": example("credit"),
        "a hypothesis": Hypothesis([-3, 2, "1/3"], names=["salary", "years"], labels=(None, "yes")),
        "a run on four features": pla(example("credit")),
        "a proof": derive(AND),
        "one statement": derive(AND)[3],
        "not separable": separability(example("xor")),
        "undecided": separability(example("credit"), on_step=interrupt),
    }
)


def forms(value):
    """Return the forms of an object that a notebook asks for."""
    return value._repr_mimebundle_(include=None, exclude=None)


def tree(value):
    """Return an object's HTML as a tree; raise an error if tags do not match."""
    return ElementTree.fromstring(forms(value)[HTML])


def tags(value):
    """Return the names of all elements."""
    return {element.tag.rpartition("}")[2] for element in tree(value).iter()}


def visible_texts(value):
    """Return the texts of an object's HTML."""
    styles = {element.text for element in tree(value).iter() if element.tag.endswith("style")}
    return " | ".join(text for text in tree(value).itertext() if text not in styles)


@pytest.mark.parametrize("name", OBJECTS)
def test_each_object_has_forms_for_notebooks(name):
    """Each object has well-formed HTML and plain text, and a picture if its kind has one."""
    value = OBJECTS[name]
    shown_forms = forms(value)
    assert set(shown_forms) == {HTML, PLAIN} | ({SVG} if name in PICTURED else set())
    assert shown_forms[PLAIN] == repr(value)
    assert value._repr_html_() == shown_forms[HTML]
    assert ("svg" in tags(value)) == (SVG in shown_forms)
    assert not {"script", "link", "img"} & tags(value)
    assert len(shown_forms[HTML]) < 22_000


def test_ids_and_styles_do_not_clash_in_a_notebook():
    """No two objects share an id, and every style applies to this package's pictures and tables
    only.
    """
    documents = [forms(value)[HTML] for value in OBJECTS.values()]
    ids = [set(re.findall(r'\bid="(.*?)"', html)) for html in documents]
    assert sum(map(len, ids)) == len(set().union(*ids)) > 10
    for html in documents:
        assert "--perceptron-paper:transparent;--perceptron-ink:currentColor;" in html
        for style in re.findall("<style>(.*?)</style>", html, flags=re.DOTALL):
            keyframes = r"@keyframes \w+\{(?:[^{}]*\{[^{}]*\})*\}"
            rules = re.sub(rf"{keyframes}|@(media|supports)[^{{]*\{{", "", style)
            for selectors in re.findall(r"([^{}]+)\{", rules):
                for selector in selectors.split(","):
                    assert re.search(r"\.perceptron\b|\.p[0-9a-f]{8}\b", selector), selector


def test_names_and_labels_from_files_are_escaped():
    """Markup in a file does not become markup of the notebook."""
    bad = "<script>alert(1)</script>"
    data = Dataset([[1, 2], [3, 4]], [1, -1], names=[bad, "b&\"c'"])
    h = Hypothesis([1, 2, 3], names=[bad, "</style>"], labels=("<b>", "</td>"))

    def order(view):
        while True:
            yield range(len(view))

    order.__name__ = order.__qualname__ = bad
    for value in (data, h, pla(data, order), separability(data), derive(pla(data))):
        assert "script" not in tags(value)
    assert bad in visible_texts(data)
    assert "</td>" in visible_texts(h)


def test_sparse_examples_are_shown_by_their_nonzeros(tmp_path):
    """The zeros, which are most of 47,236 features, are never stored."""
    lines = [f"{(-1) ** n:+d} {1 + n % 40_000}:0.25 47236:{n}\n" for n in range(1, 2_001)]
    file = tmp_path / "data.libsvm"
    file.write_text("".join(lines))
    sparse = read(file)
    assert "0 | x2 = 0.25, x47236 = 1 | \u22121 | " in visible_texts(sparse)
    assert "scaled_xs" not in vars(sparse)
    assert len(forms(sparse)[HTML]) < 4_000


@pytest.mark.ci
def test_a_large_set_is_not_drawn():
    """Of more than 5,000 examples only the table is shown. The HTML of a large set and of a long
    run stays small.
    """
    few, many = (Dataset([[n % 97, n % 89] for n in range(N)], [1] * N) for N in (5_000, 5_001))
    assert (SVG in forms(few), SVG in forms(many)) == (True, False)
    assert SVG not in forms(pla(many, max_updates=9))
    assert len(forms(many)[HTML]) < 4_000
    assert len(forms(few)[HTML]) < 400_000
    assert len(forms(LONG_RUN)[HTML]) < 38_000


LONG_RUN = pla(example("xor"), max_updates=5_000)
ROWS = [
    (LONG_RUN, "strategy | cyclic | status | max_updates | updates | 5000 | "),
    (
        example("credit"),
        "N | 24 | d | 4 | labels | no, yes | label_name | approve | names | age, annual_salary, "
        "years_in_job, current_debt | n | x_n | y_n | 0 | 61, 12.4, 6, 4.2 | 1 | ",
    ),
    (example("credit"), "The first 10 of 24 examples"),
    (
        pla(example("credit")),
        "strategy | cyclic | status | converged | updates | 41 | visits | 113 | mistakes | 0 | w | "
        "\u22123, \u22127, 70, 29, \u221273.5",
    ),
    (pocket(example("xor"), max_updates=9), "mistakes_last | "),
    (OBJECTS["a hypothesis"], "w | \u22123, 2, 1/3 \u2248 0.33333 | names | salary, years | "),
    (OBJECTS["a hypothesis"], "threshold | 3 | sign_of_zero | 0 | labels | \u2014, yes"),
    (
        derive(pla(example("and")), [-3, 2, 2]),
        "L2.8 | y_n w_f . x_n > 0 for all n | yes | 4 | 1 and 0 at n = 1",
    ),
    (
        derive(pla(example("and")), [-3, 2, 2]),
        "L2.12 | T <= R^2 / rho^2 | yes | 1 | 18 and 51 at t = 18",
    ),
    (derive(pla(example("and")), [1, 2, 2]), " | no | "),
    (derive(pla(example("and")), on_step=interrupt), "not checked"),
    (separability(example("and")), "rho2 | 1/17 \u2248 0.058824 | R2 | 3 | bound | 51 | support"),
    (separability(example("xor")), "examples | 0, 1, 2, 3 | coefficients | 1, 1, 1, 1"),
    (
        OBJECTS["undecided"],
        "separable | \u2014 | rho2_at_least | 0 | rho2_at_most | 599.97 | steps | 1",
    ),
    (OBJECTS["undecided, but a line was met"], "separable | yes"),
    (OBJECTS["the optimum"], "mistakes | 1 | lower_bound | 1"),
    (Dataset([list(range(30))], [1]), "18, 19, \u2026 (30 in all)"),
    (example("and").with_x0("1/2"), "x_0 = 0.5: the threshold is -w_0 x_0."),
    (
        Dataset([[3, 4, 5], [0, 7, 1]], [-1, +1]).normalized(),
        "Every x_n is divided by its length. | n | x_n before this division | y_n | "
        "0 | 3, 4, 5 | \u22121 | 1 | 0, 7, 1 | 1",
    ),
    (Dataset([[1, 2, 3]], [1], names=["m" * 90, "b", "c"]), "names | " + "m" * 41 + "\u2026, b, c"),
]


@pytest.mark.parametrize(("value", "text"), ROWS)
def test_the_table_of_an_object_has_its_numbers(value, text):
    """The table has the attributes by name, with exact numbers, and the first ones of a long
    list.
    """
    assert text in visible_texts(value)


REPRS = [
    (Proof(AND), "<Proof of 18 updates, w_f separates>"),
    (Proof(AND, [0, 0, 0]), "<Proof of 18 updates, w_f does not separate>"),
    (Separator(AND.data, [-3, 2, 2]), "<Separator separates: least 1, for n = 1>"),
    (next(iter(updates(example("or")))), "<Update 0: corrects example 0, at visit 1>"),
    (derive(AND), f"[{', '.join(map(repr, derive(AND)))}]"),
]


@pytest.mark.parametrize(("value", "text"), REPRS)
def test_the_repr_of_an_object_is_a_headline(value, text):
    """The repr has the class and the main facts. A derivation is a list, so it shows its verdicts
    instead.
    """
    assert repr(value) == text
    assert isinstance(value, list) == isinstance(value, Derivation)


def test_the_repr_of_a_view_costs_no_dot_product():
    """The repr does not raise the count of dot products."""
    reprs = []

    def order(view):
        while True:
            reprs.append(repr(view))
            yield range(len(view))

    run = pla(example("or"), order)
    assert reprs[0] == "<View of 4 examples after 0 updates>"
    assert run.dot_products == run.visits
