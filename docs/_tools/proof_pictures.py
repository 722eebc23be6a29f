"""The convergence proof in four pictures of one run, with a frame for every t = 0, ..., T.

Grey is where no run from w_0 = 0 can be.
"""

from __future__ import annotations

from fractions import Fraction
from math import acos, degrees
from typing import NamedTuple

from perceptron_ref.drawing.axes import Axis, Ticks, frame
from perceptron_ref.drawing.caption import WIDTH
from perceptron_ref.drawing.plane import LEFT, RIGHT
from perceptron_ref.drawing.svg import (
    circles,
    decimal,
    marked,
    path,
    plain,
    polyline,
    rectangle,
    text,
)
from perceptron_ref.drawing.update import _arrow
from perceptron_ref.drawing.words import equals
from perceptron_ref.exact.roots import root
from perceptron_ref.vectors import dot, squared_norm

from .stepped import stepped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from perceptron_ref.drawing import Picture
    from perceptron_ref.theory.proof import Proof

_TOP, _BOTTOM, _NAME = 28, 322, 44  # pixels: of the axes, and below them for ticks and names
_EDGE = 20  # pixels left of an axis without ticks
_ANGLE = 40  # pixels from the origin to the arc of the angle
_SQUARES = 40  # points of the curve of a square root, closer to each other where it bends


class Course:
    """A run from w_0 = 0 beside w_f, as the pictures measure it.

    T, rho, R, R2: the lecture's. bound: R^2/rho^2. along: w_f . w_t / |w_f| for t = 0, ..., T.
    squares, lengths: |w_t|^2 and |w_t|. Roots have 64 bits or more. ValueError for a run without an
    update, from elsewhere or with another step than 1, and for w_f that does not separate.

    >>> from perceptron_ref import example, pla
    >>> from perceptron_ref.theory.proof import Proof
    >>> course = Course(Proof(pla(example("hadamard", k=2))))
    >>> *map(int, (course.bound, course.rho, course.R, course.along[3], course.squares[3])),
    (4, 1, 2, 3, 12)
    """

    def __init__(self, proof: Proof) -> None:
        run, w_f = proof.run, proof.separator
        if not proof.T or any(run.w0) or run.eta != 1 or not w_f.separates:
            raise ValueError("expected updates from w_0 = 0 with step 1, and w_f that separates")
        self.T, self.bound, self.R2 = proof.T, w_f.bound, w_f.R2
        self.rho, self.R = root(w_f.rho2), root(w_f.R2)
        length_f, unit = root(squared_norm(proof.w_f)), proof.units["w"]
        self.along = [unit * dot(proof.w_f, w) / length_f for w in proof.weights]
        self.squares = [unit**2 * squared_norm(w) for w in proof.weights]
        self.lengths = list(map(root, self.squares))

    def beside(self, t: int) -> Fraction:
        """Return how far the tip of w_t is from the axis along w_f."""
        return _leg(self.squares[t], self.along[t])


class _Frame(NamedTuple):
    """A frame: what is drawn, what happened, and the description of the faint path that stays."""

    drawn: Sequence[str]
    said: str
    faint: str = ""


def draw_advance(course: Course) -> Picture:
    """Return an SVG of the way along w_f, an update a row: each goes at least rho further.
    Lecture 2: L2.9

    >>> from perceptron_ref import example, pla
    >>> from perceptron_ref.theory.proof import Proof
    >>> picture = draw_advance(Course(Proof(pla(example("and")))))
    >>> "After T = 18 it has come 5.34 far, at least T rho = 4.37." in picture
    True
    """
    T, along, rho = course.T, course.along, course.rho
    across = Axis(Fraction(0), along[T] * Fraction(15, 14), _EDGE, RIGHT)
    rows = Axis(Fraction(0), Fraction(13 * T, 12), _TOP, _BOTTOM)
    frames = [_start(_at_tip(_EDGE, _BOTTOM))]
    for t in range(1, T + 1):
        before, x, y = across.at(along[t - 1]), across.at(along[t]), rows.at(t)
        sure = rectangle(before, y - 4, across.at(rho) - across.start, 8, "bar")
        drawn = [
            path(f"M{decimal(x)} {decimal(y)}V{_BOTTOM}", "before"),
            _at_tip(x, _BOTTOM),
            sure + _arrow((before, y), (x, y), "line"),
            text(x + 8, y + 5, marked("≥ ρ")),
        ]
        made = f"After {t} update{'s' * (t > 1)}"
        said = f"{made} w_t reaches {_about(along[t])} along w_f, at least {_about(t * rho)}."
        step = polyline([(before, rows.at(t - 1)), (before, y), (x, y)])
        frames.append(_Frame(drawn, said, step))
    edge = polyline([(_EDGE, _TOP), (across.at(T * rho), rows.at(T))])
    behind = [
        *_multiples(across, rho, along[T]),
        path(f"{edge}V{_BOTTOM}H{_EDGE}z", "barred") + path(edge, "before"),
        text(_EDGE + 8, _BOTTOM - 10, marked("< t ρ")),
        *_axis_along_w_f(_BOTTOM),
    ]
    description = (
        f"Each update takes w_t at least rho = {_about(rho)} further along w_f. After T = {T} it "
        f"has come {_about(along[T])} far, at least T rho = {_about(T * rho)}."
    )
    return _picture("How far w_t reaches along w_f", description, behind, frames)


def _multiples(across: Axis, rho: Fraction, end: Fraction) -> list[str]:
    """Return ticks at multiples of rho."""
    ks = Ticks(Fraction(0), end / rho, 5, whole=True).values
    lines = "".join(f"M{decimal(across.at(k * rho))} {_TOP}V{_BOTTOM}" for k in ks)
    names = [
        text(across.at(k * rho), _BOTTOM + 18, plain(f"{k} ρ" if k else "0"), anchor="middle")
        for k in ks
    ]
    return [path(lines, "grid"), '<g class="tick">', *names, "</g>"]


def draw_growth(course: Course) -> Picture:
    """Return an SVG of |w_t|^2 over t: an update adds at most R^2.     Lecture 2: L2.10

    >>> from perceptron_ref import example, pla
    >>> from perceptron_ref.theory.proof import Proof
    >>> picture = draw_growth(Course(Proof(pla(example("and")))))
    >>> "After T = 18 |w_T|^2 = 29, at most T R^2 = 54." in picture
    True
    """
    T, squares, R2 = course.T, course.squares, course.R2
    across = Axis(Fraction(0), Fraction(T), LEFT, RIGHT, whole=True)
    up = Axis(Fraction(0), T * R2, _BOTTOM, _TOP)
    frames = [_start(_at_tip(LEFT, _BOTTOM))]
    for t in range(1, T + 1):
        x, y, least, most = (
            across.at(t),
            *map(up.at, (squares[t], squares[t - 1], squares[t - 1] + R2)),
        )
        came = polyline([(across.at(t - 1), least), (x, y)])
        room = f"M{decimal(x - 4)} {decimal(most)}h8m-4 0V{decimal(least)}m-4 0h8"
        drawn = [
            path(room, "thin") + path(came, "line"),
            _at_tip(x, y),
            text(x, most - 5, marked("R²"), anchor="middle"),
        ]
        said = f"Its squared length is {_number(squares[t])}, at most t R² = {_number(t * R2)}."
        frames.append(_Frame(drawn, said, came))
    bound, half = polyline([(LEFT, _BOTTOM), (RIGHT, _TOP)]), Fraction(T, 2)
    behind = [
        path(f"{bound}H{LEFT}z", "barred"),
        *frame(across, up, WIDTH, marked("t"), marked("|w_t|²")),
        path(bound, "before"),
        text(across.at(half) - 10, up.at(half * R2) - 4, marked("t R²"), anchor="end"),
    ]
    description = (
        f"Each update adds at most R^2 = {_number(R2)}. After T = {T} "
        f"|w_T|^2 = {_number(squares[T])}, at most T R^2 = {_number(T * R2)}."
    )
    return _picture("The squared length of w_t over t", description, behind, frames)


def draw_angle(course: Course, title: str = "The angle between w_f and w_t") -> Picture:
    """Return an SVG of w_t in the plane that it spans with w_f, which lies along the lower edge.

    Its tip is right of t rho and within the circle of radius sqrt(t) R, so the angle closes: the
    thin line is the largest one left.
    Lengths and angles are true.     Lecture 2: L2.11

    >>> from perceptron_ref import example, pla
    >>> from perceptron_ref.theory.proof import Proof
    >>> picture = draw_angle(Course(Proof(pla(example("and")))))
    >>> "After T = 18 the angle is 7.8 degrees, at most 53.6." in picture
    True
    """
    T, rho, R2 = course.T, course.rho, course.R2
    unit = (RIGHT - _EDGE - 26) / (root(T) * course.R)
    highest = [_leg(t * R2, t * rho) for t in range(T + 1)]
    foot = _TOP + 28 + int(unit * max(highest))

    def at(along: Fraction, beside: Fraction) -> tuple[Fraction, Fraction]:
        return _EDGE + unit * along, foot - unit * beside

    whole = f"M{_EDGE} {_TOP}H{RIGHT}V{foot}H{_EDGE}z"
    frames = [_start(path(whole, "barred"), _at_tip(_EDGE, foot))]
    for t in range(1, T + 1):
        tip, corner, end = (
            at(course.along[t], course.beside(t)),
            at(t * rho, highest[t]),
            root(t * R2),
        )
        (x, y), r, right = map(decimal, corner), decimal(unit * end), at(end, Fraction(0))[0]
        arc = f"M{decimal(right)} {foot}A{r} {r} 0 0 0 {x} {y}"
        turn = _ANGLE / (unit * course.lengths[t])
        turned = " ".join(map(decimal, at(turn * course.along[t], turn * course.beside(t))))
        angle, most = _angles(course, t)
        angle_arc = f"M{_EDGE + _ANGLE} {foot}A{_ANGLE} {_ANGLE} 0 0 0 {turned}"
        drawn = [
            path(f"{whole}{arc}V{foot}z", "barred") + path(f"{arc}V{foot}", "before"),
            path(f"M{_EDGE} {foot}L{x} {y}{angle_arc}", "thin"),
            text(corner[0] + 4, corner[1] - 6, plain(f"at most {most}°")),
            text(corner[0], foot + 18, marked("t ρ"), anchor="middle"),
            text(right, foot + 18, marked("√t R"), anchor="middle"),
            _arrow(at(Fraction(0), Fraction(0)), tip, "line"),
            text(tip[0] + 6, tip[1] - 6, marked("w_t")),
        ]
        said = f"The angle between w_f and w_t is {angle}°, at most {most}°."
        frames.append(_Frame(drawn, said, polyline([(_EDGE, foot), tip])))
    description = (
        "w_t is an arrow of true length beside w_f, at its true angle. "
        "After T = {} the angle is {} degrees, at most {}.".format(T, *_angles(course, T))
    )
    return _picture(title, description, _axis_along_w_f(foot), frames, foot)


def draw_room(course: Course) -> Picture:
    """Return an SVG of t rho and sqrt(t) R, between which a run stays: they meet at R^2/rho^2.
    Lecture 2: L2.12

    >>> from perceptron_ref import example, pla
    >>> from perceptron_ref.theory.proof import Proof
    >>> picture = draw_room(Course(Proof(pla(example("and")))))
    >>> "18 of at most 51 updates are made." in picture
    True
    """
    T, rho, R, bound = course.T, course.rho, course.R, course.bound
    last = bound * Fraction(21, 20)
    across = Axis(Fraction(0), last, LEFT, RIGHT, whole=True)
    up = Axis(Fraction(0), last * rho, _BOTTOM, _TOP)

    def at(t: Fraction | int, length: Fraction) -> tuple[Fraction, Fraction]:
        return across.at(t), up.at(length)

    frames = [_start(_at_tip(LEFT, _BOTTOM))]
    for t in range(1, T + 1):
        sides = [
            [at(s, values[s]) for s in (t - 1, t)] for values in (course.along, course.lengths)
        ]
        drawn = [
            path(polyline([at(t, t * rho), at(t, root(t) * R)]), "line"),
            *(_at_tip(*now) for _, now in sides),
        ]
        said = f"{t} of at most {_number(bound)} updates are made."
        frames.append(_Frame(drawn, said, "".join(map(polyline, sides))))
    ts = [bound * k * k / _SQUARES**2 for k in range(_SQUARES + 1)]
    curve = polyline(at(t, root(t) * R) for t in ts)
    end, third, half = at(bound, bound * rho), bound / 3, bound / 2
    line = polyline([(LEFT, _BOTTOM), end])
    behind = [
        path(f"{curve}L{RIGHT} {_TOP}H{LEFT}z{line}L{RIGHT} {_TOP}V{_BOTTOM}z", "barred"),
        *frame(across, up, WIDTH, marked("t"), plain("length")),
        path(f"{curve}{line}V{_BOTTOM}", "before") + path(circles([end], 8), "ring"),
        text(across.at(third) - 6, up.at(root(third) * R) - 12, marked("√t R"), anchor="end"),
        text(across.at(half) + 8, up.at(half * rho) + 16, marked("t ρ")),
        text(end[0] - 8, _BOTTOM - 12, marked(f"R²/ρ²{equals(bound)}"), anchor="end"),
    ]
    description = (
        f"The two meet at t = R^2/rho^2 = {_number(bound)}. The run stays between them and ends at "
        f"T = {T}."
    )
    return _picture("t rho and sqrt(t) R over t", description, behind, frames)


def _picture(
    title: str,
    description: str,
    behind: Sequence[str],
    frames: Sequence[_Frame],
    bottom: int = _BOTTOM,
) -> Picture:
    faint = [f'<path d="{frame.faint}"/>' if frame.faint else "" for frame in frames[:-1]]
    return stepped(
        WIDTH,
        bottom + _NAME,
        title,
        description,
        behind,
        [(frame.drawn, frame.said) for frame in frames],
        faint=faint,
    )


def _start(*drawn: str) -> _Frame:
    return _Frame(drawn, "Before the first update w_t = 0.")


def _axis_along_w_f(foot: int) -> list[str]:
    axis = _arrow((Fraction(_EDGE), Fraction(foot)), (Fraction(RIGHT), Fraction(foot)), "zero")
    return [axis, text(RIGHT, foot + 36, marked("w_f"), anchor="end")]


def _at_tip(x: Fraction | int, y: Fraction | int) -> str:
    return path(circles([(x, y)], 4), "tip")


def _leg(square: Fraction, other: Fraction) -> Fraction:
    """Return the second leg of a right triangle, from the square of its longest side and a leg,
    which may be rounded.
    """
    return root(max(Fraction(0), square - other**2))


def _angles(course: Course, t: int) -> tuple[str, str]:
    """Return the angle after t updates and what it can be at most, in degrees."""
    cosines = course.along[t] / course.lengths[t], root(t / course.bound)
    angle, most = (f"{degrees(acos(min(1.0, float(cosine)))):.1f}" for cosine in cosines)
    return angle, most


def _about(q: Fraction) -> str:
    return decimal(q, 2)


def _number(q: Fraction) -> str:
    """Return a number for a sentence.

    >>> _number(Fraction(5100)), _number(Fraction(1, 3))
    ('5,100', 'about 0.33')
    """
    return f"{int(q):,}" if q.denominator == 1 else f"about {_about(q)}"
