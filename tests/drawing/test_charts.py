"""Charts of an experiment: bars and curves are where the numbers say."""

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
    found = re.findall(r"M([\d.-]+) 248V([\d.-]+)H([\d.-]+)V248z", path)
    assert "".join("M{} 248V{}H{}V248z".format(*bar) for bar in found) == path
    return [tuple(map(float, bar)) for bar in found]


def points(svg, kind):
    """Return the places along the curve of a kind; the first is that of the legend."""
    *_, path = re.findall(f'<path class="{kind}" d="M([^"]*)"', svg)
    return [tuple(map(float, place.split())) for place in path.split("L")]


def test_a_bar_is_as_high_as_its_numbers_are_many():
    """One for each number, and none where none is."""
    found = bars(draw_histogram([3, 5, 5, 5, 6, 6]))
    heights = [248 - top for _, top, _ in found]
    assert [round(height / heights[0], 1) for height in heights] == [1, 3, 2]
    middles = [(left + right) / 2 for left, _, right in found]
    assert round((middles[1] - middles[0]) / (middles[2] - middles[1]), 2) == 2
    assert all(right - left <= 60.1 for left, _, right in found)
    assert 58 < found[0][0] and found[-1][2] < 424  # inside of the frame


def test_many_numbers_are_drawn_in_classes():
    """At most 40, of equal width, and each number is in one of them."""
    svg = draw_histogram(range(0, 100_000, 7))
    assert 30 < len(bars(svg)) <= 40
    assert "A bar counts 2500 neighbouring numbers." in svg
    counts = map(int, re.findall(r"\d: (\d+)[;.]", svg))
    assert sum(counts) == len(range(0, 100_000, 7))
    assert len(draw_histogram(range(40)).split("neighbouring")) == 1


def test_mean_and_median_stand_where_they_are():
    """The mean is a line, the median is broken."""
    svg = draw_histogram([0, 0, 0, 10])
    places = {
        kind: re.search(f'class="{kind}" d="M([\\d.]+) 248V28"', svg) for kind in ("line", "before")
    }
    mean, median = (float(places[kind].group(1)) for kind in ("line", "before"))
    first, last = bars(svg)
    zero, ten = (sum(bar[::2]) / 2 for bar in (first, last))
    assert abs(mean - (zero + (ten - zero) / 4)) < 0.2
    assert abs(median - zero) < 0.2
    assert "mean 2.5" in svg


@pytest.mark.parametrize("values", [[7], [0], [50] * 2000, [10**30, 10**30 + 10**20]])
def test_few_and_huge_numbers_can_be_drawn(values):
    """One run, zero updates, all the same, beyond all floats."""
    svg = draw_histogram(values)
    ElementTree.fromstring(svg)
    assert len(bars(svg)) == len(set(values))


@pytest.mark.parametrize(
    "options", [{}, {"eta": "1/3"}, {"w0": [0, 5, "1/2"]}, {"eta": 2, "w0": [1, 1, 1]}]
)
def test_the_lengths_are_those_of_the_run(options):
    """To a tenth of a pixel, below the bound, whatever the start and eta."""
    run = pla(example("and"), **options)
    svg = draw_length(run)
    ws = [run.w0, *(w for *_, w in run.replay())]
    lengths = [float(sum(w_i * w_i for w_i in w)) ** 0.5 for w in ws]
    curve, bound = points(svg, "line"), points(svg, "before")
    low = max(y for _, y in [*curve, *bound]) if not any(run.w0) else None
    assert len(curve) == len(lengths)
    first, highest = curve[0][1], min(y for _, y in curve)
    scale = (first - highest) / (max(lengths) - lengths[0])
    for (_, y), length in zip(curve, lengths):
        assert abs(first - (length - lengths[0]) * scale - y) < 0.3
    assert low is None or low == curve[0][1] == bound[0][1]
    assert abs(bound[0][1] - curve[0][1]) < 0.11
    at = dict(bound)
    for x, y in curve:
        above = [height for place, height in at.items() if place >= x]
        assert not above or max(above) <= y + 0.11


def test_a_bound_far_above_leaves_the_picture():
    """Twice as high as the longest weights, or |w_t| would lie flat on the axis."""
    svg = draw_length(pla(example("pair", m=4)))
    highest = min(y for _, y in points(svg, "line"))
    top, bottom = points(svg, "before")[-1][1], points(svg, "before")[0][1]
    assert abs((bottom - highest) * 2 - (bottom - top)) < 0.3


def test_a_sparse_set_has_lengths_too(tmp_path):
    """The same as with its zeros written out."""
    sparse, dense = tmp_path / "sparse.libsvm", tmp_path / "dense.csv"
    sparse.write_text("+1 1:3 9000:1\n-1 2:5\n+1 3:1 9000:-2\n")
    dense.write_text("3,0,0,1,+1\n0,5,0,0,-1\n0,0,1,-2,+1\n")
    pictures = [draw_length(pla(read(path))) for path in (sparse, dense)]
    assert points(pictures[0], "line") == points(pictures[1], "line")


def test_many_runs_show_their_histogram_in_a_notebook():
    """With how many of them erred; as plain text they stay a line."""
    found = repeat(example("and"), "random", seeds=3, max_updates=15)
    shown = found._repr_mimebundle_()
    assert shown["image/svg+xml"] == draw_histogram(found.updates, with_mistakes=2)
    assert shown["text/plain"] == repr(found)
    assert "2 of them ended with mistakes left." in shown["text/html"]


HALF = pla(example("hadamard", k=3), eta="1/2")
STOPPED = pla(example("xor"), max_updates=9)


@pytest.mark.parametrize(
    ("svg", "part", "times"),
    [
        (draw_histogram([4, 2, 2], "visits"), "visits from 2 to 4.", 2),
        (draw_histogram([4, 2, 2], "visits"), "mean &#8776;2.67, median 2. 3 runs,", 1),
        (draw_histogram([4, 2, 2], "visits"), "Runs by visits, from left to right: 2: 2; 4: 1.", 1),
        (draw_histogram(iter([4])), "1 run, updates from 4 to 4.", 2),
        (draw_histogram([2, 4]), "mean 3, median 3.", 1),  # of an even number, between two
        (draw_histogram([5, 5, 7], with_mistakes=2), "2 of them ended with mistakes left.", 2),
        (draw_histogram([5, 5, 7]), "mistakes left", 0),
        (draw_length(HALF), "|w_T| = 4 is at most 4.", 1),  # sqrt(T) eta R
        (draw_length(pocket(example("xor"), max_updates=9)), "is at most", 2),
        (draw_length(STOPPED), "NOT converged (max updates), ", 2),
        (draw_length(pla(example("or"))), "NOT converged", 0),
    ],
)
def test_what_a_chart_says(svg, part, times):
    """In the caption, and in the words for those who cannot see it."""
    assert svg.count(part) == times


@pytest.mark.parametrize("costs", [("0.6", "1.3"), ("0.8", "1.1"), ("1", "1"), ("0.01", "90")])
def test_a_ranking_has_numbers_to_read_its_costs_by(costs):
    """Two at least, also where the costs differ little."""
    rows = [(cost, Decimal(cost), [Decimal(cost)], False) for cost in costs]
    svg = draw_ranking(rows, "updates")
    assert len(re.findall('class="tick"', svg)) >= 2


def test_a_ranking_is_drawn_in_a_logarithmic_scale():
    """Equal ratios are equally far apart; each seed has its place, the least and the most at the
    ends; an arrow for a lower bound, and a sentence for what failed.
    """
    D = Decimal
    rows = [
        ("half", D("0.5"), [D("0.25"), D("0.5"), D(1)], False),
        ("cyclic", D(1), [D(1)], False),
        ("four", D(4), [D(4)], True),
    ]
    svg = draw_ranking(rows, "updates compared with cyclic", ["broken.py"])
    places = [float(x) for x in re.findall(r'class="line" d="M([\d.]+) \d+v16', svg)]
    assert len(places) == 3
    step = places[1] - places[0]
    assert abs(places[2] - places[1] - 2 * step) < 0.3
    ends = re.findall(r'class="pale" d="M([\d.]+) \d+H([\d.]+)"', svg)[0]
    assert abs(float(ends[1]) - float(ends[0]) - 2 * step) < 0.3
    assert "half 0.5; cyclic 1; four more than 4." in svg and "Failed: broken.py." in svg
    assert len(re.findall(r"v16M[\d.]+ \d+h9", svg)) == 1
    assert "Failed" not in draw_ranking(rows[:2], "updates")
    assert ElementTree.fromstring(svg).tag.endswith("svg")
