"""Ask perceptrons and their next of kin the questions of the page "Comparison with other tools".

A function asks one question of each tool: it yields the tool, what was done, and the answer.
"""

from __future__ import annotations

import contextlib
import os
import random
import sys
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import liblinear.liblinearutil as liblinear
import mlpack
import numpy as np
import scipy.sparse
import vowpalwabbit
from libsvm import svmutil as libsvm
from mlxtend.classifier import Perceptron as MlxtendPerceptron
from nltk.tag.perceptron import AveragedPerceptron, PerceptronTagger
from river.linear_model import Perceptron as RiverPerceptron
from sklearn.datasets import load_digits
from sklearn.linear_model import Perceptron, SGDClassifier
from tables import version, write

from perceptron_ref import Dataset, pla
from perceptron_ref.theory.separability import separability

Rows = Sequence[Sequence[float]]
Answers = Iterator[tuple[str, str, str]]

CORNERS = [[0, 0], [0, 1], [1, 0], [1, 1]]
AND, XOR = [0, 0, 0, 1], [0, 1, 1, 0]
APART, LABELS = [[1, 0], [-1, 0]], [1, 0]  # two examples on the first axis
ON_THE_LINE = [[0, 5]]


# --- how each tool is asked


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Drop what compiled code prints."""
    sys.stdout.flush()
    kept, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(null)


def in_order(X: Any, y: Sequence[object], **options: Any) -> Perceptron:
    """Return scikit-learn's Perceptron after the rows in their order."""
    return Perceptron(shuffle=False, **options).fit(X, y)


def mlxtend(X: Rows, y: Sequence[int], seed: int = 1, epochs: int = 50) -> MlxtendPerceptron:
    """Return mlxtend's Perceptron with eta = 1."""
    return MlxtendPerceptron(eta=1.0, epochs=epochs, random_seed=seed).fit(
        np.array(X, float), np.array(y)
    )


def river(X: Rows, y: Sequence[object], passes: int = 50) -> RiverPerceptron:
    """Return river's Perceptron after some passes."""
    model = RiverPerceptron()
    for _ in range(passes):
        for x, label in zip(X, y):
            model.learn_one(dict(enumerate(x)), label)
    return model


def nltk_says(X: Rows, y: Sequence[str], passes: int = 50) -> str:
    """Return how many examples NLTK's AveragedPerceptron gets right after some passes, averaged."""
    model = AveragedPerceptron()
    model.classes = set(y)
    for _ in range(passes):
        for x, label in zip(X, y):
            row = dict(enumerate(x))
            model.update(label, model.predict(row)[0], row)
    model.average_weights()
    return right([model.predict(dict(enumerate(x)))[0] for x in X], y)


def mlpack_says(X: Rows, y: Sequence[int], asked: Rows, **options: int) -> list[int]:
    """Return what mlpack's perceptron says of the rows asked."""
    trained = mlpack.perceptron(training=np.array(X, float), labels=np.array(y), **options)
    said = mlpack.perceptron(input_model=trained["output_model"], test=np.array(asked, float))
    return [int(v) for v in said["predictions"].ravel()]


def vowpal(X: Rows, y: Sequence[int], asked: Rows, passes: int = 100) -> list[int]:
    """Return what Vowpal Wabbit with hinge loss says of the rows asked."""

    def features(x: Sequence[float]) -> str:
        return "| " + " ".join(f"x{i}:{v}" for i, v in enumerate(x))

    workspace = vowpalwabbit.Workspace("--quiet --binary --loss_function hinge")
    for _ in range(passes):
        for x, label in zip(X, y):
            workspace.learn(f"{label} {features(x)}")
    return [int(workspace.predict(features(x))) for x in asked]


def vowpal_score(x: Sequence[float], label: int) -> float:
    """Return the score of x after one visit of it."""
    workspace = vowpalwabbit.Workspace("--quiet --loss_function hinge")
    row = "| " + " ".join(f"x{i}:{v}" for i, v in enumerate(x))
    workspace.learn(f"{label} {row}")
    return float(workspace.predict(row))


def svm(X: Rows, y: Sequence[int], asked: Rows) -> tuple[list[int], list[int]]:
    """Return the labels of a linear libsvm in its order, the first is +1, and what it says."""
    with quiet():
        model = libsvm.svm_train(y, X, "-t 0 -c 1000 -q")
        said, *_ = libsvm.svm_predict([0] * len(asked), asked, model, "-q")
    return model.get_labels(), [int(v) for v in said]


def linear(
    X: Rows, y: Sequence[int], asked: Rows, options: str = ""
) -> tuple[list[int], list[int]]:
    """Return the labels of liblinear in its order, the first is +1, and what it says."""
    with quiet():
        model = liblinear.train(y, X, f"-s 3 -q {options}")
        said, *_ = liblinear.predict([0] * len(asked), asked, model, "-q")
    return model.get_labels(), [int(v) for v in said]


def number(v: float) -> str:
    """Return a number to two places, without zeros at its end."""
    return f"{v:.3f}".rstrip("0").rstrip(".")


def weights(w: Sequence[float], w_0: float) -> str:
    """Return weights as text."""
    return f"w_0 = {number(w_0)}, w = ({', '.join(map(number, w))})"


def shown(values: Sequence[int]) -> str:
    """Return answers with blanks between them."""
    return " ".join(map(str, values))


def right(said: Sequence[object], y: Sequence[object]) -> str:
    """Return how many of the answers are right."""
    return f"{sum(a == b for a, b in zip(said, y))} of {len(y)}"


def warned(caught: Sequence[object]) -> str:
    """Return how many warnings were given."""
    return f"{len(caught)} warning{'s' * (len(caught) > 1)}" if caught else "no warning"


# --- the questions


def corrected(moved: Sequence[bool]) -> str:
    """Return for which of two labels, first 1 and then 0, a score of 0 was corrected."""
    return {
        (True, True): "a mistake for both labels",
        (True, False): "a mistake for 1, right for 0",
        (False, True): "a mistake for 0, right for 1",
        (False, False): "right for both labels",
    }[moved[0], moved[1]]


def sign_of_zero() -> Answers:
    """Is a score of 0 a mistake in training, and which class does `predict` name?"""
    line = pla(Dataset(APART, [1, -1], names=["u", "v"])).hypothesis
    both = [pla(Dataset([[5]], [y])).updates > 0 for y in (1, -1)]
    yield (
        "perceptron_ref",
        "We ran pla on one example of each label, from zero weights. Then we ran pla on "
        "(1, 0) and (-1, 0), and asked h for the class of (0, 5), whose score is 0.",
        f"{corrected(both)}; h(0, 5) is {line(ON_THE_LINE[0])}, which is neither class",
    )
    once = in_order(np.eye(2), LABELS, max_iter=1, tol=None, fit_intercept=False).coef_[0]
    yield (
        "scikit-learn",
        "We trained on one example of each label, from zero weights. Then we asked predict "
        "for the class of a point with the score 0.",
        f"{corrected([bool(w) for w in once])}; predict gives the first of classes_ "
        f"({in_order(APART, LABELS).predict(ON_THE_LINE)[0]} of 0 and 1)",
    )
    ends = []
    for seed in range(8):  # which of the two is first
        model = mlxtend(np.eye(2).tolist(), LABELS, seed, epochs=0)
        model.w_[:], model.b_[:], model.epochs = 0, 0, 1
        asked = model.predict(np.array(ON_THE_LINE))[0]
        ends.append(model.fit(np.eye(2), np.array(LABELS), init_params=False).w_.ravel() != 0)
    moved = [all(end[n] for end in ends) for n in (0, 1)]
    yield (
        "mlxtend",
        "We set all weights to 0, and asked predict for the class of a point. Then we trained "
        "on one example of each label, with 8 seeds.",
        f"{corrected(moved)}; predict gives {asked} (of 0 and 1)",
    )
    moved = [any(river([[5.0]], [bool(label)], 1).weights.values()) for label in LABELS]
    yield (
        "river",
        "We called learn_one with one example of each label, and predict_one, each on a new model.",
        f"{corrected(moved)}; predict_one gives {RiverPerceptron().predict_one({'a': 1})}",
    )
    fresh = AveragedPerceptron()
    fresh.classes = {"no", "yes"}
    yield (
        "nltk",
        "We called predict on a new AveragedPerceptron.",
        "predict gives the label that is last in alphabetical order "
        f"({fresh.predict({'a': 1})[0]!r} of 'no' and 'yes'), so a score of 0 counts as right "
        "for this label, and as a mistake for the others",
    )
    answers = {labels: mlpack_says(APART, labels, ON_THE_LINE)[0] for labels in ((1, 0), (0, 1))}
    yield (
        "mlpack",
        "We trained on (1, 0) and (-1, 0), and asked for the class of (0, 5).",
        f"the label of the second training example: {answers[1, 0]} if the labels are 1 and 0, in "
        f"this order; {answers[0, 1]} if they are 0 and 1",
    )
    for tool, ask in (("libsvm", svm), ("liblinear", linear)):
        said = [ask(APART, labels, ON_THE_LINE)[1][0] for labels in ((1, 0), (0, 1))]
        yield (
            tool,
            "We trained a linear model on (1, 0) and (-1, 0), and asked for the class of (0, 5).",
            f"the label of the second training example: {said[0]} if the labels are 1 and 0, in "
            f"this order; {said[1]} if they are 0 and 1",
        )
    moved = [vowpal_score([5], 1) > 0, vowpal_score([5], -1) < 0]
    yield (
        "Vowpal Wabbit",
        "With hinge loss, we trained a new model on one example, once for each label. Then we "
        "asked a new model with --binary for a class.",
        f"{corrected(moved)}; --binary gives {vowpal([], [], ON_THE_LINE)[0]}",
    )


def positive_label() -> Answers:
    """Which label is +1?"""
    numbers = Dataset(APART, [1, 0]).labels
    yield (
        "perceptron_ref",
        "We used labels that are numbers, and labels that are words.",
        f"the larger number ({numbers[1]} of {' and '.join(sorted(numbers))}); "
        "the word that positive= names",
    )
    yield (
        "scikit-learn",
        "We read classes_[1] for labels that are numbers, and for text.",
        "the last of classes_, which is sorted: "
        f"{in_order(APART, [10, 9]).classes_[1]} of 9 and 10, "
        f"but {str(in_order(APART, ['10', '9']).classes_[1])!r} of '9' and '10', "
        f"and {str(in_order(APART, ['yes', 'no']).classes_[1])!r} of 'no' and 'yes'",
    )
    refused = []
    for y in ([-1, 1], [1, 2]):
        with contextlib.suppress(AttributeError):
            mlxtend(APART, y)
            continue
        refused.append(f"{y[0]} and {y[1]}")
    yield (
        "mlxtend",
        "We called fit with the labels 0 and 1, and with other labels.",
        f"1 of 0 and 1; fit refuses {', '.join(refused)}, and text",
    )
    moved = [river([[1.0]], [y], 1).weights[0] for y in (1, 0, -1)]
    yield (
        "river",
        "We called learn_one with x = 1 and each label y, and read the weight w.",
        f"True, and 1 of 0 and 1. Do not use -1: y = 0 moves w by {number(moved[1])}, "
        f"but y = -1 moves it by {number(moved[2])}",
    )
    for tool, how, ask in (
        ("libsvm", "We read get_labels()[0] after svm_train.", svm),
        ("liblinear", "We read get_labels()[0] after train.", linear),
    ):
        first = {y: ask(APART, y, ON_THE_LINE)[0][0] for y in ((0, 1), (1, 0), (2, 1), (-1, 1))}
        met = f"{first[0, 1]} of 0, 1; {first[1, 0]} of 1, 0; {first[2, 1]} of 2, 1"
        yield (
            tool,
            how,
            f"the label of the first training example ({met}), but {first[-1, 1]} of -1, 1",
        )
    said = vowpal(CORNERS, AND, CORNERS)
    signs = vowpal(CORNERS, [2 * y - 1 for y in AND], CORNERS)
    yield (
        "Vowpal Wabbit",
        "We trained on AND with --binary, first with the labels -1 and 1, then with 0 and 1.",
        f"1 of -1 and 1 ({right(signs, [-1, -1, -1, 1])} right); with 0 and 1 its four answers "
        f"are {shown(said)}",
    )


def threshold() -> Answers:
    """Is there a threshold?"""
    run = pla(Dataset(CORNERS, AND))
    yield (
        "perceptron_ref",
        "We trained on AND.",
        f"yes, x_0 = 1: {weights(list(map(float, run.w[1:])), float(run.w[0]))}",
    )
    model = in_order(CORNERS, AND)
    yield (
        "scikit-learn",
        "We trained on AND.",
        f"yes, fit_intercept: {weights(model.coef_[0], model.intercept_[0])}",
    )
    ours = mlxtend(CORNERS, AND)
    yield (
        "mlxtend",
        "We trained on AND.",
        f"yes, b_: {right(ours.predict(np.array(CORNERS)).tolist(), AND)} right",
    )
    stream = river(CORNERS, AND)
    yield (
        "river",
        "We trained on AND.",
        f"yes, intercept: {weights(list(stream.weights.values()), stream.intercept)}",
    )
    said = [nltk_says(X, ["no", "no", "no", "yes"]) for X in (CORNERS, [[1, *x] for x in CORNERS])]
    yield (
        "nltk",
        "We trained AveragedPerceptron on AND, without and with a feature that is always 1.",
        f"no: {said[0]} right without this feature, and {said[1]} with it",
    )
    yield (
        "mlpack",
        "We trained on AND.",
        f"yes, biases: {right(mlpack_says(CORNERS, AND, CORNERS), AND)} right",
    )
    yield (
        "libsvm",
        "We trained on AND with -t 0 -c 1000.",
        f"yes: {right(svm(CORNERS, AND, CORNERS)[1], AND)} right",
    )
    y = [2 * v - 1 for v in AND]
    none, one = linear(CORNERS, y, CORNERS)[1], linear(CORNERS, y, CORNERS, "-B 1 -c 1000")[1]
    other = linear(CORNERS, AND, CORNERS)[1]
    yield (
        "liblinear",
        "We trained on AND with -s 3.",
        f"no, unless you set -B 1. Without it, {right(none, y)} are right with the labels -1 and "
        f"1, and {right(other, AND)} with 0 and 1. With -B 1 -c 1000, {right(one, y)} are right",
    )
    yield (
        "Vowpal Wabbit",
        "We trained on AND with the labels -1 and 1, in 100 passes.",
        f"yes, a constant: {right(vowpal(CORNERS, y, CORNERS), y)} right",
    )


def start() -> Answers:
    """Does it start at w = 0?"""
    yield "perceptron_ref", "We read run.w0.", "yes; w0= sets another start"
    model = in_order([[5, 0], [0, 7]], [1, 0], max_iter=1, tol=None, fit_intercept=False)
    yield (
        "scikit-learn",
        "We read w after one visit of (5, 0) with y = +1, and one of (0, 7) with y = -1.",
        f"yes: w = ({', '.join(map(number, model.coef_[0]))}); coef_init= sets another start",
    )
    ours = [mlxtend(APART, LABELS, seed, epochs=0) for seed in (1, 2)]
    drawn = " and ".join(f"({', '.join(number(v) for v in m.w_.ravel())})" for m in ours)
    zero = mlxtend(np.eye(2).tolist(), LABELS, epochs=0)
    zero.w_[:], zero.b_[:], zero.epochs = 0, 0, 1
    step = abs(zero.fit(np.eye(2), np.array(LABELS), init_params=False).w_).max()
    yield (
        "mlxtend",
        "We read w_ and b_ after fit with epochs=0, for random_seed=1 and 2.",
        f"no: w_ is random, here {drawn}, and b_ is {number(ours[0].b_[0])}; "
        f"an update adds {number(step)} eta y x",
    )
    yield (
        "river",
        "We read the weights of a new model.",
        f"yes: {RiverPerceptron().weights}, and intercept {number(RiverPerceptron().intercept)}",
    )
    yield "nltk", "We read the weights of a new model.", f"yes: {AveragedPerceptron().weights}"
    untouched = mlpack.perceptron(training=np.array([[3.0, 0], [2, 1]]), labels=np.array([0, 0]))
    ((_, kept),) = untouched["output_model"].get_cpp_params().items()
    w_and_bias = [*kept["p"]["weights"].ravel(), *kept["p"]["biases"].ravel()]
    yield (
        "mlpack",
        "We trained on examples of one class, which corrects nothing, and read the weights.",
        f"{'no' if any(w_and_bias) else 'yes'}; there is one w for each class",
    )


def stopping() -> Answers:
    """When does it stop?"""
    run = pla(Dataset(CORNERS, AND))
    yield (
        "perceptron_ref",
        "We counted the updates on two points, and on AND.",
        "when w_t gets all N examples right, here after "
        f"{pla(Dataset(APART, LABELS)).updates} and {run.updates} updates",
    )
    two, four = in_order(APART, LABELS).n_iter_, in_order(CORNERS, AND).n_iter_
    yield (
        "scikit-learn",
        "We read n_iter_, the number of epochs, on two points, and on AND.",
        "when, in n_iter_no_change = 5 epochs in a row, the mean loss was not at least tol "
        "smaller than the best loss so far, or after max_iter = "
        f"{Perceptron().max_iter:,} epochs; here after {two} and {four} epochs",
    )
    fixed = in_order(CORNERS, AND, tol=None)
    yield (
        "scikit-learn",
        "We read n_iter_ and t_ on AND, with tol=None.",
        f"after max_iter = {fixed.n_iter_:,} epochs; t_ is {number(fixed.t_)}, the number of "
        f"visits plus 1, and not T = {run.updates}",
    )
    errors = mlxtend(CORNERS, AND).cost_
    yield (
        "mlxtend",
        "We read len(cost_) on AND, and counted the epochs with an update.",
        f"always after the given number of epochs; of the {len(errors)} epochs, "
        f"{sum(map(bool, errors))} made an update",
    )
    yield (
        "river",
        "learn_one takes one example at a time.",
        "never: it learns from a stream, one example after the other",
    )
    yield (
        "nltk",
        "PerceptronTagger.train takes the number of passes, nr_iter.",
        "after nr_iter passes",
    )
    few = [mlpack_says(CORNERS, AND, CORNERS, max_iterations=n) for n in (1, 5, 50)]
    yield (
        "mlpack",
        "We trained on AND with max_iterations = 1, 5 and 50.",
        "when w gets all examples right, or after max_iterations passes; here "
        + "{}, {} and {} are right".format(*(right(v, AND) for v in few)),
    )


def xor() -> Answers:
    """What does it say of XOR?"""
    D = Dataset(CORNERS, XOR)
    limited = pla(D, max_updates=1000)
    proved = separability(D)
    yield (
        "perceptron_ref",
        "We called pla, then separability.",
        f"pla ends with the status {limited.status}; separability proves with "
        f"{len(proved.examples)} examples that no line separates",
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = in_order(CORNERS, XOR)
        yield (
            "scikit-learn",
            "We called fit with shuffle=False.",
            f"{right(model.predict(CORNERS), XOR)} right after {model.n_iter_} epochs, "
            f"{warned(caught)}",
        )
    ours = mlxtend(CORNERS, XOR)
    yield (
        "mlxtend",
        "We called fit with epochs=50.",
        f"{right(ours.predict(np.array(CORNERS)), XOR)} right; the last epochs "
        "made {}, {}, {} and {} updates".format(*ours.cost_[-4:]),
    )
    stream = river(CORNERS, XOR)
    yield (
        "river",
        "We trained for 50 passes.",
        f"{right([stream.predict_one(dict(enumerate(x))) for x in CORNERS], XOR)} right",
    )
    yield (
        "mlpack",
        "We trained with max_iterations = 1,000.",
        f"{right(mlpack_says(CORNERS, XOR, CORNERS), XOR)} right, no warning",
    )
    yield (
        "libsvm",
        "We trained with -t 0 -c 1000.",
        f"{right(svm(CORNERS, XOR, CORNERS)[1], XOR)} right",
    )
    y = [2 * v - 1 for v in XOR]
    yield (
        "liblinear",
        "We trained with -s 3 -B 1 -c 1000.",
        f"{right(linear(CORNERS, y, CORNERS, '-B 1 -c 1000')[1], y)} right",
    )
    yield (
        "Vowpal Wabbit",
        "We trained for 100 passes.",
        f"{right(vowpal(CORNERS, y, CORNERS), y)} right",
    )


def watched(X: Any, y: Sequence[object], **options: Any) -> str:
    """Return whether scikit-learn's Perceptron warns, beside its mistakes."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = Perceptron(**options).fit(X, y)
    wrong = sum(a != b for a, b in zip(model.predict(X), y))
    said = caught[0].category.__name__ if caught else "no warning"
    return f"{wrong} of {len(y)} wrong, {said}, n_iter_ = {model.n_iter_}"


def no_warning() -> Answers:
    """Does "converged", or silence, mean that no mistake is left?"""
    yield (
        "perceptron_ref",
        "We read status.",
        "yes: 'converged' means that all examples are right, which is checked a second time",
    )
    digits, digit = load_digits(return_X_y=True)
    for answer, how, said in (
        (
            "no",
            "We trained on digits, the digit 1 against the rest, with all defaults.",
            watched(digits, digit == 1),
        ),
        ("no", "We did the same with tol=None.", watched(digits, digit == 1, tol=None)),
        (
            "a warning, but no mistake",
            "We trained on AND with shuffle=False and max_iter=6.",
            watched(CORNERS, AND, shuffle=False, max_iter=6),
        ),
    ):
        yield "scikit-learn", how, f"{answer}: {said}"
    ours = mlxtend(CORNERS, AND, epochs=4)
    left = 4 - int(right(ours.predict(np.array(CORNERS)).tolist(), AND)[0])
    yield (
        "mlxtend",
        "We read cost_ on AND with epochs=4, and then called predict.",
        f"cost_ counts the updates of each epoch ({shown(ours.cost_)}), not the mistakes that are "
        f"left ({left})",
    )


def visits(seed: int, epochs: int) -> list[list[int]]:
    """Return the order of scikit-learn's visits to 6 examples in each epoch.

    Each example has a feature of its own, so small that every visit corrects it, and all weights
    decay: of what an epoch adds, the largest weight was visited last.
    """
    orders, before = [], np.zeros(6)
    for epoch in range(1, epochs + 1):
        model = SGDClassifier(
            penalty="l2",
            alpha=0.1,
            learning_rate="constant",
            eta0=1,
            max_iter=epoch,
            tol=None,
            fit_intercept=False,
            random_state=seed,
        ).fit(np.eye(6) / 1000, [1, 1, 1, 0, 1, 1])
        w = abs(model.coef_[0])
        orders.append(np.argsort(w - before * 0.9**6).tolist())
        before = w
    return orders


class Recorder(np.ndarray):
    """An array that notes which single rows are taken."""

    taken: list[int]

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, np.ndarray) and key.size == 1:
            self.taken.append(int(key[0]))
        return np.asarray(self)[key]


def visits_of_mlxtend(seed: int) -> list[list[int]]:
    """Return the order of mlxtend's visits to 6 examples in three epochs."""
    X = np.eye(6).view(Recorder)
    X.taken = []
    MlxtendPerceptron(eta=1.0, epochs=3, random_seed=seed).fit(X, np.array([1, 1, 1, 0, 1, 1]))
    taken = X.taken[::2]  # once for the score, once for the update
    assert taken == X.taken[1::2]
    return [taken[k : k + 6] for k in (0, 6, 12)]


def shuffling() -> Answers:
    """In which order does it visit the examples?"""
    yield (
        "perceptron_ref",
        "The tests of this package check each strategy.",
        "as the strategy says, by default in the naive cycle; random-permutation draws a new "
        "order for each pass, or keeps the first one with fresh=False",
    )
    for seed in (0, 1):
        first, *later = visits(seed, epochs=8)
        again = first
        for order in later:
            again = [again[n] for n in first]  # the same permutation once more
            assert order == again
    yield (
        "scikit-learn",
        "We trained on 6 examples in epochs 1, 2 and 3, with random_state=0. Decaying weights "
        "showed the order.",
        "shuffle=True draws one permutation for each fit, and applies it again in each epoch: "
        + ", then ".join(shown(order) for order in visits(0, epochs=3)),
    )
    epochs = [visits_of_mlxtend(seed) for seed in (1, 1, 2)]
    assert epochs[0] == epochs[1] != epochs[2]
    yield (
        "mlxtend",
        "We recorded the rows that it takes in epochs 1, 2 and 3, with random_seed=1.",
        "always in a new order for each epoch: " + ", then ".join(map(shown, epochs[0])),
    )
    yield "river", "learn_one takes one example at a time.", "in the order of the stream"
    sentences = [[(word, word.upper())] for word in "abcdef"]
    random.seed(1)
    PerceptronTagger(load=False).train(sentences, nr_iter=3)
    after = random.getstate()
    random.seed(1)
    for _ in range(3):
        random.shuffle(sentences)
    yield (
        "nltk",
        "We read the state of Python's random after PerceptronTagger.train.",
        "in a new order for each pass, made by random.shuffle"
        if after == random.getstate()
        else "not as three calls of random.shuffle",
    )
    yield (
        "mlpack",
        "We trained on AND with its rows in two orders.",
        "in the order given"
        if mlpack_says(CORNERS, AND, CORNERS, max_iterations=2)
        != mlpack_says(CORNERS[::-1], AND[::-1], CORNERS, max_iterations=2)
        else "no difference seen",
    )


def sparse() -> Answers:
    """What do sparse data change?"""
    dense = pla(Dataset(CORNERS, AND)).w
    same = pla(Dataset(scipy.sparse.csr_matrix(np.array(CORNERS)), AND)).w
    yield (
        "perceptron_ref",
        "We ran pla on AND as a CSR matrix.",
        "nothing" if same == dense else "another w",
    )
    X = np.array(CORNERS, float)
    model, as_sparse = (
        in_order(X, AND, tol=None, max_iter=1000),
        in_order(scipy.sparse.csr_matrix(X), AND, tol=None, max_iter=1000),
    )
    yield (
        "scikit-learn",
        "We trained on AND as a dense array and as a CSR matrix, for 1,000 epochs.",
        f"dense: {weights(model.coef_[0], model.intercept_[0])}; sparse: "
        f"{weights(as_sparse.coef_[0], as_sparse.intercept_[0])}, because w_0 moves by only 0.01",
    )


QUESTIONS = (
    sign_of_zero,
    positive_label,
    threshold,
    start,
    stopping,
    xor,
    no_warning,
    shuffling,
    sparse,
)

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    rows = [
        [ask.__name__, tool, version(tool), how, said]
        for ask in QUESTIONS
        for tool, how, said in ask()
    ]
    write(
        "answers",
        sorted({row[1] for row in rows}, key=str.lower),
        ["question", "tool", "version", "how", "answer"],
        rows,
    )
