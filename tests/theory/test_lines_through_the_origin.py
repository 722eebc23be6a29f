"""With x_0 = 0, "no line separates" becomes "no line through the origin separates"."""

from __future__ import annotations

import pytest

from perceptron_ref import DataError, Dataset, pla, pocket
from perceptron_ref.drawing import draw_derivation, draw_pocket
from perceptron_ref.testing.race import check_separable
from perceptron_ref.theory.separability import separability

# the line x_1 = 3 separates these, and none through the origin does
ROWS, LABELS = [[2, 0], [5, 0]], [+1, -1]
THROUGH_ORIGIN = Dataset(ROWS, LABELS, x0=0)
CSV = "2,0,1\n5,0,-1\n"


def reason_of_race(data):
    """Return the message with which a race refuses a set."""
    with pytest.raises(DataError) as error:
        check_separable("mine.csv", separability(data))
    return str(error.value)


@pytest.mark.parametrize(
    "text_of",
    [
        lambda data: draw_derivation(pla(data, max_updates=5)),
        lambda data: draw_pocket(pocket(data, max_updates=5), fewest=1),
        reason_of_race,
    ],
)
def test_with_x_0_of_0_texts_speak_of_lines_through_the_origin(text_of):
    """The texts are those of a picture of the proof, of a picture of Pocket, and of the error of a
    race. With x_0 = 1 the same texts on XOR speak of lines without this restriction.
    """
    through = "o line through the origin"
    assert through in text_of(THROUGH_ORIGIN)
    xor = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])
    assert "o line" in text_of(xor) and through not in text_of(xor)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("separable", "No line through the origin separates"),
        ("prove", "No line through the origin separates"),
        ("optimum", "Every line through the origin gets"),
    ],
)
def test_commands_speak_of_lines_through_the_origin(name, message, command, tmp_path):
    """With --x0 0 the answers of `separable` and `optimum`, and the reason why `prove` ends, speak
    of lines through the origin. Without --x0 they do not.
    """
    file = tmp_path / "mine.csv"
    file.write_text(CSV)
    assert message in " ".join(command(name, file, "--x0", 0)[1].split())
    assert "through the origin" not in command(name, file)[1]
