"""Pictures in text: points and line of two features."""

from __future__ import annotations

from perceptron_ref import Dataset, Hypothesis
from perceptron_ref.cli.picture import picture


def test_points_and_a_slanted_line():
    """x_1 to the right, x_2 upwards; o and x are the labels, dots the line between them."""
    data = Dataset([[0, 0], [4, 0], [0, 4], [4, 4]], [-1, -1, -1, +1], names=["a", "b"])
    h = Hypothesis([-6, 1, 1])
    assert picture(data, h, width=9, height=5) == [
        "b: 0 to 4, upwards",
        "+---------+",
        "|x   .   o|",
        "|     ..  |",
        "|       ..|",
        "|         |",
        "|x       x|",
        "+---------+",
        "a: 0 to 4, to the right",
        "o is +1, x is -1, capital letters are mistakes, # is both, dots are the line",
    ]


def test_mistakes_are_capital_letters_and_shared_cells_are_marked():
    """An example on the wrong side is a capital; both labels in one cell are #."""
    data = Dataset([[0, 0], [4, 0], [2, 4], [2, 4], [2, 0]], [+1, -1, -1, +1, +1])
    rows = picture(data, Hypothesis([-1, 1, 0]), width=9, height=3)[2:5]
    assert rows == ["|  . #    |", "|  .      |", "|O . o   X|"]


def test_a_feature_of_one_value_is_drawn_in_the_middle():
    """Examples of one value still make a picture; weights of zero draw no line."""
    rows = picture(Dataset([[3, 5], [3, 5]], [+1, -1]), Hypothesis([-1, 0, 0]), width=9, height=3)
    assert rows[2:5] == ["|         |", "|    #    |", "|         |"]
    assert (rows[0], rows[-2]) == ("x2: 5 to 5, upwards", "x1: 3 to 3, to the right")


def test_numbers_beyond_any_float_are_drawn():
    """Cells are found in ints, so that nothing overflows."""
    data = Dataset([[10**400, 0], [-(10**400), 1]], [+1, -1])
    assert picture(data, Hypothesis([0, 1, 0]), width=5, height=3)[2:5] == [
        "|x .  |",
        "|  .  |",
        "|  . o|",
    ]
