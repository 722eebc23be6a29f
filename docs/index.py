"""The live picture, the commands and the proof of the home page."""

from __future__ import annotations

from _tools import output
from _tools.stages import live

from perceptron_ref import Dataset, pla
from perceptron_ref.theory.separability import separability

ROWS = [
    *((1, -6, 1), (-3, -4, 1), (3, -4, 1), (-6, 5, -1), (6, 7, -1), (8, -2, 1)),
    *((-8, 2, -1), (-6, -6, 1), (-4, 1, -1), (5, -6, 1), (2, 6, -1), (9, 4, 1)),
]
D = Dataset([row[:2] for row in ROWS], [row[2] for row in ROWS])
run = pla(D)
assert (run.status, run.updates) == ("converged", 10) and separability(D).separable
hero = live("home", "plane", ROWS, "Twelve examples, and the line that PLA ends with.", play=True)

fit = output("python3 -m perceptron_ref fit")
prove = output("python3 -m perceptron_ref prove example:and", lines=slice(2, None))
