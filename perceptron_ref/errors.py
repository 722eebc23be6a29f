"""The errors that this package raises, all below one base class."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["DataError", "DataWarning", "PerceptronError", "StrategyError"]


class PerceptronError(Exception):
    """Anything that perceptron_ref refuses; the message says where, what was found and expected."""


class DataError(PerceptronError, ValueError):
    """A number, an example, a file or an option that cannot be used."""


class StrategyError(PerceptronError, LookupError):
    """A visiting strategy that is not known, cannot be loaded, or does not keep the protocol."""


class OutOfTime(BaseException):
    """The time is up. No Exception, so that code that catches every Exception does not catch it."""


class DataWarning(UserWarning):
    """A file that may mean something else than it was read as; the message says how to settle it.

    The command line prints it, and `read` passes it to `warnings.warn`.
    """


def shown(value: object, longest: int = 60) -> str:
    """Return repr(value), shortened to be quoted in a message of one line.

    >>> shown("12a")
    "'12a'"
    >>> shown("9" * 100, longest=12)
    "'999999999... (102 characters)"
    """
    return in_one_line(value, longest, repr)


def in_one_line(value: object, longest: int = 500, words_of: Callable[[object], str] = str) -> str:
    """Return str(value) in one line, escaped and shortened, whatever a foreign value may say.

    >>> in_one_line(ValueError("first\\nsecond\\x1b[2J"))
    'first second\\\\x1b[2J'
    """
    try:
        text = " ".join(str.split(words_of(value)))
    except (KeyboardInterrupt, OutOfTime):
        raise
    except BaseException:  # such as an int of more digits than Python spells, or a broken __str__
        return f"<{kind_of(value)} that cannot be shown>"
    end = "" if len(text) <= longest else f"... ({len(text):,} characters)"
    return escaped(text[: longest - 2] if end else text) + end


def kind_of(value: object) -> str:
    """Return the name of the type of a foreign value, whose metaclass is not asked.

    >>> kind_of("12a")
    'str'
    """
    name: str = type.__dict__["__name__"].__get__(type(value))
    return escaped(name[:60])


def escaped(text: str) -> str:
    """Return the text with its control characters escaped, so that two texts stay two.

    >>> escaped("age\\x1b[2J")
    'age\\\\x1b[2J'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
