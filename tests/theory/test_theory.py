"""The package of the theory as a namespace: its modules are imported when they are asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from perceptron_ref import theory


@pytest.mark.parametrize("name", theory.__all__)
def test_a_module_can_be_asked_for(name):
    """It is the module, also where a function of it has the same name."""
    assert getattr(theory, name) is import_module(f"perceptron_ref.theory.{name}")
    assert theory.__getattr__(name) is getattr(theory, name)


def test_all_modules_are_listed_and_described():
    """Those of the folder, in `dir` and in the docstring, with what each is for."""
    modules = sorted(path.stem for path in Path(theory.__file__).parent.glob("[a-z]*.py"))
    assert dir(theory) == theory.__all__ == modules
    assert all(f"\n    {name} " in theory.__doc__ for name in modules)


def test_what_is_not_there_is_an_error():
    """As any module says it."""
    with pytest.raises(AttributeError, match="module 'perceptron_ref.theory' has no attribute 'w'"):
        theory.w
