"""Labels as files write them: which mean +1, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from conftest import so_many
from textfile import check_read, read_text, refusal, table

from perceptron_ref import DataError, Hypothesis


def labelled(*labels):
    """Return the text of a file with those labels."""
    return "\n".join(f"{n},{label}" for n, label in enumerate(labels))


@pytest.mark.parametrize(
    ("labels", "ys", "pair"),
    [
        (["-1", "+1"], (-1, 1), ("-1", "+1")),
        (["+1", "-1"], (1, -1), ("-1", "+1")),
        (["0", "1", "0"], (-1, 1, -1), ("0", "1")),
        (["2", "1"], (1, -1), ("1", "2")),
        (["-5", "-7"], (1, -1), ("-7", "-5")),
        (["1/3", "0.5"], (-1, 1), ("1/3", "0.5")),
        (["10", "9"], (1, -1), ("9", "10")),
        (["1", "1.0", "+1", "1e0", "0"], (1, 1, 1, 1, -1), ("0", "1")),
        (["0.0", "-0", "00", "1"], (-1, -1, -1, 1), ("0.0", "1")),
        (["1", "1"], (1, 1), ("-1", "1")),
        (["3"], (1,), ("-1", "3")),
        (["0", "0"], (-1, -1), ("0", "+1")),
        (["-1", "-1.0"], (-1, -1), ("-1", "+1")),
    ],
)
def test_the_larger_of_two_numbers_is_positive(labels, ys, pair):
    """Of two numbers, compared as numbers, the larger is +1; where all are the same, +1 if
    positive.
    """
    data = read_text(labelled(*labels))
    assert (data.ys, data.labels) == (ys, pair)


@pytest.mark.parametrize(
    ("labels", "positive", "ys", "pair"),
    [
        (["setosa", "virginica", "versicolor"], "setosa", (1, -1, -1), (None, "setosa")),
        (["no", "yes"], "no", (1, -1), ("yes", "no")),
        (["0", "1"], "0", (1, -1), ("1", "0")),
        (["0", "1.0", "1"], 0, (1, -1, -1), ("1.0", "0")),
        (["1", "2", "3"], "2", (-1, 1, -1), (None, "2")),
        (["1", "2", "3"], 2, (-1, 1, -1), (None, "2")),
        (["1", "2.0", "3"], "2", (-1, 1, -1), (None, "2")),
        (["0.5", "2"], Fraction(1, 2), (1, -1), ("2", "1/2")),
        (["yes", "yes"], "yes", (1, 1), (None, "yes")),
        (["yes", "1"], "yes", (1, -1), ("1", "yes")),
    ],
)
def test_positive_names_the_label_that_means_plus_one(labels, positive, ys, pair):
    """positive= makes one label, text or number, +1 and all others -1."""
    data = read_text(labelled(*labels), positive=positive, header=False)
    assert (data.ys, data.labels) == (ys, pair)


def test_labels_are_told_apart_by_case():
    """Labels of text are compared as they stand, capitals and all."""
    assert read_text(labelled("yes", "Yes"), positive="yes").ys == (1, -1)


NAMED = "or the name of the one that means +1 (positive=..., --positive)"
ADVICE = f"expected two different numbers, {NAMED}"
ANOTHER = "or that another column holds the labels (label=..., --label)"
DROP = 'expected a label, or that such lines are dropped (missing="drop", --missing drop)'
NONE = "data: column 2: found no label"


@pytest.mark.parametrize(
    ("labels", "positive", "message"),
    [
        ("1 2 1 3", None, f"data:4: column 2: found the label '3' beside '1' and '2'; …{ANOTHER}"),
        ("1 2 2.0 3", None, "data:1: found the label '1' in this line alone; …"),
        ("1 yes", None, f"data:2: column 2: found the label 'yes' beside '1'; {ADVICE}"),
        ("yes no", None, f"data:1: column 2: found the label 'yes'; {ADVICE}"),
        ("1 inf", None, "data:2: column 2: the label: found 'inf'; expected a finite number…"),
        ("1 1/0", None, "data:2: column 2: the label: found '1/0', which divides by zero; …3/7…"),
        ("yes nan", "yes", f"data:2: column 2: found 'nan'; {DROP}"),
        ("yes ?", "yes", f"data:2: column 2: found '?'; {DROP}"),
        ("yes none", "yes", "x1: (0) +1, (1) -1"),
        ("yes no", "ye", f"{NONE} 'ye'; expected one of 'yes', 'no'; did you mean yes?"),
        ("0 1", "2", f"{NONE} '2'; expected one of '0', '1'"),
        ("0 1", "", f"{NONE} ''; expected one of '0', '1'"),
        ("1 b c d e", "z", f"{NONE} 'z'; expected one of '1', 'b', 'c', 'd', 'e'"),
        ("1 b c d e f", "z", f"{NONE} 'z'; expected one of '1', 'b', 'c', 'd', 'e', ..."),
        ("0 1", "nan", "positive: found 'nan'; expected a finite number"),
    ],
)
def test_labels_that_fit_none_are_refused_where_they_first_stand(labels, positive, message):
    """A third number, text without positive=, no label at all, or a positive label that the file
    does not have.
    """
    check_read(labelled(*labels.split()), message, positive=positive)


def test_a_file_that_agrees_with_another_need_not_have_the_positive_label():
    """Test data may be of one class: with like= the label that means +1 may be missing."""
    train = read_text(labelled("yes", "no"), positive="yes")
    assert read_text(labelled("no", "no"), positive="yes", like=train).ys == (-1, -1)
    assert read_text(labelled("no", "no"), like=train).ys == (-1, -1)


def test_a_number_of_more_than_a_hundred_thousand_characters_is_no_label():
    """It is refused before it is taken for a number of that length."""
    message = refusal(labelled("1", "9" * 4_000_000))
    assert message.startswith("data:2: column 2: the label: found '9999999999")
    assert "; expected a number of at most 100,000 characters" in message
    assert len(message) < 300
    assert read_text(labelled("1", "9" * 1000)).ys == (-1, 1)


@so_many(10_000, 50_000)
def test_many_labels_are_read_once_each(times):
    """100,000 labels of two spellings are as many signs."""
    assert read_text(labelled(*(["0", "1"] * times))).ys == (-1, 1) * times


def test_the_labels_of_another_file_are_not_turned_around():
    """What means +1 there cannot mean -1 here; -1 and +1 may be nobody's words."""
    sold = Hypothesis([0, 0], labels=(None, "sold"))
    with pytest.raises(DataError) as caught:
        table("1,sold\n2,open\n", like=sold).dataset("open")
    assert str(caught.value) == (
        "data: column 2: found the label 'sold', which means +1 to the model or the other file; "
        "expected it not to mean -1, as with 'open' for +1 (positive=..., --positive)"
    )
    assert table("1,yes\n2,no\n", like=sold).dataset("yes").ys == (1, -1)
    assert table("1,sold\n2,no\n", like=sold).dataset("sold").ys == (1, -1)
    bare = Hypothesis([0, 0])
    assert table("1,1\n2,2\n", like=bare).dataset("2").ys == (-1, 1)
