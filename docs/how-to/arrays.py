"""The picture in the notebook, and the files for the commands that save and load a model."""

from __future__ import annotations

from _tools import Desk

from perceptron_ref import example, pla
from perceptron_ref.drawing import draw_run

run_picture = draw_run(pla(example("credit-2d")))

desk = Desk()
desk.file(
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
new = desk.file("new.csv", "absences,hours\n1,11\n6,5\n0,5\n")
next_year = desk.file("next-year.csv", "hours,absences,passed\n11,1,yes\n5,4,no\n6,0,yes\n")
desk.file("other.csv", "hours,grade\n11,1\n5,4\n")


def model() -> str:
    """Return a block with the model that the first command of the page has saved."""
    return desk.file("exam.json", language="json")
