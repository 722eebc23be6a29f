"""Detect random numbers that do not come from a generator with a seed of the strategy."""

from __future__ import annotations

import io
import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from pickle import dumps

from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_GLOBAL_SEED = 20_011  # arbitrary, but the same before every run


@contextmanager
def detect_unseeded_randomness(seed: int | None = None) -> Iterator[Callable[[], bool]]:
    """Watch the random generators, and restore the state of the global one afterwards.

    Args:
        seed: The seed of the global generator at the start; None leaves its state.

    Yields:
        A function that tells whether the code in the `with` block used unseeded random numbers so
        far. It did in these cases:

        - The global generator, or NumPy's, has another state than at the start. The code has drawn
          a number, or has set a seed.
        - The code has made a `random.Random` without a seed.
        - The code has read random numbers of the system through Python's `random`, as
          `random.SystemRandom`, `secrets` and an unseeded generator of NumPy do.

        If the code imports NumPy, the state of NumPy's generator at the next call of this function
        counts as the start.
    """
    state_before, urandom = random.getstate(), os.urandom
    original_seed_method = random.Random.seed
    unseeded_uses: list[object] = []

    def watched_seed_method(self: random.Random, a: Any = None, version: int = 2) -> None:
        if a is None:
            unseeded_uses.append(self)
        original_seed_method(self, a, version)

    def watched_urandom(count: int) -> bytes:
        caller = sys._getframe(2).f_globals.get("__name__", "")
        if not caller.startswith("importlib"):  # the import of NumPy calls this, too
            unseeded_uses.append(count)
        return urandom(count)

    if seed is not None:
        random.seed(seed)
    states = dict(_generator_states())
    vars(random).update(_urandom=watched_urandom)
    setattr(random.Random, "seed", watched_seed_method)

    def used_unseeded_randomness() -> bool:
        changes = [states.setdefault(key, state) != state for key, state in _generator_states()]
        return bool(unseeded_uses) or any(changes)

    try:
        yield used_unseeded_randomness
    finally:
        vars(random).update(_urandom=urandom)
        setattr(random.Random, "seed", original_seed_method)
        random.setstate(state_before)


def _generator_states() -> Iterator[tuple[str, object]]:
    """Yield the state of the global random generator, and of NumPy's if it is imported."""
    yield "random", random.getstate()
    if "numpy" in sys.modules:
        yield "numpy", dumps(import_module("numpy.random").get_state())


@contextmanager
def same_conditions(discard_output: bool = True) -> Iterator[Callable[[], bool]]:
    """Run code with the same global seed every time, and without its output.

    Args:
        discard_output: Whether to discard what the code prints to standard output.

    Yields:
        The function of `detect_unseeded_randomness`.
    """
    with detect_unseeded_randomness(_GLOBAL_SEED) as used_unseeded_randomness:
        if discard_output:
            with redirect_stdout(io.StringIO()):
                yield used_unseeded_randomness
        else:
            yield used_unseeded_randomness
