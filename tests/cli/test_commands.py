"""`compare`, `predict`, `strategies`, `examples`, `selftest`: what they print and how they end."""

from __future__ import annotations

import io
import json
import re
import sys

import pytest

from perceptron_ref import Hypothesis, example, pla, pocket, strategy
from perceptron_ref.cli.report import shortened
from perceptron_ref.cli.table import table
from perceptron_ref.plugins.registry import Entry, strategies
from perceptron_ref.plugins.summary import first_line
from perceptron_ref.testing import golden
from perceptron_ref.theory.separability import separability

ORDERS = ["cyclic", "random-permutation", "restart", "worst-margin"]


@pytest.fixture
def model(tmp_path):
    """Return the path of a saved model of two named features: a - 2 > 0."""
    path = tmp_path / "model.json"
    Hypothesis([-2, 1, 0], names=["a", "b"], labels=("no", "yes")).save(path)
    return path


def test_compare_runs_every_strategy_on_the_same_data(command):
    """A line for each: updates, their share of the bound, visits, dot products, mistakes and
    status, those of `pla`.
    """
    status, out, err = command("compare", "example:credit-2d")
    runs = {name: pla(example("credit-2d"), name) for name in ORDERS}
    lines = out.splitlines()
    bound = separability(example("credit-2d")).bound
    assert (status, err) == (0, "")
    assert lines[0] == "Data: example:credit-2d, N = 24 examples, d = 2 features, scale 10"
    assert lines[1] == f"T <= R^2/rho^2 = {shortened(bound)}"
    assert re.split(r"  +", lines[2]) == [
        "strategy",
        "updates",
        "T / bound",
        "visits",
        "dot products",
        "mistakes",
        "status",
    ]
    assert [line.split() for line in lines[3:]] == [
        [
            name,
            str(run.updates),
            f"{float(run.updates / bound):.3g}",
            str(run.visits),
            str(run.dot_products),
            "0",
            "converged",
        ]
        for name, run in runs.items()
    ]


def test_compare_says_where_there_is_no_bound(command):
    """On data that no line separates there is nothing to hold T against."""
    _, out, _ = command("compare", "example:xor", "--max-updates", 10)
    assert "No line separates these data" in out
    assert [line.split()[2] for line in out.splitlines()[3:]] == ["-"] * 4
    assert json.loads(command("compare", "example:or", "--json")[1])["bound"] == "27"


def test_compare_pocket_as_json(command):
    """--pocket compares Pocket; JSON has a record for each strategy."""
    record = json.loads(
        command("compare", "example:xor", "--pocket", "--max-updates", 20, "--json")[1]
    )
    runs = {name: pocket(example("xor"), name, max_updates=20) for name in ORDERS}
    assert (record["algorithm"], record["data"]["N"], record["bound"]) == ("pocket", 4, None)
    assert record["runs"] == [
        {
            "strategy": name,
            "status": "max_updates",
            "updates": 20,
            "visits": run.visits,
            "dot_products": run.dot_products,
            "mistakes": run.mistakes,
        }
        for name, run in runs.items()
    ]


def test_compare_runs_the_strategies_that_are_named(command, tmp_path):
    """In their order, by the texts that name them; `all` stands for those that are registered."""
    mine = tmp_path / "mine.py"
    mine.write_text("def mine(view):\n    raise ValueError('not yet\\x1b[2J')\n    yield 0\n")
    words = ["compare", "example:or", "--strategies"]
    status, out, _ = command(*words, "restart", mine, "random-permutation:seed=7")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()[3:]] == [
        "restart",
        str(mine),
        "random-permutation:seed=7",
    ]
    assert f"at {mine}:2: it raised ValueError: not yet\\x1b[2J\n" in out
    runs = json.loads(command(*words, "all", "random-permutation:seed=7", "cyclic", "--json")[1])[
        "runs"
    ]
    assert [run["strategy"] for run in runs] == [*ORDERS, "random-permutation:seed=7"]
    assert runs[-1]["visits"] == pla(example("or"), strategy("random-permutation", seed=7)).visits
    assert command("compare", "--strategies", "all", "example:or")[0] == 2


def test_a_strategy_that_does_not_work_hides_no_other(command, distribute):
    """`compare` shows the error in the strategy's own line."""
    distribute(
        "per-broken",
        {"broken": "per_broken:broken"},
        per_broken="def broken(view):\n    yield 99\n",
    )
    status, out, _ = command("compare", "example:or")
    assert status == 0
    assert "it yielded 99" in out
    assert out.count("converged") == 4
    (error,) = [
        run
        for run in json.loads(command("compare", "example:or", "--json")[1])["runs"]
        if "error" in run
    ]
    assert error["strategy"] == "broken"


def test_predict_prints_an_answer_a_line(command, model, tmp_path):
    """+1, -1, or 0 on the line itself, for a file without labels."""
    (tmp_path / "new.csv").write_text("a,b\n3,0\n1,5\n2,7\n")
    assert command("predict", model, tmp_path / "new.csv") == (0, "+1\n-1\n0\n", "")


def test_predict_finds_columns_by_their_names(command, model, tmp_path):
    """The order of the columns is the file's business where it has a header."""
    (tmp_path / "new.csv").write_text("b,a\n0,3\n9,1\n")
    assert command("predict", model, tmp_path / "new.csv")[1] == "+1\n-1\n"


def test_predict_counts_mistakes_where_there_are_labels(command, model, tmp_path):
    """Labels as the model learned them are held against the answers, on standard error."""
    new = tmp_path / "new.csv"
    new.write_text("a,b,label\n3,0,yes\n1,5,yes\n2,7,no\n")
    assert command("predict", model, new) == (0, "+1\n-1\n0\n", f"Mistakes on {new}: 2 of 3\n")
    assert json.loads(command("predict", model, new, "--json")[1]) == {
        "model": str(model),
        "source": str(new),
        "N": 3,
        "predictions": [1, -1, 0],
        "mistakes": 2,
    }


def test_predict_without_labels_has_no_mistakes_in_json(command, model, tmp_path):
    """Where there are no labels, `mistakes` is null."""
    (tmp_path / "new.txt").write_text("3 0\n")
    assert (
        json.loads(command("predict", model, tmp_path / "new.txt", "--json")[1])["mistakes"] is None
    )


def test_predict_answers_also_where_it_cannot_read_the_labels(command, model, tmp_path):
    """Labels of another spelling are left out, and a warning says so; --positive settles them."""
    new = tmp_path / "new.csv"
    new.write_text("a,b,label\n3,0,good\n1,5,bad\n")
    status, out, err = command("predict", model, new)
    assert (status, out) == (0, "+1\n-1\n")
    assert err.startswith(
        f"warning: the labels are left out: {new}:2: column 3 ('label'): found the label 'good'; expected 'no' or 'yes'"
    )
    assert command("predict", model, new, "--positive", "good")[2] == f"Mistakes on {new}: 0 of 2\n"


def test_predict_tells_where_no_label_is_the_positive_one(command, tmp_path):
    """A model that knows one label only reads all others as -1, and says where it finds nothing
    else.
    """
    Hypothesis([-2, 1], names=["a"], labels=(None, "yes")).save(tmp_path / "model.json")
    (tmp_path / "new.csv").write_text("a,label\n3,YES\n1,NO\n")
    _, out, err = command("predict", tmp_path / "model.json", tmp_path / "new.csv")
    assert out == "+1\n-1\n"
    assert "all 2 labels mean -1, none being 'yes'" in err


def test_predict_with_a_wrong_positive_label_is_an_error(command, model, tmp_path):
    """Where the label is named, a label that cannot be read is not passed over."""
    new = tmp_path / "new.csv"
    new.write_text("a,b,label\n3,0,good\n1,5,\n")
    status, out, err = command("predict", model, new, "--positive", "good")
    assert (status, out) == (1, "")
    assert f"{new}:3: column 3" in err


def test_predict_takes_the_features_of_a_libsvm_file_as_the_model_has_them(command, tmp_path):
    """Features that a sparse file leaves out at the end are zero."""
    Hypothesis([-1, 2, 3, 4]).save(tmp_path / "model.json")
    (tmp_path / "new.txt").write_text("1:1\n2:1\n1:0.5\n")
    assert command("predict", tmp_path / "model.json", tmp_path / "new.txt")[1] == "+1\n+1\n0\n"


def test_predict_reads_standard_input_and_embedded_sets(command, model, monkeypatch, tmp_path):
    """A dash is standard input; example:NAME is an embedded set."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"4 4\n")))
    assert command("predict", model, "-")[1] == "+1\n"
    pla(example("or")).hypothesis.save(tmp_path / "or.json")
    assert command("predict", tmp_path / "or.json", "example:or")[1:] == (
        "-1\n+1\n+1\n+1\n",
        "Mistakes on example:or: 0 of 4\n",
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a,c\n1,2\n", "found no column named 'b'"),
        ("1,2,3,4\n", "found 4 columns; expected 2 features"),
        ("1\n", "found 1 column; expected 2 features"),
    ],
)
def test_predict_refuses_a_file_of_other_features(command, model, tmp_path, text, complaint):
    """Exit status 1 and what was expected."""
    (tmp_path / "new.csv").write_text(text)
    status, out, err = command("predict", model, tmp_path / "new.csv")
    assert (status, out) == (1, "")
    assert complaint in err


def test_predict_refuses_what_is_no_model(command, tmp_path):
    """A file that `fit --save` did not write is an error that names it."""
    (tmp_path / "model.json").write_text("{}")
    status, _, err = command("predict", tmp_path / "model.json", "example:or")
    assert status == 1
    assert f"{tmp_path / 'model.json'}" in err


def test_strategies_lists_name_origin_and_first_line(command):
    """What the built-ins do is told by their docstrings."""
    status, out, _ = command("strategies")
    assert status == 0
    assert out.splitlines()[0].split() == ["name", "from", "what", "it", "does"]
    assert [line.split()[0] for line in out.splitlines()[1:]] == ORDERS
    assert "this checkout" in out
    assert (
        "The naive cycle: 0, 1, ..., N-1, and over again; an update does not interrupt it." in out
    )
    assert "Lecture" not in out


def test_strategies_imports_nothing_unless_it_is_to_check(command, distribute):
    """A module that must not be imported is listed with its first line; --check tells that it does
    not load.
    """
    source = 'def odd(view):\n    """Odd ones first.\n\n    More.\n    """\n\nraise RuntimeError("imported")\n'
    distribute("per-odd", {"odd": "per_odd:odd"}, version="0.3", per_odd=source)
    status, out, _ = command("strategies")
    (line,) = [line for line in out.splitlines() if line.startswith("odd ")]
    assert (status, line.split(None, 3)) == (0, ["odd", "per-odd", "0.3", "Odd ones first."])
    assert "per_odd" not in sys.modules
    status, out, _ = command("strategies", "--check")
    assert status == 1
    assert "RuntimeError: imported" in out


def test_check_is_content_where_all_load(command):
    """Exit status 0, and the same table."""
    assert command("strategies", "--check") == command("strategies")


def test_strategies_shows_both_sides_of_a_clash(command, distribute):
    """A name that two distributions claim has two lines, each naming the other, and --check fails."""
    distribute(
        "per-taker", {"cyclic": "per_taker:cyclic"}, per_taker="def cyclic(view):\n    yield 0\n"
    )
    status, out, _ = command("strategies")
    assert status == 0
    lines = [line.split(None, 3) for line in out.splitlines() if line.startswith("cyclic ")]
    assert lines == [
        ["cyclic", "this", "checkout", "CLASH: claimed by per-taker 1.0 too"],
        ["cyclic", "per-taker", "1.0", "CLASH: claimed by this checkout too"],
    ]
    assert command("strategies", "--check") == (1, out, "")


def test_check_loads_both_sides_of_a_clash(command, distribute):
    """A clash hides no import error, and an import error no clash."""
    distribute("per-taker", {"cyclic": "per_taker:cyclic"}, per_taker="import gone\n")
    status, out, _ = command("strategies", "--check")
    assert status == 1
    assert (
        "CLASH: claimed by this checkout too; DOES NOT LOAD: strategy cyclic of per-taker 1.0 cannot"
        in out
    )


def test_check_names_the_line_of_the_plugin_that_fails(command, distribute):
    """FILE:LINE in the plugin's own module, whatever it called; a broken one stands beside a good
    one.
    """
    source = "import json\n\njson.loads('[')\n"
    info = distribute("per-odd", {"odd": "per_odd:odd"}, version="0.3", per_odd=source)
    status, out, _ = command("strategies", "--check")
    assert status == 1
    assert (
        f"cannot be loaded from per_odd:odd: {info.parent / 'per_odd.py'}:3: JSONDecodeError: Expecting value"
        in out
    )
    assert out.count("DOES NOT LOAD") == 1


def test_strategies_shows_all_about_one(command, distribute):
    """Whose it is, the whole docstring, and the options as they are declared."""
    source = (
        'def odd(view, *, seed: int = 0, window=3):\n    """Odd ones first.\n\n    seed: of the numbers.\n    """\n    yield 1\n'
        "def plain(view):\n    yield 1\n"
    )
    distribute(
        "per-odd",
        {"odd_one": "per_odd:odd", "plain": "per_odd:plain"},
        version="0.3",
        per_odd=source,
    )
    assert command("strategies", "odd-one") == (
        0,
        "odd-one, of per-odd 0.3: per_odd:odd\n\nOdd ones first.\n\nseed: of the numbers.\n\n"
        "options, as in --strategy NAME:option=value\n  seed: int = 0\n  window = 3\n",
        "",
    )
    assert command("strategies", "plain")[1] == (
        "plain, of per-odd 0.3: per_odd:plain\n\nIt has no docstring.\n\nIt takes no options.\n"
    )


def test_strategies_shows_a_file(command, tmp_path):
    """A file is shown by its path, and an unknown name is an error."""
    path = tmp_path / "mine.py"
    path.write_text('def mine(view):\n    """All in turn."""\n    yield from range(len(view))\n')
    assert command("strategies", path) == (
        0,
        f"{path}\n\nAll in turn.\n\nIt takes no options.\n",
        "",
    )
    assert command("strategies", "nothing")[0] == 1
    assert command("strategies", "cyclic", "--check") == (
        2, "", "perceptron-ref: error: --check is for the list; a NAME is loaded anyway\n"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("per_one:documented", "What it does."),
        ("per_pack.inner:documented", "What it does."),
        ("per_one:undocumented", ""),
        ("per_one:missing", ""),
        ("per_wrong:documented", ""),
        ("per_missing:documented", ""),
        ("per_one.deeper:documented", ""),
        ("sys:documented", ""),
        ("", ""),
    ],
)
def test_the_first_line_is_read_without_importing(tmp_path, monkeypatch, value, line):
    """From a module or a package alike; where there is nothing to read, there is nothing to show."""
    source = 'def documented(view):\n    """What it does.     Lecture 2: L2.6"""\n\ndef undocumented(view): pass\n\nraise SystemExit\n'
    (tmp_path / "per_one.py").write_text(source)
    (tmp_path / "per_wrong.py").write_text("def documented(:")
    (tmp_path / "per_pack").mkdir()
    (tmp_path / "per_pack" / "__init__.py").write_text("raise SystemExit")
    (tmp_path / "per_pack" / "inner.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert first_line(Entry("one", value, "per-one", "1.0")) == line
    assert not {"per_one", "per_pack", "per_pack.inner"} & set(sys.modules)


def test_examples_lists_every_embedded_set(command):
    """Name, N, d, and what it is."""
    status, out, _ = command("examples")
    assert status == 0
    rows = [line.split(None, 3) for line in out.splitlines()[1:]]
    assert [row[0] for row in rows] == [
        "example:credit",
        "example:credit-2d",
        "example:spam",
        "example:iris-setosa",
        "example:iris-versicolor-virginica",
        "example:or",
        "example:and",
        "example:xor",
        "example:hadamard:k=3",
        "example:pingpong:m=5",
        "example:pair:m=10",
        "example:powers:d=4",
        "example:separable:N=100,d=2,seed=0,margin=1",
        "example:noisy:N=100,d=2,seed=0,flips=10",
    ]
    assert [row[1:3] for row in rows][:4] == [["24", "4"], ["24", "2"], ["24", "8"], ["150", "4"]]


def test_a_set_made_to_order_goes_where_a_file_goes(command):
    """What `examples` lists can be typed as it stands, and with other options."""
    for line in command("examples")[1].splitlines()[1:]:
        name, N, d = line.split()[:3]
        record = json.loads(command("fit", name, "--json", "--max-updates", 5)[1])
        assert (record["data"]["source"], record["data"]["N"], record["data"]["d"]) == (
            name,
            int(N),
            int(d),
        )
    assert "Converged after 16 updates" in command("fit", "example:hadamard:k=4")[1]


def test_selftest_replays_the_golden_runs(command):
    """The fingerprint stands beside the expected one, and the exit status says that they agree."""
    status, out, _ = command("selftest")
    assert status == 0
    assert f"fingerprint {golden.EXPECTED}\nexpected    {golden.EXPECTED}\n" in out


def test_selftest_tells_the_first_difference(command, monkeypatch):
    """Where a run differs, the exit status is 1 and the case, the column and both values are shown."""
    table = golden.cases()
    table[1].expected["updates"] = "5"
    table[2].expected["updates"] = "6"
    monkeypatch.setattr("perceptron_ref.cli.commands.selftest.cases", lambda: table)
    status, out, _ = command("selftest")
    assert status == 1
    assert "first difference: and-restart: updates: found 18; expected 5\n" in out
    assert "expected 6" not in out


def test_selftest_fails_on_another_fingerprint(command, monkeypatch):
    """The table alone is not enough: the hash over all runs must agree too."""
    monkeypatch.setattr("perceptron_ref.cli.commands.selftest.EXPECTED", "0" * 16)
    assert command("selftest")[0] == 1


def test_a_table_is_aligned():
    """Text to the left, numbers to the right, no blanks at the end of a line."""
    rows = [["name", "T", "note"], ["a", "12", ""], ["longer", "3", "yes"]]
    assert list(table(rows, numbers=[1])) == ["name     T  note", "a       12", "longer   3  yes"]


def test_every_entry_of_the_table_has_a_summary():
    """No built-in strategy is listed without a word about what it does."""
    assert all(first_line(strategies()[name][0]) for name in ORDERS)
