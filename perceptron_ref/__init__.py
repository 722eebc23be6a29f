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
>>> round(separability(D).bound)  # R^2/rho^2: from w_0 = 0 no order makes more updates
578

Read these files with the lecture open, in this order. The pages in docs/lecture/ give each
statement of the lecture a label such as L2.5:

    pla.py                  find a mistake, correct it, until none is left   L2.5, L2.6
    dataset.py              D: the examples, exact, x_0 in front             L2.1, L2.3
    hypothesis.py           h(x) = sign(w . x), its mistakes                 L2.2 to L2.4, L2.14
    margins.py              w_t: questions about it, and its correction      L2.5, L2.7, L2.15
    run.py                  a run: its settings, its progress, its result    L2.5
    visits.py               a visiting strategy: what it sees and asks for   L2.6
    pocket.py               Pocket: keep the best weights met                L2.15, L2.16
    theory/convergence.py   why PLA halts; proof.py explains its letters     L2.5, L2.7 to L2.12
    theory/derivation.py    each step of that proof, checked on a run        L2.12
    theory/separability.py  the largest margin, or a proof of no line        L2.8, L2.11 to L2.13
    strategies/cyclic.py    the naive cycle; other orders are beside it      L2.6

Other files: plugins/ finds a strategy by its name. engine/ gives the same answers as margins.py in
less time, vectors.py adds and multiplies vectors. exact/ checks arguments and makes them exact.
files/ reads and writes text, examples/ has sets by name, variants.py changes them. base_classes.py
has base classes, models.py saves hypotheses. theory/ also has the fewest mistakes, distances, a
separate bias, and records to check. child.py runs code in another process, replay.py verifies its
run. drawing/ draws pictures, testing/ checks and races strategies and has golden runs,
experiments/ repeats runs, sklearn.py is a classifier, cli/ has the commands, which __main__.py
calls. errors.py, disk.py, named_tuples.py and type_checking.py serve all of them, __pyinstaller/
serves frozen programs. strategies/ is installed as perceptron_ref_strategies/.
help(pla), help(pocket), help(Run), help(View) say more. `perceptron_ref.pla` is the function.
"""

import sys

if sys.version_info < (3, 8):  # Python 2 can read this, too, but not the other files
    raise ImportError(
        "perceptron_ref needs Python 3.8 or later; this is Python %d.%d" % sys.version_info[:2]
    )

from importlib import import_module

from .base_classes import Shown
from .dataset import Dataset
from .errors import DataError, DataWarning, PerceptronError, StrategyError
from .examples import example
from .files.read import read
from .hypothesis import Hypothesis, sign
from .pla import pla, updates
from .plugins.registry import strategies, strategy
from .pocket import PocketRun, pocket
from .run import Run, Update
from .type_checking import TYPE_CHECKING
from .vectors import add, dot, scale, squared_norm
from .visits import Strategy, View

if TYPE_CHECKING:
    from . import drawing as drawing
    from . import examples as examples
    from . import experiments as experiments
    from . import testing as testing
    from . import theory as theory
    from .experiments import repeat

__all__ = [
    "DataError",
    "DataWarning",
    "Dataset",
    "Hypothesis",
    "PerceptronError",
    "PocketRun",
    "Run",
    "Strategy",
    "StrategyError",
    "Update",
    "View",
    "add",
    "dot",
    "example",
    "pla",
    "pocket",
    "read",
    "repeat",
    "scale",
    "sign",
    "squared_norm",
    "strategies",
    "strategy",
    "updates",
]
__version__ = "2.0.0"

_PACKAGES = ("drawing", "examples", "experiments", "testing", "theory")


if not TYPE_CHECKING:  # a type checker sees the imports above, and reports unknown names

    def __getattr__(name):
        """Import a public package, or `repeat`, when it is first used.

        `experiments` alone would almost double the time of `import perceptron_ref`.
        """
        if name in _PACKAGES:
            return import_module("perceptron_ref." + name)
        if name == "repeat":
            return import_module("perceptron_ref.experiments").repeat
        raise AttributeError("module %r has no attribute %r" % (__name__, name))

    def __dir__():
        """Return the public names and packages."""
        return sorted(__all__ + list(_PACKAGES) + ["__version__"])


def _mime_bundle(value):  # type: ignore[no-untyped-def]  # old Pythons read no annotations
    """Return how a notebook renders an object; import `drawing` only for a notebook."""
    return import_module("perceptron_ref.drawing.notebook").mime_bundle(value)


Shown._mime_bundle = staticmethod(_mime_bundle)
