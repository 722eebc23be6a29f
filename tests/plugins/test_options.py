"""Errors about options: they name the option, the values it accepts, and the nearest name."""

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


def annotated(
    view, *, seed: int = 0, fresh: bool = True, decay: Fraction = Fraction(1, 2), name="x"
):
    """A strategy whose annotations are texts, as all of this module are."""


def by_type(view, *, seed=0, fresh=False):
    """A strategy whose annotations are types, which are set below."""


by_type.__annotations__ = {"seed": int, "fresh": bool}


def positional(view, seed=0, *others, need):
    """Options are keyword-only, so `seed` is not an option."""


@pytest.mark.parametrize(
    ("function", "options", "expected"),
    [
        (annotated, {}, ""),
        (annotated, {"seed": 3, "fresh": False, "decay": 7, "name": None}, ""),
        (
            annotated,
            {"sed": 3},
            "found the option 'sed'; expected seed (default 0) or fresh (default true) or "
            "decay (default 1/2) or name (default x); did you mean seed?",
        ),
        (annotated, {"seed": "3"}, "found seed='3'; expected an int"),
        (annotated, {"seed": True}, "found seed=True; expected an int"),
        (annotated, {"seed": Fraction(1, 2)}, "found seed=Fraction(1, 2); expected an int"),
        (annotated, {"fresh": 1}, "found fresh=1; expected True or False"),
        (by_type, {"seed": 1.5}, "found seed=1.5; expected an int"),
        (by_type, {"fresh": None}, "found fresh=None; expected True or False"),
        (
            by_type,
            {"zzz": None},
            "found the option 'zzz'; expected seed (default 0) or fresh (default false)",
        ),
        (positional, {"seed": 1}, "found the option 'seed'; expected need; did you mean need?"),
        (
            len,
            {"seed": 1},
            "found the option 'seed'; expected no option, because the function has ",
        ),
    ],
)
def test_an_error_names_the_option_its_values_and_the_nearest_name(function, options, expected):
    """The error on an unknown option lists those of the signature. The error on a value says what
    was expected. Valid options are returned.
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

    @wraps(annotated)
    def decorated(*args, **kwargs):
        """A wrapper without options."""

    def declared(*args, **kwargs):
        """A wrapper with a declared signature."""

    declared.__signature__ = signature(annotated)
    for function in (decorated, declared):
        with pytest.raises(DataError, match="found seed='3'; expected an int"):
            checked_options(function, {"seed": "3"})


def test_integers_of_other_types_become_ints():
    """An object with `__index__`, such as an integer of NumPy, becomes an int."""

    class Indexed:
        def __index__(self):
            return 3

    checked = checked_options(annotated, {"seed": Indexed()})
    assert (checked, type(checked["seed"])) == ({"seed": 3}, int)


Color = Literal["red", "blue", 3, True]


def annotated_order(  # as this module annotates: by text
    view,
    *,
    n: int = 1,
    f: float = 0.5,
    b: bool = False,
    s: str = "x",
    q: Fraction = Fraction(1, 2),
    w: Literal["red", "blue"] = "red",
    c: Color = "red",
    o: Optional[int] = None,
    p: "int | None" = None,
    u: Union[int, float, str] = "x",
    old: int = None,
    text: "str | None" = None,
    object: object = None,
    color: Odd = "red",  # noqa: F821  # imported for type checkers alone
):
    """A strategy with every annotation that is read."""


SHOWN_OPTIONS = {  # by the name of an option of `annotated_order`: how it is shown
    **{"n": "n: int = 1", "w": "w: 'red' | 'blue' = 'red'"},
    **{"c": "c: 'red' | 'blue' | 3 | True = 'red'", "o": "o: int | None = None"},
    **{"p": "p: int | None = None", "u": "u: int | float | str = 'x'"},
    **{"object": "object: object = None", "color": "color: Odd = 'red'"},
}


@pytest.mark.parametrize("name", SHOWN_OPTIONS)
def test_an_option_is_shown_with_its_values(name):
    """An option is shown with its annotation and its default. `Literal` is shown by its values."""
    (option,) = [option for option in option_parameters(annotated_order) if option.name == name]
    assert format_option(option, globals()) == SHOWN_OPTIONS[name]


@pytest.mark.parametrize(
    ("name", "shown"), [("o", "o: int | None = None"), ("w", "w: 'red' | 'blue' = 'red'")]
)
def test_an_evaluated_annotation_is_shown_like_its_text(name, shown):
    """An annotation that is an object is shown as an author writes it, without the name of the
    module typing.
    """
    (option,) = [option for option in option_parameters(by_object) if option.name == name]
    assert format_option(option) == shown


def without_annotations(
    view, *, n=1, f=0.5, b=False, s="x", q=Fraction(1, 2), none=None, many=(1, 2)
):
    """A strategy without annotations."""


def by_object(view, *, n=1, o=None, w="red", q=None):
    """A strategy whose annotations are objects, which are set below."""


by_object.__annotations__ = {
    **{"n": int, "o": Optional[int], "w": Literal["red", "blue"], "q": Optional[Fraction]}
}


@pytest.mark.parametrize(
    ("function", "option", "text", "value"),
    [
        (annotated_order, "n", "3", 3),
        (annotated_order, "n", "3.0", 3),
        (annotated_order, "n", "1e3", 1000),
        (annotated_order, "f", "3", 3.0),
        (annotated_order, "f", "0.25", 0.25),
        (annotated_order, "f", "1/4", 0.25),
        (annotated_order, "f", "-inf", -inf),
        (annotated_order, "b", "TRUE", True),
        (annotated_order, "s", "3", "3"),
        (annotated_order, "s", "true", "true"),
        (annotated_order, "s", "", ""),
        (annotated_order, "s", "1/3", "1/3"),
        (annotated_order, "q", "0.25", Fraction(1, 4)),
        (annotated_order, "q", "3", Fraction(3)),
        (annotated_order, "w", "blue", "blue"),
        (annotated_order, "c", "3", 3),
        (annotated_order, "c", "true", True),
        (annotated_order, "o", "3", 3),
        (annotated_order, "o", "none", None),
        (annotated_order, "p", "3", 3),
        (annotated_order, "p", "None", None),
        (annotated_order, "u", "3", 3),
        (annotated_order, "u", "0.5", 0.5),
        (annotated_order, "u", "word", "word"),
        (annotated_order, "old", "none", None),
        (annotated_order, "text", "none", None),
        (annotated_order, "text", "3", "3"),
        (annotated_order, "object", "3", 3),  # an annotation that says nothing of this kind
        (annotated_order, "color", "1/3", Fraction(1, 3)),
        (without_annotations, "n", "3", 3),
        (without_annotations, "f", "3", 3.0),
        (without_annotations, "b", "true", True),
        (without_annotations, "s", "3", "3"),
        (without_annotations, "q", "3", Fraction(3)),
        (without_annotations, "none", "3", 3),
        (without_annotations, "none", "0.5", Fraction(1, 2)),
        (without_annotations, "none", "true", True),
        (without_annotations, "many", "word", "word"),
        (by_object, "n", "3", 3),
        (by_object, "o", "none", None),
        (by_object, "w", "blue", "blue"),
        (by_object, "q", "0.5", Fraction(1, 2)),
    ],
)
def test_typed_text_becomes_a_value_of_the_annotated_type(function, option, text, value):
    """Without an annotation the default gives the type. If neither gives one, the text may be a
    number, true or false, or a word. The type is exact, even where Python's values compare equal.
    """
    (read,) = checked_options(partial(function), {option: OptionText(text)}).values()
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("function", "option", "text", "expected"),
    [
        (annotated_order, "n", "3.5", "found n=3.5; expected a whole number"),
        (annotated_order, "n", "nan", "found n=nan; expected a whole number"),
        (annotated_order, "n", "", "found n=; expected a whole number"),
        (annotated_order, "f", "nan", "found f=nan; expected a number such as 0.5"),
        (annotated_order, "f", "1e400", "found f=1e400; expected a number such as 0.5"),
        (annotated_order, "b", "yes", "found b=yes; expected true or false"),
        (annotated_order, "q", "x", "found q=x; expected a number such as 0.5 or 1/3"),
        (annotated_order, "w", "green", "found w=green; expected red or blue"),
        (annotated_order, "o", "x", "found o=x; expected none or a whole number"),
        (
            without_annotations,
            "n",
            "3.5",
            "found n=3.5; expected a whole number, like its default 1",
        ),
        (without_annotations, "b", "1", "found b=1; expected true or false"),
        (by_object, "n", "x", "found n=x; expected a whole number"),
        (
            annotated_order,
            "n",
            "3:f=0.25",
            "found n=3:f=0.25; expected a comma between options, as in n=3,f=0.25",
        ),
        (
            annotated_order,
            "s",
            "3 : f = 1",
            "found s=3 : f = 1; expected a comma between options, as in s=3 , f =",
        ),
        (
            annotated_order,
            "n",
            "3;f=1",
            "found n=3;f=1; expected a comma between options, as in n=3,f=1",
        ),
        (annotated_order, "n", "3:g=1", "found n=3:g=1; expected a whole number"),
    ],
)
def test_typed_text_that_does_not_fit_is_refused(function, option, text, expected):
    """The error quotes the text and names the option and its type. A colon in place of a comma
    gets its own message.
    """
    with pytest.raises(DataError) as refused:
        checked_options(function, {option: OptionText(text)})
    assert str(refused.value).startswith(expected)


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("f", 3, 3.0),
        ("f", Fraction(1, 4), 0.25),
        ("f", "3", "found f='3'; expected a number"),
        ("f", True, "found f=True; expected a number"),
        ("q", 0.1, Fraction(1, 10)),
        ("q", "0.1", "found q='0.1'; expected an exact number"),
        ("s", 3, "found s=3; expected a text"),
        ("w", "green", "found w='green'; expected 'red' or 'blue'"),
        ("c", 1, "found c=1; expected 'red' or 'blue' or 3 or True"),
        ("o", None, None),
        ("old", None, None),
        ("o", "3", "found o='3'; expected None or an int"),
        ("object", "3", "3"),
    ],
)
def test_a_python_value_must_fit_the_annotation(option, value, expected):
    """A number is converted to the annotated type; text is not parsed."""
    try:
        outcome = checked_options(annotated_order, {option: value})[option]
    except DataError as error:
        outcome = str(error)
    assert (outcome, type(outcome)) == (expected, type(expected))


def test_without_an_annotation_any_python_value_is_accepted():
    """A value may have another type than the default, which only decides how typed text is read."""
    options = {"n": 0.5, "s": 3, "many": None}
    assert checked_options(without_annotations, options) == options
