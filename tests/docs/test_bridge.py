"""The questions of the playground and their answers, in this Python; the page asks the same
questions.

First the choices and the reading of text; then runs and their proofs, compared with the package;
then strategies of readers, their output and side effects; then comparisons, races and checks.
"""

from __future__ import annotations

import doctest
import json
import os
import random
import sys
import warnings
from fractions import Fraction
from operator import ge, le

import bridge
import choices
import pytest
import reader_code
import serialization
from conftest import ROOT

import perceptron_ref
from perceptron_ref import Dataset, DataWarning, dot, example, pla, pocket, read, strategies
from perceptron_ref.exact.rationals import exact_text
from perceptron_ref.testing.golden import expected_fingerprint
from perceptron_ref.theory.separability import separability

pytestmark = pytest.mark.ci

OR = {"rows": [["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]], "labels": [-1, 1, 1, 1]}
LAST_FIRST = "def mine(view):\n    while True:\n        yield range(len(view))[::-1]\n"
CANNOT_BE_LOADED = "strategy mine.py cannot be loaded"
CYCLE = "def mine(view):\n    {}\n    while True:\n        yield range(len(view))\n"


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    """Run every test in an empty folder, which must be empty afterwards."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    assert os.listdir(tmp_path) == []


def ask(what, *, messages=None, **question):
    """Return the answer to a question, both converted to JSON and back. The progress messages are
    added to the list `messages`.
    """
    sent = []
    answer = json.loads(bridge.answer(json.dumps({"what": what, **question}), sent.append))
    if messages is not None:
        messages.extend(map(json.loads, sent))
    return answer


def run_named(algorithm="pla", strategy="cyclic", **question):
    """Return the answer about a run of a strategy with a name, by default on the logical or."""
    return ask("run", **{**OR, "algorithm": algorithm, "strategy": strategy, **question})


def run_code(code, **question):
    """Return the answer about a run of a strategy that a reader wrote."""
    return run_named(strategy=None, code=code, **question)


def exact_values(numbers):
    """Return the exact values of numbers in an answer, after a check that their floats are
    equal.
    """
    assert all(float(Fraction(number["text"])) == number["value"] for number in numbers)
    return [Fraction(number["text"]) for number in numbers]


def last_first(view):
    """Visit from the last example to the first."""
    while True:
        yield range(len(view))[::-1]


@pytest.mark.parametrize("module", [bridge, choices, reader_code, serialization])
def test_the_examples_in_docstrings_run(module):
    """pytest does not collect the doctests of docs/playground."""
    failed, attempted = doctest.testmod(module)
    assert failed == 0
    assert attempted > 0


def test_about_lists_strategies_sets_and_starters():
    """The answer has versions, strategies with options and source, sets, and starter files."""
    answer = ask("about")
    assert (answer["python"], answer["version"]) == (
        sys.version.split()[0],
        perceptron_ref.__version__,
    )
    by_name = {strategy_entry["name"]: strategy_entry for strategy_entry in answer["strategies"]}
    assert set(by_name) == set(strategies())
    descriptions = [
        entry["description"] for key in ("sets", "strategies", "starters") for entry in answer[key]
    ]
    assert choices.descriptions() == descriptions  # which the build translates
    random_draws = by_name["random"]
    assert random_draws["description"].startswith("Every visit is drawn independently")
    assert random_draws["options"] == [
        {"name": "seed", "kind": "int", "default": 0},
        {"name": "until_right", "kind": "bool", "default": False},
    ]
    assert random_draws["source"] == (ROOT / "strategies" / "random_draws.py").read_text("utf-8")


def test_a_question_without_code_keeps_an_existing_file(empty_folder):
    """A file mine.py in the current folder stays, because the build, too, asks questions there."""
    (empty_folder / "mine.py").write_text("precious")
    ask("about")
    assert (empty_folder / "mine.py").read_text() == "precious"
    (empty_folder / "mine.py").unlink()


def test_starter_files_are_strategies():
    """Each starter file runs as a file of its own, and is described by a sentence."""
    starters = ask("about")["starters"]
    assert {"last_first.py", "worst_margin.py"} < {starter["name"] for starter in starters}
    for starter in starters:
        assert run_code(starter["source"])["run"]["status"] == "converged"
        assert starter["description"].endswith(".") and "Lecture" not in starter["description"]


def test_every_offered_set_can_be_loaded():
    """The answer has the rows, the labels and the names of the package's set. For credit-2d it also
    has the names of the labels, and numbers as in the file.
    """
    for entry in ask("about")["sets"]:
        set_answer, data = ask("set", name=entry["name"])["set"], example(entry["name"])
        names, x0 = set_answer["names"], set_answer["x0"]
        again = Dataset(set_answer["rows"], set_answer["labels"], names=names, x0=x0)
        assert (again, again.names) == (data, data.names)
        assert set_answer["name"] == entry["name"]
    credit = ask("set", name="credit-2d")["set"]
    assert (credit["label_names"], credit["rows"][0]) == (["no", "yes"], ["12.4", "4.2"])


LABEL_MEANINGS = "your data: the label {} means +1, and {} means -1"
DECIMAL = "your data:2: column 1 ('x1'): '1,5' is read as 1.5, with a decimal comma"
FRACTION = "your data:1: column 1: '1/3' is read as a fraction"
WARNINGS_OF_ONE_THIRD = [
    LABEL_MEANINGS.format("yes", "no"),
    "your data:2: column 1 ('a'): '1/3' is read as a fraction",
]


@pytest.mark.parametrize(
    ("text", "read_options", "rows", "labels", "label_names", "expected_warnings"),
    [
        # words as labels: the last one in the alphabet is +1, but of `o` and `x`, `o` is +1
        (
            "a,y\n3,spam\n4,ham\n",
            {},
            "3|4",
            [1, -1],
            "ham spam",
            [LABEL_MEANINGS.format("spam", "ham")],
        ),
        ("a,y\n3,spam\n4,ham\n", {"positive": "ham"}, "3|4", [-1, 1], "spam ham", []),
        ("a,y\n3,o\n4,x\n", {}, "3|4", [1, -1], "x o", [LABEL_MEANINGS.format("o", "x")]),
        ("a,y\n3,O\n4,X\n", {}, "3|4", [1, -1], "X O", [LABEL_MEANINGS.format("O", "X")]),
        # tabs, semicolons, libsvm, one feature; the label column by its name
        ("1/3\t2\t1\n0.5\t1\t0\n", {}, "1/3 2|0.5 1", [1, -1], "0 1", [FRACTION]),
        ("a;b;c;y\n1;2;3;1\n4;5;6;-1\n", {}, "1 2 3|4 5 6", [1, -1], "-1 1", []),
        ("-1 2:1\n+1 1:2 3:4\n", {}, "0 1 0|2 0 4", [-1, 1], "-1 +1", []),
        ("7,-1\n8,1\n", {}, "7|8", [-1, 1], "-1 1", []),
        ("y,a\n1,30\n-1,20\n", {"label": "y"}, "30|20", [1, -1], "-1 1", []),
        # a warning names no option, because the page has no options
        ("x1;x2;y\n1,5;2,5;+1\n0;0;-1\n", {}, "1.5 2.5|0 0", [1, -1], "-1 +1", [DECIMAL]),
        # a warning comes only once, although the text is read several times to find the words
        ("a,y\n1/3,yes\n4,no\n", {}, "1/3|4", [1, -1], "no yes", WARNINGS_OF_ONE_THIRD),
    ],
)
def test_pasted_text_is_read(text, read_options, rows, labels, label_names, expected_warnings):
    """Pasted text is read as the package reads a file; warnings name the assumptions."""
    answer = ask("read", text=text, **read_options)
    set_read = answer["set"]
    assert "|".join(map(" ".join, set_read["rows"])) == rows
    assert (set_read["labels"], set_read["label_names"]) == (labels, label_names.split())
    assert answer["warnings"] == expected_warnings


@pytest.mark.parametrize(
    ("text", "read_options", "error"),
    [
        ("", {}, "your data: found no example; expected"),
        ("1,abc,1\n2,3,0\n", {}, "your data:1: column 2: found 'abc'; expected a number"),
        ("1,2,a\n1,2,b\n1,2,c\n", {}, "your data: column 3: found 3 labels: 'a' (1 "),
        ("1,2\n" * 201, {}, "your data: found 201 examples; expected at most 200 on this page"),
        ("1," * 21 + "1\n", {}, "your data: found 21 features; expected at most 20 on this page"),
        ("a (b),y\nz,1\n", {}, "your data:2: column 1 ('a (b)'): found 'z'; expected a number"),
        ("y,a\n1,30\n", {"label": "z"}, "your data:1: found no column named 'z'"),
    ],
)
def test_unreadable_text_is_an_error(text, read_options, error):
    """The error says where, what was found, and what was expected, but names no option, because the
    page has none.
    """
    message = ask("read", text=text, **read_options)["error"]
    assert message.startswith(error) and "--" not in message and "=" not in message


SET_NAMES = ["or", "xor", "credit-2d", "pair:m=3", "noisy:N=20,flips=2", "hadamard:k=3"]
RUNS = [
    *((pla, "cyclic", name, {}) for name in SET_NAMES),
    *((pocket, "random:seed=3", name, {"max_updates": 30}) for name in SET_NAMES),
    (pla, "worst-margin:normalized=true", "credit-2d", {}),
    (pla, "restart", "or", {"sign_of_zero": 1}),
    (pla, "random-permutation:seed=5,fresh=false", "pingpong:m=5", {"sign_of_zero": -1}),
    (pla, "cyclic:until_right=true", "or", {"w0": ["1/3", "-2", "0.5"], "eta": "1/7"}),
    (pocket, "cyclic", "xor", {"w0": ["1", "0", "0"], "max_updates": 50}),
    (pla, "cyclic", "powers:d=2", {"max_updates": 0}),
]


@pytest.mark.parametrize(("algorithm", "strategy", "name", "options"), RUNS)
def test_a_run_equals_that_of_the_package(algorithm, strategy, name, options):
    """The numbers in the answer about a run are exactly the package's, but `margins` are floats."""
    page_set = ask("set", name=name)["set"]
    question = {"rows": page_set["rows"], "labels": page_set["labels"], **options}
    reply = run_named(algorithm.__name__, strategy, **question)["run"]
    expected = algorithm(example(name), strategy, **{"max_updates": 1000, **options})
    ws = [expected.w0, *(w_next for _, _, _, w_next in expected.replay())]
    data, n, sign = expected.data, list(expected.n), expected.sign_of_zero
    costs = expected.status, expected.updates, n, expected.visits, expected.dot_products
    assert tuple(reply[key] for key in ("status", "T", "n", "visits", "dot_products")) == costs
    assert [tuple(exact_values(w)) for w in reply["w"]] == ws
    margins = [[y * dot(w, x) for x, y in zip(data.xs, data.ys)] for w in ws]
    assert exact_values(reply["before"]) == [row[m] for row, m in zip(margins, n)]
    assert exact_values(reply["after"]) == [row[m] for row, m in zip(margins[1:], n)]
    assert exact_values(reply["lengths"]) == [dot(w, w) for w in ws]
    shown_margins = [list(map(float, row)) for row in margins] if data.d > 2 else None
    assert reply["margins"] == shown_margins
    wrong = [[m < 0 or (m == 0 and y != sign) for m, y in zip(row, data.ys)] for row in margins]
    assert reply["mistakes"] == list(map(sum, wrong))
    bits = [sum(2**m for m, is_wrong in enumerate(row) if is_wrong) for row in wrong]
    assert [int(digits, 16) for digits in reply["mistake_bits"]] == bits
    if algorithm is pocket:
        assert [least for least, _ in reply["pocket"]] == [
            least for _, _, least in expected.history
        ]
        assert tuple(exact_values(reply["w"][reply["pocket"][-1][1]])) == expected.w
    else:
        assert reply["pocket"] is None
    assert exact_values([reply["eta"]]) == [expected.eta]
    assert reply["from_zero"] == (not any(expected.w0))


@pytest.mark.parametrize("name", ["or", "credit-2d", "pair:m=3", "hadamard:k=3"])
def test_separable_examples_have_a_proof(name):
    """The proof has w_f, rho^2, R^2, the bound, and for every w_t the alignment with w_f. Each
    update from w_0 adds at least eta times `least` to the alignment, and at most eta^2 R^2 to
    |w_t|^2.
    """
    page_set, expected, data = (
        ask("set", name=name)["set"],
        separability(example(name)),
        example(name),
    )
    w0, eta = ["1/2", *["-1"] * data.d], Fraction(1, 3)
    answer = run_named(rows=page_set["rows"], labels=page_set["labels"], w0=w0, eta=str(eta))
    proof, reply = answer["proof"], answer["run"]
    assert (proof["separable"], proof["support"]) == (True, list(expected.support))
    assert tuple(exact_values(proof["w_f"])) == expected.w_f
    numbers = exact_values([proof["rho2"], proof["R2"], proof["bound"], reply["R2"]])
    assert numbers == [expected.rho2, expected.R2, expected.bound, expected.R2]
    least = min(y * dot(expected.w_f, x) for x, y in zip(data.xs, data.ys))
    aligned = [dot(expected.w_f, exact_values(w)) for w in reply["w"]]
    lengths, steps = exact_values(reply["lengths"]), range(reply["T"] + 1)
    assert (exact_values([reply["least"]]), exact_values(reply["aligned"])) == ([least], aligned)
    lowest = [aligned[0] + t * eta * least for t in steps]
    longest = [lengths[0] + t * eta**2 * expected.R2 for t in steps]
    assert exact_values(reply["aligned_bound"]) == lowest and all(map(ge, aligned, lowest))
    assert exact_values(reply["lengths_bound"]) == longest and all(map(le, lengths, longest))


def test_nonseparable_examples_have_a_certificate():
    """The certificate has coefficients c_n > 0 with sum c_n y_n x_n = 0, and a point in both convex
    hulls; without a threshold there is no such point.
    """
    page_set = ask("set", name="xor")["set"]
    answer = run_named(rows=page_set["rows"], labels=page_set["labels"], max_updates=10)
    proof = answer["proof"]
    assert (proof["separable"], proof["examples"]) == (False, [0, 1, 2, 3])
    assert proof["coefficients"] == ["1", "1", "1", "1"]
    xs, ys = example("xor").xs, example("xor").ys
    assert [sum(ys[n] * xs[n][i] for n in proof["examples"]) for i in range(3)] == [0, 0, 0]
    assert [number["text"] for number in proof["point"]] == ["0.5", "0.5"]
    assert (answer["run"]["aligned"], answer["run"]["least"]) == (None, None)
    proof = run_named(rows=[["1"], ["2"]], labels=[1, -1], x0="0", max_updates=5)["proof"]
    assert (proof["separable"], proof["point"]) == (False, None)


def test_a_search_stops_at_its_time_limit(monkeypatch):
    """The answer then does not say whether a line separates, but it has the run."""
    monkeypatch.setattr(bridge, "_SEARCH_SECONDS", -1)
    answer = run_named()
    assert answer["proof"] == {"separable": None}
    assert (answer["run"]["T"], answer["run"]["aligned"]) == (9, None)


def test_a_number_too_large_for_a_float_has_only_its_text():
    """Numbers beyond all floats may occur in the run and among its margins."""
    reply = run_named(rows=[["1" + "0" * 200, "0", "0"]], labels=[-1])["run"]
    assert reply["lengths"][1] == {"text": "1" + "0" * 399 + "1", "value": None}
    assert reply["margins"][1] == [None]


@pytest.mark.parametrize(
    ("question", "error", "field", "cell"),
    [
        (
            {"rows": [["0", "x"], ["0", "1"]], "labels": [1, -1], "names": ["a", "b"]},
            *("example 0, feature b: found 'x'", "rows", [0, 1]),
        ),
        ({"rows": [], "labels": []}, "found no rows; expected", None, None),
        ({"rows": [["1"]] * 201, "labels": [1] * 201}, "the examples: found 201", None, None),
        ({"labels": [1]}, "found 4 rows and 1", None, None),
        ({"x0": "?"}, "x0: found '?'", "x0", None),
        ({"w0": ["1"]}, "w0: found 1 number; expected 3", "w0", None),
        ({"eta": "0"}, "eta: found '0'; expected a positive number", "eta", None),
        ({"sign_of_zero": 2}, "sign_of_zero: found 2", "sign_of_zero", None),
        ({"max_updates": 10_001}, "max_updates: found 10,001; exp", "max_updates", None),
        ({"algorithm": "svm"}, "algorithm: found 'svm'; expected pla or pocket", None, None),
        ({"strategy": "cyclik"}, "found 'cyclik'; expected one of", "strategy", None),
        ({"strategy": "random:sead=3"}, "strategy random: found the unknown", "strategy", None),
        ({"strategy": "mine.py"}, f"{CANNOT_BE_LOADED}: found no such file", "code", None),
        ({"code": "def mine(view):\n    yield 9\n"}, "strategy mine.py, asked", "code", None),
        ({"code": ""}, f"{CANNOT_BE_LOADED}: found no function with a yield", "code", None),
    ],
)
def test_an_invalid_question_is_an_error(question, error, field, cell):
    """The message says what was found. The answer names the field if it can: a setting, a cell of
    the examples, the strategy or the code.
    """
    answer = run_named(**question)
    assert answer["error"].startswith(error)
    assert (answer.get("field"), answer.get("at")) == (field, cell)


@pytest.mark.parametrize(("pause", "first_times"), [(-1, list(range(10))), (1000, [0])])
def test_progress_is_reported_after_each_pause(pause, first_times, monkeypatch):
    """The first message comes at once, the next after each pause."""
    monkeypatch.setattr(bridge, "_PROGRESS_INTERVAL", pause)
    messages = []
    run_named(messages=messages)
    assert [message["t"] for message in messages][:10] == first_times


def test_a_readers_strategy_runs():
    """The name of the strategy is that of its file, with options after a colon.

    The file runs again for every question. A question without code does not find it.
    """
    assert run_code(LAST_FIRST)["run"]["n"] == list(pla(example("or"), last_first).n)
    assert run_code(LAST_FIRST)["run"]["strategy"] == "mine.py"
    assert "cannot be loaded" in run_named(strategy="mine.py")["error"]
    code = "def mine(view, *, first: int = 0):\n    while True:\n        yield first\n"
    assert run_named(strategy="mine.py:first=2", code=code)["run"]["n"][0] == 2
    code = "calls = []\ndef mine(view):\n    calls.append(0)\n    print(len(calls))\n    yield 0\n"
    assert [run_code(code)["printed"] for _ in range(3)] == ["1\n"] * 3


@pytest.mark.parametrize(
    ("code", "error", "line"),
    [
        ("def mine(view):\n    yield 4\n", "asked for visit 1, at mine.py:2: it yielded 4", 2),
        ("def mine(view):\n    yield 0\n    yield [].x\n", "visit 2, at mine.py:3: it raised", 3),
        ("def mine(view):\n    yield 0 0\n", "cannot be loaded, at mine.py:2: SyntaxError", 2),
        ("\n1 / 0\n", "cannot be loaded, at mine.py:2: ZeroDivisionError", 2),
        ("import sys\nsys.exit(3)\n", "cannot be loaded, at mine.py:2: SystemExit: 3", 2),
        ("def mine(view):\n    raise SystemExit\n    yield\n", "it raised SystemExit", 2),
        ("def mine(view):\n    raise MemoryError\n    yield\n", "it raised MemoryError", 2),
        (CYCLE.format("import signal; signal.raise_signal(signal.SIGINT)"), "KeyboardInterrupt", 2),
        ("def f():\n    f()\ndef mine(view):\n    yield f()\n", "it raised RecursionErr", None),
        ("\ud800", "cannot be loaded", 1),
    ],
)
def test_an_error_in_a_readers_strategy_is_an_answer(code, error, line):
    """The answer has the line of the error, except for an endless recursion, which may stop at any
    line. Even SystemExit does not end Python.
    """
    answer = run_code(code)
    assert error in answer["error"]
    assert line is None or answer["line"] == line
    assert run_named()["run"]["T"] == 9


def test_the_chain_of_causes_is_dropped(monkeypatch):
    """The links are removed one by one, because a browser has little stack for freeing them by
    recursion.
    """
    earliest, error = ValueError(), ValueError()
    error.__cause__, error.__context__ = KeyError(), None
    error.__cause__.__context__ = earliest
    chain = [error, error.__cause__, earliest]
    reader_code.drop_causes(error)
    assert [(cause.__cause__, cause.__context__) for cause in chain] == [(None, None)] * 3
    errors_with_dropped_causes = []
    monkeypatch.setattr(reader_code, "drop_causes", errors_with_dropped_causes.append)
    run_code("def f():\n    return f()\ndef mine(view):\n    yield f()\n")
    assert [type(error).__name__ for error in errors_with_dropped_causes] == ["StrategyError"]


def test_an_unknown_or_incomplete_question_has_an_error_as_its_answer():
    """The error names the key that the question lacks, or the kind that does not exist."""
    assert ask("run") == {"error": "KeyError: 'rows'", "line": None}
    assert ask("nothing") == {"error": "KeyError: 'nothing'", "line": None}


def test_printed_text_is_sent_during_the_run_and_in_the_answer():
    """Standard output and standard error keep their order."""
    messages = []
    statement = "print('out'); import sys; print('err', file=sys.stderr)"
    answer = run_code(CYCLE.format(statement), messages=messages)
    assert answer["printed"] == "out\nerr\n"
    assert "".join(message.get("printed", "") for message in messages) == "out\nerr\n"
    assert "printed" in run_code("print(7)\n1 / 0\n")
    assert "printed" not in run_named()


def test_too_much_output_is_cut_off(monkeypatch):
    """A note at the end says so. The progress messages together have the same text."""
    messages = []
    code = CYCLE.format("[print('x' * 999) for _ in range(100)]")
    answer = run_code(code, messages=messages)
    assert len(answer["printed"]) == 20_000 + len(reader_code.TRUNCATION_NOTE)
    assert answer["printed"].endswith("x\n" + reader_code.TRUNCATION_NOTE)
    pieces = [message["printed"] for message in messages if "printed" in message]
    assert "".join(pieces) == answer["printed"]
    assert len(pieces) <= 12
    answer = run_code(CYCLE.format("print('x' * 10**6)"))
    assert len(answer["printed"]) == 20_000 + len(reader_code.TRUNCATION_NOTE)
    monkeypatch.setattr(reader_code, "_SEND_INTERVAL", 1000)  # few characters are gathered
    messages = []
    run_code(CYCLE.format("[print(n) for n in range(100)]"), messages=messages)
    assert len([message for message in messages if "printed" in message]) == 2


@pytest.mark.parametrize(
    "statement",
    [
        "import sys; sys.stdout.close(); sys.stdout = sys.stderr = None",
        "import sys; sys.settrace(lambda *event: None)",
        "import sys; sys.setrecursionlimit(100)",
        "import sys; sys.path.clear()",
        "import os; os.mkdir('x'); os.chdir('x'); os.rmdir('../x')",
        "import random; random.seed(1); random.Random = None",
        "import json, sys; json.dumps = json.loads = sys.modules['json'] = None",
        "import builtins; builtins.sorted = builtins.len = None",
        "import perceptron_ref; perceptron_ref.pla = perceptron_ref.dot = None",
        "import perceptron_ref.theory.proof as p; p.squared_norm = p.R2 = None",
    ],
)
def test_global_state_is_restored_after_a_readers_code(statement):
    """Streams, tracers, limits, folders, random numbers, modules and names in them are restored."""
    random.seed(5)

    def global_state():
        places = sys.path[:], os.getcwd(), sys.stdin, sys.stdout, sys.stderr
        return random.getstate(), sys.getrecursionlimit(), sys.gettrace(), places

    before, expected = global_state(), (run_named(), ask("csv", **OR))
    run_code(CYCLE.format(statement))
    assert global_state() == before
    assert (run_named(), ask("csv", **OR)) == expected


def test_strategies_are_compared():
    """Each strategy has a row with its costs. If one fails, the others still have their rows."""
    texts = ["cyclic", "random:seed=3", "mine.py", "nobody"]
    rows = ask("compare", **OR, algorithm="pla", code=LAST_FIRST, strategies=texts)["rows"]
    assert [row["strategy"] for row in rows] == texts
    for row, order in zip(rows, ["cyclic", "random:seed=3", last_first]):
        expected = pla(example("or"), order)
        costs = expected.updates, expected.visits, expected.dot_products, expected.mistakes
        assert tuple(row[key] for key in ("T", "visits", "dot_products", "mistakes")) == costs
        assert row["status"] == "converged"
    assert rows[3]["error"].startswith("found 'nobody'; expected one of the strategies")


@pytest.fixture
def race_sets(monkeypatch):
    """Let a race use two small sets and one that is too large for the page; return all of them."""
    sets = {name: example(name) for name in ("or", "credit-2d")}
    sets["large"] = Dataset([[n] for n in range(201)], [-1] + [1] * 200)
    monkeypatch.setattr(bridge, "default_sets", lambda: sets)
    return sets


def test_a_race_equals_that_of_the_package(race_sets):
    """Ranks, means and costs are those of a race on the small sets. A strategy that fails is last,
    with its error and line.
    """
    messages = []
    answer = ask(
        "race", code=LAST_FIRST, strategies=["mine.py", "random", "random"], messages=messages
    )
    del race_sets["large"]
    assert answer["sets"] == ["or", "credit-2d"]
    orders = {"cyclic": "cyclic", "random": "random", "mine.py": last_first}
    race_runner = bridge.RaceRunner(race_sets, seeds=3)
    expected = bridge.Race(race_sets, [race_runner.run(*order) for order in orders.items()])
    assert [row["strategy"] for row in answer["rows"]] == expected.ranking("updates")
    for row in answer["rows"]:
        strategy_name = row["strategy"]
        assert row["means"]["visits"] == str(expected.geometric_mean(strategy_name, "visits"))
        assert row["ranks"]["dot_products"] == expected.ranks("dot_products")[strategy_name]
        mean = expected.entrants[strategy_name].outcomes["credit-2d"].means["updates"]
        cost = row["costs"]["credit-2d"]
        assert (cost["updates"]["text"], cost["finished"]) == (exact_text(mean), True)
        assert row["unfinished"] == []
    assert {"race": {"strategy": "mine.py", "set": "credit-2d"}} in messages
    code = "def mine(view):\n    yield 99\n"
    last = ask("race", code=code, strategies=["mine.py"])["rows"][-1]
    assert "on or: strategy mine.py, asked for visit 1, at mine.py:2" in last["error"]
    assert last["line"] == 2


def test_a_readers_strategy_is_checked():
    """Every check of the kit is reported as it finishes."""
    messages = []
    answer = ask("check", code=LAST_FIRST, messages=messages)
    names = [check["name"] for check in answer["checks"]]
    assert (names[:2], answer["passes"]) == (["answers", "valid-visits"], True)
    assert {check["verdict"] for check in answer["checks"]} == {"passed"}
    assert [message["check"] for message in messages if "check" in message] == answer["checks"]
    assert [message["checking"]["name"] for message in messages if "checking" in message] == names


def test_checks_continue_after_a_failed_or_endless_check():
    """The answer has the whole failure and its line; dependent checks are skipped.

    The page ends Python if a check does not return, and then asks again with this check as
    failed.
    """
    failed_check = {"name": "answers", "requires": "", "verdict": "failed", "failure": "none"}
    answer = ask("check", code=LAST_FIRST, before=[failed_check])
    by_name = {check["name"]: check for check in answer["checks"]}
    assert by_name.pop("answers") == failed_check and answer["passes"] is False
    assert {check["verdict"] for check in by_name.values()} == {"not judged"}
    answer = ask("check", code="def mine(view):\n    while True:\n        yield len(view)\n")
    by_name = {check["name"]: check for check in answer["checks"]}
    verdict = by_name["valid-visits"]
    assert (verdict["verdict"], verdict["line"], answer["passes"]) == ("failed", 3, False)
    assert "data: Dataset(" in verdict["failure"]
    assert by_name["closes"]["verdict"] == "not judged"
    assert by_name["closes"]["note"].startswith("valid-visits fails")


@pytest.mark.parametrize(
    "question",
    [
        OR,
        {"rows": [["1/3", "-0.5"], ["7", "1e-3"]], "labels": [1, -1], "names": ["a,b", "label"]},
        {"rows": [["1"], ["2"]], "labels": [-1, 1], "names": ['say "x"'], "x0": "0.5"},
    ],
)
def test_csv_is_read_back(empty_folder, question):
    """The package reads the file as the set on the page."""
    text = ask("csv", **question)["text"]
    (empty_folder / "set.csv").write_text(text, encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # of a fraction
        file_read = read("set.csv")
    (empty_folder / "set.csv").unlink()
    x0, names = question.get("x0", "1"), question.get("names")
    expected = Dataset(question["rows"], question["labels"], names=names, x0=x0)
    assert file_read.with_x0(x0) == expected
    assert file_read.names == expected.names
    assert (x0 == "1") == ("--x0" not in text)


def test_the_golden_runs_are_reproduced():
    """The fingerprint is the same as on every Python."""
    messages = []
    answer = ask("selftest", messages=messages)
    assert answer["fingerprint"] == answer["expected"] == expected_fingerprint()
    assert messages[0] == {"t": 1}
