"""Options of strategies: their names, annotations and values, and how they are shown."""

from __future__ import annotations

from fractions import Fraction
from functools import partial, wraps
from inspect import signature
from math import inf
from typing import Literal, Optional, Union

import pytest

from perceptron_ref import DataError
from perceptron_ref.plugins.options import (
    OptionText,
    checked_options,
    format_option,
    option_parameters,
)


def four_options(
    view, *, seed: int = 0, fresh: bool = True, decay: Fraction = Fraction(1, 2), name="x"
):
    """A strategy whose annotations are texts, because of the import from __future__."""


def object_annotations(
    view, *, seed=0, fresh=False, whole=1, optional=None, word="red", optional_exact=None
):
    """A strategy whose annotations are types and other objects, which are set below."""


object_annotations.__annotations__ = {
    "seed": int,
    "fresh": bool,
    "whole": int,
    "optional": Optional[int],
    "word": Literal["red", "blue"],
    "optional_exact": Optional[Fraction],
}


def positional(view, seed=0, *others, need):
    """A strategy with the option `need`; `seed` is no option, because it is not keyword-only."""


@pytest.mark.parametrize(
    ("function", "options", "expected"),
    [
        (four_options, {}, ""),
        (four_options, {"seed": 3, "fresh": False, "decay": 7, "name": None}, ""),
        (
            four_options,
            {"sed": 3},
            "found the unknown option 'sed'; expected seed (default: 0), fresh (default: true), "
            "decay (default: 1/2) or name (default: x); did you mean seed?",
        ),
        (four_options, {"seed": "3"}, "found seed='3'; expected an int"),
        (four_options, {"seed": True}, "found seed=True; expected an int"),
        (
            four_options,
            {"seed": Fraction(1, 2)},
            "found seed=Fraction(1, 2); expected an int",
        ),
        (four_options, {"fresh": 1}, "found fresh=1; expected True or False"),
        (object_annotations, {"seed": 1.5}, "found seed=1.5; expected an int"),
        (object_annotations, {"fresh": None}, "found fresh=None; expected True or False"),
        (
            object_annotations,
            {"zzz": None},
            "found the unknown option 'zzz'; expected seed (default: 0), fresh (default: false), ",
        ),
        (
            positional,
            {"seed": 1},
            "found the unknown option 'seed'; expected need; did you mean need?",
        ),
        (
            len,
            {"seed": 1},
            "found the unknown option 'seed'; expected no option, because the function has ",
        ),
    ],
)
def test_an_error_names_the_option_its_values_and_the_nearest_name(function, options, expected):
    """The error about an unknown option lists the options of the signature. The error about a value
    says what was expected. Valid options are returned.
    """
    for callable_ in (function, partial(function)):
        if not expected:
            assert checked_options(callable_, options) == options
        else:
            with pytest.raises(DataError) as refused:
                checked_options(callable_, options)
            assert str(refused.value).startswith(expected)


def test_a_decorated_function_has_the_options_of_the_wrapped_function():
    """Options are checked by the signature of the wrapped function, or by a declared signature."""

    @wraps(four_options)
    def decorated(*args, **kwargs):
        """A wrapper without options."""

    def declared(*args, **kwargs):
        """A wrapper with a declared signature."""

    declared.__signature__ = signature(four_options)
    for function in (decorated, declared):
        with pytest.raises(DataError, match="found seed='3'; expected an int"):
            checked_options(function, {"seed": "3"})


def test_integers_of_other_types_become_ints():
    """An object with `__index__`, such as an integer of NumPy, becomes an int."""

    class Indexed:
        def __index__(self):
            return 3

    checked = checked_options(four_options, {"seed": Indexed()})
    assert (checked, type(checked["seed"])) == ({"seed": 3}, int)


Color = Literal["red", "blue", 3, True]


def text_annotations(
    view,
    *,
    whole: int = 1,
    real: float = 0.5,
    flag: bool = False,
    text: str = "x",
    exact: Fraction = Fraction(1, 2),
    word: Literal["red", "blue"] = "red",
    choice: Color = "red",
    optional: Optional[int] = None,
    int_or_none: "int | None" = None,
    union: Union[int, float, str] = "x",
    implicit_none: int = None,
    text_or_none: "str | None" = None,
    anything: object = None,
    unknown: Odd = "red",  # noqa: F821  # as if only type checkers could import it
):
    """A strategy with many kinds of annotations, which are texts here."""


SHOWN_OPTIONS = {  # by the name of an option of `text_annotations`: how it is shown
    "whole": "whole: int = 1",
    "word": "word: 'red' | 'blue' = 'red'",
    "choice": "choice: 'red' | 'blue' | 3 | True = 'red'",
    "optional": "optional: int | None = None",
    "int_or_none": "int_or_none: int | None = None",
    "union": "union: int | float | str = 'x'",
    "anything": "anything: object = None",
    "unknown": "unknown: Odd = 'red'",
}


@pytest.mark.parametrize("name", SHOWN_OPTIONS)
def test_an_option_is_shown_with_its_values(name):
    """An option is shown with its annotation and its default. `Literal` is shown by its values."""
    (option,) = [option for option in option_parameters(text_annotations) if option.name == name]
    assert format_option(option, globals()) == SHOWN_OPTIONS[name]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("optional", "optional: int | None = None"), ("word", "word: 'red' | 'blue' = 'red'")],
)
def test_an_evaluated_annotation_is_shown_like_its_text(name, shown):
    """`Optional[int]` is shown as `int | None`, and `Literal` by its values, as if the annotation
    were text.
    """
    (option,) = [option for option in option_parameters(object_annotations) if option.name == name]
    assert format_option(option) == shown


def without_annotations(
    view,
    *,
    whole=1,
    real=0.5,
    flag=False,
    text="x",
    exact=Fraction(1, 2),
    none_default=None,
    tuple_default=(1, 2),
):
    """A strategy without annotations."""


@pytest.mark.parametrize(
    ("function", "option", "text", "value"),
    [
        (text_annotations, "whole", "3", 3),
        (text_annotations, "whole", "3.0", 3),
        (text_annotations, "whole", "1e3", 1000),
        (text_annotations, "real", "3", 3.0),
        (text_annotations, "real", "0.25", 0.25),
        (text_annotations, "real", "1/4", 0.25),
        (text_annotations, "real", "-inf", -inf),
        (text_annotations, "flag", "TRUE", True),
        (text_annotations, "text", "3", "3"),
        (text_annotations, "text", "true", "true"),
        (text_annotations, "text", "", ""),
        (text_annotations, "text", "1/3", "1/3"),
        (text_annotations, "exact", "0.25", Fraction(1, 4)),
        (text_annotations, "exact", "3", Fraction(3)),
        (text_annotations, "word", "blue", "blue"),
        (text_annotations, "choice", "3", 3),
        (text_annotations, "choice", "true", True),
        (text_annotations, "optional", "3", 3),
        (text_annotations, "optional", "none", None),
        (text_annotations, "int_or_none", "3", 3),
        (text_annotations, "int_or_none", "None", None),
        (text_annotations, "union", "3", 3),
        (text_annotations, "union", "0.5", 0.5),
        (text_annotations, "union", "word", "word"),
        (text_annotations, "implicit_none", "none", None),
        (text_annotations, "text_or_none", "none", None),
        (text_annotations, "text_or_none", "3", "3"),
        (text_annotations, "anything", "3", 3),  # not an annotation of an option type
        (text_annotations, "unknown", "1/3", Fraction(1, 3)),
        (without_annotations, "whole", "3", 3),
        (without_annotations, "real", "3", 3.0),
        (without_annotations, "flag", "true", True),
        (without_annotations, "text", "3", "3"),
        (without_annotations, "exact", "3", Fraction(3)),
        (without_annotations, "none_default", "3", 3),
        (without_annotations, "none_default", "0.5", Fraction(1, 2)),
        (without_annotations, "none_default", "true", True),
        (without_annotations, "none_default", "none", None),
        (without_annotations, "tuple_default", "word", "word"),
        (object_annotations, "whole", "3", 3),
        (object_annotations, "optional", "none", None),
        (object_annotations, "word", "blue", "blue"),
        (object_annotations, "optional_exact", "0.5", Fraction(1, 2)),
    ],
)
def test_typed_text_becomes_a_value_of_the_annotated_type(function, option, text, value):
    """Without an annotation the default gives the type. If neither gives one, the text may be a
    number, true or false, or a word. The type is right, too: 3 is not 3.0, and True is not 1.
    """
    (read,) = checked_options(partial(function), {option: OptionText(text)}).values()
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("function", "option", "text", "expected"),
    [
        (text_annotations, "whole", "3.5", "found whole=3.5; expected a whole number"),
        (text_annotations, "whole", "nan", "found whole=nan; expected a whole number"),
        (text_annotations, "whole", "", "found whole=; expected a whole number"),
        (text_annotations, "real", "nan", "found real=nan; expected a number such as 0.5"),
        (text_annotations, "real", "1e400", "found real=1e400; expected a number such as 0.5"),
        (text_annotations, "flag", "yes", "found flag=yes; expected true or false"),
        (text_annotations, "exact", "x", "found exact=x; expected a number such as 0.5 or 1/3"),
        (text_annotations, "word", "green", "found word=green; expected red or blue"),
        (text_annotations, "optional", "x", "found optional=x; expected none or a whole number"),
        (
            without_annotations,
            "whole",
            "3.5",
            "found whole=3.5; expected a whole number, like its default 1",
        ),
        (without_annotations, "flag", "1", "found flag=1; expected true or false"),
        (object_annotations, "whole", "x", "found whole=x; expected a whole number"),
        (
            text_annotations,
            "whole",
            "3:real=0.25",
            "found whole=3:real=0.25; expected a comma between options, as in whole=3,real=0.25",
        ),
        (
            text_annotations,
            "text",
            "3 : real = 1",
            "found text=3 : real = 1; expected a comma between options, as in text=3 , real =",
        ),
        (
            text_annotations,
            "whole",
            "3;real=1",
            "found whole=3;real=1; expected a comma between options, as in whole=3,real=1",
        ),
        (text_annotations, "whole", "3:g=1", "found whole=3:g=1; expected a whole number"),
    ],
)
def test_typed_text_that_does_not_fit_is_refused(function, option, text, expected):
    """The error quotes the text and names the option and its type. A colon or a semicolon in place
    of a comma gets its own message.
    """
    with pytest.raises(DataError) as refused:
        checked_options(function, {option: OptionText(text)})
    assert str(refused.value).startswith(expected)


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("real", 3, 3.0),
        ("real", Fraction(1, 4), 0.25),
        ("real", "3", "found real='3'; expected a number"),
        ("real", True, "found real=True; expected a number"),
        ("exact", 0.1, Fraction(1, 10)),
        ("exact", "0.1", "found exact='0.1'; expected an exact number"),
        ("text", 3, "found text=3; expected a text"),
        ("word", "green", "found word='green'; expected 'red' or 'blue'"),
        ("choice", 1, "found choice=1; expected 'red', 'blue', 3 or True"),
        ("optional", None, None),
        ("implicit_none", None, None),
        ("optional", "3", "found optional='3'; expected None or an int"),
        ("anything", "3", "3"),
    ],
)
def test_a_python_value_must_fit_the_annotation(option, value, expected):
    """An int or a Fraction becomes a float, and a float becomes a Fraction, if the annotation says
    so. Other values of another type are refused; text is not parsed.
    """
    try:
        outcome = checked_options(text_annotations, {option: value})[option]
    except DataError as error:
        outcome = str(error)
    assert (outcome, type(outcome)) == (expected, type(expected))


def test_without_an_annotation_values_of_other_types_are_accepted():
    """The default decides only how typed text is read. But an option whose default is True or False
    accepts no other values.
    """
    options = {"whole": 0.5, "text": 3, "tuple_default": None}
    assert checked_options(without_annotations, options) == options
    with pytest.raises(DataError, match="^found flag=3; expected True or False"):
        checked_options(without_annotations, {"flag": 3})
