"""The forms of objects in a notebook: a picture where there is one to draw, and a table.

Work and size are bounded: of large sets a part is shown, and how large the whole is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from ..dataset import Dataset
from ..errors import in_one_line
from ..exact.rationals import rounded_text, short_text
from ..hypothesis import Hypothesis
from ..pocket import PocketRun
from ..run import Run
from ..theory.derivation import Derivation, Tightest, Verdict
from ..theory.optimum import Optimum
from ..theory.separability import NotSeparable, Separable, Undecided
from ..variants import unnormalized
from .animation import draw_run
from .caption import of_x_0
from .picture import Picture
from .separator import draw_separator
from .still import draw_data
from .words import escaped, fitted, typeset

__all__ = ["forms"]

_MOST_DRAWN = 5_000  # examples
_MOST_ROWS, _MOST_LISTED = 10, 20
_WIDEST = 600  # pixels of a cell

_FACTS: list[tuple[Any, str]] = [  # what is shown of an object, the first that fits
    (Dataset, "N d labels label_name names"),
    (Hypothesis, "w names threshold sign_of_zero labels"),
    (PocketRun, "strategy status updates visits mistakes mistakes_last w"),
    (Run, "strategy status updates visits mistakes w"),
    (Separable, "w_f rho2 R2 bound support"),
    (NotSeparable, "examples coefficients"),
    (Undecided, "separable least most steps w_f"),
    (Optimum, "status mistakes lower_bound nodes w"),
    ((Derivation, Verdict), "label statement holds checked tightest note"),
]

# on the notebook's own paper, in the colour of its text; the others are legible on light and dark
_COLOURS = (
    "--perceptron-paper:transparent;--perceptron-ink:currentColor;--perceptron-soft:#727b84;"
    "--perceptron-plus:#1f7ad1;--perceptron-minus:#cf5510"
)


def forms(value: object) -> dict[str, str]:
    """Return what a notebook shows of one of the package's objects, by MIME types.

    >>> from perceptron_ref import example
    >>> sorted(forms(example("credit"))), sorted(forms(example("or")))
    (['text/html', 'text/plain'], ['image/svg+xml', 'text/html', 'text/plain'])
    """
    picture, found = _picture(value), {"text/plain": repr(value)}
    html = "" if picture is None else str(picture)
    if picture is not None:
        found["image/svg+xml"] = str(picture)
    if picture is not value:
        html = f"<p><b>{type(value).__name__}</b></p>{html}{''.join(_tables(value))}"
    return {**found, "text/html": f'<div class="perceptron-shown" style="{_COLOURS}">{html}</div>'}


def _picture(value: Any) -> Picture | None:
    """Return the picture of an object, if there is one to draw in the plane."""
    if isinstance(value, Picture):
        return value
    data = value if isinstance(value, Dataset) else getattr(value, "data", None)
    if data is None or data.d > 2 or data.N > _MOST_DRAWN:
        return None
    if isinstance(value, Run):
        return draw_run(value)
    if isinstance(value, Separable):
        return draw_separator(value)
    w = getattr(value, "w" if isinstance(value, Optimum) else "w_f", None)
    if w is None:
        return draw_data(data) if value is data else None
    return draw_data(data, Hypothesis.learned_on(data, w))


def _tables(value: Any) -> Iterator[str]:
    """Yield what is shown in words and numbers, as HTML."""
    names = next(names for kinds, names in _FACTS if isinstance(value, kinds)).split()
    if isinstance(value, Derivation):
        yield _table([names, *([getattr(each, name) for name in names] for each in value)])
        return
    yield _table([name, getattr(value, name)] for name in names)
    if isinstance(value, Dataset):
        yield from (f"<p>{escaped(line)}</p>" for line in of_x_0(value))
        yield _table([["n", "x_n", "y_n"], *_examples(unnormalized(value))])
        if value.N > _MOST_ROWS:
            yield f"<p>The first {_MOST_ROWS} of {value.N:,} examples</p>"


def _examples(data: Dataset) -> Iterator[list[object]]:
    """Yield the first examples; of sparse ones what is not 0."""
    for n, (x, y) in enumerate(zip(data.scaled_rows[:_MOST_ROWS], data.ys)):
        if data.sparse_xs is None:
            yield [n, tuple(Fraction(v, data.scale) for v in x[1:]), y]
        else:
            pairs = [(i, Fraction(v, data.scale)) for i, v in zip(x.indices, x.values) if i]
            yield [n, tuple(f"{data.names[i - 1]} = {short_text(v)}" for i, v in pairs), y]


def _table(rows: Iterable[Sequence[object]]) -> str:
    cells = ("".join(f"<td>{_text(cell)}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def _text(value: Any) -> str:
    """Return a value as HTML: numbers exact, of many the first, names cut where they are long."""
    if isinstance(value, Tightest):
        return f"{_text(value.left)} and {_text(value.right)}, t = {value.t}"
    if isinstance(value, (tuple, list)):
        more = f", … ({len(value):,} in all)" if len(value) > _MOST_LISTED else ""
        return ", ".join(map(_text, value[:_MOST_LISTED])) + more
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        text = short_text(value)
        return typeset(f"{text} ≈ {rounded_text(value, 5)}" if "/" in text else text)
    words = {None: "—", True: "yes", False: "no"}
    return escaped(fitted(words.get(value) or in_one_line(value), _WIDEST))
