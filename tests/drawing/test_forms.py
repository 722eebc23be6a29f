"""What a notebook shows of each object: pictures, tables, nothing slow and nothing unescaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from perceptron_ref import Dataset, Hypothesis, example, pla, pocket, read, updates
from perceptron_ref.drawing import draw_derivation, draw_run
from perceptron_ref.drawing.words import typeset
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.derivation import Derivation, derive, unchecked
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.proof import Proof, Separator
from perceptron_ref.theory.separability import Undecided, separability

HTML, SVG, PLAIN = "text/html", "image/svg+xml", "text/plain"


def stop(*_):
    """End what asks."""
    raise StopIteration


OBJECTS = {
    "data of two features": example("or"),
    "data of four": example("credit"),
    "a hypothesis": Hypothesis([-3, 2, "1/3"], names=["salary", "years"], labels=(None, "yes")),
    "a run": pla(example("or")),
    "a run on four features": pla(example("credit")),
    "a run of Pocket": pocket(example("xor"), max_updates=9),
    "a run with a bias": pla_with_bias(example("or")),
    "a proof": derive(pla(example("and"))),
    "one statement": derive(pla(example("and")))[3],
    "separable": separability(example("and")),
    "not separable": separability(example("xor")),
    "undecided": separability(example("credit"), on_step=stop),
    "the optimum": fewest_mistakes(example("xor")),
    "a picture": draw_derivation(pla(example("and"))),
    "a picture with controls": draw_run(pla(example("or")), controls=True),
}
WITHOUT_PICTURE = {
    "data of four",
    "a hypothesis",
    "a run on four features",
    "a proof",
    "one statement",
    "not separable",
    "undecided",
}


class Read(HTMLParser):
    """The elements and texts of a page; fails where tags do not match."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.texts, self.open = set(), [], []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        if "style" not in self.open:
            self.texts.append(text)


def forms(value):
    """Return what a notebook asks an object for."""
    return value._repr_mimebundle_(include=None, exclude=None)


def seen(value):
    """Return the texts of an object's HTML."""
    return " | ".join(Read(forms(value)[HTML]).texts)


@pytest.mark.parametrize("name", OBJECTS)
def test_an_object_shows_itself(name):
    """As well-formed HTML, as text, and as a picture where there is one."""
    value = OBJECTS[name]
    found = forms(value)
    assert set(found) == {HTML, PLAIN} | ({SVG} - {SVG if name in WITHOUT_PICTURE else ""})
    assert found[PLAIN] == repr(value)
    assert value._repr_html_() == found[HTML]
    tags = Read(found[HTML]).tags
    assert ("svg" in tags or "iframe" in tags) == (SVG in found)
    assert not {"script", "link", "img"} & tags
    assert len(found[HTML]) < 22_000


def test_several_in_one_notebook_do_not_clash():
    """No two objects have an id in common, and all styles are of pictures and tables of ours."""
    found = [forms(value)[HTML] for value in OBJECTS.values()]
    ids = [set(re.findall(r'\bid="(.*?)"', html)) for html in found]
    assert sum(map(len, ids)) == len(set().union(*ids)) > 10
    for html in found:
        for style in re.findall("<style>(.*?)</style>", html, flags=re.DOTALL):
            rules = re.sub(r"@keyframes \w+\{(?:[^{}]*\{[^{}]*\})*\}|@media[^{]*\{", "", style)
            for selectors in re.findall(r"([^{}]+)\{", rules):
                for selector in selectors.split(","):
                    assert re.search(r"\.perceptron\b|\.p[0-9a-f]{8}\b", selector), selector


def test_names_and_labels_from_files_are_text():
    """No markup of a file is markup of the notebook."""
    bad = "<script>alert(1)</script>"
    data = Dataset([[1, 2], [3, 4]], [1, -1], names=[bad, "b&\"c'"])
    h = Hypothesis([1, 2, 3], names=[bad, "</style>"], labels=("<b>", "</td>"))

    def order(view):
        while True:
            yield range(len(view))

    order.__name__ = order.__qualname__ = bad
    for value in (data, h, pla(data, order), separability(data), derive(pla(data))):
        assert not {"script", "b&"} & Read(forms(value)[HTML]).tags
    assert bad in seen(data)
    assert "</td>" in seen(h)


def test_a_set_in_numbers():
    """Its size, its labels in the file's words, its first examples, and that there are others."""
    text = seen(example("credit"))
    assert "N = 24 examples: 13 of y = +1 (yes), 11 of y = \u22121 (no); d = 4" in text
    assert "n | age | annual_salary | years_in_job | current_debt | y | 0 | 61 | 12.4 | " in text
    assert text.endswith("The first 10 of 24 examples")
    assert "first" not in seen(example("or"))


def test_of_many_features_the_first_are_shown():
    """And how many there are."""
    text = seen(Dataset([list(range(30))], [1]))
    assert "x8 | y | " in text
    assert text.endswith("The first 8 of 30 features")


@pytest.fixture(scope="module")
def sparse(tmp_path_factory):
    """Return a set of many examples of 47,236 features, most of them 0."""
    lines = [f"{(-1) ** n:+d} {1 + n % 40_000}:0.25 47236:{n}\n" for n in range(1, 2_001)]
    file = tmp_path_factory.mktemp("sparse") / "data.libsvm"
    file.write_text("".join(lines))
    return read(file)


def test_of_sparse_examples_what_is_not_zero_is_shown(sparse):
    """Without making the zeros."""
    text = seen(sparse)
    assert "d = 47,236" in text
    assert "0 | x2 = 0.25, x47236 = 1 | \u22121 | " in text
    assert sparse._dense is None
    assert forms(sparse)[HTML].count("<tr>") == 11


def test_of_many_weights_the_largest_are_shown(sparse):
    """And how many there are, and are not 0."""
    run = pla(sparse, max_updates=50)
    text = seen(run)
    nonzeros = sum(map(bool, run.w[1:]))
    assert f"The 20 largest of 47,236 weights, {nonzeros} of them not 0" in text
    largest = [abs(w_i) for w_i in run.w].index(max(map(abs, run.w[1:])), 1)
    assert f"w_0 | \u2212threshold | {typeset(str(run.w[0]))} | w_{largest} | x{largest} | " in text
    assert len(forms(run)[HTML]) < 4_000


def test_a_large_set_is_not_drawn():
    """Of more than 5,000 examples the table alone is shown."""
    few, many = (Dataset([[n % 97, n % 89] for n in range(N)], [1] * N) for N in (5_000, 5_001))
    assert (SVG in forms(few), SVG in forms(many)) == (True, False)
    assert SVG not in forms(pla(many, max_updates=9))
    assert len(forms(many)[HTML]) < 4_000
    assert len(forms(few)[HTML]) < 400_000


def test_a_long_run_stays_small():
    """48 lines of 5,000 updates."""
    run = pla(example("xor"), max_updates=5_000)
    assert len(forms(run)[HTML]) < 30_000
    assert "cyclic: NOT converged: stopped by the limit of updates, T = 5000. | " in seen(run)


def test_a_run_in_numbers():
    """The order of its visits, how it ended, what it took, and what it found."""
    text = seen(pla(example("credit")))
    assert (
        ", visiting order cyclic: converged | updates T | 41 | visits | 113 | mistakes | 0 of 24"
        in text
    )
    assert text.endswith(
        "w_0 | \u2212threshold | \u22123 | w_1 | age | \u22127 | w_2 | annual_salary | 70 | "
        "w_3 | years_in_job | 29 | w_4 | current_debt | \u221273.5"
    )
    assert "Pocket" in seen(pocket(example("xor"), max_updates=9))
    assert "mistakes of w_T" in seen(pocket(example("xor"), max_updates=9))
    assert "PLA with a bias" in seen(pla_with_bias(example("or")))


def test_a_hypothesis_in_numbers():
    """Exact weights, a long fraction with its size beside it; what +1 and -1 stand for."""
    text = seen(OBJECTS["a hypothesis"])
    assert "w_2 | years | 1/3 \u2248 0.33333 | threshold | 3 | sign(0) | 0" in text
    assert "+1 | yes | \u22121 | not yes" in text
    assert "sign(0) | +1" in seen(Hypothesis([1, 2], sign_of_zero=1))


def test_a_proof_is_a_table():
    """A row for each statement, with both sides; what fails is seen, and what says nothing."""
    text = seen(derive(pla(example("and")), [-3, 2, 2]))
    assert "L2.8 | y_n w_f . x_n > 0 for all n | holds | 4 | 1 and 0, n = 1" in text
    assert "L2.12 | T <= R^2 / rho^2 | holds | 18 | 18 and 51, t = 18" in text
    assert "FAILS" in seen(derive(pla(example("and")), [1, 2, 2]))
    assert "not checked" in seen(unchecked(pla(example("and"))))


def test_a_derivation_is_the_list_that_it_was():
    """Of verdicts, in order, equal to a list of them."""
    found = derive(pla(example("and")))
    assert isinstance(found, Derivation)
    assert isinstance(found, list)
    assert repr(found) == f"[{', '.join(map(repr, found))}]"
    assert found == list(found)


def test_certificates_in_numbers():
    """Either way: the line of largest margin with its bound, or the mixture that is 0."""
    assert "\u03c1\u00b2 | 1/17 \u2248 0.058824 | R\u00b2 | 3 | " in seen(
        separability(example("and"))
    )
    assert "support | 1, 2, 3" in seen(separability(example("and")))
    text = seen(separability(example("xor")))
    assert "a_n | n | x1 | x2 | y | 1 | 0 | 0 | 0 | \u22121 (0) | " in text
    assert isinstance(OBJECTS["undecided"], Undecided)
    assert "\u03c1\u00b2 is at least | 0 | and at most | 599.97 | steps | 1" in seen(
        OBJECTS["undecided"]
    )
    assert "mistakes of w | 1 of 4 | no weights make fewer than | 1" in seen(OBJECTS["the optimum"])


def test_what_is_known_of_a_separable_set_is_drawn():
    """A search that was stopped may have met a line."""
    found = Undecided(example("and"), 3, (-3, 2, 2), (0,), (1,))
    assert SVG in forms(found)
    assert "Stopped | : separable, the largest margin unknown" in seen(found)


def test_a_large_support_is_cut():
    """The first thirty, and how many."""
    found = separability(example("and"))
    found.support = tuple(range(100))
    assert "28, 29, \u2026 (100 in all)" in seen(found)


def test_another_x_0_is_said():
    """With the set, with the weights, with the threshold; and that there is none."""
    half, none = (pla(example("and").with_x0(x0), max_updates=99) for x0 in ("1/2", 0))
    assert "x_0 = 0.5: the threshold is -w_0 x_0." in seen(half.data)
    assert "w_0 | x_0 = 0.5 | " in seen(half)
    assert "threshold | none, as x_0 = 0" in seen(Hypothesis([1, 2], x0=0))
    assert "x_0 = 0: no threshold" in seen(none.data)
    assert "w_0 | x_0 = 0 | " in seen(Hypothesis([1, 2], x0=0))
    assert "w_0 | x_0 = 0.5 | " in seen(separability(half.data))


def test_examples_made_as_long_as_1_are_listed_as_they_were():
    """With the remark that they are."""
    text = seen(Dataset([[3, 4, 5], [0, 7, 1]], [-1, +1]).normalized())
    assert "0 | 3 | 4 | 5 | \u22121 | 1 | 0 | 7 | 1 | +1" in text
    assert "Every x_n is made as long as 1" in text


def test_a_long_name_is_cut():
    """It ends in an ellipsis."""
    text = seen(Dataset([[1, 2, 3]], [1], names=["m" * 500, "b", "c"]))
    assert "mmm\u2026" in text
    assert "m" * 40 not in text


def test_pictures_follow_the_notebook():
    """Light or dark as Jupyter, VS Code or Colab say, whatever the reader's system is."""
    html = forms(example("or"))[HTML]
    assert "[data-jp-theme-light=false] .perceptron-shown,.vscode-dark .perceptron-shown," in html
    assert "html[theme=dark] .perceptron-shown{--perceptron-paper:#12171d;" in html
    assert "[data-jp-theme-light=true] .perceptron-shown," in html


def test_a_view_and_an_update_tell_what_they_are():
    """In a line, and asking costs nothing."""
    seen = []

    def order(view):
        while True:
            seen.append(repr(view))
            yield range(len(view))

    run = pla(example("or"), order, on_update=lambda update: seen.append(repr(update)))
    assert seen[:2] == [
        "<View of 4 examples after 0 updates>",
        "<Update 0: corrects example 0, at visit 1>",
    ]
    assert run.dot_products == run.visits
    (first, *_) = updates(example("or"))
    assert repr(first) == "<Update 0: corrects example 0, at visit 1>"


def test_what_a_proof_is_about_tells_what_it_is():
    """In a line."""
    run = pla(example("and"))
    assert repr(Proof(run)) == "<Proof of 18 updates, w_f separates>"
    assert repr(Separator(run.data, [-3, 2, 2])) == "<Separator separates: least 1, for n = 1>"
    assert repr(Proof(run, [0, 0, 0])) == "<Proof of 18 updates, w_f does not separate>"
