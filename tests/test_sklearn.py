"""The classifier: what scikit-learn expects of one, and what is exact in it."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from fractions import Fraction

import pytest
from conftest import ROOT

from perceptron_ref import DataError, Dataset, Hypothesis, StrategyError, pla, pocket, strategy

np = pytest.importorskip("numpy", reason="NumPy is not installed")
pytest.importorskip("sklearn", "1.6", reason="scikit-learn 1.6 or later is not installed")

from sklearn.base import clone  # noqa: E402
from sklearn.exceptions import ConvergenceWarning, NotFittedError  # noqa: E402
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402

from perceptron_ref import sklearn as module  # noqa: E402
from perceptron_ref.sklearn import PerceptronClassifier  # noqa: E402

X, Y = [[0, 0], [0, 1], [1, 0], [1, 1]], ["no", "no", "no", "yes"]
XOR = ["no", "yes", "yes", "no"]


@pytest.mark.ci  # more than three seconds together
@parametrize_with_checks(
    [
        PerceptronClassifier(max_updates=300),
        PerceptronClassifier(algorithm="pocket", max_updates=300),
    ]
)
def test_scikit_learns_own_checks_pass(estimator, check):
    """All of them: scikit-learn looks at what it is given, then the exact reader reads it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check(estimator)


def test_a_classifier_is_the_run_of_pla_or_pocket():
    """Weights, threshold and updates are those of the run on the same set, after a pickle, too; no
    warning where Pocket leaves a mistake, as it was asked for.
    """
    with pytest.raises(NotFittedError):
        PerceptronClassifier().predict(X)
    model = pickle.loads(pickle.dumps(PerceptronClassifier().fit(X, Y)))
    run = pla(Dataset(X, [-1, -1, -1, 1]))
    assert (model.hypothesis_.w, model.n_iter_) == (run.w, run.updates)
    assert (model.status_, model.n_features_in_) == ("converged", 2)
    assert model.coef_.tolist() == [[float(w_i) for w_i in run.w[1:]]]
    assert model.intercept_.tolist() == [float(run.w[0])]
    assert model.classes_.tolist() == ["no", "yes"]
    assert model.predict(X).tolist() == Y and model.score(X, Y) == 1
    model = PerceptronClassifier("pocket", max_updates=50).fit(X, XOR)
    run = pocket(Dataset(X, [-1, 1, 1, -1]), max_updates=50)
    assert (model.hypothesis_.w, model.n_iter_) == (run.hypothesis.w, 50)


@pytest.mark.parametrize("order", ["worst-margin", strategy("random", seed=5)])
def test_the_order_and_the_start_are_those_asked_for(order):
    """A name or a strategy with its options; sign(0) and x_0 as of the run."""
    model = clone(PerceptronClassifier(strategy=order, sign_of_zero=-1, x0="1/2")).fit(X, Y)
    run = pla(Dataset(X, [-1, -1, -1, 1], x0="1/2"), order, sign_of_zero=-1)
    assert model.hypothesis_.w == run.w and model.hypothesis_.x0 == Fraction(1, 2)
    assert model.hypothesis_.sign_of_zero == -1
    assert model.intercept_.tolist() == [float(run.w[0] / 2)]
    scores = [float(run.hypothesis.score(x)) for x in X]
    assert model.decision_function(X).tolist() == scores


@pytest.mark.parametrize("sign_of_zero, expected", [(+1, [1, 0]), (0, [0, 0]), (-1, [0, 0])])
def test_on_the_line_the_class_is_that_of_sign_0(sign_of_zero, expected):
    """As the run counts it, so that one that converged has the score 1; the first class if 0, as
    scikit-learn's own do: a score of 0 is not above 0.
    """
    model = PerceptronClassifier(sign_of_zero=sign_of_zero).fit([[0], [1]], [1, 0])
    assert (model.status_, model.score([[0], [1]], [1, 0])) == ("converged", 1)
    model.hypothesis_ = Hypothesis([0, -1], sign_of_zero=sign_of_zero)
    assert model.decision_function([[0]]).tolist() == [0]
    assert model.predict([[0], [1]]).tolist() == expected


def test_numbers_are_read_as_they_print():
    """0.1 of four bytes is one tenth, in a frame each column has its own type."""
    rows = np.array([[0.1], [0.2]], dtype="f4")
    model = PerceptronClassifier().fit(rows, [0, 1])
    assert model.hypothesis_ == pla(Dataset([["0.1"], ["0.2"]], [0, 1])).hypothesis
    huge = [[2**53 + 1], [-1]]  # as a float one less
    model = PerceptronClassifier().fit(np.array(huge), [1, 0])
    assert model.hypothesis_.w == pla(Dataset(huge, [1, -1])).w == (1, 2**53 + 1)


def test_a_score_too_small_for_a_float_has_its_sign():
    """The class is that of the exact score, whatever a float makes of it."""
    model = PerceptronClassifier().fit([[-1], [1]], ["a", "b"])
    model.hypothesis_ = Hypothesis([0, Fraction(1, 10**200)])
    assert model.decision_function([[1e-300]]).tolist() == [0.0]
    assert model.predict([[1e-300]]).tolist() == ["b"]


def test_what_is_beyond_all_floats_is_infinite():
    """A score, a weight or a threshold may be; the class is that of the exact score."""
    model = PerceptronClassifier(max_updates=2)
    with pytest.warns(ConvergenceWarning):
        model.fit([[1.7e308, 1.7e308], [-1e308, 1.1e308], [-1, 0]], [1, 0, 1])
    assert model.hypothesis_.w[1] == 27 * 10**307
    assert model.coef_.tolist() == [[np.inf, 6e307]]
    assert model.decision_function([[1e100, 0], [-1e100, 0]]).tolist() == [np.inf, -np.inf]
    assert model.predict([[1e100, 0], [-1e100, 0]]).tolist() == [1, 0]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_the_labels_among_the_features_are_refused(library):
    """By the name of their column, as by `Dataset`: y would be learned from y."""
    frame = pytest.importorskip(library, reason=f"{library} is not installed").DataFrame
    df = frame({"a": [1, 1], "y": [0, 1]})
    with pytest.raises(DataError, match=r"^column 'y': found the labels among the features.*drop"):
        PerceptronClassifier().fit(df, df["y"])
    assert PerceptronClassifier().fit(df[["y"]], df["a"] > df["y"]).status_ == "converged"


def test_names_of_columns_are_kept():
    """A frame's columns name the features; other names are refused, as scikit-learn does."""
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pd.DataFrame(X, columns=["age", "pay"])
    model = PerceptronClassifier().fit(frame, Y)
    assert model.hypothesis_.names == ("age", "pay") == tuple(model.feature_names_in_)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[["pay", "age"]])


def test_the_hypothesis_answers_in_the_words_of_the_classes():
    """So does a model that is saved; whatever the classes are."""
    model = PerceptronClassifier().fit(X, Y)
    assert model.hypothesis_.predict(X, words=True) == Y
    assert PerceptronClassifier().fit(X, [0, 0, 0, 1]).hypothesis_.labels == ("0", "1")


def test_what_no_line_separates_warns():
    """PLA ends at its limit with mistakes: the warning says what to do."""
    with pytest.warns(ConvergenceWarning) as warnings:
        model = PerceptronClassifier(max_updates=8).fit(X, XOR)
    assert model.status_ == "max_updates" and model.n_iter_ == 8
    (warning,) = warnings
    assert str(warning.message) == (
        "PLA ended with 4 of 4 examples wrong: raise max_updates, "
        'or take algorithm="pocket" where no line separates the data'
    )
    assert warning.filename == __file__


@pytest.mark.parametrize(
    ("options", "labels", "error", "message"),
    [
        ({"algorithm": "sgd"}, Y, DataError, "algorithm: found 'sgd'; expected \"pla\" or "),
        ({"strategy": "cylic"}, Y, StrategyError, "cylic"),
        ({}, ["a", "b", "c", "a"], ValueError, "Only binary .* is multiclass, of 3 class"),
        ({}, ["a"] * 4, ValueError, "Only binary .* is binary, of 1 class"),
    ],
)
def test_what_cannot_be_learned_is_refused(options, labels, error, message):
    """What the package refuses it refuses in its words, what scikit-learn does in those."""
    with pytest.raises(error, match=message):
        PerceptronClassifier(**options).fit(X, labels)


def test_the_example_of_the_classifier_runs():
    """The docstring has one; where scikit-learn is not installed nothing looks at this module."""
    import doctest

    assert doctest.testmod(module) == (0, 3)


def test_reading_arrays_imports_nothing():
    """The package asks a value whether it is an array; it imports no library to find out."""
    read = "from fake_arrays import Array; Dataset(Array([[1.0]]), Array([1], kind='i'))"
    code = f"import sys; from perceptron_ref import Dataset; sys.path.append('tests'); {read}"
    code += "; print({'numpy', 'sklearn'} & {*sys.modules})"
    output = subprocess.run([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE)
    assert output.stdout.strip() == b"set()"
