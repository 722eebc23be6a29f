"""What the page on the guarantee shows and says beyond the package's own statements: the proof in
pictures, the bound from another start, sets that attain it, and sets on which PLA is slow.
"""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from math import acos, degrees
from xml.etree import ElementTree

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "docs"))
from _tools import proof_pictures  # noqa: E402
from _tools.proof_pictures import Course  # noqa: E402

from perceptron_ref import Dataset, dot, example, pla, squared_norm, strategies  # noqa: E402
from perceptron_ref.theory.proof import Proof  # noqa: E402
from perceptron_ref.theory.separability import separability  # noqa: E402

DRAWN = [
    proof_pictures.draw_advance,
    proof_pictures.draw_growth,
    proof_pictures.draw_angle,
    proof_pictures.draw_room,
]


@pytest.mark.parametrize("draw", DRAWN)
@pytest.mark.parametrize("name", ["and", "credit-2d", "hadamard"])
def test_a_picture_of_the_proof_has_a_frame_for_every_t(draw, name):
    """Frames from t = 0 to T, each with its sentence, from t = 1 on; in words and colours of the
    page.
    """
    course = Course(Proof(pla(example(name))))
    svg = draw(course)
    said = re.findall(r'class="(?:f|last)"[^>]* data-said="([^"]+)"', svg)
    assert len(said) == len(set(said)) == course.T + 1
    assert all(sentence.endswith(".") for sentence in said)
    assert 'data-start="1"' in svg
    assert "fill=" not in svg and "stroke=" not in svg and 'style="fill' not in svg
    root = ElementTree.fromstring(svg)
    description = root.find("{http://www.w3.org/2000/svg}desc").text
    assert f"T = {course.T}" in description and description.endswith(".")


def test_a_course_is_measured_along_w_f():
    """Of the logical and: w_f . w_t / |w_f| and |w_t|^2, and how far the tip is from the axis."""
    run, w_f = pla(example("and")), (-3, 2, 2)
    course = Course(Proof(run, w_f))
    for t, _, _, w in run.replay():
        product, square = dot(w_f, w), squared_norm(w)
        assert float(course.along[t + 1]) == pytest.approx(float(product) / 17**0.5)
        assert course.squares[t + 1] == square
        assert float(course.beside(t + 1)) ** 2 == pytest.approx(float(square - product**2 / 17))
    assert (course.bound, course.R2) == (51, 3)


def test_the_arrow_ends_where_the_angle_says():
    """At t = 1 of the logical and w_1 = (-1, 0, 0), so the tip is 3 / sqrt(17) along w_f."""
    svg = proof_pictures.draw_angle(Course(Proof(pla(example("and")))))
    frame = svg[svg.index('style="--i:0"') : svg.index('style="--i:1"')]
    corner, tip = re.search(r'class="line" d="M([\d.]+ [\d.]+)L([\d.]+ [\d.]+)"', frame).groups()
    (a, b), (x, y) = (map(float, place.split()) for place in (corner, tip))
    assert (x - a) / ((x - a) ** 2 + (b - y) ** 2) ** 0.5 == pytest.approx(3 / 17**0.5, abs=0.01)


def test_the_largest_angle_left_is_named_and_falls():
    """It is the angle of the thin line: its cosine is sqrt(t / 51) on the logical and."""
    svg = proof_pictures.draw_angle(Course(Proof(pla(example("and")))))
    named = [float(angle) for angle in re.findall(r">at most ([\d.]+)&#176;<", svg)]
    assert len(named) == 18 and named == sorted(named, reverse=True)
    assert named == [pytest.approx(degrees(acos((t / 51) ** 0.5)), abs=0.06) for t in range(1, 19)]


@pytest.mark.parametrize(
    ("run", "w_f"),
    [
        (pla(Dataset([[1]], [-1]), sign_of_zero=-1), [-1, 0]),
        (pla(example("and"), w0=[1, 0, 0]), None),
        (pla(example("and"), eta=2), None),
        (pla(example("and")), [1, 1, 1]),
        (pla(example("xor"), max_updates=9), None),
    ],
)
def test_the_pictures_are_of_what_the_proof_is_about(run, w_f):
    """An update at least, w_0 = 0, step 1, and w_f that separates."""
    with pytest.raises(ValueError, match="expected updates from w_0 = 0"):
        Course(Proof(run, w_f))


@pytest.mark.parametrize("name", ["or", "and", "credit-2d", "spam", "iris-setosa"])
@pytest.mark.parametrize("eta", [Fraction(1, 10), 1, 7])
@pytest.mark.parametrize("size", [0, 1, -3, 40])
def test_from_any_start_t_has_a_bound(name, eta, size):
    """T <= R^2/rho^2 + 2 |w_0| / (eta rho), compared as squares."""
    D = example(name)
    run, best = pla(D, w0=[size] * (1 + D.d), eta=eta), separability(D)
    assert run.status == "converged"
    beyond = run.updates - best.bound
    assert beyond <= 0 or beyond**2 <= 4 * squared_norm(run.w0) / (eta**2 * best.rho2)


def test_from_another_start_the_bound_from_0_does_not_hold():
    """So what is added to it is needed."""
    D = example("and")
    assert pla(D, w0=[50, 50, 50]).updates == 73 > separability(D).bound


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("d", [1, 2, 3, 4, 5])
def test_no_order_is_faster_on_powers(d, seed):
    """T = w_f . w_T with w_f = (0, 1, 2, 4, ...), and at least 2^(2d-1)."""
    run = pla(example("powers", d=d), f"random:seed={seed}")
    assert run.updates == dot((0, *(2**k for k in range(d))), run.w) >= 2 ** (2 * d - 1)
    assert separability(run.data).bound == Fraction((d + 1) * (4**d - 1), 3)


@pytest.mark.parametrize("name", strategies())
def test_no_order_is_faster_on_pairs(name):
    """T = w_f . w_T >= |w_f|^2 = 4 m^2 + 4 m + 5 with w_f = (-2m - 1, 2)."""
    for m in (0, 1, 7, 20):
        run = pla(example("pair", m=m), name)
        assert run.updates == dot((-2 * m - 1, 2), run.w) == 4 * m**2 + 4 * m + 5


def test_orthogonal_examples_attain_the_bound_only_if_equally_long():
    """(1, 1, 0) and (1, -1, 5) need two updates, where the bound is 27 (1/2 + 1/27)."""
    D = Dataset([[1, 0], [-1, 5]], [1, 1])
    assert dot(*D.xs) == 0
    assert (pla(D).updates, separability(D).bound) == (2, Fraction(29, 2))
    equal = Dataset([[1, 0], [-1, 0]], [1, -1])
    assert dot(*equal.xs) == 0
    assert pla(equal).updates == separability(equal).bound == 2


def test_only_the_ratio_of_r_to_rho_counts():
    """All x_n ten times as long, x_0 with them: the same run, the same bound."""
    D = example("and")
    longer = Dataset([[10 * x_i for x_i in x[1:]] for x in D.xs], D.ys).with_x0(10)
    assert pla(longer).n == pla(D).n
    assert separability(longer).bound == separability(D).bound
