"""The perceptron learning algorithm (PLA) and Pocket as lecture 2 of *Machine Learning Foundations*
derives them: pure Python, no dependency, exact arithmetic.

>>> from perceptron_ref import example, pla, pocket, repeat
>>> from perceptron_ref.theory.separability import separability
>>> D = example("credit-2d")  # yours: read("data.csv"), or Dataset(rows, labels)
>>> run = pla(D)
>>> run.status, run.updates, [float(w_i) for w_i in run.w]
('converged', 24, [-6.0, 16.7, -26.5])
>>> pocket(example("xor")).mistakes, float(repeat(D, "random", seeds=100).updates.mean)
(1, 12.68)
>>> round(separability(D).bound)  # R^2/rho^2: from w_0 = 0 no order makes more
578

With the lecture open, read these files, in this order; the others are for the rest:

    dataset.py              D: the examples, exact, x_0 in front             L2.1, L2.3
    hypothesis.py           h(x) = sign(w . x), its mistakes                 L2.2 to L2.4, L2.14
    margins.py              w_t, and what PLA asks about it                  L2.5, L2.7
    run.py, visits.py       a run; what an order sees and asks for           L2.5, L2.6
    pla.py                  find a mistake, correct it, until none is left   L2.5, L2.6
    pocket.py               Pocket: keep the best weights met                L2.15, L2.16
    theory/convergence.py   why PLA halts, step by step; proof.py: letters   L2.5, L2.7 to L2.12
    theory/separability.py  the largest margin, or a proof of no line        L2.8, L2.13

    strategies/ (installed: perceptron_ref_strategies/) visiting orders; vectors.py dot, add, scale
    engine/ margins.py's answers in less time; exact/ numbers; objects.py what D and h share;
    variants.py other sets; models.py, disk.py saved models; files/ text into D; examples/ data;
    theory/ besides: fewest mistakes, lengths, a bias; drawing/ SVG; testing/ checks, races;
    experiments/ many runs; cli/ commands
    help(pla), help(pocket), help(Run), help(View) say more; `perceptron_ref.pla` is the function
"""

import sys as _sys

if _sys.version_info < (3, 8):  # in a syntax that old Pythons read; they cannot read the rest
    raise ImportError(
        "perceptron_ref needs Python 3.8 or later; this is Python %d.%d" % _sys.version_info[:2]
    )

from .dataset import Dataset as Dataset
from .errors import DataError as DataError
from .errors import DataWarning as DataWarning
from .errors import PerceptronError as PerceptronError
from .errors import StrategyError as StrategyError
from .examples import example as example
from .files.read import read as read
from .hypothesis import Hypothesis as Hypothesis
from .hypothesis import sign as sign
from .objects import Shown as _Shown
from .pla import pla as pla
from .pla import updates as updates
from .plugins.registry import strategies as strategies
from .plugins.registry import strategy as strategy
from .pocket import PocketRun as PocketRun
from .pocket import pocket as pocket
from .run import Run as Run
from .run import Update as Update
from .vectors import add as add
from .vectors import dot as dot
from .vectors import scale as scale
from .vectors import squared_norm as squared_norm
from .visits import View as View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .experiments import repeat as repeat
    from .visits import Strategy as Strategy

__version__ = "1.0.0"


def _forms(value):  # type: ignore[no-untyped-def]  # old Pythons read no annotations
    """Return what a notebook shows of an object."""
    from .drawing.forms import forms  # here, as only a notebook needs it

    return forms(value)


_Shown._forms = staticmethod(_forms)

# public, imported when they are asked for
_PACKAGES = ("drawing", "examples", "experiments", "testing", "theory")


def __getattr__(name):  # type: ignore[no-untyped-def]  # old Pythons read no annotations
    """Import a public package, or `repeat`, when it is asked for."""
    from importlib import import_module

    if name in _PACKAGES:
        return import_module("perceptron_ref." + name)
    if name == "repeat":
        return import_module("perceptron_ref.experiments").repeat
    if name == "Strategy":
        from typing import Callable, Iterator, Sequence, Union

        return Callable[[View], Iterator[Union[int, Sequence[int], None]]]
    raise AttributeError("module %r has no attribute %r" % (__name__, name))


def __dir__():  # type: ignore[no-untyped-def]
    """Return the public names and packages; the modules that these need are not among them."""
    module = type(_sys)
    names = {name for name, value in globals().items() if not isinstance(value, module)}
    names -= {"TYPE_CHECKING", "_PACKAGES", "_Shown", "_forms"}
    return sorted(names.union(["Strategy", "repeat"], _PACKAGES))
