"""Labels in files: which label becomes +1, and which labels are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from conftest import sizes
from text_reading import matches, read_text, refusal

from perceptron_ref import DataError, Hypothesis

EXPECTED_NUMBERS = "expected two numbers as labels. If …"
LABEL_REMEDY = "If another column holds the labels, name it with label=... (--label)"
EXPECTED_LABEL = (
    'expected a label. To leave out lines without a label, use missing="drop" (--missing drop)'
)
NO_SUCH_LABEL = "data: column 2: found no label"
LABEL_ONLY_ON_FIRST_LINE = (
    "data:1: found the label '1' only on this line, so it may be the name of a column. …"
)
SOLD_MODEL, MODEL_WITHOUT_LABELS = Hypothesis([0, 0], labels=(None, "sold")), Hypothesis([0, 0])


def text_with_labels(*labels):
    """Return the text of a file with these labels."""
    return "\n".join(f"{n + 5},{label}" for n, label in enumerate(labels))


@pytest.mark.parametrize(
    ("labels", "options", "expected"),
    [
        # the larger of two numbers means +1; a single number means +1 if it is positive, else -1
        ("-1 +1", {}, "-+ ('-1', '+1')"),
        ("+1 -1", {}, "+- ('-1', '+1')"),
        ("0 1 0", {}, "-+- ('0', '1')"),
        ("2 1", {}, "+- ('1', '2')"),
        ("-5 -7", {}, "+- ('-7', '-5')"),
        ("1/3 0.5", {}, "-+ ('1/3', '0.5')"),
        ("10 9", {}, "+- ('9', '10')"),
        ("1 1.0 +1 1e0 0", {}, "++++- ('0', '1')"),
        ("0.0 -0 00 1", {}, "---+ ('0.0', '1')"),
        ("1 1", {}, "++ ('-1', '1')"),
        ("0 0", {}, "-- ('0', '+1')"),
        ("-1 -1.0", {}, "-- ('-1', '+1')"),
        # the label that positive= names means +1, and all others mean -1; capitals matter, and
        # numbers are compared by their values
        ("setosa b c", {"positive": "setosa"}, "+-- (None, 'setosa')"),
        ("no yes", {"positive": "no"}, "+- ('yes', 'no')"),
        ("yes Yes", {"positive": "yes"}, "+- ('Yes', 'yes')"),
        ("0 1", {"positive": "0"}, "+- ('1', '0')"),
        ("0 1.0 1", {"positive": 0}, "+-- ('1.0', '0')"),
        ("1 2.0 3", {"positive": "2", "header": False}, "-+- (None, '2')"),
        ("1 2 3", {"positive": 2, "header": False}, "-+- (None, '2')"),
        ("0.5 2", {"positive": Fraction(1, 2)}, "+- ('2', '1/2')"),
        ("yes yes", {"positive": "yes"}, "++ (None, 'yes')"),
        ("yes 1", {"positive": "yes"}, "+- ('1', 'yes')"),
        ("yes none", {"positive": "yes"}, "+- ('none', 'yes')"),
        # without positive=, words and more than two numbers are refused
        (
            "1 2 1 3",
            {},
            f"data: column 2: found 3 labels: '1' (2 examples), '2' (1), '3' (1); …{LABEL_REMEDY}",
        ),
        ("1 2 2.0 3", {}, LABEL_ONLY_ON_FIRST_LINE),
        (
            "1 yes",
            {},
            f"data: column 2: found 2 labels: '1' (1 example), 'yes' (1); {EXPECTED_NUMBERS} 1)",
        ),
        (
            "yes no",
            {},
            f"data: column 2: found 2 labels: 'yes' (1 example), 'no' (1); {EXPECTED_NUMBERS} yes)",
        ),
        (
            "yes yes",
            {},
            f"data: column 2: found the label 'yes' (2 examples); {EXPECTED_NUMBERS} yes)",
        ),
        # a number must be finite, and have at most 100,000 characters
        ("1 inf", {}, "data:2: column 2: the label: found 'inf'; expected a finite number…"),
        (f"1 {'9' * 1_000}", {}, f"-+ ('1', '{'9' * 1_000}')"),
        (
            f"1 {'9' * 100_001}",
            {},
            "data:2: column 2: the label: found '999…... (100,003 characters); …100,000 characters",
        ),
        ("1 1/0", {}, "data:2: column 2: the label: found '1/0', which divides by zero; …3/7…"),
        # a missing label is refused
        ("yes nan", {"positive": "yes"}, f"data:2: column 2: found 'nan'; {EXPECTED_LABEL}"),
        # positive= must name a label of the file; the error lists at most five labels
        (
            "yes no",
            {"positive": "ye"},
            f"{NO_SUCH_LABEL} 'ye', …; expected one of …; did you mean yes?",
        ),
        ("0 1", {"positive": "2"}, f"{NO_SUCH_LABEL} '2', …; expected one of '0', '1'"),
        ("0 1", {"positive": ""}, f"{NO_SUCH_LABEL} '', …; expected one of '0', '1'"),
        (
            "1 b c d e",
            {"positive": "z"},
            f"{NO_SUCH_LABEL} 'z', …; expected one of '1', 'b', 'c', 'd', 'e'",
        ),
        ("1 b c d e f", {"positive": "z"}, f"{NO_SUCH_LABEL} 'z', …; expected one of …, 'e', ..."),
        ("0 1", {"positive": "nan"}, "positive: found 'nan'; expected a finite number"),
        # the file may lack the label that means +1 in the model, but this label cannot mean -1
        ("no no", {"like": SOLD_MODEL, "positive": "sold"}, "-- ('no', 'sold')"),
        ("no no", {"like": SOLD_MODEL}, "-- (None, 'sold')"),
        ("yes no", {"like": SOLD_MODEL, "positive": "yes"}, "+- ('no', 'yes')"),
        ("sold no", {"like": SOLD_MODEL, "positive": "sold"}, "+- ('no', 'sold')"),
        (
            "sold open",
            {"like": SOLD_MODEL, "positive": "open"},
            "data: column 2: found the label 'sold', which means +1 in the model, but the argument "
            "positive names 'open'; expected the same label for +1. Leave out the argument "
            "positive or set it to 'sold'",
        ),
        # a model without names of labels accepts any label for positive=
        ("1 2", {"like": MODEL_WITHOUT_LABELS, "positive": "2"}, "-+ ('1', '2')"),
    ],
)
def test_labels_are_read_or_refused(labels, options, expected):
    """The labels give the expected signs, and the expected names for -1 and +1, or an error."""
    try:
        data = read_text(text_with_labels(*labels.split()), **options)
        outcome = f"{''.join('+' if y > 0 else '-' for y in data.ys)} {data.labels}"
    except DataError as error:
        outcome = str(error)
    assert matches(expected, outcome), outcome


@sizes(10_000, 50_000)
def test_many_labels_are_read(count):
    """Labels 0 and 1 in turn, 20,000 in all (100,000 in .ci/run), mean -1 and +1 in turn."""
    assert read_text(text_with_labels(*(["0", "1"] * count))).ys == (-1, 1) * count


@pytest.mark.parametrize(
    ("feature", "labels", "options", "expected"),
    [
        ("0,5", ["0,0", "1,5"], {}, ("0.0", "1.5")),
        ("0,5", ["0", "1,5"], {}, ("0", "1.5")),
        ("5", ["0,0", "1,5"], {}, ("0.0", "1.5")),
        ("0,5", ["1,5", "0,0"], {"positive": "0,0"}, ("1,5", "0,0")),
        # before three digits, a comma is decimal only if another number or the option says so
        ("0,5", ["0,5", "1,234"], {}, ("0.5", "1.234")),
        ("5", ["0,5", "1,234"], {"decimal": ","}, ("0.5", "1.234")),
    ],
)
def test_decimal_commas_of_labels_become_points(feature, labels, options, expected):
    """In a file with decimal commas, labels that are numbers have points, whether all or only some
    have decimals. If `positive` names a label with its comma, all labels keep their commas.
    """
    text = f"a;y\n{feature};{labels[0]}\n2;{labels[1]}\n"
    assert read_text(text, **options).labels == expected


@pytest.mark.parametrize(
    ("label", "other_label", "expected"),
    [
        ("yes, sir", "no", "…found 2 labels: 'yes, sir' (1 example), 'no' (1);…"),
        ("1,2,3", "0", "…found 2 labels: '1,2,3' (1 example), '0' (1);…"),
        ("1,234", "0,5", "…found 2 labels: '1,234' (1 example), '0.5' (1);…"),
    ],
)
def test_commas_that_are_not_decimal_stay_in_labels(label, other_label, expected):
    """A comma stays in a text, in a number with two commas, and where it may separate thousands."""
    assert matches(expected, refusal(f"a;y\n5;{label}\n2;{other_label}\n"))


def test_a_dropped_first_line_is_still_the_first_line():
    """With `missing="drop"` the rule on a label that occurs only in the first line applies to this
    line, even if it is dropped, and not to the next one.
    """
    text = "1,,yes\n2,3,maybe\n3,4,yes\n4,5,no\n"
    assert read_text(text, positive="yes", missing="drop") == read_text(
        text, positive="yes", missing="drop", header=False
    )
    numbers = ",2019,y\n0,5,1\n1,6,0\n2,7,1\n"
    expected = "data:1: found the label 'y' only on this line, so it may be the name of a column. …"
    assert matches(expected, refusal(numbers, missing="drop"))
    assert read_text(numbers, missing="drop", header=True).N == 3
