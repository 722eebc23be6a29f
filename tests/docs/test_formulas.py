"""The style of vectors in the formulas of pages."""

from __future__ import annotations

import pytest

pytest.importorskip("jinja2")  # of the extra docs
from _tools.formulas import style_symbols  # noqa: E402


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"w_t", r"{\htmlClass{s-w}{\mathbf{w}_t}}"),
        (r"\frac{w_f}{x_n}", r"\frac{{\htmlClass{s-f}{\mathbf{w}_f}}}{{\mathbf{x}_n}}"),
        (r"w_1 x_{n,1}", r"w_1 x_{n,1}"),
        (r"\mathbf{w}_1", r"{\mathbf{w}}_1"),
        (r"w^{(0)}", r"{\mathbf{w}^{(0)}}"),
        (r"\mathrm{R}^d", r"\mathrm{R}^d"),
        (r"\sqrt t R", r"\sqrt t {\htmlClass{s-R}{R}}"),
    ],
)
def test_vectors_are_bold_and_components_are_not(tex, expected):
    """w_t, w_f and x_n are vectors; w_1 and x_{n,1} are components."""
    assert style_symbols(tex) == expected
