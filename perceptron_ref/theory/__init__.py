"""The theory of lecture 2, questions that it leaves open, related results, and records to check.

    convergence         the convergence proof, a function for each statement
    proof               a run and w_f in the lecture's notation, which these functions take
    derivation          every statement of the proof, checked on a run: `derive`
    separability        whether D is linearly separable: the largest margin, or a certificate
    optimum             the fewest mistakes that any line makes on D
    svm                 the hyperplane of largest distance, where w_0 does not count in ||w||
    margins             margins, distances from the decision boundary, corrections of a mistake
    bias                the variant of PLA with a separate bias
    audit               records of results that others can check
    min_norm_point      the point of a convex hull nearest to the origin
    float_system        for min_norm_point: linear systems in floats, for most of its steps
    linear_system       linear systems of ints, solved exactly
    members             for min_norm_point: the packed vectors that have joined a corral
    branching           for the optimum: the smallest hitting set of certificates
    cones               for the optimum: cutting cones of weights
    certificate_tree    the proof by cases that no weights make fewer mistakes
    cone_tree           the proof by cones that no weights make fewer mistakes
    local_search        for the optimum: better weights along lines
    weight_space        for the optimum: coordinates in which few cuts suffice

>>> import perceptron_ref
>>> perceptron_ref.theory.separability.separability(perceptron_ref.example("and")).separable
True
"""

from __future__ import annotations

from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from . import audit as audit
    from . import bias as bias
    from . import branching as branching
    from . import certificate_tree as certificate_tree
    from . import cone_tree as cone_tree
    from . import cones as cones
    from . import convergence as convergence
    from . import derivation as derivation
    from . import float_system as float_system
    from . import linear_system as linear_system
    from . import local_search as local_search
    from . import margins as margins
    from . import members as members
    from . import min_norm_point as min_norm_point
    from . import optimum as optimum
    from . import proof as proof
    from . import separability as separability
    from . import svm as svm
    from . import weight_space as weight_space

__all__ = [
    "audit",
    "bias",
    "branching",
    "certificate_tree",
    "cone_tree",
    "cones",
    "convergence",
    "derivation",
    "float_system",
    "linear_system",
    "local_search",
    "margins",
    "members",
    "min_norm_point",
    "optimum",
    "proof",
    "separability",
    "svm",
    "weight_space",
]


if not TYPE_CHECKING:  # a type checker sees the imports above, and reports other names

    def __getattr__(name: str) -> object:
        """Import a module of this package when its name is first used."""
        if name in __all__:
            from importlib import import_module

            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
