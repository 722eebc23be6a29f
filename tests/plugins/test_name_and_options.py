"""The notation NAME[:key=value,...] on the command line."""

from __future__ import annotations

import re

import pytest

from perceptron_ref import StrategyError
from perceptron_ref.plugins.options import OptionText, parse_name_and_options


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("cyclic", "cyclic", {}),
        ("a:", "a", {}),
        ("a:seed=7", "a", {"seed": "7"}),
        (" a : seed = 7 , big-one = TRUE", "a", {"seed": "7", "big_one": "TRUE"}),
        ("a:x=0.5,y=1/3,z=", "a", {"x": "0.5", "y": "1/3", "z": ""}),
        ("a:x=b=c", "a", {"x": "b=c"}),
        ("a:x=C:/b", "a", {"x": "C:/b"}),
        ("C:/a.py:b", "C:/a.py:b", {}),
        ("C:/a.py:b:x=1", "C:/a.py:b", {"x": "1"}),
    ],
)
def test_a_text_is_split_into_name_and_options(text, name, options):
    """Blanks around names and values are dropped, and `-` in the name of an option becomes `_`.
    Values stay text, because their type depends on the option.
    """
    assert parse_name_and_options(text) == (name, options)
    assert {type(value) for value in parse_name_and_options(text)[1].values()} <= {OptionText}


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("a:x=1,y", "'y'"),
        ("a:=1", "'=1'"),
        ("a:x=1,,y=2", "''"),
        ("a:x=1,x=2", "'x=2'"),
        ("a:x-y=1,x_y=2", "'x_y=2'"),
        ("example:credit", "'credit'"),  # a data set where a strategy is expected
        ("a:x=b,y5", "'y5'"),
        ("a:5", "'5'"),
    ],
)
def test_an_invalid_option_is_refused_and_quoted(text, item):
    """The error quotes an option that is not key=value, or that occurs twice."""
    with pytest.raises(StrategyError) as refused:
        parse_name_and_options(text)
    expected = "x only once" if text.endswith("x=2") else "NAME:key=value,key=value"
    expected = "x_y only once" if text.endswith("x_y=2") else expected
    assert str(refused.value) == f"found {item} in '{text}'; expected {expected}"


@pytest.mark.parametrize(("text", "number"), [("x=0,5", "x=0.5"), ("y=1,x=-1,25", "x=-1.25")])
def test_a_decimal_comma_gets_advice(text, number):
    """Commas separate options, so the error says to write a decimal number with a point."""
    advice = f"Write a decimal number with a point, as in {re.escape(number)}$"
    with pytest.raises(StrategyError, match=rf"NAME:.*\. {advice}"):
        parse_name_and_options(f"a:{text}")
