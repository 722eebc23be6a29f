"""The files of the page on your own data, and the output of commands on them."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from typing import Any

from _tools import Desk, rows
from _tools.sources import ROOT
from _tools.terminal import block, run_command

from perceptron_ref.disk import read_package_file

desk = Desk()
exam = desk.file(
    "exam.csv",
    """\
hours,absences,passed
12,0,yes
3,4,no
8.5,1,yes
7,5,no
10,2,yes
2.5,0,no
9,3,yes
4,1,no
""",
)
exam_2 = desk.file(
    "exam-2.csv",
    """\
student,result,hours,absences
1,7,12,0
2,2,3,4
3,6,8.5,1
4,2,7,5
5,5,9,1
""",
)
flats = desk.file(
    "flats.csv",
    """\
Nr;area;age;dist;sold
W-1000;82,5;12;3,25;yes
W-1001;61;40;7,5;no
W-1002;110,25;3;1,5;yes
W-1003;45;;9,75;no
W-1004;70;30;8;no
""",
)
loans = desk.file(
    "loans.csv",
    """\
salary,loans,approved
35000,7,no
58000,0,yes
25000,2,no
85000,5,yes
65000,0,yes
59000,7,no
50000,6,no
37000,3,no
""",
)
_header, *_clients = [line.split(",") for line in (desk.path / "loans.csv").read_text().split()]
_largest = [max(int(client[i]) for client in _clients) for i in range(2)]
_scaled = [
    [str(int(client[i]) / _largest[i]) for i in range(2)] + client[2:] for client in _clients
]
desk.file("scaled.csv", "".join(",".join(cells) + "\n" for cells in [_header, *_scaled]))
for _words, _status in {  # as the page says
    "--scale 1/100000 --x0 1": "max_updates",
    "--normalize": "converged",
}.items():
    _fit = f"perceptron-ref fit loans.csv --positive yes --max-updates 100000 {_words} --json"
    assert f'"status": "{_status}"' in run_command(_fit, folder=desk.path)
next_year = desk.file("exam-next-year.csv", "absences,hours,passed\n1,11,yes\n4,5,no\n0,6,yes\n")
lines = (desk.path / "exam.csv").read_text().splitlines()
desk.file("noisy.csv", "\n".join([*lines, "11,1,no"]) + "\n")


def errors_of_fit(*names: str) -> str:
    """Return the errors of `fit` on files with one fault each."""
    faults = {
        "gap.csv": "hours,absences,passed\n12,0,1\n3,,0\n",
        "words.csv": "hours,absences,passed\n12,0,yes\n3,4,no\n",
    }
    for name in names:
        desk.file(name, faults[name])
    return desk.output(*(f"perceptron-ref fit {name}" for name in names), status=1)


_CHANGES = ["", "--scale 1/2", "--scale 1/2 --x0 1", "--x0 1/2", "--x0 0", "--normalize"]


def _json_of(words: str) -> dict[str, Any]:
    """Return the JSON that a command prints."""
    record: dict[str, Any] = json.loads(run_command(f"perceptron-ref {words} --json"))
    return record


def three_classes() -> str:
    """Learn one model for each species; return the output of the script that compares distances."""
    desk.file("iris.csv", read_package_file("examples/iris.csv").decode())
    for species in "setosa", "versicolor", "virginica":
        fit_command = f"fit iris.csv --positive {species} --pocket --save {species}.json"
        predict_command = f"predict {species}.json iris.csv --margins --csv {species}.csv"
        for command in (fit_command, predict_command):
            run_command(f"perceptron-ref {command} --force", folder=desk.path)
    script = ROOT / "docs" / "code" / "largest_distance.py"
    process = subprocess.run(
        [sys.executable, str(script)], capture_output=True, encoding="utf-8", cwd=desk.path
    )
    assert process.returncode == 0, process.stderr
    return block("console", ["$ python3 largest_distance.py", *process.stdout.splitlines()])


def changes_of_the_data() -> str:
    """Return a row for each option that changes the data: option, updates, threshold, bound.

    A common factor changes neither the updates nor the bound.
    """
    table = []
    for words in _CHANGES:
        fit = _json_of(f"fit example:iris-setosa {words}")
        bound = Fraction(_json_of(f"separable example:iris-setosa {words}")["bound"])
        threshold = (
            "none" if fit["data"]["x0"] == "0" else f"{float(Fraction(fit['threshold'])):.4g}"
        )
        option = f"`{words}`" if words else "none of them"
        table.append((option, fit["updates"], threshold, f"{float(bound):.1f}"))
    unchanged, scaled, scaled_features, *_, normalized = table
    assert (unchanged[1], unchanged[3]) == (scaled[1], scaled[3])
    assert scaled_features[1] > unchanged[1] > normalized[1]  # as the text above the table says
    return rows(table)
