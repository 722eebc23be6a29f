"""Pictures with frames, through which a reader steps.

`perceptron_ref.drawing.frames` explains frames. Without scripts a page shows the last frame, with a
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
    PLANE_TOP,
    Frame,
    render_heading_lines,
    render_plane_with_frames,
)
from perceptron_ref.drawing.plane import Plane
from perceptron_ref.drawing.svg import WIDTH, text_element
from perceptron_ref.drawing.typography import math_svg, plain_svg, text_width

TOP_WITHOUT_HEADING = 8  # the top of a plane without heading lines, in pixels

_MAX_LINE_WIDTH = WIDTH - 28  # pixels


class Step(NamedTuple):
    """A frame of `draw_lines`.

    Attributes:
        w: the weights w_0, w_1, ..., as ints, Fractions or strings.
        ring: the example that gets a ring; None for none.
        words: one or two short lines above the plane; a subscript is written w_t or w_{t+1}. May
            be empty if the page shows the sentence below the picture.
        dashed_w: the weights of a second line, which is dashed; None for none.
        sentence: a sentence for the status line, with subscripts in the same form; by default the
            words.
    """

    w: Sequence[int | str | Fraction]
    ring: int | None = None
    words: Sequence[str] = ()
    dashed_w: Sequence[int | str | Fraction] | None = None
    sentence: str = ""


def draw_lines(
    data: Dataset,
    steps: Iterable[Step],
    title: str,
    description: str,
    *,
    has_boxes: bool = False,
    has_legend: bool = True,
    ring_meaning: str = "next mistake",
    dashed_meaning: str = "line before",
) -> Picture:
    """Return a picture of the examples with a frame for each step.

    Args:
        data: examples of one or two features.
        steps: the lines, rings and words of the frames.
        title: the title of the picture, for screen readers.
        description: a sentence for screen readers; it follows a description of the examples.
        has_boxes: whether squares mark the mistakes of each step.
        has_legend: whether the picture has a legend. Without a legend each ring has its name beside
            it.
        ring_meaning: the meaning of the ring.
        dashed_meaning: the meaning of the dashed line, for the legend.

    Raises:
        ValueError: if a line of words is wider than the picture.

    >>> from perceptron_ref import example
    >>> first = Step([-1, 0, 0], ring=1, words=["w_1 = (-1, 0, 0)"])
    >>> second = Step([0, "0", Fraction(1)], dashed_w=first.w, sentence="Example 1 is corrected.")
    >>> picture = draw_lines(example("or"), [first, second], "Two lines", "The second is better.")
    >>> picture
    <Picture 440 x 454: Two lines>
    >>> 'data-said="w_1 = (-1, 0, 0)."' in picture, picture.count('class="dashed"')
    (True, 2)
    """
    steps = list(steps)
    plane = Plane(data, PLANE_TOP if any(step.words for step in steps) else TOP_WITHOUT_HEADING)
    frames = []
    for step in steps:
        h = Hypothesis(step.w, x0=data.x0)
        for line in step.words:
            if text_width(math_svg(line)) > _MAX_LINE_WIDTH:
                raise ValueError(f"wider than the picture: {line!r}")
        dashed_weights = None if step.dashed_w is None else Hypothesis(step.dashed_w).w
        shapes = plane.render_line(
            h.w, step.ring, indices_of_mistakes(h, data) if has_boxes else (), dashed_weights
        )
        if step.ring is not None and not has_legend:
            shapes += _name_of_ring(plane, step.ring, ring_meaning)
        sentence = step.sentence or ", ".join(step.words) + "." * bool(step.words)
        heading_lines = render_heading_lines(*map(math_svg, step.words))
        frames.append(Frame(shapes + heading_lines, sentence, plane.render_trail_line(h.w)))
    legend_items = [*label_legend_items(data), ("side", math_svg("h(x) = +1"))]
    legend_items += [("ring", math_svg(ring_meaning))] * any(
        step.ring is not None for step in steps
    )
    legend_items += [("dashed", math_svg(dashed_meaning))] * any(
        step.dashed_w is not None for step in steps
    )
    legend_items += [("mistake", plain_svg("mistake"))] * any(
        'class="mistake"' in f.svg for f in frames
    )
    sentences = [describe_examples(data), description]
    body = render_plane_with_frames(plane, frames)
    return make_captioned_picture(
        title, sentences, body, plane.caption_top, legend_items if has_legend else ()
    )


def _name_of_ring(plane: Plane, n: int, name: str) -> str:
    """Return the name of the ring around example n, on the side that has more room."""
    x, y = plane.positions[n]
    is_left = x < WIDTH / 2
    return text_element(
        x + 15 if is_left else x - 15, y + 5, math_svg(name), anchor="start" if is_left else "end"
    )
