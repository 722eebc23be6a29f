"""The pictures of the page on what comes after show what they say."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from html import unescape
from runpy import run_path

import pytest
from conftest import ROOT

from perceptron_ref import Dataset, example, pla
from perceptron_ref.drawing.plane import Plane

sys.path.insert(0, str(ROOT / "docs"))
from _tools import feature_map_pictures as pictures  # noqa: E402

XOR = example("xor")
WITH_PRODUCT = Dataset([[x[1], x[2], x[1] * x[2]] for x in XOR.xs], XOR.ys)


@pytest.mark.parametrize("w", [(-1, 2, 2, -5), (1, -2, -2, 5), (0, 1, -3, 2), (0, 0, 1, 0)])
def test_the_boundary_is_where_the_score_is_0(w):
    """And the side that is shaded is the positive one."""
    plane = Plane(XOR)
    w = tuple(map(Fraction, w))
    pieces = list(pictures._curves(plane, w))
    assert pieces
    for points, edge in pieces:
        for across, down in points:
            x_1 = plane.across.low + (across - plane.across.start) * plane.across.per_pixel
            x_2 = plane.up.low + (plane.up.start - down) * plane.up.per_pixel
            if abs(down) < pictures._FAR:
                assert w[0] + w[1] * x_1 + (w[2] + w[3] * x_1) * x_2 == 0
                beyond = x_2 + (1 if edge < 0 else -1)
                assert w[0] + w[1] * x_1 + (w[2] + w[3] * x_1) * beyond > 0


@pytest.mark.parametrize(("w", "side"), [((1, 0, 0, 0), 1), ((-1, 0, 0, 0), 0), ((0,) * 4, None)])
def test_weights_without_a_boundary_shade_all_or_nothing(w, side):
    """All of the plane lies between the line, far outside, and its edge; or nothing does."""
    pieces = list(pictures._curves(Plane(XOR), tuple(map(Fraction, w))))
    shaded = [abs(points[0][1] - edge) for points, edge in pieces]
    assert shaded == ([] if side is None else [2 * pictures._FAR * side])


def test_every_update_is_a_frame():
    """And the weights found are the last; the step controls begin where there is a curve."""
    run = pla(WITH_PRODUCT)
    svg = pictures.draw_with_product(run)
    assert svg.count('class="f"') == run.updates == 29
    said = [unescape(words) for words in re.findall(r'class="last" data-said="([^"]+)"', svg)]
    assert said == ["t = 29: w = (\u22121, 2, 2, \u22125). No mistake is left."]
    with pytest.raises(ValueError, match=r"expected x_1, x_2 and x_1 x_2"):
        pictures.draw_with_product(pla(example("spam")))


def test_what_the_page_says_of_losses():
    """A tenth of the weights costs a tenth and makes the same mistakes; both ways to write XOR."""
    page = run_path(str(ROOT / "docs" / "lecture" / "after.py"))
    assert page["loss_and_mistakes"]().endswith(f"stay {page['MISTAKES']}")
    assert (page["T"], page["T_OF_SIGNS"], page["bound_of_signs"]()) == (29, 4, 4)


def test_the_losses_are_drawn_from_one_end_to_the_other():
    """Four curves, each over the same margins; the step falls at m = 0."""
    svg = pictures.draw_losses()
    for kind in ("line", "before", "o", "x"):
        assert svg.count(f'<path class="{kind}"') == 2  # the curve, and its line in the legend
