"""Reports for people, compared word for word, and numbers that only --json prints in full."""

from __future__ import annotations

import io
import json
import re
import sys

import pytest
from report_tables import facts, rows

from perceptron_ref import example
from perceptron_ref.cli.requests import DataRequest, ReportForm
from perceptron_ref.cli.separability import print_answer
from perceptron_ref.cli.terminal import aligned_lines, format_table
from perceptron_ref.examples import EXAMPLES
from perceptron_ref.examples.generators import GENERATORS
from perceptron_ref.theory.separability import Undecided, separability

REPORTS = {  # a command line, its exit status and its whole report
    "fit example:or --trace --max-updates 2 --strategy random-permutation:fresh=false": (
        0,
        """\
data          example:or, N = 4, d = 2
features      x1, x2
labels        or: +1 is '1', -1 is '0'
algorithm     pla
strategy      random-permutation, seed = 0, fresh = false
sign_of_zero  0
eta           1
limits        max_updates = 2
status        max_updates
updates       2
visits        8
mistakes      1
last_update   n = 0, visit = 4

w
  w_0  = -threshold  0
  w_1  x1            1
  w_2  x2            1

trace
  t  n  x_n        y_n  score  w_t        w_next
  0  3  (1, 1, 1)    1      0  (0, 0, 0)  (1, 1, 1)
  1  0  (1, 0, 0)   -1      1  (1, 1, 1)  (0, 1, 1)

NOT converged. `separable` tells whether a line separates the data at all. Try a larger \
--max-updates, or --pocket, which keeps the best weights. `optimum` finds the fewest mistakes that \
any line makes.
`help words` explains the words of this report, such as update and visit.
""",
    ),
}


@pytest.mark.parametrize("command_line", REPORTS)
def test_a_whole_report_is_as_expected(command, command_line):
    """The facts come first, aligned, with the names of --json. Tables and sentences follow."""
    assert command(*command_line.split())[:2] == REPORTS[command_line]


MIXTURE_NOTE = (
    "The mixture proves rho2_at_most: this is the squared length of a weighted mean of the vectors "
    "y_n x_n."
)
NOISY = "example:noisy:N=120,d=2,seed=1,flips=30"
AT_MOST_51_UPDATES = "\n\nFrom w = 0 PLA makes at most 51 updates, in any order of visits.\n"
ON_THE_LINE_NOTE = "if x_0 = 0 and sign(0) is 1 or -1, PLA may halt with examples on the line.\n"
FACTS = [  # a command line, its exit status, some facts of its report, and how the report ends
    (
        *("fit", 0),
        "note = no file is given, so this is an embedded data set; `fit FILE` uses your data"
        " | strategy = cyclic, until_right = false | last_update = n = 16, visit = 89",
        "\n  w_3  years_in_job      29\n  w_4  current_debt   -73.5\n",
    ),
    (
        *("fit example:xor --pocket --max-updates 9 --x0 1/2 --test example:or", 0),
        "threshold = 0.25 | mistakes_last = 2 | dot_products = 53 | last_update = n = 1, visit = 13"
        " | test = N = 4, mistakes = 3",
        " `optimum` finds the fewest mistakes that any line makes.\n",
    ),
    (
        *("fit example:and --strategy random --seeds 1..100", 0),
        "seeds = 1 to 100 | runs = 100 | statuses = converged = 100",
        "\n  E_in                0        0               0        0               0        0\n",
    ),
    (
        *("prove example:and --w-f -3000000000,2000000000,2000000000 --max-updates 1", 0),
        "holds = true | status = max_updates | bound = 51 | rho2 = 1/17, about 0.0588235",
        '     51\n\nThe table "closest" shows both sides of each inequality at the update t where '
        "they are closest. In the row of L2.8, the column t has the number n of an example.\n",
    ),
    ("separable example:and", 0, "bound = 51 | verified = true", AT_MOST_51_UPDATES),
    (
        *("separable example:xor", 1),
        "certificate = examples = (0, 1, 2, 3), coefficients = (1, 1, 1, 1)",
        "`optimum` finds the fewest mistakes that any line makes.\n",
    ),
    (
        *("separable example:and --max-seconds 0", 3),
        "rho2_at_most = 1 | mixture = examples = (0), coefficients = (1)",
        "\n\nUndecided: the search has found neither weights that separate the data nor a proof "
        f"that no line does. Try a larger --max-seconds. {MIXTURE_NOTE}\n",
    ),
    (
        *("optimum example:xor", 0, "proved = true | nodes = 2 | mistaken = (0)"),
        "\n\nEvery line gets at least one example of the certificate wrong, so it makes at least 1 "
        "mistake.\n",
    ),
    ("optimum example:and", 0, "mistakes = 0 | proved = true", "  w_2  x2             2\n"),
    (
        *("optimum example:xor --x0 0 --max-seconds 0", 0, "proved = false | lower_bound = 1"),
        " at least 1 mistake. The search was stopped before it was complete. The fewest mistakes "
        "of any line through the origin are at least 1 and at most 2. Try a larger "
        "--max-seconds.\n",
    ),
    (
        f"optimum {NOISY}",
        0,
        "mistakes = 29",
        " at least 19 mistakes. A proof that divides all possible weights into cones shows that "
        "every line makes at least 29 mistakes; --audit prints this proof.\n",
    ),
    (
        *("compare example:xor --strategies restart --max-updates 9", 0),
        *("algorithm = pla | separable = false", "; --repeat K shows the spread over K seeds.\n"),
    ),
    # if examples on the line count as correct, PLA may halt although no line separates
    ("separable example:or --x0 0", 1, "separable = false", ON_THE_LINE_NOTE),
    (
        *("compare example:or --x0 0 --sign-of-zero -1 --strategies cyclic", 0),
        *("separable = false", ON_THE_LINE_NOTE),
    ),
]


@pytest.mark.parametrize(("command_line", "expected_status", "expected_facts", "ending"), FACTS)
def test_a_report_contains_the_expected_facts(
    command, command_line, expected_status, expected_facts, ending
):
    """A report contains these facts, and ends with this table row or advice."""
    exit_status, out, _ = command(*command_line.split())
    assert exit_status == expected_status
    assert {*expected_facts.split(" | ")} <= {
        f"{name} = {value}" for name, value in facts(out).items()
    }
    assert re.sub(r"\n`help .*", "", out).rstrip().endswith(ending.rstrip())
    # this report shows no certificate, so it must not give advice about one
    assert "certificate" not in out or command_line != "optimum example:and"


def test_a_report_says_that_a_proof_fails(command, monkeypatch):
    """If `verify` returns False, the report and JSON show `verified` as false."""
    for source in ("example:and", "example:xor"):
        answer_type = type(separability(example(source[8:])))
        monkeypatch.setattr(answer_type, "verify", lambda answer: False)
        assert facts(command("separable", source)[1])["verified"] == "false"
        assert json.loads(command("separable", source, "--json")[1])["verified"] is False


@pytest.mark.parametrize("is_json", [True, False])
def test_a_search_that_stops_early_still_bounds_T(capsys, is_json):
    """A separator that the search has already found gives a bound on T, and rho^2 has a lower and
    an upper bound. The exit status is 0, because a line separates.
    """
    undecided = Undecided(example("and"), 7, (-4, 2, 3), (1, 2, 3), (5, 5, 6))
    lower_bound = "1/29" if is_json else "1/29, about 0.0344828"
    expected_facts = {"rho2_at_least": lower_bound, "rho2_at_most": "0.0703125", "bound": "87"}
    expected_facts["separable"] = is_json or "true"
    assert print_answer(ReportForm(is_json), DataRequest("example:and"), undecided) == 0
    out = capsys.readouterr().out
    report = json.loads(out) if is_json else facts(out)
    assert {name: report[name] for name in expected_facts} == expected_facts
    bound_text = AT_MOST_51_UPDATES.replace("51", "87").rstrip()
    assert is_json or f"{bound_text} {MIXTURE_NOTE}\n" in out


def test_prove_and_separable_agree_without_a_separator(command):
    """If no line separates, or it is unknown whether one does, both commands give the same exit
    status and the same output.
    """
    for arguments in (
        ["example:xor"],
        ["example:xor", "--json"],
        ["example:and", "--max-seconds", 0],
    ):
        assert command("prove", *arguments) == command("separable", *arguments)
    assert command("prove", "example:xor", "--w-f=-1,1,1") == command("separable", "example:xor")


def test_an_embedded_set_may_replace_a_file(command):
    """Every name in the list of `examples` is accepted as FILE, and the set has the listed N and
    d.
    """
    lines = command("examples")[1].splitlines()
    names = [line.split()[0] for line in lines[1:]]
    assert lines[0].split(None, 3) == ["FILE", "N", "d", "description"]
    assert [name.split(":")[1] for name in names] == [*EXAMPLES, *GENERATORS]
    assert "example:separable:N=100,d=2,seed=0,margin=1" in names
    for line in lines[1:]:
        name, N, d = line.split()[:3]
        data = json.loads(command("fit", name, "--json", "--max-updates", 5)[1])["data"]
        assert (data["source"], str(data["N"]), str(data["d"])) == (name, N, d)


# Names and numbers of any kind


def test_labels_are_named_in_every_report(command, file, tmp_path):
    """The report and the JSON of seven commands spell the labels as the file does."""
    path, model = file("a,b,y\n1,2,sold\n3,1,open\n", "words.csv"), tmp_path / "model.json"
    assert command("fit", path, "--positive", "sold", "--save", model)[0] == 0
    for name in ("fit", "fit --pocket", "compare", "prove", "separable", "optimum", "margins"):
        arguments = [*name.split(), path, "--positive", "sold"]
        arguments += ["--model", model] * (name == "margins")
        out = command(*arguments)[1]
        assert facts(out)["labels"] == "y: +1 is 'sold', -1 is 'open'"
        assert json.loads(command(*arguments, "--json")[1])["data"]["labels"] == ["open", "sold"]


@pytest.mark.parametrize(
    ("text", "arguments", "labels"),
    [
        ("a,y\n2,0\n3,1.0\n", [], "y: +1 is '1.0', -1 is '0'"),
        ("2,-1\n3,+1\n", [], "+1 and -1, as written"),
        ("a,y\n1,b\n2,c\n3,d\n", ["--positive", "b"], "y: +1 is 'b', -1 is 'c' (1), 'd' (1)"),
        (
            f"a,y\n1,{'b' * 200}\n2,c\x1b[2J\n",
            ["--positive", "c\x1b[2J"],
            f"y: +1 is 'c\\x1b[2J', -1 is '{'b' * 57}... (202 characters)",
        ),
    ],
)
def test_labels_and_names_of_any_kind_are_shown(command, file, text, arguments, labels):
    """Long labels and names are shortened. Control characters are escaped, so a file cannot control
    the terminal.
    """
    out = command("optimum", file(text, "data.csv"), *arguments)[1]
    assert facts(out)["labels"] == labels
    out = command("fit", file(f"a\x1b[2J,{'b' * 200},y\n1,2,-1\n2,3,1\n", "data.csv"))[1]
    assert [row[1] for row in rows(out, "w")] == [
        "= -threshold",
        "a\\x1b[2J",
        f"{'b' * 58}... (200 characters)",
    ]


@pytest.mark.parametrize("d", [1, 10, 11, 20, 21, 30])
def test_of_more_than_twenty_features_the_first_and_last_are_named(d, command, file):
    """Up to 20 features are all named; of more, the first ten and the last nine."""
    names = [f"f{i}" for i in range(d)]
    header, ones = ",".join([*names, "y"]), "1," * d
    report = command("fit", file(f"{header}\n{ones}0\n-{ones}1\n"))[1]
    shown = names if d <= 20 else [*names[:10], "...", *names[-9:]]
    assert facts(report)["features"] == ", ".join(shown)


def test_a_table_is_aligned():
    """Text is aligned on the left and numbers on the right, without trailing spaces. Control
    characters are escaped before the width of a text is measured.
    """
    records = [
        {"na\x1b[2Jme": "a\nb", "T": 7, "none": None},
        {"na\x1b[2Jme": "plain\u202e", "T": 12, "more": ">1/2"},
        {"T": "about 1E+400"},
        {"na\x1b[2Jme": "年齡", "T": 1},
    ]
    assert [*format_table(records)] == [
        "na\\x1b[2Jme             T  more",
        "a b                     7",
        "plain\\u202e            12  >1/2",
        "             about 1E+400",
        "年齡                    1",  # each character takes two columns of a terminal
    ]
    assert [*aligned_lines([])] == []


def test_long_numbers_are_shortened_in_the_report_only(fit, file):
    """The report shows twelve digits after the word "about". JSON shows all digits."""
    path = file("0.1234567890123456789012345678,1\n1,-1\n", "long.csv")
    assert rows(fit(path, "--max-updates", 1)[1], "w")[1][2] == "about 0.123456789012"
    assert "0.1234567890123456789012345678" in fit(path, "--max-updates", 1, "--json")[1]
    out = fit("--strategy", "random-permutation:seed=1e999")[1]
    assert facts(out)["strategy"] == "random-permutation, seed = about 1E+999, fresh = true"


@pytest.mark.parametrize("power", [400, -400])
def test_lengths_beyond_all_floats_are_shown(command, fit, file, tmp_path, power):
    """The report shows digits of numbers such as 1e400 and 1e-400. In JSON their float is null or
    0.
    """
    lines = [f"1e{power},2e{power},-1", "3e{0},0,1", "5e{0},-7e{0},1", "-1e{0},3e{0},-1"]
    data = file("a,b,y\n" + "\n".join(lines).replace("{0}", str(power)) + "\n", "far.csv")
    model = tmp_path / "far.json"
    assert fit(data, "--save", model)[0] == 0
    exit_status, out, err = command("margins", data, "--model", model)
    report = facts(out)
    assert (exit_status, err, report["functional_margin"]) == (0, "", f"about 2E{2 * power:+}")
    assert report["geometric_margin"] == f"7.07106781187E{power - 1:+}"
    record = json.loads(command("margins", data, "--model", model, "--json")[1])
    assert record["geometric_margin"]["approximate"] is None
    assert record["distance_from_origin"]["approximate"] == 0
    for picture in ([], ["--still"], ["--update", "0"], ["--derivation"], ["--pocket"]):
        assert command("draw", data, *picture, "-o", "-")[0] == 0


def test_json_keeps_chinese_and_escapes_control_characters(command, file, monkeypatch):
    """Letters are written as UTF-8, but characters that control a terminal are escaped."""
    path = file("年齡,y\n1,否\n2,是\u202e\n", "words.csv")
    out = command("fit", path, "--positive", "是\u202e", "--json")[1]
    assert '"names": ["年齡"], "labels": ["否", "是\\u202e"]' in out
    assert json.loads(out)["data"]["labels"] == ["否", "是\u202e"]
    big5_output = io.TextIOWrapper(io.BytesIO(), encoding="big5")
    monkeypatch.setattr(sys, "stdout", big5_output)
    command("fit", path, "--positive", "是\u202e", "--json")
    big5_output.flush()
    assert json.loads(big5_output.buffer.getvalue().decode("ascii"))["data"]["names"] == ["年齡"]


ODD_OPTIONS = """
from fractions import Fraction
inner = [1]
itself = []
itself.append(itself)
deep = []
for _ in range(100_000):
    deep = [deep]
class Broken:
    def __repr__(self):
        raise RuntimeError("no")
def odd(view, *, a=itself, b=deep, c={(1, 2): inner, "d": inner}, d=float("nan"), e=Broken(),
        f=10**5_000, g=-1.5, h=Fraction(1, 2), seed=0):
    while True:
        yield range(len(view))
"""


@pytest.mark.ci
def test_strategy_options_of_every_type_are_shown(command, file):
    """The default value of an option may be a list that contains itself, a deeply nested list, or
    an object whose repr fails.
    """
    path = file(ODD_OPTIONS, "odd.py")
    exit_status, out, err = command("fit", "example:and", "--strategy", path, "--json")
    assert (exit_status, err) == (0, "")
    options = json.loads(out, parse_constant=pytest.fail)["strategy"]["options"]
    assert str(options["a"]).strip("[]'") == "..."
    assert str(options["b"]).count("[") < 60
    assert "(1, 2)" in str(options["c"])
    assert (options["d"], options["e"]) == ("nan", "<Broken that cannot be shown>")
    assert (options["f"], options["g"], options["h"]) == ("1" + "0" * 5_000, -1.5, "0.5")
    for command_line in (
        "fit example:and --strategy",
        "compare example:and --strategies",
        "strategies",
    ):
        assert command(*command_line.split(), path)[::2] == (0, "")


@pytest.mark.ci
@pytest.mark.skipif(
    not hasattr(sys, "set_int_max_str_digits"), reason="the limit is new in Python 3.11"
)
@pytest.mark.parametrize("digits", [640, 0])
def test_pythons_limit_on_digits_does_not_change_the_output(command, tmp_path, digits):
    """The limit is the one that PYTHONINTMAXSTRDIGITS sets. Long ints are written as text in
    JSON.
    """
    old_limit = sys.get_int_max_str_digits()
    (tmp_path / "far.csv").write_text(
        f"a,b,y\n1e700,1/7,1\n-{'7' * 701},1,0\n3,2e-900,1\n", encoding="utf-8"
    )
    far_file, model = tmp_path / "far.csv", tmp_path / f"{digits}.json"
    near_file = tmp_path / "near.csv"
    # no line separates these examples, and the certificate has thousands of digits
    near_file.write_text(
        "a,y\n0,0\n" + "".join(f"1/{10**990 + q},1\n" for q in range(1, 6)) + "0,1\n"
    )
    commands = [
        ["fit", far_file, "--trace", "--save", model],
        ["fit", far_file, "--strategy", "random-permutation:seed=1e1000", "--repeat", "3"],
        [
            "fit",
            far_file,
            "--strategy",
            "random-permutation:seed=1e1000",
            "--repeat",
            "3",
            "--json",
        ],
        ["separable", far_file, "--json"],
        ["separable", near_file],
        ["prove", far_file],
        ["compare", far_file, "--json"],
        ["margins", far_file, "--model", model],
        ["race", far_file, "--strategies", "random:seed=1e1000", "--seeds", "2", "--json"],
        ["draw", far_file, "-o", "-"],
    ]
    try:
        sys.set_int_max_str_digits(digits)
        outcomes = [command(*arguments) for arguments in commands]
    finally:
        sys.set_int_max_str_digits(old_limit)
    exit_statuses = [exit_status for exit_status, _, _ in outcomes]
    assert exit_statuses == [int(arguments[1] is near_file) for arguments in commands]
    assert all(line.startswith("note: ") for _, _, err in outcomes for line in err.splitlines())
    assert facts(outcomes[4][1])["certificate"].startswith("examples = (0, ")
    assert facts(outcomes[1][1])["seeds"] == "about 1E+1000 to about 1E+1000"
    assert len(json.loads(outcomes[3][1])["data"]["scale"]) == 901
    assert [command(*arguments) for arguments in commands[1:]] == outcomes[1:]
