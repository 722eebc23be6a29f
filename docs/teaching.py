"""The data sets, numbers and pictures of the page for teachers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

from _tools import rows
from _tools.separators import bound_of, separator_of
from _tools.shared import FIVE_ORDERS
from _tools.stepped_pictures import Step, draw_lines
from _tools.tables import format_value

from perceptron_ref import Dataset, Hypothesis, Run, example, pla, pocket
from perceptron_ref.drawing import Picture, draw_pocket, draw_run
from perceptron_ref.exact.rationals import count_with_noun
from perceptron_ref.theory.margins import geometric_margins
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.separability import NotSeparable, separability

BEFORE = example("separable", N=40, d=2, seed=0)
AFTER = example("noisy", N=40, d=2, flips=1, seed=0)
(OUTLIER,) = [n for n in range(BEFORE.N) if BEFORE.ys[n] != AFTER.ys[n]]
assert BEFORE.xs == AFTER.xs
CLEAN_RUN, STOPPED_RUN, POCKET_RUN = pla(BEFORE), pla(AFTER, max_updates=1000), pocket(AFTER)
assert CLEAN_RUN.status == "converged" and STOPPED_RUN.mistakes > POCKET_RUN.mistakes == 1
_last_mistakes = [Hypothesis(w).mistakes(AFTER) for t, _, _, w in STOPPED_RUN.replay() if t >= 900]
FEWEST_LATE_MISTAKES, MOST_LATE_MISTAKES = (
    min(_last_mistakes),
    max(_last_mistakes),
)  # of w_901, ..., w_1000
assert len(_last_mistakes) == 100 and _last_mistakes[-1] == STOPPED_RUN.mistakes
FIRST_BEST_T = next(t for t, mistakes, _ in POCKET_RUN.history if mistakes == 1)

PAIR_RUN = pla(example("pair", m=10))
XOR, NOISY = example("xor"), example("noisy")
XOR_WEIGHTS = [w for _, _, _, w in pla(XOR, max_updates=1000).replay()]  # w_1, ..., w_1000
assert all(
    any(w) == bool(t % 4) for t, w in enumerate(XOR_WEIGHTS, 1)
)  # 0 after every four updates
assert {Hypothesis(w).mistakes(XOR) for w in XOR_WEIGHTS if any(w)} == {2, 3}


def four_in_a_row(near: int, far: int) -> Run:
    """Return the run of PLA on 0, near, far and 21, of which the last two have the label +1."""
    return pla(Dataset([[0], [near], [far], [21]], [-1, -1, +1, +1]))


WIDE_GAP, NARROW_GAP = four_in_a_row(5, 16), four_in_a_row(10, 11)
assert WIDE_GAP.status == NARROW_GAP.status == "converged"

SEEDS = range(20)
AND_SEPARATOR = separator_of(example("and"))
RHO_AND = f"{sqrt(AND_SEPARATOR.rho2):.2f}"
DISTANCE_AND = (
    f"{min(geometric_margins(Hypothesis(AND_SEPARATOR.w_f), example('and'))).approximate:.2f}"
)


def gallery() -> str:
    """Return a row for each phenomenon of the gallery: its name, the command and the result."""
    optimum, run = fewest_mistakes(NOISY), pocket(NOISY)
    assert isinstance(separability(XOR), NotSeparable) and optimum.proved
    credit, pingpong = example("credit"), example("pingpong", m=5)
    updates = {name: pla(credit, name).updates for name in FIVE_ORDERS}
    shuffled_updates, lucky_updates = (updates_with_seeds(data) for data in (credit, pingpong))
    assert updates["restart"] == max(updates.values()) > 2 * max(shuffled_updates)
    hadamard = example("hadamard", k=4)
    (attained_bound,) = {pla(hadamard, name).updates for name in FIVE_ORDERS}
    assert attained_bound == bound_of(hadamard)
    powers = [pla(example("powers", d=d)).updates for d in (2, 4, 6)]
    assert powers == [2 ** (2 * d - 1) for d in (2, 4, 6)]
    return rows(
        [
            (
                "Barely separable",
                "`fit example:pair:m=10`",
                f"The two examples are 10 and 11. $T$ = {PAIR_RUN.updates}, and the bound is "
                f"{float(bound_of(PAIR_RUN.data)):,.0f}.",
            ),
            (
                "One outlier",
                "`fit example:noisy:N=40,flips=1 --pocket`",
                f"Without the outlier, $T$ = {CLEAN_RUN.updates}. With it PLA never stops, and "
                f"from $t$ = {FIRST_BEST_T} on Pocket holds a line with {POCKET_RUN.mistakes} "
                "mistake.",
            ),
            (
                "$T$ grows fast with $d$",
                "`fit example:powers:d=6`",
                "$T$ = {:,}, {:,} and {:,} for $d$ = 2, 4 and 6. Each further feature makes $T$ "
                "four times as large.".format(*powers),
            ),
            (
                "$T$ is equal to the bound",
                "`fit example:hadamard:k=4`",
                "The examples are orthogonal and equally long, so "
                f"$T$ = {attained_bound} = $R^2 / \\rho^2$ in every order.",
            ),
            (
                "The order matters",
                "`compare example:credit`",
                f"$T$ = {updates['cyclic']} in the naive cycle, and "
                f"{updates['restart']} with `restart`. With `random-permutation` and the seeds "
                f"0 to 19, $T$ is between {min(shuffled_updates)} and {max(shuffled_updates)}.",
            ),
            (
                "The order matters, by hand",
                "`compare example:pingpong:m=5`",
                f"$T$ = {pla(pingpong).updates} in the naive cycle. With `random-permutation` and "
                f"the seeds 0 to 19, $T$ is between {min(lucky_updates)} and {max(lucky_updates)}.",
            ),
            (
                "No line at all",
                "`separable example:xor`",
                "The four vectors $y_n \\mathbf{x}_n$ add up to zero, which proves it. PLA never "
                "halts: after every four updates $\\mathbf{w}$ is 0 again.",
            ),
            (
                "Noise",
                "`optimum example:noisy`",
                f"On the {NOISY.N} examples no line makes fewer than {optimum.mistakes} mistakes, "
                f"and Pocket finds a line with {run.mistakes}.",
            ),
        ]
    )


def updates_with_seeds(data: Dataset) -> list[int]:
    """Return T in a fresh random cycle for each of SEEDS."""
    return [pla(data, f"random-permutation:seed={seed}").updates for seed in SEEDS]


# seven examples on which the order matters; `playground_links` puts them into a link
ORDER_MATTERS = Dataset(
    [[7, 8], [-8, 3], [-2, -4], [-4, -2], [1, 2], [3, 9], [8, 7]], [-1, -1, 1, -1, -1, -1, 1]
)
SMALL_MARGIN_SET = "separable:N=100,margin=0.1,seed=2"
POWERS = "powers:d=6"


def _points(data: Dataset) -> str:
    """Return examples as the text of the key p in a link."""
    cells = [[*map(str, x[1:]), "o" if y > 0 else "x"] for x, y in zip(data.xs, data.ys)]
    return ";".join(",".join(row) for row in cells)


def playground_links() -> str:
    """Return a row for each idea that the playground shows: the idea, the links, the results."""
    small_margin_run, powers = pla(example(SMALL_MARGIN_SET)), pla(example(POWERS))
    certificate = separability(XOR)
    assert isinstance(certificate, NotSeparable) and set(certificate.coefficients) == {1}
    slow, fast = pla(ORDER_MATTERS), pla(ORDER_MATTERS, "worst-margin")
    assert slow.updates >= 10 * fast.updates and fast.status == "converged"
    assert {pla(example(POWERS), name).updates for name in FIVE_ORDERS} == {powers.updates}
    pingpong = example("pingpong", m=5)
    slow_pingpong, fast_pingpong = pla(pingpong), pla(pingpong, "random-permutation:seed=0")
    assert (
        slow_pingpong.updates >= 10 * fast_pingpong.updates and fast_pingpong.status == "converged"
    )
    points = f"p={_points(ORDER_MATTERS)}"
    return rows(
        [
            (
                "Barely separable",
                _link("100 examples", f"set={SMALL_MARGIN_SET}"),
                f"$T$ = {small_margin_run.updates}, far below the bound "
                f"{float(bound_of(small_margin_run.data)):,.0f}. "
                "Move one example over the line: what does PLA do now?",
            ),
            (
                "No line at all",
                _link("XOR", "set=xor&updates=20&t=0"),
                "The certificate says that the two diagonals meet at (0.5, 0.5).",
            ),
            (
                "One outlier",
                _link("40 examples", "set=noisy:N=40,flips=1&algorithm=pocket&updates=200"),
                f"Example {OUTLIER} is the outlier. From $t$ = {FIRST_BEST_T} on, the pocket holds "
                f"a line with {POCKET_RUN.mistakes} mistake. Flip the label of the outlier, and "
                "PLA halts.",
            ),
            (
                "The worst case",
                _link(f"`{POWERS}`", f"set={POWERS}&updates=3000"),
                f"$T$ = {powers.updates:,} on {powers.data.N} examples, in every order.",
            ),
            (
                "The order matters",
                f"{_link('naive cycle', points)}, "
                f"{_link('worst margin first', f'{points}&order=worst-margin')}",
                f"On the same {ORDER_MATTERS.N} examples $T$ = {slow.updates} in the naive cycle, "
                f"and $T$ = {fast.updates} in the other order.",
            ),
            (
                "The order matters, on a line",
                f"{_link('naive cycle', 'set=pingpong:m=5')}, "
                + _link("random", "set=pingpong:m=5&order=random-permutation"),
                f"With one feature, $T$ = {slow_pingpong.updates} in the naive cycle, "
                f"and $T$ = {fast_pingpong.updates} in the random cycle with seed 0.",
            ),
        ]
    )


def _link(text: str, state: str) -> str:
    """Return a link that opens the playground in a state."""
    return f"[{text}](playground.md?{state})"


def _questions() -> Iterator[Step]:
    """Yield two frames for each update: the line alone, then with the example to correct.

    The last frame is the end of the run.
    """
    dashed_w: tuple[Fraction, ...] | None = None
    for t, n, w, *_ in CLEAN_RUN.replay():
        heading = "The start, w = 0: there is no line yet"
        if t:
            heading = f"w_{{{t}}}, after {count_with_noun(t, 'update')}"
        question = f"{heading}. Which examples are misclassified?"
        yield Step(w, None, dashed_w=dashed_w, sentence=question)
        x = ", ".join(map(format_value, BEFORE.xs[n][1:]))
        question = f"The next one in the cycle: ({x}). Which way will the line turn?"
        yield Step(w, n, dashed_w=dashed_w, sentence=question)
        dashed_w = w
    last = f"w_{{{CLEAN_RUN.updates}}}: no mistake is left, and PLA halts."
    yield Step(CLEAN_RUN.w, None, dashed_w=dashed_w, sentence=last)


def questions_picture() -> Picture:
    """Draw the run without the outlier, with each question before its answer."""
    return draw_lines(
        BEFORE,
        _questions(),
        "PLA, with questions",
        "Each line is seen alone first, then with the example that PLA corrects next.",
    )


def outlier_picture() -> Picture:
    """Draw the lines of Pocket and of PLA with the outlier, each beside PLA without it."""
    steps = []
    for line_name, run in (("In the pocket", POCKET_RUN), ("PLA after 1,000 updates", STOPPED_RUN)):
        assert run.hypothesis.mistakes(AFTER) == run.mistakes
        words = f"{line_name}: {count_with_noun(run.mistakes, 'mistake')}"
        steps.append(Step(run.w, OUTLIER, dashed_w=CLEAN_RUN.w, sentence=f"{words}."))
    return draw_lines(
        AFTER,
        steps,
        "One outlier",
        "Two lines with the outlier; dashed, the line that PLA finds without it.",
        has_boxes=True,
        ring_meaning="the outlier",
        dashed_meaning="PLA without the outlier",
    )


def wide_gap_picture() -> Picture:
    """Draw the run on four examples with a wide gap."""
    return draw_run(WIDE_GAP)


def narrow_gap_picture() -> Picture:
    """Draw the run on four examples with a narrow gap, at the same scale."""
    return draw_run(NARROW_GAP)


def noise_picture() -> Picture:
    """Draw the mistakes of Pocket on noisy data."""
    run: Run = pocket(NOISY, max_updates=50)
    return draw_pocket(run, fewest=fewest_mistakes(NOISY).mistakes)
