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


def needy(view, *, window: int, more=1):
    """An option without a default."""


def positional(view, seed=0):
    """An option that is not keyword-only."""


def all_kinds(view, more=1, *others, seed=0, need):
    """Parameters of nearly all kinds."""


class Unreadable:
    """What says that it has a signature, and has none."""

    __signature__ = "none"

    def __call__(self, view):
        """Nothing."""


def takes_all(view, *, seed: int = 0, **options):
    """Any option."""


@pytest.mark.parametrize(
    ("function", "options", "expected"),
    [
        (annotated, {}, ""),
        (annotated, {"seed": 3, "fresh": False, "decay": 7, "name": None}, ""),
        (
            annotated,
            {"sed": 3},
            "found the option 'sed'; expected seed = 0 or fresh = True "
            "or decay = Fraction(1, 2) or name = 'x'; did you mean seed?",
        ),
        (annotated, {"seed": "3"}, "found seed='3'; expected an int"),
        (annotated, {"seed": True}, "found seed=True; expected an int"),
        (annotated, {"seed": Fraction(1, 2)}, "found seed=Fraction(1, 2); expected an int"),
        (annotated, {"fresh": 1}, "found fresh=1; expected True or False"),
        (by_type, {"seed": 1.5}, "found seed=1.5; expected an int"),
        (by_type, {"fresh": None}, "found fresh=None; expected True or False"),
        (by_type, {"zzz": None},
         "found the option 'zzz'; expected seed = 0 or fresh = False"),
        (needy, {}, "found no option window; expected window=VALUE"),
        (needy, {"more": 2}, "found no option window; expected window=VALUE"),
        (needy, {"window": 2}, ""),
        (positional, {"seed": 1},
         "found the option 'seed'; it takes none; "
         "options are parameters after a *, with a default"),
        (all_kinds, {"view": 3}, "found the option 'view'; expected seed = 0 or need"),
        (all_kinds, {"more": 3}, "found the option 'more'; expected seed = 0 or need; "
         "options are parameters after a *, with a default"),
        (all_kinds, {"others": 3}, "found the option 'others'; expected seed = 0 or need"),
        (all_kinds, {"seed": 1}, "found no option need; expected need=VALUE"),
        (takes_all, {"anything": 1, "seed": 2}, ""),
        (takes_all, {"seed": "x"}, "found seed='x'; expected an int"),
        (Unreadable(), {"seed": 1}, "found the option 'seed'; it takes none"),
    ],
)  # fmt: skip
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
            assert str(refused.value) == expected


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
