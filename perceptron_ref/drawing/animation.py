"""An animation of a run: the lines of w_0, w_1, ..., and of the result.     Lecture 2: L2.5"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..exact.common_denominator import multiply_by_unit
from ..pocket import PocketRun
from ..run import Run
from .caption import (
    describe_examples,
    describe_mistakes,
    indices_of_mistakes,
    label_legend_items,
    make_captioned_picture,
    not_converged_warning,
    sentences_about_scaling,
)
from .data_pictures import draw_data
from .frames import PLANE_TOP, Frame, animation_css, render_heading_lines, render_plane_with_frames
from .picture import Picture
from .plane import Plane
from .svg import WIDTH
from .typography import format_vector, math_svg, plain_svg, shorten_to_width, translate

_MAX_LINES = 48  # in one animation


def draw_run(run: Run, *, still: bool = False) -> Picture:
    """Return an SVG in which the line of w_t moves, update by update.     Lecture 2: L2.5, L2.7

    The animation begins with the first visible line (zero weights define none), and ends with the
    line of the result, which for Pocket is the line in the pocket. A ring marks x_n(t), the mistake
    that update t corrects. For a long run, fewer lines are drawn as t grows. Without motion (in
    print, if the reader prefers it, and in most programs other than browsers), the last line is
    visible, and the earlier lines are faint. The animation pauses under the pointer, or with the
    keyboard focus.

    Args:
        run: A run of PLA or Pocket. With three features or more, the picture is that of
            `draw_margins`.
        still: Draw only the result, as `draw_data` does.

    >>> from perceptron_ref import example, pla
    >>> picture = draw_run(pla(example("and")))
    >>> picture.count('class="f"'), "prefers-reduced-motion" in picture
    (18, True)
    """
    data, T = run.data, run.updates
    if still or data.d > 2:
        return draw_data(data, run.hypothesis, not_converged_warning(run))
    plane = Plane(data, PLANE_TOP)
    ts = choose_ts_to_draw(T, _MAX_LINES)
    mistakes = indices_of_mistakes(run.hypothesis, data)
    frames = list(_make_frames(run, ts, plane, mistakes))
    legend_items = [
        *label_legend_items(data),
        ("side", math_svg("h(x) = +1")),
        ("ring", plain_svg("next")),
    ]
    legend_items += [("mistake", plain_svg("mistake of the last line"))] * bool(mistakes)
    note = f"{len(ts)} of the {T + 1} lines are shown, fewer as t grows." * (len(ts) <= T)
    algorithm = "Pocket" if isinstance(run, PocketRun) else "PLA"
    description = [
        describe_examples(data),
        f"{algorithm}, visiting order {run.strategy}, from w_0 = {format_vector(run.w0)}: "
        f"{'converged after ' * (run.status == 'converged')}T = {T} updates.",
        f"w = {format_vector(run.w)}: {describe_mistakes(len(mistakes), data.N)}.",
    ]
    body = render_plane_with_frames(plane, frames)
    motion_css = animation_css(frames) if len(frames) > 1 else ""
    title = "The line of w_t, update by update"
    sentences = [note, *sentences_about_scaling(data), not_converged_warning(run)]
    return make_captioned_picture(
        title, description, body, plane.caption_top, legend_items, sentences, motion_css
    )


def choose_ts_to_draw(T: int, max_count: int) -> list[int]:
    """Return 0, ..., T, or at most `max_count` of these t, with steps that grow.

    Steps grow in proportion to t, because later updates change the line less and less. The last
    step, which ends at T, may be shorter.

    Args:
        T: The last t.
        max_count: The largest number of t, at least 3.

    >>> choose_ts_to_draw(5, 8), choose_ts_to_draw(1000, 10)
    ([0, 1, 2, 3, 4, 5], [0, 1, 3, 7, 16, 37, 85, 194, 443, 1000])
    """
    ts, percent = list(range(T + 1)), 100
    while len(ts) > max_count:
        percent += 1
        ts = [0]
        while ts[-1] < T:
            ts.append(min(T, max(ts[-1] + 1, -(-ts[-1] * percent // 100))))
    return ts


def _make_frames(
    run: Run, ts: Sequence[int], plane: Plane, mistakes: Sequence[int]
) -> Iterator[Frame]:
    """Yield a frame for each of `ts`, and a last frame for the pocket if it does not hold w_T."""

    def make_frame(
        name: str,
        w: Sequence[Fraction],
        heading: str,
        sentence_end: str = "",
        ringed_example: int | None = None,
    ) -> Frame:
        sentence_end = sentence_end or heading
        no_line_reason = plane.no_line_reason(w)
        reason = f"; {no_line_reason}" if no_line_reason else ""
        equation = f"{name} = {format_vector(w)}"
        boxed_examples = mistakes if ringed_example is None and w == run.w else ()
        heading_lines = [
            math_svg(shorten_to_width(translate(line), WIDTH - 28))
            for line in (equation, heading + reason)
        ]
        sentence = f"{equation}. {sentence_end[0].upper()}{sentence_end[1:]}{reason}."
        svg = plane.render_line(w, ringed_example, boxed_examples) + render_heading_lines(
            *heading_lines
        )
        return Frame(svg, sentence, plane.render_trail_line(w))

    ts_to_draw, N = set(ts), run.data.N
    for t, n, w, _ in run.replay_in_ints():
        if t in ts_to_draw:
            heading, sentence_end = f"next: n({t}) = {n}", f"next: example {n}"
            yield make_frame(f"t = {t}: w", multiply_by_unit(w, run.unit), heading, sentence_end, n)
    label = f"t = {run.updates}: w"
    if isinstance(run, PocketRun) and run.w != run.w_last:
        yield make_frame(label, run.w_last, describe_mistakes(run.mistakes_last, N))
        label = "in the pocket: w"
    yield make_frame(label, run.w, describe_mistakes(run.mistakes, N))
