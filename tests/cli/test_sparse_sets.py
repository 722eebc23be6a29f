"""Commands on sparse sets print short reports, and never make dense rows."""

from __future__ import annotations

import json
import random
import re

import pytest

from perceptron_ref import Dataset, Hypothesis, read
from perceptron_ref.exact.sparse import SparseVector

N, D = 40, 2_000


@pytest.fixture(scope="module")
def train(tmp_path_factory):
    """Return the path of a libsvm file of N rows with D features, exactly 12 of them nonzero per
    row.
    """
    return write_sparse_set(tmp_path_factory.mktemp("sparse") / "train.txt", N, D, 12)


def write_sparse_set(path, rows, features, nonzeros, seed=1):
    """Write random rows, with numbers of 12 digits and labels of a random line; return the path."""
    draw = random.Random(seed)
    w = [draw.uniform(-1, 1) for _ in range(features + 1)]
    with open(path, "w", encoding="utf-8") as stream:
        for _ in range(rows):
            indices = sorted(draw.sample(range(1, features + 1), nonzeros))
            values = [draw.randrange(1, 10**12) for _ in indices]
            y = 1 if sum(w[i] * v for i, v in zip(indices, values)) > 0 else -1
            pairs = " ".join(f"{i}:0.{v:012}" for i, v in zip(indices, values))
            stream.write(f"{y:+d} {pairs}\n")
    return path


@pytest.fixture
def no_dense_row(monkeypatch):
    """Let a test fail if it reads the zeros of a sparse vector."""

    def refuse(self, length):
        raise AssertionError("a dense row was made")

    monkeypatch.setattr(SparseVector, "to_dense", refuse)


@pytest.mark.ci
@pytest.mark.parametrize(
    "options",
    [
        "",
        "--json",
        "--strategy random --test FILE",
        "--pocket --max-updates 30 --json",
        "--strategy worst-margin",
        "--strategy random --repeat 3 --test FILE",
        "--strategy random --repeat 3 --jobs 2",
        "--draw FILE.svg",
    ],
)
def test_fit_never_makes_a_dense_row(fit, train, options, no_dense_row):
    """Runs, reports, test data and pictures use only the nonzeros. The output is shorter than
    60,000 characters.
    """
    exit_status, out, err = fit(train, *options.replace("FILE", str(train)).split())
    assert (exit_status, err) == (0, "")
    assert len(out) < 60_000


def test_a_model_answers_without_dense_rows(command, train, tmp_path, no_dense_row):
    """`predict` and `margins` use only the nonzeros, of the training file and of another file."""
    data = read(train)
    Hypothesis([0, *[1] * data.d]).save(tmp_path / "model.json")
    exit_status, out, err = command("predict", tmp_path / "model.json", train)
    positives = data.ys.count(1)
    assert (exit_status, out) == (0, "+1\n" * N)
    assert err == f"Mistakes on {train}: {N - positives} of {N}\n"
    (tmp_path / "new.txt").write_text("7:-1\n")
    assert command("predict", tmp_path / "model.json", tmp_path / "new.txt")[1] == "-1\n"
    assert command("margins", train, "--model", tmp_path / "model.json")[0] == 0


def test_the_report_shows_the_largest_weights(fit, train, tmp_path):
    """If there are thousands of weights, the report shows w_0, the ten weights of largest absolute
    value, and the number of nonzeros. Of each w_t it shows the first numbers. In JSON `w` is an
    object and `names` is null. The model contains all weights.
    """
    out, path = fit(train)[1], tmp_path / "model.json"
    title, *lines = out.split("\n\n")[1].splitlines()
    record = json.loads(fit(train, "--json", "--save", path)[1])
    weights, model = record["w"], json.loads(path.read_text())
    order = sorted((i for i in weights if i != "0"), key=lambda i: -abs(float(weights[i])))
    assert lines[0].split()[:3] == ["w_0", "=", "-threshold"]
    assert [line.split() for line in lines[1:]] == [
        [f"w_{i}", f"x{i}", weights[i]] for i in order[:10]
    ]
    note = f"{len(weights) - ('0' in weights):,} weights that are not 0; --json lists all"
    assert title == f"w, the 10 of largest absolute value among {note}"
    assert weights == {str(i): w_i for i, w_i in enumerate(model["w"]) if w_i != "0"}
    assert (record["data"]["names"], len(model["w"])) == (None, 1 + record["data"]["d"])
    out = fit(train, "--trace", "--max-updates", 9)[1]
    assert max(map(len, out.split("\ntrace\n")[1].splitlines()[:10])) < 1_000
    assert re.search(r"  \(?\d+ = .*, \.\.\., \d+ entries", out)


def test_a_threshold_of_0_is_shown_as_0(fit, tmp_path):
    """The weights of a sparse run are stored without zeros, and w_0 may be one of them."""
    path = tmp_path / "two.txt"
    path.write_text("+1 2000:1\n-1 2000:-1\n")
    out = fit(path)[1]
    assert out.split("\n\n")[1].splitlines()[1:] == [
        "  w_0     = -threshold  0",
        "  w_2000  x2000         2",
    ]


@pytest.mark.parametrize(
    ("features", "has_names", "is_listed"),
    [(2, False, True), (1_001, False, False), (1_001, True, True)],
)
def test_json_omits_default_names_of_many_features(fit, tmp_path, features, has_names, is_listed):
    """A list of a thousand default names x1, x2, ... is useless. The names of a header are
    listed.
    """
    names, path = [f"f{i}" for i in range(features)], tmp_path / "data.csv"
    header = f"{','.join(names)},y\n" * has_names
    path.write_text(f"{header}{'5,' * features}1\n{'3,' * features}-1\n")
    listed_names = json.loads(fit(path, "--json", "--max-updates", 1)[1])["data"]["names"]
    assert listed_names == ((names if has_names else ["x1", "x2"]) if is_listed else None)


def test_separable_prints_short_reports_about_many_features(command, tmp_path):
    """The report on a line in 1,500 dimensions is short, and in JSON w_f contains only nonzeros."""
    path = write_sparse_set(tmp_path / "few.txt", 6, 1_500, 5)
    exit_status, out, _ = command("separable", path)
    assert exit_status == 0 and len(out.splitlines()) < 30
    w_f = json.loads(command("separable", path, "--json")[1])["w_f"]
    assert all(type(w_i) is int and w_i for w_i in w_f.values())


@pytest.mark.parametrize(("features", "shown_weights"), [(100, 101), (101, 11)])
def test_all_weights_are_shown_up_to_a_hundred_features(fit, tmp_path, features, shown_weights):
    """With 100 features the report shows every weight, with 101 only w_0 and the ten largest."""
    row = ",".join(["1"] * features)
    (tmp_path / "data.csv").write_text(f"{row},1\n0{row[1:]},-1\n")
    arguments = (tmp_path / "data.csv", "--max-updates", 3)
    out = fit(*arguments)[1]
    assert sum(line.startswith("  w_") for line in out.splitlines()) == shown_weights
    trace = fit(*arguments, "--trace")[1]
    assert (" numbers)" in trace) == (features == 101)


@pytest.mark.ci
@pytest.mark.parametrize(
    "arguments", [("separable",), ("compare", "--max-updates", 20), ("optimum",)]
)
def test_features_that_are_zero_in_all_examples_are_left_out(
    command, tmp_path, no_long_row, arguments
):
    """Twenty rows, whose largest index is 100,000, contain only 21 features that are not always
    zero. The search for a line uses these 21.
    """
    path = tmp_path / "few.txt"
    path.write_text("".join(f"{1 - 2 * (n % 2):+d} {n + 1}:1 100000:{n % 7}\n" for n in range(20)))
    exit_status, out, err = command(*arguments[:1], path, *arguments[1:])
    assert exit_status == 0
    assert all(line.endswith("did NOT converge") for line in err.splitlines())
    assert ", d = 100000\n" in out


@pytest.fixture
def no_long_row(monkeypatch):
    """Let a test fail if it makes dense rows of a set with more than 1,000 features."""

    def refuse(self):
        if self.d > 1_000:
            raise AssertionError("dense rows were made")
        return tuple(x.to_dense(1 + self.d) for x in self.sparse_xs or ()) or self.scaled_rows

    monkeypatch.setattr(Dataset, "scaled_xs", property(refuse))
