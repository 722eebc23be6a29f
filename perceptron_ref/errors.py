"""The errors that this package raises, and the words of their messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable

__all__ = ["DataError", "DataWarning", "PerceptronError", "StrategyError"]

# `did_you_mean` compares at most this many characters and names, because a large file may have more
_MAX_WORD_LENGTH, _MAX_NAMES = 100, 1_000
_MIN_PART_LENGTH, _MAX_SUGGESTIONS = 3, 3
FILE_MODULE = "strategy file "  # the module of a strategy's file has this name, then its path


class PerceptronError(Exception):
    """The base class of all errors of perceptron_ref.

    The message says in one line where the error is, what was found there, and what was expected.
    """


class DataError(PerceptronError, ValueError):
    """A number, an example, a file or an option that cannot be used."""


class StrategyError(PerceptronError, LookupError):
    """A visiting strategy that is unknown, cannot be loaded, or breaks the protocol."""


class DataWarning(UserWarning):
    """A warning that data may have another meaning than the one they were read with.

    The message says which option decides. The command line prints it; `read` and `Dataset` pass it
    to `warnings.warn`.
    """


def quote(value: object, max_length: int = 60) -> str:
    """Return repr(value) in one line, shortened, for a message.

    Args:
        value: Any object.
        max_length: The number of characters after which the text is cut.

    >>> quote("12a")
    "'12a'"
    >>> quote("9" * 100, max_length=12)
    "'999999999... (102 characters)"
    """
    return one_line_text(value, max_length, repr)


def one_line_text(
    value: object, max_length: int = 500, to_text: Callable[[object], str] = str
) -> str:
    """Return str(value) in one line, escaped and shortened.

    Args:
        value: Any object, also one of a foreign class whose methods may raise.
        max_length: The number of characters after which the text is cut.
        to_text: The function that makes a text of the value.

    >>> one_line_text(ValueError("first\\nsecond\\x1b[2J"))
    'first second\\\\x1b[2J'
    >>> one_line_text(object())
    '<object object>'
    """
    try:
        text = " ".join(str.split(to_text(value)))
    except KeyboardInterrupt:
        raise
    except BaseException:  # an int of more digits than Python converts, or a broken __str__
        return f"<{type_name(value)} that cannot be shown>"
    if " at 0x" in text or FILE_MODULE in text:  # an address differs in each run
        from re import sub

        text = sub(rf"{FILE_MODULE}.*?:py\.", "", sub(r" at 0x\w+(?=>)", "", text))
    end = "" if len(text) <= max_length else f"... ({len(text):,} characters)"
    return escape_control_characters(text[: max_length - 2] if end else text) + end


def did_you_mean(word: str, names: Iterable[str], prefix: str = "") -> str:
    """Return "; did you mean NAME?" for the end of a message about an unknown word.

    NAME is the first of these that exists: the name that differs only in capitals, names that
    begin with the word, the name nearest to it, names that contain it.

    Args:
        word: The unknown word.
        names: The known names.
        prefix: Text in front of each suggested name.

    Returns:
        The question, or "" if no name is similar.

    >>> did_you_mean("random-perm", ["random", "random-permutation", "restart"])
    '; did you mean random-permutation?'
    >>> did_you_mean("iris", ["credit", "iris-setosa", "iris-virginica"])
    '; did you mean iris-setosa or iris-virginica?'
    """
    from difflib import get_close_matches
    from itertools import islice

    lowered = word[:_MAX_WORD_LENGTH].lower()
    name_of = {name[:_MAX_WORD_LENGTH].lower(): name for name in islice(names, _MAX_NAMES)}
    parts = (
        [name for name in name_of if lowered in name] if len(lowered) >= _MIN_PART_LENGTH else []
    )
    beginnings = [name for name in parts if name.startswith(lowered)]
    if lowered in name_of:
        similar = [lowered]
    else:
        similar = beginnings or get_close_matches(lowered, name_of, n=1) or parts
    suggestions = [prefix + one_line_text(name_of[name], 60) for name in similar[:_MAX_SUGGESTIONS]]
    return f"; did you mean {' or '.join(suggestions)}?" if suggestions else ""


def type_name(value: object) -> str:
    """Return the name of the type of a value, without a call of its metaclass.

    >>> type_name("12a")
    'str'
    """
    name: str = type.__dict__["__name__"].__get__(type(value))
    return escape_control_characters(name[:60])


def escape_control_characters(text: str) -> str:
    """Return the text with its control characters escaped, so that different texts look different.

    >>> escape_control_characters("age\\x1b[2J")
    'age\\\\x1b[2J'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
