"""The picture of the page on notebooks."""

from __future__ import annotations

from perceptron_ref import example, pla
from perceptron_ref.drawing import draw_run

run = draw_run(pla(example("credit-2d")))
