"""Hypotheses h(x) = sign(w . x): answers for a row, a Dataset and a table, as numbers and as words;
invalid arguments; saved models.
"""

from __future__ import annotations

import json
import os
from fractions import Fraction
from unittest.mock import Mock

import oracle
import pytest
from fake_arrays import Array, Column, Frame, Index, Sparse
from hypothesis import given
from hypothesis import strategies as st
from messages import check_refused

from perceptron_ref import Dataset, Hypothesis, example, pla, sign

HALF = Fraction(1, 2)


# sign


@pytest.mark.parametrize(
    ("value", "expected"), [(5, 1), (-5, -1), (0, 0), (10**400, 1), (-HALF, -1), (-0.0, 0)]
)
def test_sign_is_plus_minus_or_zero(value, expected):
    """By default sign(0) = 0, which equals neither label. `sign_of_zero` has no effect on other
    values.
    """
    assert sign(value) == expected
    assert [sign(value, sign_of_zero) for sign_of_zero in (-1, 0, +1)] == (
        [expected] * 3 if expected else [-1, 0, +1]
    )


@pytest.mark.parametrize("value", [2, -2, True, False, None, "0", 1.0])
def test_sign_of_zero_is_one_of_three(value):
    """A hypothesis and a run refuse values other than -1, 0 and +1."""
    parts = f"sign_of_zero: …{value!r}…-1, 0 or +1"
    check_refused(parts, Hypothesis, [1, 2], sign_of_zero=value)
    check_refused(parts, pla, example("or"), sign_of_zero=value)
    assert Hypothesis([0, 1], sign_of_zero=Index(-1))([0]) == -1


# h(x)


def test_h_is_the_sign_of_the_weighted_sum_minus_the_threshold():
    """With w = (-3, 2, 1/2) the threshold is 3, and h(1, 4) = sign(2 + 2 - 3) = +1.

    Lecture 2: L2.2, L2.3
    """
    h = Hypothesis([-3, 2, "1/2"], names=["salary", "years"])
    assert (h.w, h.d, h.threshold) == ((-3, 2, HALF), 2, 3)
    assert (h.names, h.weights) == (("salary", "years"), {"salary": 2, "years": HALF})
    assert [h.score(x) for x in ([1, 4], [1, 2], [1, 0])] == [1, 0, -1]
    assert [h(x) for x in ([1, 4], [1, 2], [1, 0])] == [+1, 0, -1]
    assert repr(h) == "<Hypothesis w=(-3, 2, 0.5)>"
    # by default features have the lecture's names; the repr shows at most 20 weights
    many_features = Hypothesis([1] * 21)
    assert repr(many_features) == f"<Hypothesis w=({'1, ' * 20}...)>"
    assert many_features.names[::19] == ("x1", "x20")
    assert repr(Hypothesis([1] * 20)).endswith(", 1)>")


@pytest.mark.parametrize("sign_of_zero", [-1, 0, +1])
def test_on_the_line_h_answers_sign_of_zero(sign_of_zero):
    """A score of zero gives the answer 0, -1 or +1.

    By default it is 0, a mistake for both labels.     Lecture 2: L2.4
    """
    assert Hypothesis([0, 0]).mistakes(Dataset([[1], [2], [3]], [+1, -1, +1])) == 3
    h = Hypothesis([-1, 1], sign_of_zero=sign_of_zero)
    assert (h([1]), h([2]), h([0]), h.sign_of_zero) == (sign_of_zero, +1, -1, sign_of_zero)


@pytest.mark.ci
@given(oracle.rows_and_labels(), st.lists(st.fractions(max_denominator=9), min_size=4, max_size=4))
def test_calls_predictions_and_mistakes_agree(rows_labels, w):
    """h(x_n), predict and mistakes follow their definitions, for all three values of sign(0)."""
    rows, data = rows_labels[0], Dataset(*rows_labels)
    for sign_of_zero in (-1, 0, +1):
        h = Hypothesis(w[: 1 + data.d], sign_of_zero=sign_of_zero)
        expected = [oracle.sign(oracle.dot(h.w, [1, *row]), sign_of_zero) for row in rows]
        assert [h(row) for row in rows] == h.predict(rows) == h.predict(data) == expected
        assert h.mistakes(data) == len(oracle.mistakes(oracle.examples_of(data), h.w, sign_of_zero))


# A table


def frame_of(columns):
    """Return a frame of these columns."""
    return Frame({name: Array(entries) for name, entries in columns.items()})


H = Hypothesis([-3, 2, "1/2"], names=["salary", "years"], labels=(None, "yes"))


@pytest.mark.parametrize(
    "rows",
    [
        [(1, "4"), [1.0, 2], Array([1, 0])],
        Array([[1.0, 4.0], [1.0, 2.0], [1.0, 0.0]]),
        Dataset([[1, 4], [1, 2], [1, 0]], [1, 1, 1]),
        Sparse((3, 2), Array([1, 4, 1, 2, 1]), Array([0, 1, 0, 1, 0]), Array([0, 2, 4, 5])),
        iter([[1, 4], [1, 2], [1, 0]]),
        frame_of({"name": "abc", "years": [4, 2, 0], "salary": [1, 1, 1]}),  # read by names
        frame_of({0: [1, 1, 1], 1: [4, 2, 0]}),  # no names, so read in order
    ],
)
def test_many_rows_are_answered_in_order(rows):
    """Rows may be in a list, an array, a sparse matrix, a Dataset, an iterator or a frame. With
    words=True the answers are words.
    """
    assert H.predict(rows, words=True) == ["yes", "on the line", "not yes"]
    assert H.predict([]) == [] == H.predict([], words=True)


def test_one_row_may_be_an_array_or_a_row_of_a_frame():
    """A row of a frame is read by its names, in any order, even if it has other columns.

    A row without names is read by position.
    """

    class Series:
        index = iloc = None

        def __init__(self, index, values):
            self.index, self.values = index, values

        def tolist(self):
            return self.values

    assert H(Array([1.0, 4.0])) == H(Column(Array([1, 4]))) == 1
    h = Hypothesis([0, 1, -1], names=["a", "2"])
    assert h(Series(["a", 2], [5, 1])) == h(Series(["Nr", 2, "a"], ["W-1", 1, 5])) == 1
    assert h({"2": 1, "a": 5}) == 1
    assert h(Series([7, 8], [1, 5])) == -1
    check_refused("x: …no entry '2' among 'a', 'b'…each feature", h, Series(["a", "b"], [1, 5]))
    assert Hypothesis([0, 1, -1])(Series(["x2", "x1"], [5, 1])) == 1


# Labels


def test_an_answer_uses_the_labels_of_the_data():
    """An answer is a label, "on the line", or "not yes" if only the label "yes" is known. Numbers
    other than -1, 0 and +1 are refused.
    """
    h = Hypothesis([0, 1], labels=("no", "yes"))
    assert [h.label(answer) for answer in (-1, 0, 1)] == ["no", "on the line", "yes"]
    assert Hypothesis([0, 1], labels=(None, "yes")).label(-1) == "not yes"
    check_refused("found 2 …-1, 0 or +1", h.label, 2)


def test_features_in_another_order_are_refused():
    """With the same names in another order, answers by position would be about other features.
    Other names are accepted.
    """
    h, data = Hypothesis([0, 1, -1], names=["a", "b"]), Dataset([[1, 5]], [1], names=["b", "a"])
    for method in (h.predict, h.mistakes):
        check_refused("…'b', 'a'…'a', 'b'…like=…columns of the frame", method, data)
    for names in (["a", "b"], ["b", "c"], None):
        assert h.predict(Dataset([[5, 1]], [1], names=names)) == [1]
    assert Hypothesis([0, 1, -1]).predict(data) == [-1]


def test_exchanged_labels_are_refused():
    """If the labels mean the opposite, `mistakes` is refused, because it would count every right
    answer as a mistake. `predict` needs no labels.
    """
    h = Hypothesis([0, 1], labels=("no", "yes"))
    data = Dataset([[1], [-1]], ["yes", "no"], positive="no")
    check_refused("…'no'…'yes'…positive=", h.mistakes, data)
    assert h.predict(data) == [1, -1]
    assert h.mistakes(Dataset([[1], [-1]], ["yes", "no"], positive="yes")) == 0


# What is refused


A_NUMBER = "…a number such as"


@pytest.mark.parametrize(
    ("x", "parts"),
    [
        ([1], "x: …1 …expected 2"),
        ([1, 2, 3], "x: …3 …expected 2"),
        (7, "x: …7…a list"),
        ("12", "x: …'12'…a list"),
        ({"salary": 1, "age": 2}, "x: …'years' among 'salary', 'age'…each feature"),
        ([1, "a"], f"x, entry 1: …'a'{A_NUMBER}"),
        ([1, float("inf")], "x, entry 1: …'inf'…finite"),
        # a table is not a row
        (Array([[1, 2], [3, 4]]), "x: …shape (2, 2)…one row…For a whole table, use predict(X)"),
        (frame_of({"years": [0, 4]}), "x: …shape (2, 1)…one row…predict(X)"),
        (Dataset([[1, 2]], [1]), "x: …<Dataset …a list"),
    ],
)
def test_an_x_that_does_not_fit_is_refused(x, parts):
    """The error says how many numbers were expected, which entry is not a number, which feature is
    missing, or that `predict` takes a table.
    """
    for function in (H, H.score):
        check_refused(parts, function, x)


@pytest.mark.parametrize(
    ("rows", "parts"),
    [
        (frame_of({"salary": [1], "age": [2]}), "rows: …'years'…each feature"),
        (
            frame_of({"salary": [1], "years": [float("nan")]}),
            "example 0, feature years: …'nan'…finite",
        ),
        ([[1, 2, 3]], "…3 features…expected 2"),
        ([1, 2], "example 0: …1…a row"),
        ("12", "rows: …'12'…a list"),
    ],
)
def test_rows_that_do_not_fit_are_refused(rows, parts):
    """The error names the example or the feature, or says how many features were expected."""
    check_refused(parts, H.predict, rows)


def test_data_of_another_width_are_refused():
    """`predict` and `mistakes` need data with as many features as the hypothesis."""
    for method in (H.predict, H.mistakes):
        check_refused("…1 feature;…expected 2 features", method, Dataset([[1]], [+1]))


TWO_STRINGS = "…two different strings"


@pytest.mark.parametrize(
    ("w", "options", "parts"),
    [
        ([1], {}, "w: …1 weight;…w_0 and at least one"),
        ("123", {}, "w: …'123'…a list"),
        ([1, "two"], {}, f"w, entry 1: …'two'{A_NUMBER}"),
        ([1, 2], {"names": ["a", "b"]}, "names: …2…expected 1"),
        ([1, 2, 3], {"names": ["a", "a"]}, "names: …'a' more than once…different"),
        ([1, 2], {"names": [""]}, "names: …''"),
        ([1, 2], {"names": "a"}, "names: …'a'…a list"),
        ([1, 2], {"sign_of_zero": 3}, "sign_of_zero: …3…-1, 0 or +1"),
        ([1, 2], {"labels": ("no", None)}, f"labels: …('no', None){TWO_STRINGS}"),
        ([1, 2], {"labels": ("yes", "yes")}, f"labels: …('yes', 'yes'){TWO_STRINGS}"),
        ([1, 2], {"label_name": ""}, "label_name: …''…a non-empty string"),
    ],
)
def test_invalid_arguments_are_refused(w, options, parts):
    """Weights, names, sign_of_zero, labels and their name are checked when a hypothesis is made."""
    check_refused(parts, Hypothesis, w, **options)


# A value


def test_a_hypothesis_is_a_value():
    """Hypotheses are equal, and the same key of a dict, if all their attributes are equal.

    No attribute can be set, and arguments are copied.
    """
    w, names = [1, "0.5"], ["a"]
    h = Hypothesis(w, names=names, labels=(None, "yes"))
    w[1], names[0] = 9, "z"
    h.weights["a"] = 9
    assert {h} == {Hypothesis((Fraction(1), HALF), names=("a",), labels=(None, "yes"))}
    different = [
        Hypothesis([1, 2], names=["a"], labels=(None, "yes")),
        Hypothesis([1, HALF], names=["b"], labels=(None, "yes")),
        Hypothesis([1, HALF], names=["a"], labels=("no", "yes")),
        Hypothesis([1, HALF], names=["a"], labels=(None, "yes"), sign_of_zero=1),
        Hypothesis([1, HALF], names=["a"], labels=(None, "yes"), label_name="sold"),
        Hypothesis([1, HALF], names=["a"], labels=(None, "yes"), x0=2),
        (1, HALF),
    ]
    assert h not in different
    assert len({hash(h), *map(hash, different)}) == 1 + len(different)
    with pytest.raises(AttributeError):
        h.w = (1, 2)


# Saved models


@pytest.fixture
def model(tmp_path):
    """Return a path for a model; after the test check that there is no other file beside it."""
    yield tmp_path / "model.json"
    assert os.listdir(str(tmp_path)) in ([], ["model.json"])


def test_a_saved_model_is_json_with_exact_numbers_as_text(model):
    """The numbers in the file are exact text, and Chinese characters are not escaped."""
    names, labels = ["salary", "年資"], (None, "yes")
    Hypothesis([-3, 0.1, "1/3"], names=names, labels=labels, sign_of_zero=-1).save(model)
    assert model.read_bytes().decode("utf-8") == (
        "{\n"
        '  "format": "perceptron_ref hypothesis 1",\n'
        '  "w": [\n    "-3",\n    "0.1",\n    "1/3"\n  ],\n'
        '  "x0": "1",\n'
        '  "names": [\n    "salary",\n    "年資"\n  ],\n'
        '  "sign_of_zero": -1,\n'
        '  "labels": [\n    null,\n    "yes"\n  ],\n'
        '  "label": null,\n  "columns": null\n'
        "}\n"
    )


@pytest.mark.parametrize(
    ("w", "options"),
    [
        (["1e400", "-1e-400", "1/3"], {}),
        ([10**6000 + 1, Fraction(-1, 10**6000 + 1), Fraction(1, 2**5000)], {}),
        # the longest common denominator that data may have, and numerators of the same length
        ([Fraction(10**6000, 3**10_478), Fraction(-(7**7000), 2**16_000)], {}),
        ([1, 2, 3], {"names": ['quote " and \\ backslash', "line\nbreak \0nul\x1f"]}),
        ([1, 2], {"names": ["a" * 1_000_001]}),
        ([1, 2], {"labels": ("", "\udcff")}),
        ([1, 2], {"x0": "-1/3", "label_name": "passed", "sign_of_zero": +1}),
        ([0, 7] + [0] * 12_000, {"x0": 0}),
    ],
)
def test_what_is_saved_is_loaded_again(model, w, options):
    """A loaded model equals the saved one, for numbers of any size and for unusual names and texts.

    A byte order mark or CRLF line ends, which some editors write, change nothing.
    """
    h = Hypothesis(w, **options)
    h.save(model)
    assert Hypothesis.load(model) == Hypothesis.load(str(model)) == h
    model.write_bytes(b"\xef\xbb\xbf" + model.read_bytes().replace(b"\n", b"\r\n"))
    assert Hypothesis.load(model) == h


def test_saving_replaces_a_file_completely_or_not_at_all(model, monkeypatch):
    """If the new model cannot be written, the old one stays."""
    model.write_text("something longer than a model, " * 100, encoding="utf-8")
    Hypothesis([1, 2]).save(model)
    assert Hypothesis.load(model).w == (1, 2)
    monkeypatch.setattr(os, "replace", Mock(side_effect=OSError(28, "No space left on device")))
    check_refused(f"{model}: cannot be written: No space", Hypothesis([3, 4]).save, model)
    assert Hypothesis.load(model).w == (1, 2)


def test_a_file_that_cannot_be_opened_is_an_error(tmp_path):
    """The error gives the system's reason. `save` makes no folders."""
    missing = tmp_path / "missing" / "model.json"
    check_refused(f"{missing}: cannot be written: No such file", Hypothesis([1, 2]).save, missing)
    for path, reason in ((missing, "No such file"), (tmp_path, "Is a dir")):
        check_refused(f"{path}: cannot be read: {reason}…a saved model", Hypothesis.load, path)
    assert os.listdir(str(tmp_path)) == []


def saved(**changes):
    """Return the text of a model file with entries changed, or left out where they are `...`."""
    record = {
        "format": "perceptron_ref hypothesis 1",
        "w": ["1", "2"],
        "names": ["a"],
        "sign_of_zero": 0,
        "labels": ["-1", "+1"],
    }
    record.update(changes)
    return json.dumps({key: value for key, value in record.items() if value is not ...})


def columns(**changes):
    """Return the text of a model file with entries of its layout changed."""
    layout = {"width": 3, "features": [0], "label": 2, "zero_based": False, "negatives": ["no"]}
    return saved(columns={**layout, **changes})


EXPECTED_FORMAT = '…JSON…"perceptron_ref hypothesis 1"'


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        *[
            (text, "…text that is not JSON; …a saved model. `fit --save MODEL` writes")
            for text in ("", "1,2,+1\n3,4,-1\n", b"\xff\xfe\x00")
        ],
        (
            "[" * 100_000,
            "…text that is not JSON; …a saved model. `fit --save MODEL` writes",
        ),  # nested too deeply
        ("[" * 1_000_001, "…text that is not JSON; …a saved model. `fit --save MODEL` writes"),
        *[
            (text, EXPECTED_FORMAT)
            for text in ("null", "[]", "{}", '"perceptron_ref hypothesis 1"')
        ],
        (
            saved(format="perceptron_ref hypothesis 2"),
            '…"format": \'perceptron_ref hypothesis 2\'…1"…',
        ),
        *[
            (saved(**{key: ...}), f'…no key "{key}"…w, names, sign_of_zero, labels')
            for key in ("w", "names", "sign_of_zero", "labels")
        ],
        (saved(w="12"), "w: …'12'…a list"),
        (saved(w={"0": "1"}), "w: …a list"),
        (saved(w=["1", None]), "w, entry 1: …None…a number"),
        (saved(w=["1"]), "w: …1 weight;…w_0 and at least one"),
        (saved(w=["1", "1/0"]), "w, entry 1: …'1/0'…divides by zero"),
        (saved(names=[1]), "names: …1;…a non-empty string"),
        (saved(names=["a", "b"]), "names: …2…expected 1"),
        (saved(sign_of_zero="0"), "sign_of_zero: …'0'…-1, 0 or +1"),
        *[(saved(labels=labels), f"labels: …{TWO_STRINGS}") for labels in ("+-", ["no"], [-1, 1])],
        (saved(x0=[]), f"x0: …[]…{A_NUMBER[1:]}…`fit --save` writes"),
        (saved(x0="zero"), f"x0: …'zero'…{A_NUMBER[1:]}"),
        (saved(label=5), "label: found 5; expected a non-empty string or None. `fit --save` wr"),
        (
            saved(columns=[1, 2]),
            "columns: found [1, 2]; expected the keys width, features, label, zero_based and "
            "negatives. `fit --save` writes a valid model",
        ),
        (columns(width="3"), "columns, width: found '3'; expected the number of columns, at le"),
        (columns(width=0), "columns, width: found 0; expected …columns, at least 1, or None"),
        (columns(features=0), "columns, features: found 0; expected a list of 1 index from 0 to 2"),
        (columns(features=[0, 1]), "columns, features: found [0, 1]; …a list of 1 index"),
        (columns(features=[3]), "columns, features: found [3]; expected …from 0 to 2"),
        (columns(label="y"), "columns, label: found 'y'; expected an index from 0 to 2, or None"),
        (columns(label=3), "columns, label: found 3; expected an index from 0 to 2, or None"),
        (columns(width=None), "columns, features: found [0]; expected None, because width is None"),
        (
            columns(width=None, features=None),
            "columns, label: found 2; expected None, because width is None",
        ),
        (columns(zero_based=0), "columns, zero_based: found 0; expected True or False"),
        (columns(negatives="no"), "columns, negatives: found 'no'; expected a list of strings"),
        (columns(negatives=[0]), "columns, negatives: found [0]; expected a list of strings, or N"),
        (saved(x0="7" * 100_001), "x0: …'7777"),
        # numbers that would take too much work; the error names the one that exceeds the limit
        (saved(w=["1", "1e9999"]), "w, entry 1: …'1e9999'…between -1000 and 1000"),
        (saved(w=["7" * 1_000_000, "1"]), "w, entry 0: …1,000,002 char…at most 100,000"),
        (
            saved(w=[f"1/1{k:09999d}" for k in range(1, 50, 2)], names=None),
            "found 25 numbers whose common denominator has too many…fewer digits",
        ),
    ],
    ids=lambda value: value[:60] if isinstance(value, str) else "",
)
def test_a_malformed_model_is_refused(model, text, parts):
    """The error gives the name of the file, the place of the fault, and what was expected."""
    model.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    check_refused(f"{model}: {parts}", Hypothesis.load, model)
