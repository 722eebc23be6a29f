# ruff: noqa
"""Statements of a user. A type checker reports the statements that end in `# wrong`, and no others.
Python raises an error for each of them. See test_types.py.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path

import perceptron_ref
import perceptron_ref.experiments
from perceptron_ref import DataError, Dataset, Hypothesis, PocketRun, Run, Strategy, Update, View
from perceptron_ref import dot, drawing, example, pla, pocket, read, repeat, sign, strategies
from perceptron_ref import strategy, theory, updates
from perceptron_ref.drawing import Picture, draw_run
from perceptron_ref.plugins.registry import BoundStrategy
from perceptron_ref.testing import checks
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.separability import NotSeparable, Separable, separability
from perceptron_ref_strategies.cyclic import cyclic

folder = tempfile.mkdtemp()
D: Dataset = Dataset([[1, 1], [0, 1], [1, 0], [0, 0]], [+1, -1, -1, -1])
T = Dataset([["0.5", Fraction(1, 3)], [Decimal("0.1"), 2]], ["yes", "no"], positive="yes", x0=1)
run = pla(D, "random:seed=3", w0=[0, "1/2", 0.5], eta=2, max_updates=None, right_in_a_row="5N")
pocket_run: PocketRun = pocket(example("xor"), max_updates=50, target_mistakes=1, engine="plain")
h: Hypothesis = run.hypothesis


def backwards(view: View, *, seed: int = 0) -> Iterator[int]:
    rng = random.Random(seed)
    n = len(view) - 1 - rng.randrange(len(view)) * (view.updates > 10**6)
    while True:
        yield n % len(view)
        n -= 1


def in_passes(view: View) -> Iterator[Sequence[int] | int | None]:
    while True:
        yield range(len(view))
        yield [n for n, margin in enumerate(view.margins()) if margin <= 0]
        yield None if not view.is_mistake(0) else 0


class Largest:
    def __call__(self, view: View) -> Iterator[int]:
        while True:
            yield max(range(len(view)), key=view.squared_norm)
            yield min(range(len(view)), key=view.margin)


def show(update: Update) -> None:
    if update.t > 10**9:
        raise StopIteration


orders: list[str | Strategy] = ["cyclic", backwards, in_passes, Largest(), cyclic]
lengths = [pla(D, order, on_update=show).updates for order in orders]
bound: BoundStrategy = strategy(backwards, seed=1)
again = strategy(strategy("random", seed=3), seed=4)
summaries = {name: entries[0].summary.upper() for name, entries in strategies().items()}
seeds = repeat(D, strategy(backwards), seeds=range(3)).seeds + repeat(D, backwards, seeds=2).seeds
mean: Fraction = repeat(D, "random", "pocket", seeds=3, max_updates=9, target_mistakes=1).E_in.mean
longest = max(record.updates for record in repeat(D, seeds=2, patience=100, engine="fast").runs)
steps = [(update.n, update.w[0] + 1) for update in updates(D, max_updates=3, sign_of_zero=-1)]
status: str = run.status.upper() + perceptron_ref.pla(D, cyclic).status
weights: tuple[Fraction, ...] = run.w + pocket_run.w_last + h.w
total = sum(weights) + dot([1, 2, 3], [4, 5, 6]) + sign(Fraction(-7)) + h.threshold
row: tuple[Fraction, ...] = D.xs[0]
scaled = D.scaled_xs[0][1] + D.scale + D.ys[0] + D.N + D.d + len(D) + int(D.x0)
train, test = D.scaled_by(2).with_x0(1).normalized().split("0.5", seed=1)
names = ", ".join(D.names) + (D.label_name or "none") + (D.labels[0] or "rest") + D.labels[1]
right = h([1, 1]) * h.predict(D)[0] + h.mistakes(D) + len(h.predict([[0, 1]], words=True)[0])
moved = [(t, n, w[0] + w_next[0]) for t, n, w, w_next in run.replay()]
history = [mistakes + in_pocket for _, mistakes, in_pocket in pocket_run.history]
h.save(Path(folder) / "model.json")
loaded: Hypothesis = Hypothesis.load(f"{folder}/model.json").with_x0(h.x0)
Path(folder, "rows.csv").write_text("a,b,y\n1,2,yes\n0,5,no\n", encoding="utf-8")
mine = read(Path(folder) / "rows.csv", label="y", positive="yes", features=["a", 1], header=True)
answer = separability(D)
if answer.separable:
    least = min(answer.w_f) + answer.support[0] + answer.bound * answer.rho2
else:
    least = Fraction(sum(answer.coefficients), len(answer.examples))
if answer.separable is False:
    print(answer.examples[0])
stopped = separability(D, on_step=lambda steps, mixed: None)
if stopped.separable and stopped.w_f is not None:
    print(stopped.w_f[0], stopped.bound)
if isinstance(answer, Separable):
    rho2: Fraction = answer.rho2 / answer.bound + answer.coefficients[0]
elif isinstance(answer, NotSeparable):
    print(sum(answer.coefficients), answer.examples[0])
verified: bool = answer.verify() and fewest_mistakes(D, max_seconds=1.0).verify()
fewest: int = fewest_mistakes(example("xor")).mistakes + theory.optimum.fewest_mistakes(D).mistakes
picture: Picture = perceptron_ref.drawing.draw_run(run)
drawing.draw_data(D, h).save(Path(folder) / "data.svg")
svg: str = draw_run(run, still=True) + perceptron_ref.drawing.draw_length(run).lower()
gap = perceptron_ref.theory.separability.R2(perceptron_ref.example("and")) + 1
derived = [verdict.holds for verdict in perceptron_ref.theory.derivation.derive(run)]
many = perceptron_ref.experiments.repeat(D, seeds=3).updates
halves = perceptron_ref.examples.example("or").N + perceptron_ref.testing.checks.__name__.count("c")
notes = [check.name + check() for check in checks("cyclic") if check.name == "answers"]
try:
    Dataset([["one"]], [1])
except DataError as error:
    message = str(error).upper()
except perceptron_ref.PerceptronError:
    raise
kinds: list[type[Run]] = [Run, PocketRun, perceptron_ref.theory.bias.BiasRun]
by_hand = pla(D, partial(backwards, seed=5)).updates + pla(D, lambda view: iter([0, 1, 2])).updates

# each of the next statements is wrong
from perceptron_ref import Datset  # wrong
from perceptron_ref.theory import seperability  # wrong
from perceptron_ref.drawing import draw_runs  # wrong

perceptron_ref.plaa(D)  # wrong
perceptron_ref.drawing.draw_runs(run)  # wrong
perceptron_ref.theory.separabilty  # wrong
perceptron_ref.theory.separability.separable(D)  # wrong
updates(D, max_update=3)  # wrong
repeat(D, max_update=3)  # wrong
repeat(D, algorithm="plaa")  # wrong
strategy(backwards, sed=1)  # wrong
pla(D, engine="fats")  # wrong
pocket(D, engine="fats")  # wrong
repeat(D, engine="fats")  # wrong
updates(D, engine="fats")  # wrong
pla(D, max_update=3)  # wrong
pla(D, target_mistakes=3)  # wrong
pla([[1, 2]], "cyclic")  # wrong
pla(D, 3)  # wrong
pla(D, "cyclic", 3)  # wrong
D.N = 3  # wrong
D.ys = (1,)  # wrong
D.xs = ()  # wrong
D.d = 3  # wrong
h.w = (Fraction(1),)  # wrong
run.updates = 3  # wrong
run.w_f  # wrong
run.in_pocket  # wrong
pocket_run.w.mean  # wrong
answer.w_g  # wrong
strategies()["cyclic"][0].name.uper()  # wrong
bound.nam  # wrong
h.predict()  # wrong
Dataset([[1]])  # wrong
read(Path("x.csv"), lable="y")  # wrong
