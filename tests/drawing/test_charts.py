"""Charts of an experiment: the bars and curves are where the numbers put them."""

from __future__ import annotations

import re
from decimal import Decimal
from xml.etree import ElementTree

import pytest

from perceptron_ref import example, pla, pocket, read, repeat
from perceptron_ref.drawing import draw_histogram, draw_length
from perceptron_ref.drawing.charts import draw_ranking


def bars(svg):
    """Return (left, top, right) of every bar, from left to right."""
    path = re.search('class="bar" d="([^"]*)"', svg).group(1)
    rectangles = re.findall(r"M([\d.-]+) 248V([\d.-]+)H([\d.-]+)V248z", path)
    assert "".join("M{} 248V{}H{}V248z".format(*bar) for bar in rectangles) == path
    return [tuple(map(float, bar)) for bar in rectangles]


def points(svg, kind):
    """Return the points of the last curve with this class; the one before it is in the legend."""
    *_, path = re.findall(f'<path class="{kind}" d="M([^"]*)"', svg)
    return [tuple(map(float, point.split())) for point in path.split("L")]


def test_the_height_of_a_bar_is_the_count_of_its_number():
    """Each number that occurs has one bar, above its position on the axis."""
    rectangles = bars(draw_histogram([3, 5, 5, 5, 6, 6]))
    heights = [248 - top for _, top, _ in rectangles]
    assert [round(height / heights[0], 1) for height in heights] == [1, 3, 2]
    middles = [(left + right) / 2 for left, _, right in rectangles]
    assert round((middles[1] - middles[0]) / (middles[2] - middles[1]), 2) == 2
    assert all(right - left <= 60.1 for left, _, right in rectangles)
    assert 58 < rectangles[0][0] and rectangles[-1][2] < 424  # inside of the frame


def test_many_numbers_are_grouped_into_at_most_40_bins():
    """The bins have equal width, and every number is in one of them."""
    svg = draw_histogram(range(0, 100_000, 7))
    assert 30 < len(bars(svg)) <= 40
    assert "Each bar stands for 2500 neighbouring numbers." in svg
    counts = map(int, re.findall(r"\d: (\d+)[;.]", svg))
    assert sum(counts) == len(range(0, 100_000, 7))
    assert len(draw_histogram(range(40)).split("neighbouring")) == 1


def test_mean_and_median_are_lines_at_their_values():
    """The mean is a solid line, the median a dashed one."""
    svg = draw_histogram([0, 0, 0, 10])
    mean, median = (
        float(re.search(f'class="{kind}" d="M([\\d.]+) 248V28"', svg)[1])
        for kind in ("line", "dashed")
    )
    first, last = bars(svg)
    zero, ten = (sum(bar[::2]) / 2 for bar in (first, last))
    assert abs(mean - (zero + (ten - zero) / 4)) < 0.2
    assert abs(median - zero) < 0.2
    assert "mean 2.5" in svg


@pytest.mark.parametrize("values", [[7], [0], [50] * 2000, [10**30, 10**30 + 10**20]])
def test_few_and_huge_numbers_can_be_drawn(values):
    """A histogram can show one run, zero updates, equal numbers, and numbers beyond all floats."""
    svg = draw_histogram(values)
    ElementTree.fromstring(svg)
    assert len(bars(svg)) == len(set(values))


@pytest.mark.parametrize(
    "options", [{}, {"eta": "1/3"}, {"w0": [0, 5, "1/2"]}, {"eta": 2, "w0": [1, 1, 1]}]
)
def test_the_curve_of_lengths_matches_the_run(options):
    """The curve is right to 0.3 pixels and stays below the bound, for any start and eta."""
    run = pla(example("and"), **options)
    svg = draw_length(run)
    ws = [run.w0, *(w for *_, w in run.replay())]
    lengths = [float(sum(w_i * w_i for w_i in w)) ** 0.5 for w in ws]
    curve, bound = points(svg, "line"), points(svg, "dashed")
    low = max(y for _, y in [*curve, *bound]) if not any(run.w0) else None
    assert len(curve) == len(lengths)
    first, highest = curve[0][1], min(y for _, y in curve)
    scale = (first - highest) / (max(lengths) - lengths[0])
    for (_, y), length in zip(curve, lengths):
        assert abs(first - (length - lengths[0]) * scale - y) < 0.3
    assert low is None or low == curve[0][1] == bound[0][1]
    assert abs(bound[0][1] - curve[0][1]) < 0.11
    for x, y in curve:
        later_ys = [bound_y for bound_x, bound_y in dict(bound).items() if bound_x >= x]
        assert not later_ys or max(later_ys) <= y + 0.11


def test_a_bound_far_above_leaves_the_picture():
    """The axis ends at twice the largest length, or the curve of |w_t| would look flat."""
    svg = draw_length(pla(example("pair", m=4)))
    highest = min(y for _, y in points(svg, "line"))
    top, bottom = points(svg, "dashed")[-1][1], points(svg, "dashed")[0][1]
    assert abs((bottom - highest) * 2 - (bottom - top)) < 0.3


@pytest.mark.ci
def test_a_sparse_set_gives_the_same_lengths(tmp_path):
    """The curve equals that of the same nonzeros in a dense file."""
    sparse, dense = tmp_path / "sparse.libsvm", tmp_path / "dense.csv"
    sparse.write_text("+1 1:3 9000:1\n-1 2:5\n+1 3:1 9000:-2\n")
    dense.write_text("3,0,0,1,+1\n0,5,0,0,-1\n0,0,1,-2,+1\n")
    pictures = [draw_length(pla(read(path))) for path in (sparse, dense)]
    assert points(pictures[0], "line") == points(pictures[1], "line")


def test_many_runs_show_their_histogram_in_a_notebook():
    """The HTML says how many runs ended with mistakes, and the plain text is the repr."""
    repeated = repeat(example("and"), "random", seeds=3, max_updates=15)
    bundle = repeated._repr_mimebundle_()
    assert bundle["image/svg+xml"] == draw_histogram(repeated.updates, with_mistakes=2)
    assert bundle["text/plain"] == repr(repeated)
    assert "2 of these runs ended with mistakes left." in bundle["text/html"]


HALF_STEPS = pla(example("hadamard", k=3), eta="1/2")
STOPPED = pla(example("xor"), max_updates=9)


@pytest.mark.parametrize(
    ("svg", "part", "times"),
    [
        (draw_histogram([4, 2, 2], "visits"), "3 runs; visits: 2 to 4.", 2),
        (draw_histogram([4, 2, 2], "visits"), "mean &#8776;2.67, median 2. 3 runs;", 1),
        (draw_histogram([4, 2, 2], "visits"), "Runs by visits, from left to right: 2: 2; 4: 1.", 1),
        (draw_histogram(iter([4])), "1 run; updates: 4.", 2),
        (draw_histogram([2, 4]), "mean 3, median 3.", 1),  # of an even number, between two
        (
            draw_histogram([5, 5, 7], with_mistakes=2),
            "2 of these runs ended with mistakes left.",
            2,
        ),
        (draw_histogram([5, 5, 7]), "mistakes left", 0),
        (draw_length(HALF_STEPS), "| = 4; its bound is &#8730;", 2),  # sqrt(T) eta R
        (draw_length(pocket(example("xor"), max_updates=9)), "its bound is", 2),
        (draw_length(STOPPED), "NOT converged: stopped by the limit of updates, ", 2),
        (draw_length(pla(example("or"))), "NOT converged", 0),
    ],
)
def test_a_chart_has_a_caption_and_a_description(svg, part, times):
    """A sentence of the caption is in the description, too, so it occurs twice. Other texts are in
    the description alone.
    """
    assert svg.count(part) == times


def test_the_rows_of_a_ranking_do_not_overlap():
    """The name of a strategy is below the marks of the row before, and above its own marks. The
    marks of the last row are above the axis, whose numbers and name are below it.
    """
    costs = [Decimal(k) for k in range(1, 6)]
    svg = draw_ranking([(f"row {cost}", cost, [cost], False) for cost in costs], "updates")
    marks = [(int(y), int(y) + 16) for y in re.findall(r'class="line" d="M[\d.]+ (\d+)v16', svg)]
    baselines = [int(y) for y in re.findall(r'y="(\d+)"[^>]*>row ', svg)]
    names = [(baseline - 10, baseline + 3) for baseline in baselines]  # the tops and the bottoms
    axis_bottom = int(re.search(r'class="axis" d="M14 28V(\d+)', svg)[1])
    edges = [edge for name, mark in zip(names, marks) for edge in (*name, *mark)]
    assert len(edges) == 20
    assert [28, *edges, axis_bottom] == sorted([28, *edges, axis_bottom])
    (number_y,) = {int(y) for y in re.findall('y="([^"]*)"[^>]*class="tick"', svg)}
    (name_y,) = re.findall('y="([^"]*)"[^>]*>updates<', svg)
    assert axis_bottom < number_y < int(name_y)


@pytest.mark.parametrize("costs", [("0.6", "1.3"), ("0.8", "1.1"), ("1", "1"), ("0.01", "90")])
def test_the_axis_of_a_ranking_has_at_least_two_ticks(costs):
    """The axis has two ticks even if the costs differ little."""
    rows = [(cost, Decimal(cost), [Decimal(cost)], False) for cost in costs]
    svg = draw_ranking(rows, "updates")
    assert len(re.findall('class="tick"', svg)) >= 2


@pytest.mark.parametrize("costs", [("0.6", "1.3"), ("2", "3"), ("0.2", "0.3")])
def test_the_dashed_line_of_a_ranking_is_at_cost_1(costs):
    """The scale includes the cost 1, that of cyclic, even if no strategy costs about as much."""
    rows = [(cost, Decimal(cost), [Decimal(cost)], False) for cost in costs]
    svg = draw_ranking(rows, "updates")
    (tick,) = re.findall('x="([^"]*)"[^>]*class="tick"[^>]*>1<', svg)
    assert re.findall(r'M([^ "]*) \d+v18', svg) == [tick, tick]


def test_where_all_cost_the_same_the_axis_begins_with_half_of_it():
    """If every cost is 1, the first number of the axis is 0.5."""
    svg = draw_ranking([("a", Decimal(1), [Decimal(1)], False)], "updates")
    assert re.findall('class="tick"[^>]*>([^<]*)', svg)[0] == "0.5"


def test_a_ranking_has_a_logarithmic_scale():
    """Equal ratios have equal distances. Each seed has a mark; the least and the largest are at the
    ends. Dots on each row mark the ticks. An arrow marks a lower bound, and a sentence explains a
    failure.
    """
    D = Decimal
    rows = [
        ("half", D("0.5"), [D("0.25"), D("0.5"), D(1)], False),
        ("cyclic", D(1), [D(1)], False),
        ("four", D(4), [D(4)], True),
    ]
    svg = draw_ranking(rows, "updates compared with cyclic", ["my_broken_w.py"])
    mark_xs = [float(x) for x in re.findall(r'class="line" d="M([\d.]+) \d+v16', svg)]
    assert len(mark_xs) == 3
    width_of_factor_2 = mark_xs[1] - mark_xs[0]
    assert abs(mark_xs[2] - mark_xs[1] - 2 * width_of_factor_2) < 0.3
    ends = re.findall(r'class="pale" d="M([\d.]+) \d+H([\d.]+)"', svg)[0]
    assert abs(float(ends[1]) - float(ends[0]) - 2 * width_of_factor_2) < 0.3
    row_ys = [int(y) + 8 for y in re.findall(r'class="line" d="M[\d.]+ (\d+)v16', svg)]
    dots = re.findall('class="dots" d="([^"]*)"', svg)[0]
    assert {*map(int, re.findall(r" (\d+)h0", dots))} == {*row_ys}
    assert "half 0.5; cyclic 1; four more than 4." in svg and ">Failed: my_broken_w.py.<" in svg
    assert "so the cost is more than this value." in svg
    assert len(re.findall(r"v16M[\d.]+ \d+h9", svg)) == 1
    assert "Failed" not in draw_ranking(rows[:2], "updates")
    assert ElementTree.fromstring(svg).tag.endswith("svg")
