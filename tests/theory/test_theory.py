"""The package `theory` as a namespace: its modules are imported on first use."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from perceptron_ref import theory


@pytest.mark.parametrize("name", theory.__all__)
def test_an_attribute_of_the_package_is_the_module(name):
    """An attribute of `theory` is the module of that name, even if the module has a function of the
    same name.
    """
    assert getattr(theory, name) is import_module(f"perceptron_ref.theory.{name}")
    assert theory.__getattr__(name) is getattr(theory, name)


def test_all_modules_are_listed_and_described():
    """`dir` lists every module of the folder, and the docstring describes each in a line."""
    modules = sorted(path.stem for path in Path(theory.__file__).parent.glob("[a-z]*.py"))
    assert dir(theory) == theory.__all__ == modules
    assert all(f"\n    {name} " in theory.__doc__ for name in modules)


def test_an_unknown_attribute_raises_attribute_error():
    """The error has the usual message of Python for a module."""
    with pytest.raises(AttributeError, match="module 'perceptron_ref.theory' has no attribute 'w'"):
        theory.w
