"""The run, the commands and the proof of the home page."""

from __future__ import annotations

from _tools import output

from perceptron_ref import example, pla
from perceptron_ref.drawing import draw_run

run = pla(example("credit-2d"))
assert run.status == "converged" and not run.mistakes
a_run = draw_run(run)

fit = output("python3 -m perceptron_ref fit")
prove = output("python3 -m perceptron_ref prove example:and", lines=slice(5, None))
