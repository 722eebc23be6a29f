"""The errors that several modules raise, a warning, and functions that make texts for messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

__all__ = ["DataError", "DataWarning", "PerceptronError", "StrategyError"]

# `did_you_mean` compares no more characters and names, because a large file may have very many
_MAX_WORD_LENGTH, _MAX_NAMES = 100, 1_000
_MIN_PART_LENGTH, _MAX_SUGGESTIONS = 3, 3
FILE_MODULE = "strategy file "  # starts the name of a strategy's module; its path follows


class PerceptronError(Exception):
    """The base class of all errors of perceptron_ref.

    The message says in one line where the error is, what was found there, and what was expected.
    """


class DataError(PerceptronError, ValueError):
    """The error about a number, an example, a file or an option that cannot be used."""


class StrategyError(PerceptronError, LookupError):
    """The error about a strategy that is unknown, cannot be loaded, or breaks the protocol."""


class DataWarning(UserWarning):
    """A warning that data may mean something else than what was read.

    The message names the option that decides. The command line prints the message; `read` and
    `Dataset` pass it to `warnings.warn`.
    """


def quote(value: object, max_length: int = 60) -> str:
    """Return repr(value) as one short line for a message.

    Args:
        value: Any object.
        max_length: The number of characters after which the text is cut.

    >>> quote("12a")
    "'12a'"
    >>> quote("9" * 100, max_length=12)
    "'999999999... (102 characters)"
    """
    return one_line_text(value, max_length, repr)


def first_few(texts: Sequence[object], maximum: int) -> str:
    """Return the first `maximum` texts in quotes, then ", ..." if there are more.

    >>> first_few(["a", "b", "c"], 2)
    "'a', 'b', ..."
    """
    return ", ".join(map(quote, texts[:maximum])) + (", ..." if len(texts) > maximum else "")


def one_line_text(
    value: object, max_length: int = 500, to_text: Callable[[object], str] = str
) -> str:
    """Return str(value) as one short line, with control characters escaped.

    Args:
        value: Any object; the methods of its class may raise exceptions.
        max_length: The number of characters after which the text is cut.
        to_text: The function that converts the value to text.

    >>> one_line_text(ValueError("first\\nsecond\\x1b[2J"))
    'first second\\\\x1b[2J'
    >>> one_line_text(object())
    '<object object>'
    """
    try:
        text = " ".join(str.split(to_text(value)))
    except KeyboardInterrupt:
        raise
    except BaseException:  # an int with too many digits for Python, or a broken __str__
        return f"<{type_name(value)} that cannot be shown>"
    if " at 0x" in text or FILE_MODULE in text:  # an address in memory differs in each run
        from re import sub

        text = sub(rf"{FILE_MODULE}.*?:py\.", "", sub(r" at 0x\w+(?=>)", "", text))
    end = "" if len(text) <= max_length else f"... ({len(text):,} characters)"
    return escape_control_characters(text[: max_length - 2] if end else text) + end


def as_sentence(message: object) -> str:
    """Return a message with a period at its end, unless it ends with a question or "...".

    >>> as_sentence("found 0"), as_sentence("found 'orr'; did you mean or?")
    ('found 0.', "found 'orr'; did you mean or?")
    >>> as_sentence("expected one of 'a', 'b', ...")
    "expected one of 'a', 'b', ..."
    """
    text = str(message)
    return text if text.endswith(("?", "...")) else f"{text}."


def either(texts: Iterable[str]) -> str:
    """Return texts as alternatives.

    >>> either(["'a'"]), either(["0", "1"]), either(["-1", "0", "1"])
    ("'a'", '0 or 1', '-1, 0 or 1')
    """
    *others, last = texts
    return " or ".join(filter(None, [", ".join(others), last]))


def did_you_mean(word: str, names: Iterable[str], prefix: str = "") -> str:
    """Return "; did you mean NAME?" for the end of a message about an unknown word.

    NAME is the first of these that exists: a name that differs only in capital letters; names that
    begin with the word; the most similar name; names that contain the word.

    Args:
        word: The unknown word.
        names: The known names.
        prefix: The text before each suggested name.

    Returns:
        The question, or "" if no name is similar.

    >>> did_you_mean("random-perm", ["random", "random-permutation", "restart"])
    '; did you mean random-permutation?'
    >>> did_you_mean("iris", ["credit", "iris-setosa", "iris-virginica"])
    '; did you mean iris-setosa or iris-virginica?'
    >>> print(did_you_mean("yes", ["'yes'", "'no'"]))  # with these quotes
    ; did you mean "'yes'"?
    """
    from difflib import get_close_matches
    from itertools import islice

    key = word[:_MAX_WORD_LENGTH].lower()
    name_of = {name[:_MAX_WORD_LENGTH].lower(): name for name in islice(names, _MAX_NAMES)}
    part_matches = [k for k in name_of if key in k] if len(key) >= _MIN_PART_LENGTH else []
    prefix_matches = [k for k in part_matches if k.startswith(key)]
    if key in name_of:
        matches = [key]
    else:
        matches = prefix_matches or get_close_matches(key, name_of, n=1) or part_matches
    texts = [one_line_text(name_of[k], 60) for k in matches[:_MAX_SUGGESTIONS]]
    suggestions = [prefix + (quote(text) if {*text} & {*"'\""} else text) for text in texts]
    return f"; did you mean {either(suggestions)}?" if suggestions else ""


def type_name(value: object) -> str:
    """Return the name of the type of a value; call no code of its metaclass.

    >>> type_name("12a")
    'str'
    """
    name: str = type.__dict__["__name__"].__get__(type(value))
    return escape_control_characters(name[:60])


def escape_control_characters(text: str) -> str:
    """Return the text with unprintable characters escaped, so that different texts look different.

    >>> escape_control_characters("age\\x1b[2J")
    'age\\\\x1b[2J'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
