"""Measured figures, and packed ints of real runs, of the page on speed."""

from __future__ import annotations

from _tools.measured import Figures
from _tools.speed_pictures import (
    Search,
    Steps,
    draw_blocks,
    draw_gram_row,
    draw_growth,
    draw_signs,
)

from perceptron_ref import example, pla
from perceptron_ref.exact.costs import BLOCK, PERIOD, WIDE
from perceptron_ref.exact.packed import MOST_BYTES
from perceptron_ref.exact.scores import AHEAD

figures = Figures()
reached, aims = figures.reached()
steps = Steps(pla(example("and")), 12)
search = Search(pla(example("separable", N=1000, d=5, seed=3, margin=5)))

look_every, ahead, wide, block = PERIOD, f"{AHEAD:,}", WIDE, BLOCK
megabytes = MOST_BYTES >> 20


def signs() -> str:
    """Return the picture of margins in the lanes of one int."""
    return draw_signs(steps)


def blocks() -> str:
    """Return the picture of columns, and of a search by blocks."""
    return draw_blocks(steps, search)


def gram_row() -> str:
    """Return the picture of an update without weights."""
    return draw_gram_row(steps)


def everything() -> str:
    """Return every figure, with its spread and answer."""
    return figures.beside(*dict.fromkeys(group for group, _ in figures.cases))


def growth(family: int) -> str:
    """Return the picture of what grows in a family."""
    return draw_growth(figures.growth[family])


def what_grows(family: int) -> str:
    """Return what grows in a family, in words."""
    told = figures.growth[family]
    return f"*{told['name'][0].upper()}{told['name'][1:]}.* {told['what']}"


_by_N, _, _by_margin, *_ = figures.growth
_first, _last = _by_N["points"][0], _by_N["points"][-1]
more_examples = f"{_last['value'] / _first['value']:.0f}"
more_updates = f"{_last['updates'] / _first['updates']:.1f}"
bound_exponent = f"{_by_margin['bound_exponent']:.1f}"
updates_exponent = f"{_by_margin['updates_exponent']:.1f}"
