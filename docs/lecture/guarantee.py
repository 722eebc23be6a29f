"""The numbers and pictures of the page on the guarantee of PLA."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from _tools import python, rows
from _tools.live_pictures import live_picture, still_picture
from _tools.separators import separator_of
from _tools.shared import FIVE_ORDERS

from perceptron_ref import Dataset, dot, example, pla, squared_norm
from perceptron_ref.theory.convergence import corrects_mistakes
from perceptron_ref.theory.derivation import derive
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Separator, separability

if TYPE_CHECKING:
    from perceptron_ref import Run


# the picture: two coordinates and x_0 = 0, so that lengths in the plane are the lengths of vectors

ROWS = [
    *((0, 5, 1), (5, 1, 1), (0, -3, -1), (4, -1, 1)),
    *((-3, -5, -1), (4, -4, -1), (-3, -1, -1), (6, -2, 1)),
]
MORE_SETS = {
    "wide": [
        *((2, -5, -1), (-4, -3, -1), (5, 2, 1), (1, 6, 1)),
        *((4, 4, 1), (-2, 5, 1), (-5, 0, -1)),
    ],
    "narrow": [
        *((0, 5, 1), (5, 1, 1), (0, -3, -1), (4, -1, 1)),
        *((-3, -5, -1), (5, -5, -1), (-3, -1, -1), (6, -4, 1)),
    ],
    "tight": [(4, 3, 1), (3, -4, -1)],
}
ASK = 3  # the reader guesses the effect of this update


def _dataset_of(points: list[tuple[int, int, int]]) -> Dataset:
    """Return examples (x_1, x_2, y) as data with x_0 = 0."""
    return Dataset([(x1, x2) for x1, x2, _ in points], [y for *_, y in points]).with_x0(0)


_picture_run, stage_best = pla(_dataset_of(ROWS)), separator_of(_dataset_of(ROWS))
stage_T = _picture_run.updates
assert (stage_T, stage_best.bound, stage_best.w_f) == (9, Fraction(445, 18), (0, 5, 8))
_, _n_of_guess, _before, _after = list(_picture_run.replay())[ASK]
assert _before[1] * _after[2] < _before[2] * _after[1]  # the line turns clockwise
assert (
    dot(_before, _dataset_of(ROWS).xs[_n_of_guess]) < 0 < _dataset_of(ROWS).ys[_n_of_guess]
)  # update 3 corrects a circle
_next = _dataset_of(ROWS).xs[_picture_run.n[ASK + 1]]
assert dot(_before, _next) < 0 == dot(_after, _next)  # a cross that was right is now on the line
_bounds = {name: separator_of(_dataset_of(points)).bound for name, points in MORE_SETS.items()}
assert _bounds["wide"] < stage_best.bound < _bounds["narrow"]
assert pla(_dataset_of(MORE_SETS["tight"])).updates == _bounds["tight"]

_LAST_STEP = {"t": stage_T, "play": True}
SCENES = {
    "question": {"t": ASK},
    "gap": {},
    "fold": {},
    "forward": _LAST_STEP,
    "length": {"t": 5},
    "angle": _LAST_STEP,
    "bound": _LAST_STEP,
}
stage = live_picture(
    "guarantee",
    "proof",
    ROWS,
    "Where t rho and sqrt(t) R meet, the bound on T; the run stays between them.",
    x0=0,
    scene="bound",
    scenes=SCENES,
    sets=MORE_SETS,
    chain=True,
    menus=["x0"],
    area={"left": -6, "right": 6, "bottom": -6, "top": 6},
)


def _still(scene: str, t: int, description: str) -> str:
    """Return a scene at rest, for paper and for readers without scripts."""
    return still_picture("proof", ROWS, description, (560, 400), x0=0, scene=scene, t=t)


stills = {
    "question": _still("question", ASK, "Eight examples, and the line of PLA after three updates."),
    "gap": _still("gap", 0, "The line of w_f, the gap of rho on either side, the circle of R."),
    "fold": _still("fold", 0, "All y_n x_n are on one side of the line of w_f."),
    "forward": _still("forward", stage_T, "The corrections, tip to tail, go beyond t rho."),
    "length": _still("length", 5, "w_t is within the circle of radius sqrt(t) R."),
    "angle": _still("angle", 6, "w_t is beyond t rho, and within sqrt(t) R."),
    "bound": _still("bound", stage_T, "The bounds t rho and sqrt(t) R meet at R^2/rho^2."),
}

# the run of the page

D = example("and")
run = pla(D)
separator_of_and = separator_of(D)
proof = Proof(run, separator_of_and.w_f)
N, d, T = D.N, D.d, run.updates
w_f = tuple(map(Fraction, separator_of_and.w_f))
least, R2, rho2, bound = (
    proof.least,
    separator_of_and.R2,
    separator_of_and.rho2,
    separator_of_and.bound,
)
alignments = [dot(separator_of_and.w_f, w_t) for w_t in proof.weights]
lengths = [squared_norm(w_t) for w_t in proof.weights]
assert all(verdict.holds for verdict in derive(run, w_f))

cosines = [
    alignments[t] / sqrt(squared_norm(w_f)) / sqrt(lengths[t]) if t else 0 for t in range(T + 1)
]
least_cosines = [sqrt(t * rho2 / R2) for t in range(T + 1)]
assert all(cosines[t] > least_cosines[t] for t in range(1, T + 1))
assert any(later < cosine for cosine, later in zip(cosines[1:], cosines[2:]))  # the cosine may fall


def all_updates() -> str:
    """Return a row for each t: both sides of three inequalities, w_t, n(t) and its margin."""
    margins = [margin for margin, _, _ in corrects_mistakes(proof)]
    return rows(
        [
            t,
            f"{alignments[t]} ≥ {t * least}",
            f"{lengths[t]} ≤ {t * R2}",
            f"{cosines[t]:.4f} ≥ {least_cosines[t]:.4f}" if t else "no angle",
            proof.weights[t],
            run.n[t] if t < T else "none",
            margins[t] if t < T else "",
        ]
        for t in range(T + 1)
    )


# L2.8

assert not separability(example("xor")).separable


# L2.11 and L2.12

product, squared_length, squared_f = alignments[T], lengths[T], squared_norm(w_f)
assert squared_f * squared_length * R2 >= product**2 * R2 >= T * least**2 * squared_length
assert bound == R2 * squared_f / least**2


def by_hand() -> str:
    """Check the inequalities of the proof on a run, in Python that a reader can type."""
    return python(
        """
from perceptron_ref import dot, example, pla, squared_norm
D, w_f = example("and"), (-3, 2, 2)
least = min(y * dot(w_f, x) for x, y in zip(D.xs, D.ys))
R2 = max(squared_norm(x) for x in D.xs)
for t, n, w, w_next in pla(D).replay():
    assert dot(w_f, w_next) >= (t + 1) * least
    assert squared_norm(w_next) <= (t + 1) * R2

bound = R2 * squared_norm(w_f) / least**2
print("T =", t + 1, "<=", bound)
"""
    )


def choices_of_w_f() -> str:
    """Return a row for each separating w_f: w_f, its least margin, rho^2 and bound on T."""
    separators = [Separator(D, w) for w in (w_f, run.w, (-3, 2, 2.5), (-13, 9, 9))]
    assert all(separator.separates and T <= bound <= separator.bound for separator in separators)
    return rows(
        (separator.w_f, separator.least, separator.rho2, separator.bound)
        for separator in separators
    )


ten_times = Dataset([[10 * x_i for x_i in x[1:]] for x in D.xs], D.ys).with_x0(10)
assert pla(ten_times).n == run.n and separator_of(ten_times).bound == bound

# from another start, with another learning rate

STARTS = [
    ((0, 0, 0), 1),
    ((0, 0, 0), Fraction(1, 2)),
    ((5, 5, 5), 1),
    ((-50, 30, 20), 1),
    ((5, 5, 5), Fraction(1, 10)),
    ((50, 50, 50), 1),
]


def starts() -> str:
    """Return a row for each start: w_0, eta, T and its bound."""
    table = []
    for w_0, eta in STARTS:
        finished_run = pla(D, w0=w_0, eta=eta)
        assert finished_run.status == "converged" and is_bounded(finished_run)
        start = sqrt(squared_norm(w_0)) / float(eta)
        limit = float(bound) + 2 * start / sqrt(rho2)
        table.append((w_0, eta, finished_run.updates, f"{limit:.1f}"))
    return rows(table)


def is_bounded(finished_run: Run) -> bool:
    """Tell whether T <= R^2/rho^2 + 2 |w_0| / (eta rho), in exact arithmetic."""
    # both sides are squared, so that no root is needed
    excess = finished_run.updates - separator_of(finished_run.data).bound
    squared_start = squared_norm(finished_run.w0) / finished_run.eta**2
    return bool(
        excess <= 0 or excess**2 <= 4 * squared_start / separator_of(finished_run.data).rho2
    )


for _name in ("or", "credit-2d", "spam", "iris-setosa"):
    for _w0_i in (1, -3, 40):
        _data = example(_name)
        assert is_bounded(pla(_data, w0=[_w0_i] * (1 + _data.d), eta=Fraction(2, 3)))

# the distance between T and its bound

NAMES = (
    *("or", "and", "credit-2d", "credit", "iris-setosa"),
    *("hadamard:k=4", "pingpong:m=5", "pair:m=10", "powers:d=4"),
)


def updates_and_bounds(names: tuple[str, ...]) -> list[tuple[str, int, int, int, Fraction]]:
    """Return (name, N, d, T in the naive cycle, R^2/rho^2) of each set."""
    sets = [(name, example(name)) for name in names]
    return [(name, D.N, D.d, pla(D).updates, separator_of(D).bound) for name, D in sets]


measured_sets = updates_and_bounds(NAMES)
ratios = sorted(float(T / limit) for *_, T, limit in measured_sets)
set_count = len(ratios)
below_a_tenth = sum(ratio < 0.1 for ratio in ratios)
assert ratios[0] < 1 / 100 and ratios[-1] == 1


def all_sets() -> str:
    """Return a row for each set: name, N, d, T, its bound, and their ratio."""
    return rows(
        (f"`{name}`", N, d, f"{T:,}", f"{float(limit):,.2f}", float(T / limit))
        for name, N, d, T, limit in measured_sets
    )


# where the bound is attained

hadamard = example("hadamard", k=4)
tight_proof = Proof(pla(hadamard))
updates_on_hadamard = tight_proof.T
tight_lengths = [squared_norm(w) for w in tight_proof.weights]
tight_alignments = [dot(tight_proof.w_f, w) for w in tight_proof.weights]
assert updates_on_hadamard == hadamard.N == tight_proof.separator.bound
assert tight_alignments == [t * tight_proof.least for t in range(updates_on_hadamard + 1)]
assert tight_lengths == [t * tight_proof.R2 for t in range(updates_on_hadamard + 1)]
signed_sum = [
    sum(y * x[i] for x, y in zip(hadamard.scaled_xs, hadamard.ys)) for i in range(1 + hadamard.d)
]
assert dot(tight_proof.w_f, signed_sum) ** 2 == squared_norm(tight_proof.w_f) * squared_norm(
    signed_sum
)
assert dot(tight_proof.w_f, signed_sum) > 0  # both vectors have the same direction
assert {pla(hadamard, order).updates for order in FIVE_ORDERS} == {hadamard.N}


# sets that make PLA slow


def slow_sets() -> str:
    """Return a row for each set that makes PLA slow: name, N, d, T and its bound."""
    names = ("pair:m=1", "pair:m=10", "pair:m=100", "powers:d=2", "powers:d=4", "powers:d=6")
    table = updates_and_bounds(names)
    assert all(limit.denominator == 1 for *_, limit in table)
    return rows((f"`{name}`", N, d, f"{T:,}", f"{int(limit):,}") for name, N, d, T, limit in table)


HIGHEST_D, HIGHEST_M = 6, 12
for _order in FIVE_ORDERS:
    assert all(
        pla(example("powers", d=d), _order).updates == 2 ** (2 * d - 1)
        for d in range(1, HIGHEST_D + 1)
    )
    assert all(
        pla(example("pair", m=m), _order).updates == 4 * m**2 + 4 * m + 5
        for m in range(HIGHEST_M + 1)
    )

# the quiz


def quiz_rows() -> str:
    """Return a row for each set: its name, T, and the four choices of the quiz."""
    table = []
    for name in ("hadamard:k=4", "and", "credit-2d", "pair:m=10"):
        data = example(name)
        separator = separator_of(data)
        ratio = sqrt(separator.bound)
        choices = (
            ratio,
            float(separator.bound),
            sqrt(separator.R2) / float(separator.rho2),
            1 / float(separator.bound),
        )
        table.append((name, pla(data).updates, *choices))
    assert all(row[1] <= row[3] for row in table)
    assert table[0][1] > max(table[0][2], table[0][4], table[0][5])
    return rows(
        (f"`{name}`", T, *(f"{choice:,.2f}" for choice in choices), f"{last:.6f}")
        for name, T, *choices, last in table
    )


# the exercises

or_run, or_best = pla(example("or")), separator_of(example("or"))
assert or_best.w_f == (-1, 2, 2)
assert [or_best.R2, 1 / or_best.rho2, or_best.bound] == [3, 9, 27]
assert or_run.updates == 9

unequal = Dataset([[1, 0], [-1, 5]], [1, 1])
unequal_best = separator_of(unequal)
assert dot(*unequal.xs) == 0 and pla(unequal).updates == 2
assert unequal_best.R2 == 27 and 1 / unequal_best.rho2 == Fraction(1, 2) + Fraction(1, 27)
assert unequal_best.bound == Fraction(29, 2)


def _weights_if_every_visit_updates() -> list[tuple[Fraction, ...]]:
    """Return w_0, ..., w_16 on `and` if each of the 16 visits of four passes makes an update."""
    w: tuple[Fraction, ...] = (Fraction(0),) * (1 + D.d)
    weights = [w]
    for t in range(4 * N):
        x, y = D.xs[t % N], D.ys[t % N]
        w = tuple(w_i + y * x_i for w_i, x_i in zip(w, x))
        weights.append(w)
    return weights


weights_after_all_visits = _weights_if_every_visit_updates()
assert all(dot(w_f, w) >= t * least for t, w in enumerate(weights_after_all_visits))
assert all(dot(w, D.xs[3]) <= 0 for w in weights_after_all_visits)
# corrections of right examples, too: w_t grows past sqrt(t) R, so the proof fails there
too_long = next(t for t, w in enumerate(weights_after_all_visits) if squared_norm(w) > t * R2)
assert [list(weights_after_all_visits[k * N]) for k in (1, 4)] == [[-2, 0, 0], [-8, 0, 0]]
