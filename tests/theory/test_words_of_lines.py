"""What is said where no line separates: where x_0 = 0, that of lines through the origin alone."""

from __future__ import annotations

import pytest

from perceptron_ref import DataError, Dataset, pla, pocket
from perceptron_ref.drawing import draw_derivation, draw_pocket
from perceptron_ref.testing.race import check_separable
from perceptron_ref.theory.separability import separability

# the line x_1 = 3 separates these, and none through the origin does
ROWS, LABELS = [[2, 0], [5, 0]], [+1, -1]
HERE = Dataset(ROWS, LABELS, x0=0)
CSV = "2,0,1\n5,0,-1\n"


def of_the_race(data):
    """Return why a set is not for a race."""
    with pytest.raises(DataError) as error:
        check_separable("mine.csv", separability(data))
    return str(error.value)


@pytest.mark.parametrize(
    "words",
    [
        lambda data: draw_derivation(pla(data, max_updates=5)),
        lambda data: draw_pocket(pocket(data, max_updates=5), fewest=1),
        of_the_race,
    ],
)
def test_where_x_0_is_0_no_line_means_none_through_the_origin(words):
    """And where it is 1, no line at all: XOR."""
    through = "o line through the origin"
    assert through in words(HERE)
    xor = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])
    assert "o line" in words(xor) and through not in words(xor)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("separable", "No line through the origin separates"),
        ("prove", "No line through the origin separates"),
        ("optimum", "every line through the origin misclassifies"),
    ],
)
def test_commands_say_so_too(name, said, command, tmp_path):
    """As an answer, and as what ends a proof."""
    file = tmp_path / "mine.csv"
    file.write_text(CSV)
    assert said in " ".join(command(name, file, "--x0", 0)[1].split())
    assert "through the origin" not in command(name, file)[1]
