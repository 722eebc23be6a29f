"""Errors in options by name: which option, what it accepts, and what may have been meant."""

from __future__ import annotations

from fractions import Fraction
from functools import partial, wraps
from inspect import signature
from math import inf
from typing import Literal, Optional, Union

import pytest

from perceptron_ref import DataError
from perceptron_ref.plugins.options import OptionText, checked_options, format_option, options_of


def annotated(
    view, *, seed: int = 0, fresh: bool = True, decay: Fraction = Fraction(1, 2), name="x"
):
    """As this module annotates: by text."""


def by_type(view, *, seed=0, fresh=False):
    """Annotated below by the types themselves."""


by_type.__annotations__ = {"seed": int, "fresh": bool}


def positional(view, seed=0, *others, need):
    """Options are keyword-only: `seed` is none."""


@pytest.mark.parametrize(
    ("function", "options", "expected"),
    [
        (annotated, {}, ""),
        (annotated, {"seed": 3, "fresh": False, "decay": 7, "name": None}, ""),
        (
            annotated,
            {"sed": 3},
            "found the option 'sed'; expected seed=0 or fresh=True or decay=Fraction(1, 2) "
            "or name='x'; did you mean seed?",
        ),
        (annotated, {"seed": "3"}, "found seed='3'; expected an int"),
        (annotated, {"seed": True}, "found seed=True; expected an int"),
        (annotated, {"seed": Fraction(1, 2)}, "found seed=Fraction(1, 2); expected an int"),
        (annotated, {"fresh": 1}, "found fresh=1; expected True or False"),
        (by_type, {"seed": 1.5}, "found seed=1.5; expected an int"),
        (by_type, {"fresh": None}, "found fresh=None; expected True or False"),
        (by_type, {"zzz": None}, "found the option 'zzz'; expected seed=0 or fresh=False"),
        (positional, {"seed": 1}, "found the option 'seed'; expected need; did you mean need?"),
        (len, {"seed": 1}, "found the option 'seed'; expected none, because its function has no"),
    ],
)
def test_an_error_names_the_option_what_it_accepts_and_the_nearest(function, options, expected):
    """Read from the signature, of a plain function and of any other callable alike; options are
    returned where nothing is wrong with them.
    """
    for callable_ in (function, partial(function)):
        if not expected:
            assert checked_options(callable_, options) == options
        else:
            with pytest.raises(DataError) as refused:
                checked_options(callable_, options)
            assert str(refused.value).startswith(expected)


def test_a_decorated_function_has_the_options_of_the_one_inside():
    """As `inspect` and `help` have it; the same goes for a signature that it declares."""

    @wraps(annotated)
    def decorated(*args, **kwargs):
        """Nothing of its own."""

    def declared(*args, **kwargs):
        """Nothing of its own."""

    declared.__signature__ = signature(annotated)
    for function in (decorated, declared):
        with pytest.raises(DataError, match="found seed='3'; expected an int"):
            checked_options(function, {"seed": "3"})


def test_an_int_of_any_kind_becomes_a_plain_one():
    """As NumPy's do, which Python takes as an index and which are no ints."""

    class Indexed:
        def __index__(self):
            return 3

    checked = checked_options(annotated, {"seed": Indexed()})
    assert (checked, type(checked["seed"])) == ({"seed": 3}, int)


Color = Literal["red", "blue", 3, True]


def order(  # as this module annotates: by text
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
    """Every annotation that is read."""


AUTHORS = {  # an option of `order`, and how it is shown
    **{"n": "n: int = 1", "w": "w: 'red' | 'blue' = 'red'"},
    **{"c": "c: 'red' | 'blue' | 3 | True = 'red'", "o": "o: int | None = None"},
    **{"p": "p: int | None = None", "u": "u: int | float | str = 'x'"},
    **{"object": "object: object = None", "color": "color: Odd = 'red'"},
}


@pytest.mark.parametrize("name", AUTHORS)
def test_an_option_is_shown_with_its_values(name):
    """As text or as an object, the annotation of a `Literal` is its values."""
    (option,) = [option for option in options_of(order) if option.name == name]
    assert format_option(option, globals()) == AUTHORS[name]


@pytest.mark.parametrize(
    ("name", "shown"), [("o", "o: int | None = None"), ("w", "w: 'red' | 'blue' = 'red'")]
)
def test_an_evaluated_annotation_is_shown_alike(name, shown):
    """Without the module typing."""
    (option,) = [option for option in options_of(by_object) if option.name == name]
    assert format_option(option) == shown


def bare(view, *, n=1, f=0.5, b=False, s="x", q=Fraction(1, 2), none=None, many=(1, 2)):
    """Nothing is annotated."""


def by_object(view, *, n=1, o=None, w="red", q=None):
    """Annotated below, by objects."""


by_object.__annotations__ = {
    **{"n": int, "o": Optional[int], "w": Literal["red", "blue"], "q": Optional[Fraction]}
}


@pytest.mark.parametrize(
    ("function", "option", "text", "value"),
    [
        (order, "n", "3", 3),
        (order, "n", "3.0", 3),
        (order, "n", "1e3", 1000),
        (order, "f", "3", 3.0),
        (order, "f", "0.25", 0.25),
        (order, "f", "1/4", 0.25),
        (order, "f", "-inf", -inf),
        (order, "b", "TRUE", True),
        (order, "s", "3", "3"),
        (order, "s", "true", "true"),
        (order, "s", "", ""),
        (order, "s", "1/3", "1/3"),
        (order, "q", "0.25", Fraction(1, 4)),
        (order, "q", "3", Fraction(3)),
        (order, "w", "blue", "blue"),
        (order, "c", "3", 3),
        (order, "c", "true", True),
        (order, "o", "3", 3),
        (order, "o", "none", None),
        (order, "p", "3", 3),
        (order, "p", "None", None),
        (order, "u", "3", 3),
        (order, "u", "0.5", 0.5),
        (order, "u", "word", "word"),
        (order, "old", "none", None),
        (order, "text", "none", None),
        (order, "text", "3", "3"),
        (order, "object", "3", 3),  # an annotation that says nothing of this kind
        (order, "color", "1/3", Fraction(1, 3)),
        (bare, "n", "3", 3),
        (bare, "f", "3", 3.0),
        (bare, "b", "true", True),
        (bare, "s", "3", "3"),
        (bare, "q", "3", Fraction(3)),
        (bare, "none", "3", 3),
        (bare, "none", "0.5", Fraction(1, 2)),
        (bare, "none", "true", True),
        (bare, "many", "word", "word"),
        (by_object, "n", "3", 3),
        (by_object, "o", "none", None),
        (by_object, "w", "blue", "blue"),
        (by_object, "q", "0.5", Fraction(1, 2)),
    ],
)
def test_what_is_typed_is_read_as_the_author_annotated_it(function, option, text, value):
    """Without an annotation as the default; of neither is known what a text says by itself. Its
    type is the author's own, also where Python compares types as equal.
    """
    (read,) = checked_options(partial(function), {option: OptionText(text)}).values()
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("function", "option", "text", "expected"),
    [
        (order, "n", "3.5", "found n=3.5; expected an int"),
        (order, "n", "nan", "found n=nan; expected an int"),
        (order, "n", "", "found n=; expected an int"),
        (order, "f", "nan", "found f=nan; expected a number such as 0.5"),
        (order, "f", "1e400", "found f=1e400; expected a number such as 0.5"),
        (order, "b", "yes", "found b=yes; expected true or false"),
        (order, "q", "x", "found q=x; expected a number such as 0.5 or 1/3"),
        (order, "w", "green", "found w=green; expected red or blue"),
        (order, "o", "x", "found o=x; expected none or an int"),
        (bare, "n", "3.5", "found n=3.5; expected an int, as its default 1 is one"),
        (bare, "b", "1", "found b=1; expected true or false"),
        (by_object, "n", "x", "found n=x; expected an int"),
        (order, "n", "3:f=0.25", "found n=3:f=0.25; expected a comma between options: n=3,f=0.25"),
        (order, "s", "3 : f = 1", "found s=3 : f = 1; expected a comma between options: s=3 , f ="),
        (order, "n", "3:g=1", "found n=3:g=1; expected an int"),
    ],
)
def test_what_is_typed_and_does_not_fit_is_refused_as_typed(function, option, text, expected):
    """With the option, and what it takes; a colon where a comma belongs is told as such."""
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
def test_a_value_of_python_has_to_fit_the_annotation(option, value, expected):
    """A number becomes one of the kind that the author named; text is not read."""
    try:
        found = checked_options(order, {option: value})[option]
    except DataError as error:
        found = str(error)
    assert (found, type(found)) == (expected, type(expected))


def test_where_nothing_is_annotated_python_passes_what_it_likes():
    """A default says how text is read, no more."""
    options = {"n": 0.5, "s": 3, "many": None}
    assert checked_options(bare, options) == options
