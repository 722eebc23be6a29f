"""Data sets made as text, seeds fixed: whoever is asked reads the very same digits.

`Text` stands where a case needs a function that makes a set; the set is read from its file.
"""

from __future__ import annotations

import os
import tempfile
from math import exp, log
from random import Random

from perceptron_ref import read


class Text:
    """A function that makes a set: it writes the lines to a file, and reads that.

    name: the file's. lines: a generator function, called with the options.
    """

    def __init__(self, name, lines, **options):
        self.name, self.lines, self.options = name, lines, options

    def __call__(self):
        with tempfile.TemporaryDirectory() as folder:
            return read(self.write(folder))

    def write(self, folder):
        """Write the file; return its path."""
        path = os.path.join(folder, self.name)
        with open(path, "w") as stream:
            stream.writelines(self.lines(**self.options))
        return path


def written(data, folder, name="data.csv"):
    """Write a set of ints as a CSV file, the label last; return its path."""
    path = os.path.join(folder, name)
    with open(path, "w") as stream:
        for x, y in zip(data.scaled_xs, data.ys):
            stream.write(",".join(map(str, x[1:])) + f",{y}\n")
    return path


def gaussian(N, d, seed, margin):
    """Yield lines of CSV: features from the normal distribution, each float with all its digits.

    A drawn line gives the labels. Examples nearer to it than `margin` are drawn anew.
    """
    draw = Random(seed).gauss
    w = [draw(0, 1) for _ in range(1 + d)]
    length = sum(w_i * w_i for w_i in w[1:]) ** 0.5
    made = 0
    while made < N:
        x = [draw(0, 1) for _ in range(d)]
        distance = (w[0] + sum(w_i * x_i for w_i, x_i in zip(w[1:], x))) / length
        if abs(distance) >= margin:
            made += 1
            yield ",".join(map(repr, x)) + f",{1 if distance > 0 else -1}\n"


def words(N, d, seed, mean=75):
    """Yield lines of libsvm format, like texts: feature i, a word, occurs in a row as often as 1/i
    says, some `mean` of them in a row.

    A value is 1 + log of how often the word was used, times the log of how rare it is, the row
    divided by its length; 12 digits. A drawn line gives the labels.
    """
    source = Random(seed)
    draw, w = source.random, [source.gauss(0, 1) for _ in range(1 + d)]
    for n in range(N):
        size = min(d, max(1, round(mean * exp(source.gauss(0, 0.4) - 0.08))))
        row = {} if n else {d: 1}  # the last feature occurs
        while len(row) < size:
            i = int((d + 1) ** draw())
            row[i] = (1 - log(1 - draw())) * (1 + log(i))
        length = sum(v * v for v in row.values()) ** 0.5
        row = {i: f"{v / length:.12f}" for i, v in sorted(row.items())}
        score = w[0] / 10 + sum(w[i] * float(v) for i, v in row.items())
        pairs = " ".join(f"{i}:{v}" for i, v in row.items())
        yield f"{'+1' if score > 0 else '-1'} {pairs}\n"


def nonzeros(lines):
    """Return what lines in libsvm format say: floats {i: x_i} for each, x_0 included, and labels.

    >>> nonzeros(["+1 2:0.5 7:1"])
    ([{0: 1.0, 2: 0.5, 7: 1.0}], [1])
    """
    rows, labels = [], []
    for line in lines:
        label, *pairs = line.split()
        labels.append(int(label))
        row = (pair.split(":") for pair in pairs)
        rows.append({0: 1.0, **{int(i): float(v) for i, v in row}})
    return rows, labels
