"""Render objects in a notebook: as a picture, if they can be drawn, and as a table.

Time and size are limited: of a large set only the first examples are shown, with the total number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from ..dataset import Dataset
from ..errors import one_line_text
from ..exact.rationals import rounded_text, short_text
from ..hypothesis import Hypothesis
from ..pocket import PocketRun
from ..run import Run
from ..theory.derivation import Derivation, Tightest, Verdict
from ..theory.optimum import Optimum
from ..theory.separability import NotSeparable, Separable, Undecided
from ..type_checking import TYPE_CHECKING
from ..variants import unnormalized
from .animation import draw_run
from .caption import sentences_about_scaling
from .data_pictures import draw_data
from .picture import Picture
from .separator import draw_separator
from .typography import escape_xml, shorten_to_width, with_minus_signs

if TYPE_CHECKING:
    from typing import Any

__all__ = ["mime_bundle"]

_MAX_DRAWN_EXAMPLES = 5_000
_MAX_TABLE_ROWS = 10
_MAX_LISTED_ENTRIES = 20
_MAX_CELL_WIDTH = 600  # pixels

# the attributes to show; the first row with a class of the object decides
_ATTRIBUTES: list[tuple[Any, str]] = [
    (Dataset, "N d labels label_name names"),
    (Hypothesis, "w names threshold sign_of_zero labels"),
    (PocketRun, "strategy status updates visits mistakes mistakes_last w"),
    (Run, "strategy status updates visits mistakes w"),
    (Separable, "w_f rho2 R2 bound support"),
    (NotSeparable, "examples coefficients"),
    (Undecided, "separable rho2_at_least rho2_at_most steps w_f"),
    (Optimum, "status mistakes lower_bound nodes w"),
    ((Derivation, Verdict), "label statement holds checked tightest note"),
]

# The background and the text take the notebook's colours; the other colours are legible on light
# and dark backgrounds.
_COLOURS = (
    "--perceptron-paper:transparent;--perceptron-ink:currentColor;--perceptron-soft:#727b84;"
    "--perceptron-plus:#1f7ad1;--perceptron-minus:#cf5510"
)


def mime_bundle(value: object) -> dict[str, str]:
    """Return the forms in which a notebook can render an object of this package, by MIME type.

    >>> from perceptron_ref import example
    >>> sorted(mime_bundle(example("credit"))), sorted(mime_bundle(example("or")))
    (['text/html', 'text/plain'], ['image/svg+xml', 'text/html', 'text/plain'])
    """
    picture, bundle = _picture_or_none(value), {"text/plain": repr(value)}
    html = "" if picture is None else str(picture)
    if picture is not None:
        bundle["image/svg+xml"] = str(picture)
    if picture is not value:
        html = f"<p><b>{type(value).__name__}</b></p>{html}{''.join(_html_tables(value))}"
    return {**bundle, "text/html": f'<div class="perceptron-shown" style="{_COLOURS}">{html}</div>'}


def _picture_or_none(value: Any) -> Picture | None:
    """Return the picture of an object.

    Return None if it has no picture, if it has more than two features, or if it is large.
    """
    if isinstance(value, Picture):
        return value
    data = value if isinstance(value, Dataset) else getattr(value, "data", None)
    if data is None or data.d > 2 or data.N > _MAX_DRAWN_EXAMPLES:
        return None
    if isinstance(value, Run):
        return draw_run(value)
    if isinstance(value, Separable):
        return draw_separator(value)
    w = getattr(value, "w" if isinstance(value, Optimum) else "w_f", None)
    if w is None:
        return draw_data(data) if value is data else None
    return draw_data(data, Hypothesis.learned_on(data, w))


def _html_tables(value: Any) -> Iterator[str]:
    """Yield the attributes of an object as HTML tables, and the examples of a set."""
    names = next(names for classes, names in _ATTRIBUTES if isinstance(value, classes)).split()
    if isinstance(value, Derivation):
        yield _html_table([names, *([_attribute(v, name) for name in names] for v in value)])
        return
    yield _html_table([name, _attribute(value, name)] for name in names)
    if isinstance(value, Dataset):
        yield from (f"<p>{escape_xml(line)}</p>" for line in sentences_about_scaling(value, False))
        x_head = "x_n" if value.factors is None else "x_n before this division"
        yield _html_table([["n", x_head, "y_n"], *_example_rows(unnormalized(value))])
        if value.N > _MAX_TABLE_ROWS:
            yield f"<p>The first {_MAX_TABLE_ROWS} of {value.N:,} examples</p>"


def _attribute(value: Any, name: str) -> Any:
    """Return an attribute.

    Format `Verdict.tightest` as text: both sides, and the t or n at which they occur.
    """
    attribute = getattr(value, name)
    if not isinstance(attribute, Tightest):
        return attribute
    sides = f"{_html_text(attribute.left)} and {_html_text(attribute.right)}"
    return f"{sides} at {'n' if value.label == 'L2.8' else 't'} = {attribute.t}"


def _example_rows(data: Dataset) -> Iterator[list[object]]:
    """Yield n, x_n and y_n for the first examples; a sparse x_n is shown by its nonzeros."""
    for n, (x, y) in enumerate(zip(data.scaled_rows[:_MAX_TABLE_ROWS], data.ys)):
        if data.sparse_xs is None:
            yield [n, tuple(Fraction(v, data.scale) for v in x[1:]), y]
        else:
            pairs = [(i, Fraction(v, data.scale)) for i, v in zip(x.indices, x.values) if i]
            yield [n, tuple(f"{data.names[i - 1]} = {short_text(v)}" for i, v in pairs), y]


def _html_table(rows: Iterable[Sequence[object]]) -> str:
    cells = ("".join(f"<td>{_html_text(cell)}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def _html_text(value: Any) -> str:
    """Return a value as HTML; long numbers are rounded, long lists and names are shortened."""
    if isinstance(value, (tuple, list)):
        ellipsis = f", … ({len(value):,} in all)" if len(value) > _MAX_LISTED_ENTRIES else ""
        return ", ".join(map(_html_text, value[:_MAX_LISTED_ENTRIES])) + ellipsis
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        text = short_text(value)
        return with_minus_signs(f"{text} ≈ {rounded_text(value, 5)}" if "/" in text else text)
    word_of = {None: "—", True: "yes", False: "no"}
    return escape_xml(shorten_to_width(word_of.get(value) or one_line_text(value), _MAX_CELL_WIDTH))
