"""The numbers of the two margins in the glossary."""

from __future__ import annotations

from math import sqrt

from perceptron_ref import Hypothesis, example
from perceptron_ref.theory.margins import geometric_margins
from perceptron_ref.theory.separability import Separable, separability

AND = example("and")
_separator = separability(AND)
assert isinstance(_separator, Separable)
w_f = _separator.w_f
rho = f"{sqrt(_separator.rho2):.2f}"
distance = f"{min(geometric_margins(Hypothesis(w_f), AND)).approximate:.2f}"
assert (rho, distance) == ("0.24", "0.35")
