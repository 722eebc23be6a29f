"""Ask perceptrons and their next of kin the questions of the page "Beside other tools".

A function asks one question of each tool: it yields the tool, what was done, and the answer.
"""

from __future__ import annotations

import contextlib
import os
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
from nltk.tag.perceptron import AveragedPerceptron
from river.linear_model import Perceptron as RiverPerceptron
from sklearn.datasets import load_iris
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


def sign_of_zero() -> Answers:
    """What is the class of a point on the line?"""
    line = pla(Dataset(APART, [1, -1], names=["u", "v"])).hypothesis
    yield (
        "perceptron_ref",
        "h(0, 5) after pla on (1, 0) and (-1, 0)",
        f"{line(ON_THE_LINE[0])}: neither, and a mistake for PLA",
    )
    model = in_order(APART, LABELS)
    yield (
        "scikit-learn",
        "predict, score 0",
        f"the smaller class ({model.predict(ON_THE_LINE)[0]} of 0, 1)",
    )
    ours = mlxtend(APART, LABELS)
    ours.w_[:], ours.b_[:] = 0, 0
    yield (
        "mlxtend",
        "predict with w_ and b_ set to 0",
        f"class {ours.predict(np.array(ON_THE_LINE))[0]} of 0, 1",
    )
    yield "river", "predict_one of a fresh model", str(RiverPerceptron().predict_one({"a": 1}))
    fresh = AveragedPerceptron()
    fresh.classes = {"no", "yes"}
    yield (
        "nltk",
        "AveragedPerceptron: predict of a fresh model",
        f"the last word of the alphabet ({fresh.predict({'a': 1})[0]!r} of 'no', 'yes')",
    )
    answers = {labels: mlpack_says(APART, labels, ON_THE_LINE)[0] for labels in ((1, 0), (0, 1))}
    yield (
        "mlpack",
        "perceptron on (1, 0) and (-1, 0), asked (0, 5)",
        f"{answers[1, 0]} where these are 1 and 0, {answers[0, 1]} where they are 0 and 1",
    )
    for tool, ask in (("libsvm", svm), ("liblinear", linear)):
        both = [ask(APART, labels, ON_THE_LINE)[1][0] for labels in ((1, 0), (0, 1))]
        yield (
            tool,
            "linear, on (1, 0) and (-1, 0), asked (0, 5)",
            f"{both[0]} where these are 1 and 0, {both[1]} where they are 0 and 1: the last met",
        )
    yield (
        "Vowpal Wabbit",
        "--binary --loss_function hinge, fresh",
        str(vowpal([], [], ON_THE_LINE)[0]),
    )


def positive_label() -> Answers:
    """Which label is +1?"""
    numbers = Dataset(APART, [1, 0]).labels
    yield (
        "perceptron_ref",
        "labels of numbers; of words",
        f"the larger number ({numbers[1]} of {', '.join(sorted(numbers))}); positive= names a word",
    )
    yield (
        "scikit-learn",
        "classes_[1]",
        f"the larger: {str(in_order(APART, ['yes', 'no']).classes_[1])!r} of 'no', 'yes'",
    )
    refused = []
    for y in ([-1, 1], [1, 2]):
        with contextlib.suppress(AttributeError):
            mlxtend(APART, y)
            continue
        refused.append(f"{y[0]}, {y[1]}")
    yield (
        "mlxtend",
        "fit with labels of other kinds",
        f"1 of 0, 1; refuses {' and '.join(refused)}, and text",
    )
    moved = [river([[1.0]], [y], 1).weights[0] for y in (1, 0, -1)]
    yield (
        "river",
        "learn_one(x = 1, y), w after it",
        f"True or 1 of False, 0; y = 0 moves w by {number(moved[1])}, y = -1 by {number(moved[2])}",
    )
    for tool, how, ask in (
        ("libsvm", "svm_train, get_labels()[0]", svm),
        ("liblinear", "train, get_labels()[0]", linear),
    ):
        first = {y: ask(APART, y, ON_THE_LINE)[0][0] for y in ((0, 1), (1, 0), (2, 1), (-1, 1))}
        met = f"{first[0, 1]} of 0, 1; {first[1, 0]} of 1, 0; {first[2, 1]} of 2, 1"
        yield tool, how, f"the label met first ({met}), but {first[-1, 1]} of -1, 1"
    said = vowpal(CORNERS, AND, CORNERS)
    signs = vowpal(CORNERS, [2 * y - 1 for y in AND], CORNERS)
    yield (
        "Vowpal Wabbit",
        "--binary, AND with labels 0, 1 and -1, 1",
        f"1 of -1, 1 ({right(signs, [-1, -1, -1, 1])} right); of 0, 1 it says {shown(said)}",
    )


def threshold() -> Answers:
    """Is there a threshold?"""
    found = pla(Dataset(CORNERS, AND))
    yield (
        "perceptron_ref",
        "AND",
        f"yes, x_0 = 1: {weights(list(map(float, found.w[1:])), float(found.w[0]))}",
    )
    model = in_order(CORNERS, AND)
    yield (
        "scikit-learn",
        "AND",
        f"yes, fit_intercept: {weights(model.coef_[0], model.intercept_[0])}",
    )
    ours = mlxtend(CORNERS, AND)
    yield "mlxtend", "AND", f"yes, b_: {right(ours.predict(np.array(CORNERS)).tolist(), AND)} right"
    stream = river(CORNERS, AND)
    yield (
        "river",
        "AND",
        f"yes, intercept: {weights(list(stream.weights.values()), stream.intercept)}",
    )
    said = [nltk_says(X, ["no", "no", "no", "yes"]) for X in (CORNERS, [[1, *x] for x in CORNERS])]
    yield (
        "nltk",
        "AveragedPerceptron on AND; with a feature that is always 1",
        f"no: {said[0]} right; {said[1]}",
    )
    yield "mlpack", "AND", f"yes, biases: {right(mlpack_says(CORNERS, AND, CORNERS), AND)} right"
    yield "libsvm", "AND, -t 0 -c 1000", f"yes: {right(svm(CORNERS, AND, CORNERS)[1], AND)} right"
    y = [2 * v - 1 for v in AND]
    none, one = linear(CORNERS, y, CORNERS)[1], linear(CORNERS, y, CORNERS, "-B 1 -c 1000")[1]
    other = linear(CORNERS, AND, CORNERS)[1]
    yield (
        "liblinear",
        "AND, -s 3",
        f"no: {right(none, y)} right with labels -1, 1 and {right(other, AND)} with 0, 1; "
        f"with -B 1 -c 1000 {right(one, y)}",
    )
    yield (
        "Vowpal Wabbit",
        "AND with labels -1, 1, 100 passes",
        f"yes, a constant: {right(vowpal(CORNERS, y, CORNERS), y)} right",
    )


def start() -> Answers:
    """Does it start at w = 0?"""
    yield "perceptron_ref", "run.w0", "yes; w0= starts elsewhere"
    model = Perceptron(shuffle=False, max_iter=1, tol=None).fit([[5.0], [5.0]], [1, 0])
    yield "scikit-learn", "fit has coef_init", f"yes, and w moves by eta0 = {number(model.eta0)}"
    ours = [mlxtend(APART, LABELS, seed, epochs=0) for seed in (1, 2)]
    drawn = " and ".join(f"({', '.join(number(v) for v in m.w_.ravel())})" for m in ours)
    yield (
        "mlxtend",
        "fit with epochs=0, random_seed=1 and 2",
        f"no: drawn, w_ = {drawn}; b_ = {number(ours[0].b_[0])}",
    )
    yield (
        "river",
        "weights of a fresh model",
        f"yes: {RiverPerceptron().weights}, intercept {number(RiverPerceptron().intercept)}",
    )
    yield "nltk", "AveragedPerceptron().weights", f"yes: {AveragedPerceptron().weights}"
    untouched = mlpack.perceptron(training=np.array([[3.0, 0], [2, 1]]), labels=np.array([0, 0]))
    ((_, kept),) = untouched["output_model"].get_cpp_params().items()
    w_and_bias = [*kept["p"]["weights"].ravel(), *kept["p"]["biases"].ravel()]
    yield (
        "mlpack",
        "weights after examples of one class, which correct nothing",
        f"{'no' if any(w_and_bias) else 'yes'}, one w for each class",
    )


def stopping() -> Answers:
    """When does it stop?"""
    found = pla(Dataset(CORNERS, AND))
    yield (
        "perceptron_ref",
        "updates on two points; on AND",
        f"{pla(Dataset(APART, LABELS)).updates}; {found.updates}: when w_t gets all N right",
    )
    two, four = in_order(APART, LABELS).n_iter_, in_order(CORNERS, AND).n_iter_
    yield (
        "scikit-learn",
        "n_iter_ (epochs) on two points; on AND",
        f"{two}; {four}: when n_iter_no_change = 5 epochs do not lower the training loss by tol",
    )
    errors = mlxtend(CORNERS, AND).cost_
    yield (
        "mlxtend",
        "AND: len(cost_), and the epochs with an update",
        f"after epochs = {len(errors)}, always; updates in {sum(map(bool, errors))} of them",
    )
    yield "river", "learn_one", "never: it learns from a stream, one example after the other"
    yield "nltk", "PerceptronTagger.train(nr_iter=5)", "after a number of passes"
    few = [mlpack_says(CORNERS, AND, CORNERS, max_iterations=n) for n in (1, 5, 50)]
    yield (
        "mlpack",
        "AND, max_iterations = 1, 5, 50",
        f"when w is right, or after so many passes: {', '.join(right(v, AND) for v in few)} right",
    )


def xor() -> Answers:
    """What does it say of XOR?"""
    D = Dataset(CORNERS, XOR)
    limited = pla(D, max_updates=1000)
    proved = separability(D)
    yield (
        "perceptron_ref",
        "pla, then separability",
        f"status {limited.status}; no line separates, proved by {len(proved.examples)} examples",
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = in_order(CORNERS, XOR)
        yield (
            "scikit-learn",
            "fit, shuffle=False",
            f"{right(model.predict(CORNERS), XOR)} right, n_iter_ {model.n_iter_}, "
            f"{warned(caught)}",
        )
    ours = mlxtend(CORNERS, XOR)
    yield (
        "mlxtend",
        "fit, epochs = 50",
        f"{right(ours.predict(np.array(CORNERS)), XOR)} right; cost_ ends {shown(ours.cost_[-4:])}",
    )
    stream = river(CORNERS, XOR)
    yield (
        "river",
        "50 passes",
        f"{right([stream.predict_one(dict(enumerate(x))) for x in CORNERS], XOR)} right",
    )
    yield (
        "mlpack",
        "max_iterations = 1,000",
        f"{right(mlpack_says(CORNERS, XOR, CORNERS), XOR)} right, no warning",
    )
    yield "libsvm", "-t 0 -c 1000", f"{right(svm(CORNERS, XOR, CORNERS)[1], XOR)} right"
    y = [2 * v - 1 for v in XOR]
    yield (
        "liblinear",
        "-s 3 -B 1 -c 1000",
        f"{right(linear(CORNERS, y, CORNERS, '-B 1 -c 1000')[1], y)} right",
    )
    yield "Vowpal Wabbit", "100 passes", f"{right(vowpal(CORNERS, y, CORNERS), y)} right"


def no_warning() -> Answers:
    """Does "converged", or silence, mean that no mistake is left?"""
    yield (
        "perceptron_ref",
        "status",
        "yes: 'converged' is said after every example was seen right, and recounted",
    )
    X, species = load_iris(return_X_y=True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = Perceptron().fit(X, species == 1)
        score = right(model.predict(X).tolist(), (species == 1).tolist())
        yield (
            "scikit-learn",
            "iris, versicolor from the rest, all defaults",
            f"no: n_iter_ = {model.n_iter_}, {warned(caught)}, {score} right",
        )
    ours = mlxtend(CORNERS, AND, epochs=4)
    left = 4 - int(right(ours.predict(np.array(CORNERS)).tolist(), AND)[0])
    yield (
        "mlxtend",
        "AND, epochs = 4: cost_, then predict",
        f"cost_ counts updates in the epoch ({shown(ours.cost_)}), not mistakes left ({left})",
    )


def shuffling() -> Answers:
    """In which order does it visit the examples?"""
    yield (
        "perceptron_ref",
        "strategy",
        "as the strategy says: cyclic for PLA; random-permutation draws one cycle and keeps it",
    )
    orders = []
    for seed in (0, 0, 1):
        decaying = SGDClassifier(
            loss="perceptron",
            alpha=0.1,
            learning_rate="constant",
            eta0=1,
            max_iter=1,
            tol=None,
            fit_intercept=False,
            random_state=seed,
        )
        decaying.fit(np.eye(6), [1, 1, 1, 0, 1, 1])
        orders.append(np.argsort(abs(decaying.coef_[0])).tolist())
    assert orders[0] == orders[1]
    yield (
        "scikit-learn",
        "the same loop with decay, which shows when a weight was set: random_state = 0; 1",
        f"shuffle=True draws a permutation for each epoch ({shown(orders[0])}; {shown(orders[2])})",
    )
    same = {tuple(mlxtend(CORNERS, AND, 1).w_.ravel()) for _ in range(3)}
    yield (
        "mlxtend",
        "three fits with random_seed=1",
        f"shuffled anew for each epoch; a seed makes {'one run' if len(same) == 1 else 'many'}",
    )
    yield "river", "learn_one", "as the stream comes"
    yield "nltk", "PerceptronTagger.train", "shuffled for each pass by Python's global random"
    yield (
        "mlpack",
        "AND, its rows in two orders",
        "as given"
        if mlpack_says(CORNERS, AND, CORNERS, max_iterations=2)
        != mlpack_says(CORNERS[::-1], AND[::-1], CORNERS, max_iterations=2)
        else "no difference seen",
    )


def sparse() -> Answers:
    """What do sparse data change?"""
    dense = pla(Dataset(CORNERS, AND)).w
    same = pla(Dataset(scipy.sparse.csr_matrix(np.array(CORNERS)), AND)).w
    yield "perceptron_ref", "AND as a CSR matrix", "nothing" if same == dense else "another w"
    X = np.array(CORNERS, float)
    model, as_sparse = (
        in_order(X, AND, tol=None, max_iter=1000),
        in_order(scipy.sparse.csr_matrix(X), AND, tol=None, max_iter=1000),
    )
    yield (
        "scikit-learn",
        "AND, dense and as a CSR matrix, 1,000 epochs",
        f"{weights(model.coef_[0], model.intercept_[0])}; "
        f"{weights(as_sparse.coef_[0], as_sparse.intercept_[0])}: sparse, w_0 moves by 0.01",
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
