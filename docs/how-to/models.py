"""The files of the page on saved models, and what commands print about them."""

from __future__ import annotations

from _tools import Desk

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
with_names = desk.file("with-names.csv", "student,hours,absences\nAnn,11,1\nBob,5,6\n")
desk.file("other.csv", "hours,grade\n11,1\n5,4\n")


def model() -> str:
    """Return the file that the page's first command has written."""
    return desk.file("exam.json", language="json")


def half() -> str:
    """Return a model with another x_0 than 1."""
    desk.output("perceptron-ref fit exam.csv --positive yes --x0 1/2 --save half.json")
    return desk.file("half.json", language="json")
