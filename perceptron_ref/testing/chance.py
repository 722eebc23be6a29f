"""The global random generator, in a known state for a while."""

from __future__ import annotations

import random
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def known_chance(seed: int) -> Iterator[Callable[[], bool]]:
    """Seed the global random generator, and restore its state afterwards.

    Yields a function that tells whether the generator was used.
    """
    before = random.getstate()
    random.seed(seed)
    seeded = random.getstate()
    try:
        yield lambda: random.getstate() != seeded
    finally:
        random.setstate(before)
