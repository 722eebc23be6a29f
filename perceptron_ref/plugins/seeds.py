"""The seeds of a strategy: counting on from its own, and binding another."""

from __future__ import annotations

from ..errors import StrategyError, shown
from ..exact.integers import integer
from ..exact.rationals import shortened
from .registry import Bound, defaults, is_built_in, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import VisitsOf


def seeds(strategy: VisitsOf, count: int) -> range | None:
    """Return `count` seeds from the strategy's own on, None being 0; None if it has no seed.

    >>> from perceptron_ref import strategy
    >>> seeds(strategy("random-permutation", seed=7), 3), seeds(strategy("cyclic"), 3)
    (range(7, 10), None)
    """
    options = defaults(strategy)
    if "seed" not in options:
        return None
    own = options["seed"]
    try:
        first = 0 if own is None else integer(own)
    except TypeError:
        who = f"strategy {name_of(strategy)}: found seed={shown(own)}"
        raise StrategyError(f"{who}; expected an int, to count on from") from None
    return range(first, first + count)


def seeded(strategy: VisitsOf, seed: int) -> Bound:
    """Return the strategy with that seed, which becomes part of its name.

    >>> from perceptron_ref import strategy
    >>> seeded(strategy("random-permutation"), 3).name
    'random-permutation, seed 3'
    """
    bound = Bound(strategy, seed=seed)
    bound.name = f"{name_of(strategy)}, seed {shortened(seed)}"
    bound.origin = getattr(strategy, "origin", "")
    bound.built_in = is_built_in(strategy)
    return bound
