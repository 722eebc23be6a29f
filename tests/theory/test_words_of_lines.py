"""With x_0 = 0, "no line separates" becomes "no line through the origin separates"."""

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


def reason_of_race(data):
    """Return why a race refuses a set."""
    with pytest.raises(DataError) as error:
        check_separable("mine.csv", separability(data))
    return str(error.value)


@pytest.mark.parametrize(
    "words",
    [
        lambda data: draw_derivation(pla(data, max_updates=5)),
        lambda data: draw_pocket(pocket(data, max_updates=5), fewest=1),
        reason_of_race,
    ],
)
def test_with_x_0_of_0_texts_speak_of_lines_through_the_origin(words):
    """With x_0 = 1 they speak of any line: XOR."""
    through = "o line through the origin"
    assert through in words(HERE)
    xor = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])
    assert "o line" in words(xor) and through not in words(xor)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("separable", "No line through the origin separates"),
        ("prove", "No line through the origin separates"),
        ("optimum", "Every line through the origin gets"),
    ],
)
def test_commands_speak_of_lines_through_the_origin(name, message, command, tmp_path):
    """They do so as an answer, and as the reason that ends a proof."""
    file = tmp_path / "mine.csv"
    file.write_text(CSV)
    assert message in " ".join(command(name, file, "--x0", 0)[1].split())
    assert "through the origin" not in command(name, file)[1]
