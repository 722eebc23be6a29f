"""Errors in options by name: which option, what it accepts, and what may have been meant."""

from __future__ import annotations

from fractions import Fraction
from functools import partial, wraps
from inspect import signature

import pytest

from perceptron_ref import DataError
from perceptron_ref.plugins.options import checked_options


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
        (len, {"seed": 1}, "found the option 'seed'; expected none, as it has no parameter behi"),
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
