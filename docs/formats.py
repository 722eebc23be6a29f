"""The files, models and strategies for which the page on formats shows messages."""

from __future__ import annotations

from _tools import Desk

desk = Desk()
FILES = {
    "nan.csv": "age,salary,ok\n30,4,1\n40,nan,0\n",
    "ragged.csv": "age,salary,ok\n30,4,1\n40,5,6,0\n",
    "id.csv": "Nr,age,ok\nW-1000,30,1\nW-1001,40,0\n",
    "gap.csv": "age,salary,ok\n30,NA,1\n40,5,0\n50,6,1\n",
    "words.csv": "age,salary,ok\n30,4,yes\n40,5,no\n",
    "three.csv": "age,salary,ok\n30,4,1\n40,5,2\n50,6,3\n",
    "other.csv": "age,debt\n30,4\n",
    "forgot.py": "def forgot(view):\n    return [0, 1, 2]\n",
    "two.py": ("def two(view, step):\n    while True:\n        yield range(0, len(view), step)\n"),
}
for name, text in FILES.items():
    desk.file(name, text)
desk.output("perceptron-ref fit words.csv --positive yes --save model.json")
mine = desk.file(
    "mine.py",
    '''\
def out_of_range(view):
    """One too far."""
    yield len(view)


def divides(view):
    """Divides by the number of updates."""
    yield 1 // view.updates
''',
    language="python",
)


def fit(*words: str, status: int = 1) -> str:
    """Return the output of `fit` with each of these arguments."""
    return desk.output(*(f"perceptron-ref fit {word}" for word in words), status=status)
