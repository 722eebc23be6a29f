"""The errors that this package raises, all below one base class."""

from __future__ import annotations

__all__ = ["DataError", "PerceptronError", "StrategyError"]


class PerceptronError(Exception):
    """Anything that perceptron_ref refuses; the message says where, what was found and expected."""


class DataError(PerceptronError, ValueError):
    """A number, an example, a file or an option that cannot be used."""


class StrategyError(PerceptronError, LookupError):
    """A visiting strategy that is not known, cannot be loaded, or does not keep the protocol."""


def shown(value: object, longest: int = 60) -> str:
    """Return repr(value), shortened to be quoted in a message of one line.

    >>> shown("12a")
    "'12a'"
    >>> shown("9" * 100, longest=12)
    "'999999999... (102 characters)"
    """
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # an int of more digits than Python spells
        text = f"<{type(value).__name__} that cannot be shown>"
    if len(text) <= longest:
        return text
    return f"{text[: longest - 2]}... ({len(text):,} characters)"
