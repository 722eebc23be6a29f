"""The libsvm format: features that a line does not list are zero, indices ascend from 1 or 0,
and the error for an invalid line names the line.
"""

from __future__ import annotations

import pytest
from text_reading import check_read, one_line, read_as_table, read_text, refusal

from perceptron_ref import Dataset, Hypothesis
from perceptron_ref.exact import sparse
from perceptron_ref.exact.sparse import SparseVector
from perceptron_ref.files.rules import is_libsvm

LEAVE_OUT_OPTION = "Leave out this option, because …libsvm…"


def test_features_that_a_line_does_not_list_are_zero():
    """A line has its label, then index:value for each feature that is not zero. The largest index
    is the number of features.
    """
    data = read_text("+1 1:0.5 3:2\n-1\n+1 2:-1/3\n-1 1:1e-1 2:0 4:7\n")
    assert data == Dataset(
        [["0.5", 0, 2, 0], [0, 0, 0, 0], [0, "-1/3", 0, 0], ["0.1", 0, 0, 7]], [1, -1, 1, -1]
    )
    assert data.names == ("x1", "x2", "x3", "x4")


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # labels have the same meaning as in other formats
        ("0 1:1\n1 1:2\n", {}, "x1: (1) -1, (2) +1"),
        ("ham 1:1\nspam 1:2\n", {"positive": "spam"}, "x1: (1) -1, (2) +1"),
        ("1 1:1\n1 1:2\n", {}, "x1: (1) +1, (2) +1"),
        (
            "1 1:1\n2 1:2\n3 1:3\n",
            {},
            "data: column 1: found 3 labels: '1' (1 example), …--positive 1)…",
        ),
        # after a space, # begins a comment; a # within a label is part of it
        ("+1 1:2 # 3:4\n-1 #\n", {}, "x1: (2) +1, (0) -1"),
        ("C# 1:2\nF# 1:3\n", {"positive": "C#"}, "x1: (2) +1, (3) -1"),
        # a file without any feature is refused
        (
            "1\n-1\n",
            {"format": "libsvm"},
            "data: found no feature; expected at least one feature, …",
        ),
        # options for columns, headers, missing cells and decimal commas are refused, but
        # header=False is not
        ("+1 1:2\n", {"header": False}, "x1: (2) +1"),
        *(
            (
                "+1 1:2\n-1 2:1\n",
                {option: value},
                f"data: found {option}=…--{option}… for a libsvm file. {LEAVE_OUT_OPTION}",
            )
            for option, value in {"label": 0, "features": "-1", "id": 0, "header": True}.items()
        ),
        (
            "+1 1:2\n",
            {"missing": "drop"},
            'data: found missing="drop" (--missing drop) for a libsvm file. Leave out …',
        ),
        (
            "+1 1:2\n",
            {"decimal": ","},
            'data: found decimal="," (--decimal ",") for a libsvm file. Leave out …',
        ),
    ],
)
def test_labels_and_comments_are_read_and_options_of_tables_are_refused(text, options, expected):
    """Labels have the same meaning as in other formats, and # after a space begins a comment.
    Options that do not apply to the format are refused.
    """
    check_read(text, expected, **options)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("+1 1:0.5 3:2", True),
        ("1:0.5 3:2", True),
        ("spam 7:1", True),
        ("-1 1:nan", True),
        ("-1", False),
        ("1 2 3:4", False),
        ("1 a:4", False),
        ("1 4:a", False),
        ("1 1: 2", False),
        ("x:1 y:2", False),
        ("1,2:3", False),
        ("a:b", False),
        ("1 # 2:3", False),
    ],
)
def test_libsvm_is_detected_by_pairs_of_index_and_number(line, expected):
    """A line looks like libsvm if it is at most one label, followed by one or more pairs."""
    assert is_libsvm(line) is expected


EXPECTED_PAIR = "expected index:value, such as 3:0.5, with an index from"
EXPECTED_LARGER_INDEX = "expected a larger index, because the indices on a line must increase"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 1:2\n1 3:1 2:1\n", f"2: column 3: found '2:1' after index 3; {EXPECTED_LARGER_INDEX}"),
        ("1 2:2 2:2\n", f"1: column 3: found '2:2' after index 2; {EXPECTED_LARGER_INDEX}"),
        ("1 0:2 0:2\n", f"1: column 3: found '0:2' after index 0; {EXPECTED_LARGER_INDEX}"),
        ("1 1:2 1000001:1\n", f"1: column 3: found '1000001:1'; {EXPECTED_PAIR} 1 to 1,000,000"),
        (f"1 {'9' * 25}:1\n", f"1: column 2: found '{'9' * 25}:1'; {EXPECTED_PAIR} 1 to 1,000,000"),
        *(
            (f"1 1:2\n1 {word} 1:2\n", f"2: column 2: found '{word}'; {EXPECTED_PAIR} 1 to…")
            for word in ("-1:2", "1.5:2", "\u0661:2", "qid:a", "2", "1:")
        ),
        ("1 1:2\n1 1:a\n", "2: column 2: found 'a'; expected a number such as 3, …"),
        ("1 1:2 3:nan\n", "1: column 3: found 'nan'; expected a finite number"),
        ("1 1:2\n1 1:1e99999\n", "2: column 2: found '1e99999'; expected an exponent between…"),
        ("1 1:2\n3:1\n", "2: column 1: found '3:1'; expected a label before the features"),
        ("1:2\n", "1: column 1: found '1:2'; expected a label before the features"),
        ("nan 1:2\n", "1: column 1: found 'nan'; expected a label"),
    ],
)
def test_invalid_lines_are_refused_with_their_location(text, message):
    """An index that is not larger than the one before it, is too large or is missing, a value that
    is not a number, and a missing label are errors.
    """
    check_read(text, f"data:{message}")


@pytest.mark.parametrize(
    ("nonzero_features", "is_sparse"), [(0, True), (1, True), (2, False), (8, False)]
)
def test_mostly_zero_tables_become_sparse(nonzero_features, is_sparse):
    """A table is stored sparsely if fewer than a quarter of its N (1 + d) numbers, x_0 among them,
    are nonzero. Here N (1 + d) is 16, and both x_0 are 1, so that one nonzero feature is the most.
    Dense or sparse, the set is the same.
    """
    like = Dataset([[0] * 7], [1])
    pairs = " ".join(f"{i}:{i}" for i in range(1, 1 + min(nonzero_features, 7)))
    data = read_text(
        f"+1 {pairs}\n-1{' 1:1' * (nonzero_features > 7)}\n", like=like, format="libsvm"
    )
    first_row = [i if i <= nonzero_features else 0 for i in range(1, 8)]
    expected = Dataset([first_row, [int(nonzero_features > 7), *[0] * 6]], [1, -1])
    assert (data.sparse_xs is not None) is is_sparse
    assert data == expected and data.scaled_xs == expected.scaled_xs


def test_explicit_zeros_are_not_stored():
    """A value of 0 in the file is not stored, but its index counts for d."""
    data = read_text("+1 1:0 2:0.0 3:0 4:5 30:0\n")
    assert data.sparse_xs == (SparseVector((0, 4), (1, 5)),)
    assert data.d == 30
    assert read_text("+1 1:0 2:0.0 3:0 4:0 5:0 6:0\n").sparse_xs == (SparseVector((0,), (1,)),)


def test_a_later_denominator_rescales_earlier_nonzeros():
    """All rows, with their x_0, are multiplied by the final scale."""
    data = read_text("+1 9:3\n-1 8:0.5\n-1 7:1/3\n")
    assert data.scale == 6
    assert [x.values for x in data.sparse_xs] == [(6, 18), (6, 3), (6, 2)]


def test_zeros_take_no_memory(memory_tracer):
    """Four rows of 999,999 features are read in less than 1 MB. The zeros of one row would take
    8 MB.
    """
    text = "".join(f"+1 {k}:0.5 {10**6 - k}:1\n" for k in range(1, 5))
    memory_tracer.start()
    data = read_text(text)
    _, peak = memory_tracer.get_traced_memory()
    assert (data.N, data.d, len(data.sparse_xs)) == (4, 999_999, 4)
    assert peak < 1_000_000


def test_equal_indices_share_one_int():
    """The index of a feature that occurs in many rows is in memory once."""
    first, second = read_text("+1 1000:1 2000:1\n-1 1000:1 3000:1\n").sparse_xs
    assert first.indices[1] is second.indices[1]


def test_rows_stay_sparse_if_dense_rows_would_exceed_the_limit(monkeypatch):
    """If the zeros would exceed the limit on numbers, only the nonzeros are stored."""
    text = "1 1:2 2:3\n1 1:2 2:5\n"
    assert read_text(text).sparse_xs is None
    monkeypatch.setattr(sparse, "MAX_NUMBERS", 5)
    assert [x.values for x in read_text(text).sparse_xs] == [(1, 2, 3), (1, 2, 5)]


def test_like_gives_the_number_of_features():
    """With like=, the set has the features of the other set or the model. The file may have fewer
    features. If it has others, these are left out, with a note.
    """
    for like, like_name in (
        (Dataset([[0, 0, 0]], [1], names=["a", "b", "c"]), "the training set"),
        (Hypothesis([0] * 4, names=["a", "b", "c"]), "the model"),
    ):
        data = read_text("+1 1:5\n-1 2:6\n", like=like)
        assert (data, data.names) == (Dataset([[5, 0, 0], [0, 6, 0]], [1, -1]), ("a", "b", "c"))
        assert read_text("+1\n-1\n", like=like, format="libsvm") == Dataset(
            [[0, 0, 0], [0, 0, 0]], [1, -1]
        )
        table = read_as_table("1 1:2 4:1 9:5\n", like=like)
        assert one_line(table.build_dataset()) == "a, b, c: (2, 0, 0) +1"
        [note] = table.notes
        assert note.startswith(
            f"data: ignoring 2 features that {like_name} does not have (indices 4, 9), because t"
        )


def test_lines_for_prediction_may_lack_labels():
    """All lines have labels, or no line has one. A file with lines of both kinds is refused."""
    assert read_as_table("1:5\n2:6\n", labels_required=False).unlabelled == Dataset(
        [[5, 0], [0, 6]], [1, 1]
    )
    assert read_as_table("a 1:5\nb 2:6\n", labels_required=False).labels.texts == ["a", "b"]
    mostly_zeros = read_as_table("100:5\n7:6\n", labels_required=False)
    assert not mostly_zeros.has_labels and mostly_zeros.unlabelled.sparse_xs is not None
    for text, message in (
        ("1:5\na 2:6\n", f"2: column 1: found 'a'; {EXPECTED_PAIR} 1 to"),
        ("a 1:5\n2:6\n", "2: column 1: found '2:6'; expected a label before the features"),
        ("1:5 1:6\n", f"1: column 2: found '1:6' after index 1; {EXPECTED_LARGER_INDEX}"),
        ("1:5 2:x\n", "1: column 2: found 'x'; expected a number"),
    ):
        assert refusal(text, labels_required=False, format="libsvm").startswith(f"data:{message}")
