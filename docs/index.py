"""The live pictures and the commands of the home page."""

from __future__ import annotations

from _tools import output
from _tools.live_pictures import live_picture, small_picture

from perceptron_ref import Dataset, pla
from perceptron_ref.theory.separability import separability

ROWS = [
    *((1, -6, 1), (-3, -4, 1), (3, -4, 1), (-6, 5, -1), (6, 7, -1), (8, -2, 1)),
    *((-8, 2, -1), (-6, -6, 1), (-4, 1, -1), (5, -6, 1), (2, 6, -1), (9, 4, 1)),
]
D = Dataset([row[:2] for row in ROWS], [row[2] for row in ROWS])
run = pla(D)
assert (run.status, run.updates) == ("converged", 10) and separability(D).separable
hero = live_picture(
    "home", "plane", ROWS, "Twelve examples, and the line of PLA after four updates.", t=4
)

# a small picture for each of the five pages of the lecture
_FLAT = [
    *((0, 5, 1), (5, 1, 1), (0, -3, -1), (4, -1, 1)),
    *((-3, -5, -1), (4, -4, -1), (-3, -1, -1), (6, -2, 1)),
]
_NOISE = [(x, y, -label if (x, y) in ((8, -2), (2, 6)) else label) for x, y, label in ROWS]
_BANK = [
    *((2, 1, 1), (7, 0, 1), (8, 4, 1), (13, 2, 1), (12, 6, 1), (10, 3, 1)),
    *((3, 4, -1), (4, 7, -1), (7, 9, -1), (6, 6, -1), (9, 8, -1), (1, 5, -1)),
]
_XOR = [(-1, -1, -1), (-1, 1, 1), (1, -1, 1), (1, 1, -1)]
small_pictures = {
    "hypotheses": small_picture(
        "plane",
        _BANK,
        "Examples, and the line of some weights.",
        area={"left": -1, "right": 15, "bottom": -1, "top": 11},
    ),
    "pla": small_picture("plane", ROWS, "PLA after three updates.", t=3),
    "guarantee": small_picture(
        "proof", _FLAT, "Where t rho and sqrt(t) R meet, the bound on T.", x0=0, scene="bound"
    ),
    "pocket": small_picture(
        "plane",
        _NOISE,
        "The line of w_t, and dashed the line in the pocket.",
        pocket=True,
        order="random",
        updates=30,
        t=20,
    ),
    "after": small_picture(
        "feature",
        _XOR,
        "XOR, separated with the feature x_1 x_2.",
        area={"left": -2.2, "right": 2.2, "bottom": -1.6, "top": 1.6},
    ),
}

# the results, without the settings above them
fit = output("python3 -m perceptron_ref fit", first="status", last="w_4")
prove = output("python3 -m perceptron_ref prove example:and", first="holds", last="L2.12")
