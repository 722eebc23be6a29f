"""The files, models and strategies that the page on formats shows with the messages about them."""

from __future__ import annotations

from _tools import Desk

desk = Desk()
FILES = {
    "nan.csv": "age,salary,ok\n30,4,1\n40,nan,0\n",
    "half.csv": "age,salary,ok\n30,4,1\n40,1/0,0\n",
    "ragged.csv": "age,salary,ok\n30,4,1\n40,5,6,0\n",
    "twice.csv": "age,age,ok\n30,4,1\n",
    "empty.csv": "\n",
    "order.svm": "+1 1:0.5 3:2\n-1 3:1 2:4\n",
    "id.csv": "Nr,age,ok\nW-1000,30,1\nW-1001,40,0\n",
    "comma.tsv": "age\tsalary\tok\n30\t4,5\t1\n",
    "thousands.csv": "age;salary;ok\n30;1.234,5;1\n",
    "gap.csv": "age,salary,ok\n30,NA,1\n40,5,0\n50,6,1\n",
    "words.csv": "age,salary,ok\n30,4,yes\n40,5,no\n",
    "three.csv": "age,salary,ok\n30,4,1\n40,5,2\n50,6,3\n",
    "one.csv": "age,salary,ok\n30,4,1\n40,5,1\n",
    "long.csv": "3,1\n1/3,0\n1e-4321,1\n",
    "years.csv": "1990,1991,y\n1,2,yes\n3,4,no\n5,6,yes\n",
    "other.csv": "age,debt\n30,4\n",
    "half.json": '{"format": "perceptron_ref hypothesis 1", "w": ["1", "2"]}',
    "forgot.py": "def forgot(view):\n    return [0, 1, 2]\n",
    "two.py": ("def two(view, step):\n    while True:\n        yield range(0, len(view), step)\n"),
    "ends.py": 'import os\n\n\ndef ends(view):\n    """Ends its process."""\n'
    "    os._exit(0)\n    yield 0\n",
}
for name, text in FILES.items():
    desk.file(name, text)
(desk.path / "latin.csv").write_bytes(b"age,salary,ok\n30,4,1\n40,5,caf\xe9\n")
desk.output("perceptron-ref fit words.csv --positive yes --save model.json")
mine = desk.file(
    "mine.py",
    '''\
def out_of_range(view):
    """One too far."""
    yield len(view)


def a_set(view):
    """A set has no order, so it is no pass."""
    yield {0, 1}


def divides(view):
    """Divides by the number of updates."""
    yield 1 // view.updates
''',
    language="python",
)


def fit(*words: str, status: int = 1) -> str:
    """Return the output of `fit` with each of these arguments."""
    return desk.output(*(f"perceptron-ref fit {word}" for word in words), status=status)
