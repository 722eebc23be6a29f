"""Pictures with frames for the step controls of a page, made from parts of the package.

`perceptron_ref.drawing.frames` explains frames. Without a script the last frame is visible, with a
faint trail of the earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from perceptron_ref import Dataset, Hypothesis
from perceptron_ref.drawing import Picture
from perceptron_ref.drawing.caption import (
    describe_examples,
    indices_of_mistakes,
    label_legend_items,
    make_captioned_picture,
)
from perceptron_ref.drawing.frames import (
    BELOW_HEADING,
    Frame,
    draw_heading_lines,
    draw_plane_with_frames,
)
from perceptron_ref.drawing.plane import Plane
from perceptron_ref.drawing.svg import WIDTH
from perceptron_ref.drawing.typography import math_svg, plain_svg, text_width

_ROOM = WIDTH - 28  # pixels of a line of words


class Step(NamedTuple):
    """A frame of `lines`.

    Attributes:
        w: the weights w_0, w_1, ..., as ints, Fractions or strings.
        ring: the example that gets a ring, if any.
        words: one or two short lines above the plane; a subscript is written w_t or w_{t+1}.
        dashed: the weights of a second line, dashed, if any.
        said: a sentence for the live line, with subscripts written in the same way; by default the
            words.
    """

    w: Sequence[int | str | Fraction]
    ring: int | None = None
    words: Sequence[str] = ()
    dashed: Sequence[int | str | Fraction] | None = None
    said: str = ""


def lines(
    data: Dataset,
    steps: Iterable[Step],
    title: str,
    description: str,
    *,
    boxes: bool = False,
    ring: str = "to be corrected",
    dashed: str = "the line before",
) -> Picture:
    """Return an SVG of the examples in which each step has its line, ring and words.

    Args:
        data: examples of one or two features.
        steps: the frames.
        title: the title, for readers who cannot see the picture.
        description: a sentence for them, which follows one on the examples.
        boxes: whether the mistakes of each step stand in squares.
        ring: the meaning of the ring, for the legend.
        dashed: that of the dashed line.

    Raises:
        ValueError: if words are wider than the picture.

    >>> from perceptron_ref import example
    >>> first = Step([-1, 0, 0], ring=1, words=["w_1 = (-1, 0, 0)"])
    >>> second = Step([0, "0", Fraction(1)], dashed=first.w, said="Update 1 corrects example 1.")
    >>> picture = lines(example("or"), [first, second], "Two lines", "The second is better.")
    >>> picture
    <Picture 440 x 454: Two lines>
    >>> 'data-said="w_1 = (-1, 0, 0)."' in picture, picture.count('class="before"')
    (True, 2)
    """
    steps, plane = list(steps), Plane(data, BELOW_HEADING)
    frames = []
    for step in steps:
        h = Hypothesis(step.w, x0=data.x0)
        for line in step.words:
            if text_width(math_svg(line)) > _ROOM:
                raise ValueError(f"wider than the picture: {line!r}")
        before = None if step.dashed is None else Hypothesis(step.dashed).w
        shapes = plane.draw_line(
            h.w, step.ring, indices_of_mistakes(h, data) if boxes else (), before
        )
        said = step.said or ", ".join(step.words) + "." * bool(step.words)
        words = draw_heading_lines(*map(math_svg, step.words))
        frames.append(Frame(shapes + words, said, plane.draw_trail_line(h.w)))
    items = [*label_legend_items(data), ("side", math_svg("h(x) = +1"))]
    items += [("ring", math_svg(ring))] * any(step.ring is not None for step in steps)
    items += [("before", math_svg(dashed))] * any(step.dashed is not None for step in steps)
    items += [("mistake", plain_svg("mistake"))] * any('class="mistake"' in f.svg for f in frames)
    sentences = [describe_examples(data), description]
    return make_captioned_picture(
        title, sentences, draw_plane_with_frames(plane, frames), plane.caption_top, items
    )
