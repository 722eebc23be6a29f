"""Fill in the numbers, tables and pictures of a page from its Python file.

In a page, `{{ T }}` stands for the value of `T` in that file. If `T` is a function, it is called,
and its result is the value. Every page can also call the helpers of `_tools.__all__`.
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

from .computed_texts import translate_value
from .inline_svg import inline_drawing
from .tables import format_value

HELPERS = {name: getattr(_tools, name) for name in _tools.__all__}


class PageError(ValueError):
    """The build cannot fill in a page. The message has the reason, and the line or the formula."""


def fill_in(markdown: str, names: Mapping[str, object]) -> str:
    """Return the Markdown of a page with values in place of the names in double braces.

    Args:
        markdown: the text of the page.
        names: {name: value, or a function that returns it}.

    Raises:
        PageError: if a name does not exist, a function raises an error, or the braces are wrong.

    >>> fill_in("T = {{ T }} <= {{ bound }}, $x_{n}$ {#here}", {"T": 16, "bound": lambda: 24.5})
    'T = 16 <= 24.5000, $x_{n}$ {#here}'
    """
    try:
        return _environment.from_string(markdown).render(names)
    except Exception as error:
        line = getattr(error, "lineno", None) or next(
            (frame.lineno for frame in extract_tb(error.__traceback__) if "<template>" in frame[0]),
            None,
        )
        reason = str(error) if isinstance(error, TemplateError) else repr(error)
        raise PageError(f"line {line}: {reason}") from error


def python_file_of(page: Path) -> Path:
    """Return the path of a page's Python file: own_file.py for own-file.md."""
    return page.with_name(f"{page.stem.replace('-', '_')}.py")


def values_of(page: Path) -> dict[str, object]:
    """Run the Python file of a page, and return {name: value}; {} if there is no such file."""
    path = python_file_of(page)
    spec = spec_from_file_location(f"{path.parent.name}.{path.stem}", path)
    if not path.exists() or spec is None or spec.loader is None:
        return {}
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return vars(module)


def _value_as_markdown(named_value: object) -> str:
    """Return the Markdown that replaces a name in double braces."""
    value = named_value() if callable(named_value) else named_value
    if isinstance(value, TranslatedText):
        return value
    return (
        inline_drawing(value)
        if isinstance(value, Picture)
        else translate_value(format_value(value))
    )


_environment = Environment(
    undefined=StrictUndefined,
    finalize=_value_as_markdown,
    keep_trailing_newline=True,
    comment_start_string="<!--#",  # not {#, which begins the id of a heading
    comment_end_string="#-->",
)
