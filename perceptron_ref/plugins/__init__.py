"""Visiting strategies by name: the registry, files, options, seeds, and errors in user code."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Union

    Visits = Iterator[Union[int, Sequence[int], None]]
    """What a strategy returns: examples, passes of them, and None for "I see no mistake left"."""

    VisitsOf = Callable[..., Visits]
    """A strategy whose options need not be bound yet: takes a view, and options by name."""
