"""The errors that this package raises, all below one base class."""

from __future__ import annotations

from collections.abc import Callable, Iterable

__all__ = ["DataError", "DataWarning", "PerceptronError", "StrategyError"]


# of a word, and of the names that it is compared with: they may be those of a large file
_LONGEST_WORD, _MOST_NAMES = 100, 1_000
_SHORTEST_PART, _MOST_MEANT = 3, 3
FILE_MODULE = "strategy file "  # the module of a strategy's file has this name, then its path


class PerceptronError(Exception):
    """Anything that perceptron_ref refuses; the message says where, what was found and expected."""


class DataError(PerceptronError, ValueError):
    """A number, an example, a file or an option that cannot be used."""


class StrategyError(PerceptronError, LookupError):
    """A visiting strategy that is not known, cannot be loaded, or does not keep the protocol."""


class DataWarning(UserWarning):
    """Data that may mean something else than they were read as; the message says how to settle it.

    The command line prints it; `read` and `Dataset` pass it to `warnings.warn`.
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
    >>> in_one_line(object())
    '<object object>'
    """
    try:
        text = " ".join(str.split(words_of(value)))
    except KeyboardInterrupt:
        raise
    except BaseException:  # such as an int of more digits than Python spells, or a broken __str__
        return f"<{kind_of(value)} that cannot be shown>"
    if " at 0x" in text or FILE_MODULE in text:  # an address differs in each run
        from re import sub

        text = sub(rf"{FILE_MODULE}.*?:py\.", "", sub(r" at 0x\w+(?=>)", "", text))
    end = "" if len(text) <= longest else f"... ({len(text):,} characters)"
    return escaped(text[: longest - 2] if end else text) + end


def did_you_mean(word: str, known: Iterable[str], prefix: str = "") -> str:
    """Return "; did you mean NAME?", to end a message about a word that is not known; "" if no name
    is like it.

    These are the name that differs in capitals alone, else those that begin with it, else the one
    nearest to it, else those that it is a part of; each with the prefix.

    >>> did_you_mean("random-perm", ["random", "random-permutation", "restart"])
    '; did you mean random-permutation?'
    >>> did_you_mean("iris", ["credit", "iris-setosa", "iris-virginica"])
    '; did you mean iris-setosa or iris-virginica?'
    """
    from difflib import get_close_matches
    from itertools import islice

    small = word[:_LONGEST_WORD].lower()
    names = {each[:_LONGEST_WORD].lower(): each for each in islice(known, _MOST_NAMES)}
    parts = [name for name in names if small in name] if len(small) >= _SHORTEST_PART else []
    first = [name for name in parts if name.startswith(small)]
    near = [small] if small in names else first or get_close_matches(small, names, n=1) or parts
    meant = " or ".join(prefix + in_one_line(names[each], 60) for each in near[:_MOST_MEANT])
    return f"; did you mean {meant}?" if near else ""


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
