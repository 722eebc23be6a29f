"""The forms of objects in a notebook: a picture where there is one to draw, and tables.

Work and size are bounded: of large sets a part is shown, and how large the whole is.
"""

from __future__ import annotations

from fractions import Fraction
from html import escape

from ..dataset import Dataset
from ..exact.labels import word_for
from ..exact.rationals import in_digits, shortened
from ..exact.sparse import SparseVector
from ..exact.values import as_ints
from ..hypothesis import Hypothesis
from ..pocket import PocketRun
from ..run import Run
from ..theory.bias import BiasRun
from ..theory.derivation import Derivation, Verdict
from ..theory.optimum import Optimum
from ..theory.separability import NotSeparable, Separable, Undecided
from ..variants import as_given
from .animation import draw_run
from .caption import of_x_0, unfinished
from .controls import HIGH
from .picture import Picture
from .still import draw_data
from .svg import DARK, LIGHT, escaped
from .words import fitted, typeset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    Row = Sequence[str]
    Parts = Iterator["str | Picture"]

__all__ = ["forms"]

_MOST_DRAWN = 5_000  # examples
_MOST_ROWS, _MOST_COLUMNS = 10, 8
_MOST_WEIGHTS = 20
_WIDEST = 220  # pixels of a name
_MOST_LISTED = 30  # indices

# how Jupyter, VS Code and Colab say that they are light or dark
_THEMES = {
    "light": "[data-jp-theme-light=true],.vscode-light,html[theme=light]",
    "dark": "[data-jp-theme-light=false],.vscode-dark,html[theme=dark]",
}


def forms(value: object) -> dict[str, str]:
    """Return what a notebook shows of one of the package's objects, by MIME types.

    >>> from perceptron_ref import example
    >>> sorted(forms(example("credit"))), sorted(forms(example("or")))
    (['text/html', 'text/plain'], ['image/svg+xml', 'text/html', 'text/plain'])
    """
    parts = next(list(make(value)) for kind, make in _MAKERS if isinstance(value, kind))
    found = {"text/plain": repr(value)}
    html = "".join([_inline(part) if isinstance(part, Picture) else part for part in parts])
    found["text/html"] = f'<div class="perceptron-shown">{_STYLE}{html}</div>'
    for part in parts:
        if isinstance(part, Picture):
            found["image/svg+xml"] = str(part)
    return found


def _inline(picture: Picture) -> str:
    """Return the picture's HTML; where it has a script, as a page in the page of its own."""
    if not picture.has_controls:
        return str(picture)
    width, height = picture.size
    room = f"border:0;width:{width}px;max-width:100%;height:{height + HIGH * width // 440 + 1}px"
    page = escape(f'<!doctype html><body style="margin:0"><script>{_AS_AROUND}</script>{picture}')
    return f'<iframe title="{escape(picture.name)}" style="{room}" srcdoc="{page}"></iframe>'


def _setting(colours: dict[str, str]) -> str:
    return ";".join(f"--perceptron-{colour}:{value}" for colour, value in colours.items())


def _of_theme(name: str, colours: dict[str, str]) -> str:
    """Return the CSS that gives pictures the colours where the notebook says that it is so."""
    to = _setting(colours)
    places = ",".join(f"{place} .perceptron-shown" for place in _THEMES[name].split(","))
    return f"{places}{{{to}}}"


_STYLE = (
    f"<style>{_of_theme('light', LIGHT)}{_of_theme('dark', DARK)}"
    ".perceptron-shown table{margin:.5em 0}.perceptron-shown p{margin:.3em 0}"
    ".perceptron-shown td,.perceptron-shown th{padding:.1em .6em;text-align:left}</style>"
)

# a page in the page asks the one around it, if it may
_AS_AROUND = (
    "try{"
    + "".join(
        f"if(parent.document.querySelector('{_THEMES[name]}'))"
        f"document.documentElement.style.cssText='{_setting(colours)}';"
        for name, colours in (("light", LIGHT), ("dark", DARK))
    )
    + "}catch(e){}"
)


def _picture(picture: Picture) -> Parts:
    yield picture


def _dataset(data: Dataset) -> Parts:
    """Yield the set: its size and labels, its picture, its first examples."""
    counts = [f"{data.ys.count(y):,} of y = {_label(data, y)}" for y in (+1, -1)]
    size = f"N = {data.N:,} examples: {', '.join(counts)}; d = {data.d:,}"
    yield _paragraph(f"<b>Dataset</b> {size}, scale {_number(data.scale)}")
    yield from map(_paragraph, map(escaped, of_x_0(data)))
    drawn = data.d <= 2 and data.N <= _MOST_DRAWN
    if drawn:
        yield draw_data(data)
    shown = range(min(data.N, _MOST_ROWS))
    table = _examples(data, shown) + _of_all(len(shown), data.N, "examples")
    yield _folded("Examples", table) if drawn else table


def _examples(
    data: Dataset, examples: Sequence[int], more: tuple[str, Sequence[int]] | None = None
) -> str:
    """Return a table of some of the examples. more: a column in front, its name and its numbers."""
    data = as_given(data)
    head, rows = [*([more[0]] if more else []), "n"], [[str(n)] for n in examples]
    if more:
        rows = [[_number(number), *row] for number, row in zip(more[1], rows)]
    columns = range(1, 1 + min(data.d, _MOST_COLUMNS))
    note = ""
    if data.sparse_xs is not None:
        head.append("x_n, but for zeros")
        rows = [[*row, _nonzeros(data, data.sparse_xs[n])] for n, row in zip(examples, rows)]
    else:
        xs, scale = data.scaled_xs, data.scale
        head += [_named(data._name(i)) for i in columns]
        for n, row in zip(examples, rows):
            row += [_number(Fraction(xs[n][i], scale)) for i in columns]
        note = _of_all(len(columns), data.d, "features")
    rows = [[*row, _label(data, data.ys[n])] for n, row in zip(examples, rows)]
    return _table([*head, "y"], rows) + note


def _label(data: Dataset, y: int) -> str:
    sign = typeset(f"{y:+d}")
    return sign if data.labels == ("-1", "+1") else f"{sign} ({_named(word_for(y, data.labels))})"


def _nonzeros(data: Dataset, x: SparseVector) -> str:
    found = [(i, value) for i, value in zip(x.indices, x.values) if i]
    texts = [
        f"{_named(data._name(i))} = {_number(Fraction(value, data.scale))}"
        for i, value in found[:_MOST_COLUMNS]
    ]
    return ", ".join(texts) + (f", … ({len(found):,} in all)" if len(found) > len(texts) else "")


def _hypothesis(h: Hypothesis) -> Parts:
    """Yield the weights, and what h answers."""
    yield _paragraph("<b>Hypothesis</b> h(x) = sign(w · x)")
    yield _weights(h.w, lambda i: f"x{i}" if h._names is None else h._names[i - 1], h.x0)
    facts = [
        ("threshold", _number(h.threshold) if h.x0 else "none, as x_0 = 0"),
        ("sign(0)", typeset(f"{h.sign_of_zero:+d}" if h.sign_of_zero else "0")),
    ]
    if h.labels != ("-1", "+1"):
        facts += [("+1", _named(h.label(+1))), ("−1", _named(h.label(-1)))]
    yield _facts(facts)


def _run(run: Run) -> Parts:
    """Yield how the run ended, its picture, its weights."""
    kind = "Pocket" if isinstance(run, PocketRun) else "PLA"
    if isinstance(run, BiasRun):
        kind = "PLA with a bias"
    how = unfinished(run) or run.status
    yield _paragraph(f"<b>{kind}</b>, visiting order {_named(run.strategy)}: {how}")
    facts = [
        ("updates T", f"{run.updates:,}"),
        ("visits", f"{run.visits:,}"),
        ("mistakes", f"{run.mistakes:,} of {run.data.N:,}"),
    ]
    if isinstance(run, PocketRun):
        facts.append(("mistakes of w_T", f"{run.mistakes_last:,}"))
    yield _facts(facts)
    drawn = run.data.d <= 2 and run.data.N <= _MOST_DRAWN
    if drawn:
        yield draw_run(run)
    table = _weights(run.w, run.data._name, run.data.x0)
    yield _folded("Weights", table) if drawn else table


def _verdict(verdict: Verdict) -> Parts:
    yield from _derivation([verdict])


def _derivation(verdicts: Iterable[Verdict]) -> Parts:
    """Yield a row for each statement of the proof, with its sides where they come closest."""
    rows = []
    for verdict in verdicts:
        holds = {True: "holds", False: "<b>FAILS</b>", None: "—"}[verdict.holds]
        sides, at = [verdict.note and escaped(verdict.note), ""], verdict.tightest
        if at is not None:
            letter = "n" if verdict.label == "L2.8" else "t"
            closest = f"{_number(at.left)} and {_number(at.right)}, {letter} = {at.t}"
            sides = [closest, sides[0]]
        rows.append(
            [verdict.label, escaped(verdict.statement), holds, f"{verdict.checked:,}", *sides]
        )
    head = ["", "statement", "", "checked", "both sides, at their closest", ""]
    yield _table(head, rows)


def _separable(found: Separable) -> Parts:
    yield _paragraph("<b>Separable</b>: the weights of largest margin")
    yield _facts(
        [
            ("ρ²", _number(found.rho2)),
            ("R²", _number(found.R2)),
            ("R²/ρ², the most updates from w_0 = 0", _number(found.bound)),
            ("support", _indices(found.support)),
        ]
    )
    yield from _line(found.data, found.w_f)


def _not_separable(found: NotSeparable) -> Parts:
    yield _paragraph("<b>Not separable</b>: with these a_n, sum_n a_n y_n x_n = 0")
    few = found.examples[:_MOST_ROWS]
    yield _examples(found.data, few, ("a_n", found.coefficients[: len(few)]))
    yield _of_all(len(few), len(found.examples), "examples of the mixture")


def _undecided(found: Undecided) -> Parts:
    known = "separable, the largest margin unknown" if found.separable else "undecided"
    yield _paragraph(f"<b>Stopped</b>: {known}")
    yield _facts(
        [
            ("ρ² is at least", _number(found.least)),
            ("and at most", _number(found.most)),
            ("steps", f"{found.steps:,}"),
        ]
    )
    if found.w_f is not None:
        yield from _line(found.data, found.w_f)


def _optimum(found: Optimum) -> Parts:
    yield _paragraph(f"<b>Fewest mistakes</b>: {escaped(found.status)}")
    yield _facts(
        [
            ("mistakes of w", f"{found.mistakes:,} of {found.data.N:,}"),
            ("no weights make fewer than", f"{found.lower_bound:,}"),
            ("nodes", f"{found.nodes:,}"),
        ]
    )
    yield from _line(found.data, found.w)


def _line(data: Dataset, w: Sequence[int]) -> Parts:
    """Yield the picture of the weights where it can be drawn, and the weights."""
    drawn = data.d <= 2 and data.N <= _MOST_DRAWN
    if drawn:
        yield draw_data(data, Hypothesis(w, names=data._names, labels=data.labels, x0=data.x0))
    table = _weights(w, data._name, data.x0)
    yield _folded("Weights", table) if drawn else table


_MAKERS: list[tuple[type, Callable[[Any], Parts]]] = [
    (Picture, _picture),
    (Dataset, _dataset),
    (Hypothesis, _hypothesis),
    (Run, _run),
    (Derivation, _derivation),
    (Verdict, _verdict),
    (Separable, _separable),
    (NotSeparable, _not_separable),
    (Undecided, _undecided),
    (Optimum, _optimum),
]


def _weights(w: Sequence[Fraction | int], name: Callable[[int], str], x0: Fraction) -> str:
    """Return a table of w_0 and the other weights; of many the largest."""
    features, note = list(range(1, len(w))), ""
    if len(features) > _MOST_WEIGHTS:
        ints, _ = as_ints(w)
        features = sorted(features, key=lambda i: -abs(ints[i]))[:_MOST_WEIGHTS]
        nonzeros = sum(map(bool, ints[1:]))
        note = _paragraph(
            f"The {_MOST_WEIGHTS} largest of {len(w) - 1:,} weights, {nonzeros:,} of them not 0"
        )
    rows = [["w_0", "−threshold" if x0 == 1 else f"x_0 = {_number(x0)}", _number(w[0])]]
    rows += [[f"w_{i}", _named(name(i)), _number(w[i])] for i in features]
    return _table(["", "", "weight"], rows) + note


def _facts(facts: Iterable[tuple[str, str]]) -> str:
    return _table([], facts)


def _table(head: Row, rows: Iterable[Row]) -> str:
    """Return a table. head, rows: HTML."""
    lines = [f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows]
    if head:
        names = "".join(f'<th scope="col">{cell}</th>' for cell in head)
        lines.insert(0, f"<thead><tr>{names}</tr></thead>")
    return f"<table>{''.join(lines)}</table>"


def _folded(name: str, html: str) -> str:
    return f"<details><summary>{name}</summary>{html}</details>"


def _paragraph(html: str) -> str:
    return f"<p>{html}</p>"


def _of_all(shown: int, there: int, what: str) -> str:
    """Return that a part is shown, if it is."""
    return "" if shown == there else _paragraph(f"The first {shown:,} of {there:,} {what}")


def _indices(ns: Sequence[int]) -> str:
    more = f", … ({len(ns):,} in all)" if len(ns) > _MOST_LISTED else ""
    return ", ".join(map(str, ns[:_MOST_LISTED])) + more


def _number(q: Fraction | int) -> str:
    text = shortened(q)
    return typeset(f"{text} ≈ {in_digits(q, 5)}" if "/" in text else text)


def _named(name: str) -> str:
    """Return a name from a file or from a user's code, cut where it is long, as HTML."""
    return escaped(fitted(name, _WIDEST))
