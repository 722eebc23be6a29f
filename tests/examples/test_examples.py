"""The example sets: their number of examples, features and labels, and which of them a line
separates.
"""

from __future__ import annotations

from fractions import Fraction
from pkgutil import get_data

import pytest

from perceptron_ref import DataError, example, pla, read
from perceptron_ref.examples import EXAMPLES, PREFIX
from perceptron_ref.examples.generators import GENERATORS

CREDIT = ("age", "annual_salary", "years_in_job", "current_debt")
KEYWORDS = ("free", "drug", "fantastic", "deal", "machine", "learning", "textbook", "meeting")
IRIS = ("sepal_length_cm", "sepal_width_cm", "petal_length_cm", "petal_width_cm")

# name: N, the number of y_n = +1, scale, names of the features, the labels that mean -1 and +1
EXPECTED = {
    "credit": (24, 13, 10, CREDIT, ("no", "yes")),
    "credit-2d": (24, 13, 10, ("annual_salary", "current_debt"), ("no", "yes")),
    "spam": (24, 12, 10, KEYWORDS, ("ham", "spam")),
    "iris-setosa": (150, 50, 10, IRIS, (None, "setosa")),
    "iris-versicolor-virginica": (100, 50, 10, IRIS, ("virginica", "versicolor")),
    "or": (4, 3, 1, ("x1", "x2"), ("0", "1")),
    "and": (4, 1, 1, ("x1", "x2"), ("0", "1")),
    "xor": (4, 2, 1, ("x1", "x2"), ("0", "1")),
}


def test_each_example_set_has_a_row_and_a_description():
    """Each example set has a row in EXPECTED, and a description of one line."""
    assert {*EXAMPLES} == {*EXPECTED}
    assert all(entry.summary and "\n" not in entry.summary for entry in EXAMPLES.values())
    assert PREFIX == "example:"


@pytest.mark.parametrize("name", EXPECTED)
def test_a_set_has_its_documented_content(name):
    """N, the number of +1, the scale, the names and the labels are as in EXPECTED, and d is the
    number of names.
    """
    D = example(name)
    positive = sum(y == 1 for y in D.ys)
    assert (D.N, positive, D.scale, D.names) == EXPECTED[name][:4]
    assert D.d == len(D.names)
    assert D.labels == EXPECTED[name][4]


def test_an_applicant_is_a_vector_and_the_answer_is_a_sign():
    """The first two applicants of `credit` are 61,12.4,6,4.2,yes and 53,8.5,2,8.0,no.

    Lecture 2: L2.1
    """
    D = example("credit")
    assert D.xs[:2] == (
        (1, 61, Fraction("12.4"), 6, Fraction("4.2")),
        (1, 53, Fraction("8.5"), 2, 8),
    )
    assert D.ys[:2] == (+1, -1)


def test_hypotheses_that_are_right_on_the_data_may_disagree_elsewhere():
    """The g of each order makes no mistake on `credit`, but they give a new applicant different
    answers. So the data cannot tell which g is nearer to the target f.     Lecture 2: L1.1
    """
    D = example("credit")
    hypotheses = [pla(D, name).hypothesis for name in ("cyclic", "restart", "worst-margin")]
    assert [h.mistakes(D) for h in hypotheses] == [0, 0, 0]
    assert {h([30, 8, 5, 6]) for h in hypotheses} == {-1, +1}


@pytest.mark.parametrize("name", EXPECTED)
def test_exactly_the_sets_called_separable_are_separable(name):
    """PLA reaches its limit on a set whose summary says "not separable". On the other sets, whose
    summaries say "separable", it halts without a mistake.     Lecture 2: L2.8, L2.13
    """
    run = pla(example(name), max_updates=2000)
    is_separable = "not separable" not in EXAMPLES[name].summary
    assert "separable" in EXAMPLES[name].summary
    assert run.status == ("converged" if is_separable else "max_updates")
    assert (run.mistakes == 0) is is_separable


def test_the_logical_sets_are_their_truth_tables():
    """or, and, xor have the inputs 00, 01, 10 and 11; their labels are the values of the
    function.
    """
    for name, ys in {"or": (-1, 1, 1, 1), "and": (-1, -1, -1, 1), "xor": (-1, 1, 1, -1)}.items():
        D = example(name)
        assert D.xs == ((1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1))
        assert D.ys == ys


def test_the_iris_set_is_fishers_table():
    """The set has 150 irises, 50 of each kind, with the sums of Fisher's table, and rows 35 and 38
    as he printed them.
    """
    D = example("iris-setosa")
    assert D.ys == (1,) * 50 + (-1,) * 100
    sums = [sum(x[i] for x in D.xs) for i in range(1, 5)]
    assert sums == [Fraction(8765, 10), Fraction(4586, 10), Fraction(5637, 10), Fraction(1799, 10)]
    assert D.xs[34][1:] == (Fraction(49, 10), Fraction(31, 10), Fraction(15, 10), Fraction(2, 10))
    assert D.xs[37][1:] == (Fraction(49, 10), Fraction(36, 10), Fraction(14, 10), Fraction(1, 10))


def test_subsets_keep_the_order_of_their_set():
    """credit-2d has two features of all applicants. iris-versicolor-virginica leaves out setosa
    only.
    """
    all_features, plane = example("credit"), example("credit-2d")
    assert (
        plane.xs == tuple((x[0], x[2], x[4]) for x in all_features.xs)
        and plane.ys == all_features.ys
    )
    D = example("iris-versicolor-virginica")
    assert D.xs == example("iris-setosa").xs[50:]
    assert D.ys == (1,) * 50 + (-1,) * 50


def test_spam_words_get_positive_weights_and_others_negative():
    """From the keyword frequencies of e-mails, PLA learns that "free, drug, fantastic, deal"
    indicate spam, and four other words do not.     Lecture 2: Q1
    """
    weights = pla(example("spam")).hypothesis.weights
    assert (
        min(weights[word] for word in KEYWORDS[:4])
        > 0
        > max(weights[word] for word in KEYWORDS[4:])
    )


@pytest.mark.parametrize("name", ["credit.csv", "spam.csv"])
def test_made_up_sets_say_so(name):
    """The file of a set that is made up begins with a comment that says so."""
    assert get_data("perceptron_ref.examples", name).startswith(b"# Made up.")


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("", ""),
        ("Credit", "; did you mean credit?"),
        ("credit2d", "; did you mean credit-2d?"),
        ("credt", "; did you mean credit?"),
        ("iris", "; did you mean iris-setosa or iris-versicolor-virginica?"),
        (None, ""),
        (["or"], ""),
    ],
)
def test_an_unknown_set_name_is_refused_with_the_known_names(name, nearest):
    """The error lists all names and suggests the nearest name."""
    with pytest.raises(DataError) as caught:
        example(name)
    all_names = ", ".join(map(repr, [*EXAMPLES, *GENERATORS]))
    assert (
        str(caught.value)
        == f"found {str(name)!r}; expected one of the data sets {all_names}{nearest}"
    )


def test_example_accepts_names_as_typed_on_the_command_line():
    """The name may have options after a colon, and `example:` in front."""
    assert example("hadamard:k=4") == example("hadamard", k=4)
    assert example("example:noisy:N=20,flips=3") == example("noisy", N=20, flips=3)
    assert example("noisy:N=9", N=20, flips=3) == example("noisy", N=20, flips=3)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("hadamard:4", {}, "found '4' in 'hadamard:4'; expected NAME:key=value,key=value"),
        ("hadamard:j=4", {}, "example:hadamard: found .* option 'j'; expected k .default: 3."),
        ("credit:k=4", {}, "example:credit: found the option 'k'; expected no option"),
    ],
)
def test_wrong_options_of_a_set_raise_data_error(name, options, message):
    """The error quotes the invalid option, and says what was expected."""
    with pytest.raises(DataError, match=message):
        example(name, **options)


@pytest.mark.parametrize("name", ["credit", "example:separable:N=6,d=2,seed=16", "hadamard:k=3"])
def test_the_examples_command_prints_a_file_that_can_be_read(command, file, name):
    """The output is a CSV file from which the same set is read."""
    exit_status, out, err = command("examples", name)
    assert (exit_status, err) == (0, "")
    assert read(file(out, "set.csv")) == example(name)
