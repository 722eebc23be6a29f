"""sign, and the hypothesis: asked, counted, saved and loaded."""

from __future__ import annotations

import json
import os
from decimal import Decimal
from fractions import Fraction

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from standins import Array, Column, Frame, Sparse

from perceptron_ref import DataError, Dataset, Hypothesis, sign
from perceptron_ref.exact import limits
from perceptron_ref.exact.values import as_ints
from perceptron_ref.hypothesis import count_mistakes

HALF = Fraction(1, 2)
LABELS = "expected two different texts: how -1 and +1 are written"


def refusal(ask):
    """Return what the DataError says that a call raises."""
    with pytest.raises(DataError) as refused:
        ask()
    return str(refused.value)


# sign


@pytest.mark.parametrize(
    ("value", "expected"),
    [(5, 1), (-5, -1), (0, 0), (10**400, 1), (HALF, 1), (-HALF, -1), (Fraction(0), 0), (-0.0, 0)],
)
def test_sign_is_plus_minus_or_zero(value, expected):
    """By default sign(0) = 0, which equals neither label."""
    assert sign(value) == expected


@pytest.mark.parametrize("sign_of_zero", [-1, 0, +1])
def test_sign_of_zero_settles_zero_alone(sign_of_zero):
    """It is the answer for 0, and for nothing else."""
    assert [sign(value, sign_of_zero) for value in (-2, 0, 2)] == [-1, sign_of_zero, +1]


@pytest.mark.parametrize("wrong", [2, -2, True, False, None, "0", 1.0])
def test_sign_of_zero_is_one_of_three(wrong):
    """Anything but -1, 0 or +1 is refused, also where the value is not zero."""
    for value in (0, 5):
        message = refusal(lambda: sign(value, wrong))
        assert message == f"sign_of_zero: found {wrong!r}; expected -1, 0 or +1"


# h(x)


def test_h_is_the_sign_of_the_weighted_sum_less_the_threshold():
    """With w = (-3, 2, 1/2): the threshold is 3, and h(1, 4) = sign(2 + 2 - 3) = +1.

    Lecture 2: L2.2
    """
    h = Hypothesis([-3, 2, "1/2"], names=["salary", "years"])
    assert (h.w, h.d, h.threshold) == ((-3, 2, HALF), 2, 3)
    assert h.weights == {"salary": 2, "years": HALF}
    assert h.names == ("salary", "years")
    assert [h.score(x) for x in ([1, 4], [1, 2], [1, 0])] == [1, 0, -1]
    assert [h(x) for x in ([1, 4], [1, 2], [1, 0])] == [+1, 0, -1]


def test_features_without_names_have_the_lectures():
    """x1, x2, ... in order."""
    h = Hypothesis([0, 5, -7])
    assert (h.names, h.weights) == (("x1", "x2"), {"x1": 5, "x2": -7})
    assert list(h.weights) == ["x1", "x2"]


@pytest.mark.parametrize("sign_of_zero", [-1, 0, +1])
def test_on_the_line_h_answers_what_was_agreed(sign_of_zero):
    """A zero score is 0 ("no answer"), -1 or +1.     Lecture 2: L2.4"""
    h = Hypothesis([-1, 1], sign_of_zero=sign_of_zero)
    assert (h([1]), h([2]), h([0]), h.sign_of_zero) == (sign_of_zero, +1, -1, sign_of_zero)


@pytest.mark.parametrize(
    "x", [[0.1, "1e-1"], (Fraction(1, 10), Decimal("0.10")), iter(["0.1", "1/10"])]
)
def test_scores_are_exact_however_numbers_are_spelled(x):
    """0.1 + 0.2 * 0.1 - 0.12 is zero."""
    assert Hypothesis(["-0.12", 1, 0.2]).score(x) == 0


@given(oracle.rows_and_labels(), st.lists(st.fractions(max_denominator=9), min_size=4, max_size=4))
def test_all_ways_to_ask_agree(drawn, w):
    """h(x_n), predictions(data) and mistakes(data) are what the plain definition says, for all
    three signs of zero.
    """
    rows, labels = drawn
    data = Dataset(rows, labels)
    for sign_of_zero in (-1, 0, +1):
        h = Hypothesis(w[: 1 + data.d], sign_of_zero=sign_of_zero)
        expected = [oracle.sign(oracle.dot(h.w, [1, *row]), sign_of_zero) for row in rows]
        assert [h(row) for row in rows] == expected
        assert h.predictions(data) == expected
        assert h.mistakes(data) == len(oracle.mistakes(oracle.examples_of(data), h.w, sign_of_zero))


def frame_of(columns):
    """Return a frame of these columns."""
    return Frame({name: Array(entries) for name, entries in columns.items()})


COLUMNS = {"name": ["a", "b"], "years": [0, 4], "salary": [1.5, 1]}
FRAME = frame_of(COLUMNS)
A_ROW = "x, entry 0: found [1, 2]; expected a number such as 3, -0.5, 1e-3 or 3/7"


@pytest.mark.parametrize(
    ("x", "message"),
    [
        ([1], "x: found 1 numbers; expected 2, x_0 not among them"),
        ([1, 2, 3], "x: found 3 numbers; expected 2, x_0 not among them"),
        (7, "x: found 7; expected a sequence"),
        ("12", "x: found '12'; expected a sequence"),
        (b"12", "x: found b'12'; expected a sequence"),
        ({1, 2}, "x: found {1, 2}; expected a sequence"),
        ({"salary": 1, "years": 2}, "x: found {'salary': 1, 'years': 2}; expected a sequence"),
        ([1, "a"], "x, entry 1: found 'a'; expected a number such as 3, -0.5, 1e-3 or 3/7"),
        ([None, 1], "x, entry 0: found None; expected a number such as 3, -0.5, 1e-3 or 3/7"),
        ([1, float("inf")], "x, entry 1: found 'inf'; expected a finite number"),
        ([[1, 2], [3, 4]], A_ROW),
        (Array([[1, 2]]), A_ROW),
        (FRAME, f"x: found {FRAME!r}; expected a sequence"),
        (Dataset([[1, 2]], [1]), "x: found <Dataset N=1 d=2 scale=1>; expected a sequence"),
    ],
)
def test_an_x_that_does_not_fit_is_refused(x, message):
    """How many numbers are expected is told, and which entry is none; a table is no row."""
    h = Hypothesis([1, 2, 3])
    for ask in (h, h.score):
        assert refusal(lambda: ask(x)) == message


def test_data_of_another_width_are_refused():
    """The number of features must be the hypothesis's."""
    h, data = Hypothesis([1, 2, 3]), Dataset([[1]], [+1])
    for ask in (h.predictions, h.mistakes):
        message = refusal(lambda: ask(data))
        assert message == "found data with 1 features; expected 2, as the hypothesis has"


@pytest.mark.parametrize(
    ("w", "options", "message"),
    [
        ([], {}, "w: found 0 weights; expected w_0 and at least one more"),
        ([1], {}, "w: found 1 weights; expected w_0 and at least one more"),
        ("123", {}, "w: found '123'; expected a sequence"),
        (None, {}, "w: found None; expected a sequence"),
        ([1, "two"], {}, "w, entry 1: found 'two'; expected a number such as 3, -0.5, 1e-3 or 3/7"),
        ([1, 2], {"names": ["a", "b"]}, "names: found 2; expected 1, one for each feature"),
        ([1, 2, 3], {"names": ["a", "a"]}, "names: found 'a' twice; expected different names"),
        ([1, 2], {"names": [""]}, "names: found "),
        ([1, 2], {"names": "a"}, "names: found 'a'; expected "),
        ([1, 2], {"sign_of_zero": 3}, "sign_of_zero: found 3; expected -1, 0 or +1"),
        ([1, 2], {"labels": ("no", None)}, f"labels: found ('no', None); {LABELS}"),
        ([1, 2], {"labels": "ab"}, f"labels: found 'ab'; {LABELS}"),
        ([1, 2], {"labels": ("yes", "yes")}, f"labels: found ('yes', 'yes'); {LABELS}"),
    ],
)
def test_what_makes_no_hypothesis_is_refused(w, options, message):
    """Weights, names, the rule for zero and labels are checked when it is made."""
    assert refusal(lambda: Hypothesis(w, **options)).startswith(message)


def test_a_hypothesis_is_a_value():
    """Equal weights, names, rule and labels make equal hypotheses, equal as keys too; nothing of it
    can be set.
    """
    h = Hypothesis([1, "0.5"], names=["a"], labels=(None, "yes"))
    same = Hypothesis((Fraction(1), HALF), names=("a",), labels=(None, "yes"))
    assert (h == same, hash(h) == hash(same), len({h, same})) == (True, True, 1)
    others = [
        Hypothesis([1, 2], names=["a"], labels=(None, "yes")),
        Hypothesis([1, HALF], names=["b"], labels=(None, "yes")),
        Hypothesis([1, HALF], names=["a"], labels=("no", "yes")),
        Hypothesis([1, HALF], names=["a"], labels=(None, "yes"), sign_of_zero=1),
        (1, HALF),
    ]
    assert [h == other for other in others] == [False] * 5
    assert len({hash(h), *map(hash, others)}) == 6
    with pytest.raises(AttributeError):
        h.w = (1, 2)
    assert repr(h) == "<Hypothesis w=(1, 0.5)>"


def test_what_it_was_made_from_is_copied():
    """Later changes of the caller's lists do not reach it."""
    w, names = [1, 2], ["a"]
    h = Hypothesis(w, names=names)
    w[1], names[0] = 9, "z"
    h.weights["a"] = 9
    assert (h.w, h.names, h.weights) == ((1, 2), ("a",), {"a": 2})


# Saving and loading


def test_a_saved_model_is_json_with_exact_numbers_as_text(tmp_path):
    """The file, literally."""
    path = tmp_path / "model.json"
    Hypothesis(
        [-3, 0.1, "1/3"], names=["salary", "年資"], labels=(None, "yes"), sign_of_zero=-1
    ).save(path)
    assert path.read_bytes().decode("utf-8") == (
        "{\n"
        '  "format": "perceptron_ref hypothesis 1",\n'
        '  "w": [\n    "-3",\n    "0.1",\n    "1/3"\n  ],\n'
        '  "x0": "1",\n'
        '  "names": [\n    "salary",\n    "年資"\n  ],\n'
        '  "sign_of_zero": -1,\n'
        '  "labels": [\n    null,\n    "yes"\n  ],\n'
        '  "label": null\n'
        "}\n"
    )


@pytest.mark.parametrize(
    ("w", "options"),
    [
        ([0, 0], {}),
        (["1e400", "-1e-400", "1/3"], {}),
        ([10**6000 + 1, Fraction(-1, 10**6000 + 1), Fraction(1, 2**5000)], {}),
        ([1, 2, 3], {"names": ["a b", 'quote " and \\ backslash']}),
        ([1, 2, 3], {"names": ["line\nbreak", "\ttab\0nul\x1f"]}),
        ([1, 2, 3], {"names": ["年薪", "emoji \U0001f600 and e\u0301"]}),
        ([1, 2, 3], {"names": ["half a pair \ud83d", "\u2028"]}),
        ([1, 2], {"labels": (None, "positive, or so")}),
        ([1, 2], {"labels": ("", "\udcff")}),
        ([1, 2], {"sign_of_zero": -1}),
        ([1, 2], {"sign_of_zero": +1}),
        ([1, 2], {"x0": "-1/3", "label_name": "passed"}),
        ([0, 7] + [0] * 47_000, {"x0": 0}),
    ],
)
def test_what_is_saved_is_loaded_again(tmp_path, w, options):
    """Huge and tiny numbers, odd names and labels, every rule for zero: an equal hypothesis comes
    back.
    """
    path = tmp_path / "model.json"
    h = Hypothesis(w, **options)
    h.save(path)
    assert Hypothesis.load(path) == h
    assert Hypothesis.load(str(path)) == h
    assert os.listdir(str(tmp_path)) == ["model.json"]


TEXT = st.text(min_size=1, max_size=5)


@given(
    st.lists(st.fractions(), min_size=2, max_size=6),
    st.none() | st.lists(TEXT, min_size=5, max_size=5, unique=True),
    st.sampled_from([-1, 0, 1]),
    st.tuples(st.none() | TEXT, TEXT).filter(lambda pair: pair[0] != pair[1]),
)
def test_any_model_comes_back(tmp_path_factory, w, names, sign_of_zero, labels):
    """Whatever its weights, names and labels."""
    path = tmp_path_factory.getbasetemp() / "any.json"
    names = names and names[: len(w) - 1]
    h = Hypothesis(w, names=names, sign_of_zero=sign_of_zero, labels=labels)
    h.save(path)
    assert Hypothesis.load(path) == h


def test_a_zero_score_is_a_mistake_where_nothing_else_is_said():
    """Whichever the label is: w = 0 is wrong about every example."""
    assert count_mistakes(Dataset([[1], [2], [3]], [+1, -1, +1]), [0, 0]) == 3


def test_default_names_are_the_same_given_or_not():
    """x1, x2, ... that are given make no other hypothesis; any other name does."""
    assert Hypothesis([1, 2, 3], names=["x1", "x2"]) == Hypothesis([1, 2, 3])
    assert Hypothesis([1, 2, 3], names=["x1", "x3"]) != Hypothesis([1, 2, 3])
    assert Hypothesis([1, 2, 3], names=["x2", "x1"]).names == ("x2", "x1")


def test_a_repr_of_many_weights_is_short():
    """Twenty weights are shown, and that there are more."""
    shown = ", ".join("1" * 20)
    assert repr(Hypothesis([1] * 20)) == f"<Hypothesis w=({shown})>"
    assert repr(Hypothesis([1] * 21)) == f"<Hypothesis w=({shown}, ...)>"


def test_a_model_saved_by_an_editor_with_a_bom_is_loaded(tmp_path):
    """A byte order mark and CRLF, as some editors put them, do no harm."""
    path = tmp_path / "model.json"
    h = Hypothesis([1, 2])
    h.save(path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert Hypothesis.load(path) == h


def test_saving_replaces_what_was_there(tmp_path):
    """The new model stands in the old one's place, and nothing beside it."""
    path = tmp_path / "model.json"
    path.write_text("something much longer than a model, " * 100, encoding="utf-8")
    Hypothesis([1, 2]).save(path)
    assert Hypothesis.load(path).w == (1, 2)
    assert os.listdir(str(tmp_path)) == ["model.json"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_save_leaves_the_old_file_and_no_part_of_a_new_one(tmp_path, monkeypatch, error):
    """A full disk is a DataError, Ctrl-C itself; either way the folder is as it was."""
    path = tmp_path / "model.json"
    Hypothesis([1, 2]).save(path)
    before = path.read_bytes()

    def fail(*names):
        raise error

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(DataError if isinstance(error, OSError) else KeyboardInterrupt) as failed:
        Hypothesis([3, 4]).save(path)
    if isinstance(error, OSError):
        assert str(failed.value).startswith(f"{path}: cannot be written: No space left on device")
    assert path.read_bytes() == before
    assert os.listdir(str(tmp_path)) == ["model.json"]


def test_a_folder_that_is_not_there_is_told(tmp_path):
    """Saving makes no folders."""
    path = tmp_path / "missing" / "model.json"
    assert refusal(lambda: Hypothesis([1, 2]).save(path)).startswith(
        f"{path}: cannot be written: No such file or directory"
    )
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


FORMAT = (
    'expected a saved model, that is a JSON object with "format": "perceptron_ref hypothesis 1"'
)
KEYS = "expected w, names, sign_of_zero, labels"

MALFORMED = [
    ("", "found no JSON ("),
    ("{", "found no JSON ("),
    ("1,2,+1\n3,4,-1\n", "found no JSON ("),
    (b"\xff\xfe\x00junk", "found no JSON ("),
    ("[" * 100_000, "found no JSON ("),
    ("1" * 5_000, ""),
    ("null", FORMAT),
    ("[]", FORMAT),
    ("{}", FORMAT),
    ('"perceptron_ref hypothesis 1"', FORMAT),
    (saved(format="perceptron_ref hypothesis 2"), FORMAT),
    (saved(format=["perceptron_ref hypothesis 1"]), FORMAT),
    (saved(format=...), FORMAT),
    (saved(w=...), f'found no "w"; {KEYS}'),
    (saved(names=...), f'found no "names"; {KEYS}'),
    (saved(sign_of_zero=...), f'found no "sign_of_zero"; {KEYS}'),
    (saved(labels=...), f'found no "labels"; {KEYS}'),
    (saved(w="12"), "w: found '12'; expected a list of texts"),
    (saved(w=[1, 2]), "w: found [1, 2]; expected a list of texts"),
    (saved(w=["1", 0.1]), "w: found ['1', 0.1]; expected a list of texts"),
    (saved(w=None), "w: found None; expected a list of texts"),
    (saved(w={"1": "2"}), "w: found {'1': '2'}; expected a list of texts"),
    (saved(w=[]), "w: found 0 weights; expected w_0 and at least one more"),
    (saved(w=["1"]), "w: found 1 weights; expected w_0 and at least one more"),
    (saved(w=["1", "x"]), "w, entry 1: found 'x'; expected a number such as 3, -0.5, 1e-3 or 3/7"),
    (saved(w=["nan", "1"]), "w, entry 0: found 'nan'; expected a finite number"),
    (saved(w=["1", "1/0"]), "w, entry 1: found '1/0', which divides by zero; expected "),
    (saved(names="a"), "names: found 'a'; expected a list of texts"),
    (saved(names=[1]), "names: found [1]; expected a list of texts"),
    (saved(names=[]), "names: found 0; expected 1, one for each feature"),
    (saved(names=["a", "b"]), "names: found 2; expected 1, one for each feature"),
    (saved(names=[""]), "names: found "),
    (saved(sign_of_zero=2), "sign_of_zero: found 2; expected -1, 0 or +1"),
    (saved(sign_of_zero=True), "sign_of_zero: found True; expected -1, 0 or +1"),
    (saved(sign_of_zero="0"), "sign_of_zero: found '0'; expected -1, 0 or +1"),
    (saved(sign_of_zero=None), "sign_of_zero: found None; expected -1, 0 or +1"),
    (saved(labels=None), f"labels: found None; {LABELS}"),
    (saved(labels="+-"), f"labels: found '+-'; {LABELS}"),
    (saved(labels=["no"]), f"labels: found ['no']; {LABELS}"),
    (saved(labels=["no", None]), f"labels: found ['no', None]; {LABELS}"),
    (saved(labels=[-1, 1]), f"labels: found [-1, 1]; {LABELS}"),
    (saved(labels=["yes", "yes"]), f"labels: found ['yes', 'yes']; {LABELS}"),
    (saved(x0=0), "x0: found 0; expected a text"),
    (saved(x0="zero"), "x0: found 'zero'; expected a number such as 3, -0.5, 1e-3 or 3/7"),
    (saved(x0="7" * 100_001), "x0: found '7777"),
]


@pytest.mark.parametrize(("text", "message"), MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_model_is_refused_by_name(tmp_path, text, message):
    """Whatever is wrong with the file: a DataError of one line, with the file's name and what was
    expected.
    """
    path = tmp_path / "model.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    found = refusal(lambda: Hypothesis.load(path))
    assert found.startswith(f"{path}: {message}") and "\n" not in found


@pytest.mark.parametrize(
    ("w", "message"),
    [
        (
            ["1", "1e9999"],
            "w, entry 1: found '1e9999'; expected an exponent between -1000 and 1000",
        ),
        (
            ["7" * 1_000_000, "1"],
            f"w, entry 0: found '{'7' * 57}... "
            "(1,000,002 characters); expected a number of at most 100,000 characters",
        ),
        (
            ["0." + "7" * 99_998] * 21,
            f"w, entry 20: found '0.{'7' * 55}... "
            "(100,002 characters) after others as long; expected fewer or shorter weights",
        ),
        (
            [f"1/{p}" for p in range(3, 20_001, 2)],
            "w, entry 5135: found '1/10273', with which the common denominator of 9,999 numbers "
            "has 4,476 digits; expected at most 4,472: write it with fewer digits, or leave it out",
        ),
    ],
    ids=["exponent", "digits", "all digits", "denominator"],
)
def test_a_model_whose_weights_take_long_is_refused(tmp_path, w, message):
    """What is refused is the work that numbers cause; the message names the one too many."""
    path = tmp_path / "model.json"
    names = [f"x{i}" for i in range(1, len(w))]
    path.write_text(saved(w=w, names=names))
    assert refusal(lambda: Hypothesis.load(path)) == f"{path}: {message}"


def test_a_common_denominator_may_be_as_long_as_is_said(tmp_path):
    """For 9,999 numbers 4,472 digits, and not one more."""
    path, zeros = tmp_path / "model.json", [0] * 9_998
    h = Hypothesis([Fraction(1, 2**14_855 - 1), *zeros])
    h.save(path)
    assert Hypothesis.load(path) == h
    Hypothesis([Fraction(1, 2**14_856 - 1), *zeros]).save(path)
    with pytest.raises(DataError, match="has 4,473 digits; expected at most 4,472"):
        Hypothesis.load(path)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([Fraction(1, 3), Fraction(-2, 5)], ((5, -6), 15)),
        ([Fraction(1, 4), Fraction(1, 6), 0], ((3, 2, 0), 12)),
        ([Fraction(4), -6], ((4, -6), 1)),
    ],
)
def test_the_least_multiple_that_makes_ints(values, expected):
    """It is the least common denominator, be it odd or 1; what the ints have in common stays."""
    assert as_ints(values) == expected


def test_weights_as_long_as_a_run_can_make_them_are_loaded(tmp_path):
    """The longest common denominator of data, and numerators as long again, are no obstacle."""
    h = Hypothesis([Fraction(10**6000, 3**10_478), Fraction(-(7**7000), 2**16_000)])
    h.save(tmp_path / "model.json")
    assert Hypothesis.load(tmp_path / "model.json") == h


def test_a_model_without_end_is_given_up(tmp_path, monkeypatch):
    """No more than 100,000,000 bytes are read, and what is larger is refused unparsed."""
    assert limits.MOST_BYTES_OF_A_MODEL == 100_000_000
    path = tmp_path / "model.json"
    path.write_text(saved())
    monkeypatch.setattr("perceptron_ref.files.models.MOST_BYTES_OF_A_MODEL", len(saved()))
    assert Hypothesis.load(path).d == 1
    path.write_text(saved() + " ")
    with pytest.raises(DataError, match=r"json: found more than [0-9]+ bytes; expected a saved mo"):
        Hypothesis.load(path)


def test_a_model_nested_too_deeply_is_refused(tmp_path):
    """JSON that Python's parser does not follow is no saved model."""
    path = tmp_path / "model.json"
    path.write_text("[" * 200_000)
    with pytest.raises(DataError, match="found no JSON .*; expected a saved model$"):
        Hypothesis.load(path)


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    """A missing file and a directory are named, with the system's reason."""
    for path, why in (
        (tmp_path / "none.json", "No such file or directory"),
        (tmp_path, "Is a dir"),
    ):
        with pytest.raises(DataError) as refused:
            Hypothesis.load(path)
        assert str(refused.value).startswith(f"{path}: cannot be read: {why}")
        assert str(refused.value).endswith("; expected a saved model")
        assert isinstance(refused.value.__cause__, OSError)


class Whole:
    """An int of another kind, as NumPy's are."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def test_the_sign_of_zero_is_whatever_stands_for_an_int():
    """`operator.index` decides; a bool is none."""
    assert sign(0, Whole(-1)) == -1
    assert Hypothesis([0, 1], sign_of_zero=Whole(1)).sign_of_zero == 1
    with pytest.raises(DataError, match="sign_of_zero: found True; expected -1, 0 or"):
        sign(0, True)


# Many rows

H = Hypothesis([-3, 2, "1/2"], names=["salary", "years"], labels=(None, "yes"))


@pytest.mark.parametrize(
    "rows",
    [
        [[1, 4], [1, 2], [1, 0]],
        [(1, "4"), [1.0, 2], Array([1, 0])],
        Array([[1.0, 4.0], [1.0, 2.0], [1.0, 0.0]]),
        Dataset([[1, 4], [1, 2], [1, 0]], [1, 1, 1]),
        Sparse((3, 2), Array([1, 4, 1, 2, 1]), Array([0, 1, 0, 1, 0]), Array([0, 2, 4, 5])),
        ([1, years] for years in (4, 2, 0)),
    ],
)
def test_many_rows_are_answered_in_order(rows):
    """Whatever makes the rows of a set: lists, arrays, sparse matrices, sets."""
    assert H.predict(rows) == [1, 0, -1]


def test_the_columns_of_a_frame_are_found_by_name():
    """Wherever they stand, and whatever else is there; columns without names stand in order."""
    assert H.predict(frame_of(COLUMNS)) == [0, 1]
    assert H.predict(frame_of({0: [1, 1], 1: [4, 0]})) == [1, -1]
    assert Hypothesis([-3, 2, "1/2"]).predict(frame_of({"p": [1, 1], "q": [4, 0]})) == [1, -1]


def test_many_rows_are_answered_in_the_words_of_the_data():
    """Each as `label` says it."""
    assert H.predict([[1, 4], [1, 2], [1, 0]], words=True) == ["yes", "on the line", "not yes"]
    assert Hypothesis([1, 0], labels=("0", "1")).predict([[5]], words=True) == ["1"]


def test_no_rows_have_no_answers():
    """Of none there are none."""
    assert H.predict([]) == [] == H.predict([], words=True)


def test_the_x0_of_the_hypothesis_stands_before_every_row():
    """As it does for one row."""
    h = Hypothesis([-3, 2], x0=2, sign_of_zero=-1)
    rows = [[2], [3], [4]]
    assert h.predict(rows) == [-1, -1, 1] == [h(row) for row in rows]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            frame_of({"salary": [1], "age": [2]}),
            "rows: found no column 'years' among 2; expected one for each feature of the "
            "hypothesis",
        ),
        (
            frame_of({"salary": [1], "years": [float("nan")]}),
            "example 0, feature years: found 'nan'; expected a finite number",
        ),
        ([[1, 2, 3]], "found data with 3 features; expected 2, as the hypothesis has"),
        ([1, 2], "example 0: found 1; expected a sequence"),
        ("12", "rows: found '12'; expected a sequence"),
    ],
)
def test_rows_that_cannot_be_answered_are_refused(rows, message):
    """With the place of what is wrong."""
    assert refusal(lambda: H.predict(rows)) == message


def test_one_row_may_be_an_array():
    """Of one dimension, or a column."""
    assert H(Array([1.0, 4.0])) == H(Column(Array([1, 4]))) == 1


# In words


def test_the_name_of_the_labels_is_part_of_a_hypothesis(tmp_path):
    """Saved, loaded, compared; a text that is not empty, or None."""
    h = Hypothesis([0, 1], label_name="sold")
    h.save(tmp_path / "h.json")
    assert Hypothesis.load(tmp_path / "h.json").label_name == "sold"
    assert h == Hypothesis([0, 1], label_name="sold") != Hypothesis([0, 1])
    for name in ("", 7):
        with pytest.raises(DataError, match="^label_name: found .*; expected a text"):
            Hypothesis([0, 1], label_name=name)


def test_an_answer_is_told_in_the_words_of_the_data():
    """Both labels, any other than one, and the line itself."""
    h = Hypothesis([0, 1], labels=("no", "yes"))
    assert [h.label(answer) for answer in (-1, 0, 1)] == ["no", "on the line", "yes"]
    assert Hypothesis([0, 1], labels=(None, "yes")).label(-1) == "not yes"
    with pytest.raises(DataError, match="^found 2 as an answer; expected -1, 0 or [+]1$"):
        h.label(2)


def test_a_row_of_a_frame_is_read_by_its_names():
    """In any order, whatever else stands in it; a row without the names is read by place."""

    class Series:
        def __init__(self, index, values):
            self.index, self.values = index, values

        def __getitem__(self, name):
            return dict(zip(self.index, self.values))[name]

        def __iter__(self):
            return iter(self.values)

    h = Hypothesis([0, 1, -1], names=["a", "2"])
    assert h(Series(["a", 2], [5, 1])) == h(Series(["Nr", 2, "a"], ["W-1", 1, 5])) == 1
    assert h(Series([7, 8], [1, 5])) == h(Series(["a", "b"], [1, 5])) == -1
    assert Hypothesis([0, 1, -1])(Series(["x2", "x1"], [5, 1])) == 1


def test_data_with_the_features_in_another_order_are_refused():
    """Where both have names for them; answers by place would be about other features."""
    h, data = Hypothesis([0, 1, -1], names=["a", "b"]), Dataset([[1, 5]], [1], names=["b", "a"])
    for ask in (h.predict, h.predictions, h.mistakes):
        assert refusal(lambda: ask(data)) == (
            "found data with the features 'b', 'a'; expected them in the order 'a', 'b', as the "
            "hypothesis has: predict(frame) and read(path, like=...) find them by name"
        )
    assert h.predict(Dataset([[5, 1]], [1], names=["a", "b"])) == [1]
    assert h.predict(Dataset([[5, 1]], [1], names=["b", "c"])) == [1]
    assert h.predict(Dataset([[5, 1]], [1])) == [1]
    assert Hypothesis([0, 1, -1]).predict(data) == [-1]


def test_labels_the_other_way_round_are_refused():
    """Every right answer would count as a mistake; answers alone need no labels."""
    h = Hypothesis([0, 1], labels=("no", "yes"))
    data = Dataset([[1], [-1]], ["yes", "no"], positive="no")
    assert refusal(lambda: h.mistakes(data)) == (
        "found data whose label for +1 is 'no'; expected 'yes', as the hypothesis has "
        "(positive=...)"
    )
    assert h.predict(data) == [1, -1]
    assert h.mistakes(Dataset([[1], [-1]], ["yes", "no"], positive="yes")) == 0
