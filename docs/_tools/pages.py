"""The numbers, tables and pictures of a page come from the Python file with the same name.

A page names them between double braces: `{{ T }}` is the value of `T` in that file, or the result
if `T` is a function. Pictures are inserted into the page, vectors get brackets, fractions are
exact. Helpers that every page may call are in `_tools.__all__`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb

from jinja2 import Environment, StrictUndefined, TemplateError

import _tools
from perceptron_ref.drawing.picture import Picture
from perceptron_ref.drawing.typography import TranslatedText

from .computed import value as in_language
from .figures import drawing
from .tables import shown

HELPERS = {"slice": slice, **{name: getattr(_tools, name) for name in _tools.__all__}}


class PageError(ValueError):
    """A value on a page cannot be computed; the message has the line and the reason."""


def fill_in(markdown: str, names: Mapping[str, object]) -> str:
    """Return the Markdown of a page with values in the place of their names.

    Args:
        markdown: the page.
        names: the values by their names; a function is called, and its result is the value.

    Raises:
        PageError: if there is no such name, or if computing its value raises.

    >>> fill_in("T = {{ T }} <= {{ bound }}, $x_{n}$ {#here}", {"T": 16, "bound": lambda: 24.5})
    'T = 16 <= 24.5000, $x_{n}$ {#here}'
    """
    try:
        return _pages.from_string(markdown).render(names)
    except Exception as error:
        line = getattr(error, "lineno", None) or next(
            (frame.lineno for frame in extract_tb(error.__traceback__) if "<template>" in frame[0]),
            None,
        )
        reason = str(error) if isinstance(error, TemplateError) else repr(error)
        raise PageError(f"line {line}: {reason}") from error


def file_beside(page: Path) -> Path:
    """Return the Python file of a page: own_file.py for own-file.md."""
    return page.with_name(f"{page.stem.replace('-', '_')}.py")


def names_beside(page: Path) -> dict[str, object]:
    """Return the names of the Python file of a page; none if there is no such file."""
    path = file_beside(page)
    spec = spec_from_file_location(f"{path.parent.name}.{path.stem}", path)
    if not path.exists() or spec is None or spec.loader is None:
        return {}
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return vars(module)


def _value(named_value: object) -> str:
    value = named_value() if callable(named_value) else named_value
    if isinstance(value, TranslatedText):
        return value
    return drawing(value) if isinstance(value, Picture) else in_language(shown(value))


_pages = Environment(
    undefined=StrictUndefined,
    finalize=_value,
    keep_trailing_newline=True,
    comment_start_string="<!--#",  # {# begins the anchor of a heading
    comment_end_string="#-->",
)
