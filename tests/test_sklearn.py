"""The classifier: it passes scikit-learn's checks, and its results are exact."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from fractions import Fraction

import pytest
from conftest import ROOT
from messages import check_parts

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
    """Classifiers by PLA and by Pocket with 300 updates pass every check for estimators."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check(estimator)


def test_a_classifier_is_the_run_of_pla_or_pocket():
    """Weights, threshold and updates are the same as in a run on the same data, also after a
    pickle.

    Pocket may end with mistakes without a warning, because it is made for such data.
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
def test_a_classifier_takes_the_options_of_a_run(order):
    """The order is a name or a strategy with options. Other options are sign(0) and x_0."""
    model = clone(PerceptronClassifier(strategy=order, sign_of_zero=-1, x0="1/2")).fit(X, Y)
    run = pla(Dataset(X, [-1, -1, -1, 1], x0="1/2"), order, sign_of_zero=-1)
    assert model.hypothesis_.w == run.w and model.hypothesis_.x0 == Fraction(1, 2)
    assert model.hypothesis_.sign_of_zero == -1
    assert model.intercept_.tolist() == [float(run.w[0] / 2)]
    scores = [float(run.hypothesis.score(x)) for x in X]
    assert model.decision_function(X).tolist() == scores


@pytest.mark.parametrize("sign_of_zero, expected", [(+1, [1, 0]), (0, [0, 0]), (-1, [0, 0])])
def test_on_the_line_the_class_is_that_of_sign_0(sign_of_zero, expected):
    """Predictions use the sign(0) of the run, so the accuracy after a converged run is 1.

    If sign(0) = 0, the answer is the first class, as in scikit-learn, which predicts the second
    class only for a positive score.
    """
    model = PerceptronClassifier(sign_of_zero=sign_of_zero).fit([[0], [1]], [1, 0])
    assert (model.status_, model.score([[0], [1]], [1, 0])) == ("converged", 1)
    model.hypothesis_ = Hypothesis([0, -1], sign_of_zero=sign_of_zero)
    assert model.decision_function([[0]]).tolist() == [0]
    assert model.predict([[0], [1]]).tolist() == expected


def test_numbers_are_read_as_they_print():
    """The float32 0.1 is read as one tenth, and an int that no float can represent stays exact."""
    rows = np.array([[0.1], [0.2]], dtype="f4")
    model = PerceptronClassifier().fit(rows, [0, 1])
    assert model.hypothesis_ == pla(Dataset([["0.1"], ["0.2"]], [0, 1])).hypothesis
    huge = [[2**53 + 1], [-1]]  # as a float one less
    model = PerceptronClassifier().fit(np.array(huge), [1, 0])
    assert model.hypothesis_.w == pla(Dataset(huge, [1, -1])).w == (1, 2**53 + 1)


def test_a_score_too_small_for_a_float_has_its_sign():
    """The sign of the exact score decides the class, although the score as a float is 0."""
    model = PerceptronClassifier().fit([[-1], [1]], ["a", "b"])
    model.hypothesis_ = Hypothesis([0, Fraction(1, 10**200)])
    assert model.decision_function([[1e-300]]).tolist() == [0.0]
    assert model.predict([[1e-300]]).tolist() == ["b"]


def test_numbers_too_large_for_floats_are_infinite():
    """A score or a weight too large for a float is infinite. The sign of the exact score decides
    the class.
    """
    model = PerceptronClassifier(max_updates=2)
    with pytest.warns(ConvergenceWarning):
        model.fit([[1.7e308, 1.7e308], [-1e308, 1.1e308], [-1, 0]], [1, 0, 1])
    assert model.hypothesis_.w[1] == 27 * 10**307
    assert model.coef_.tolist() == [[np.inf, 6e307]]
    assert model.decision_function([[1e100, 0], [-1e100, 0]]).tolist() == [np.inf, -np.inf]
    assert model.predict([[1e100, 0], [-1e100, 0]]).tolist() == [1, 0]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_the_labels_among_the_features_are_refused(library):
    """A column with the name of the labels is an error, as in `Dataset`, because the classifier
    would learn y from y.
    """
    frame = pytest.importorskip(library, reason=f"{library} is not installed").DataFrame
    df = frame({"a": [1, 1], "y": [0, 1]})
    with pytest.raises(DataError, match=r"^column 'y': found the labels among the features.*drop"):
        PerceptronClassifier().fit(df, df["y"])
    assert PerceptronClassifier().fit(df[["y"]], df["a"] > df["y"]).status_ == "converged"


def test_names_of_columns_are_kept():
    """Features have the names of the columns of a frame. Other names are an error of `predict`, as
    in scikit-learn.
    """
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pd.DataFrame(X, columns=["age", "pay"])
    model = PerceptronClassifier().fit(frame, Y)
    assert model.hypothesis_.names == ("age", "pay") == tuple(model.feature_names_in_)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[["pay", "age"]])


def test_the_hypothesis_answers_with_the_classes():
    """The labels of the hypothesis are the classes as text, even if the classes are numbers."""
    model = PerceptronClassifier().fit(X, Y)
    assert model.hypothesis_.predict(X, words=True) == Y
    assert PerceptronClassifier().fit(X, [0, 0, 0, 1]).hypothesis_.labels == ("0", "1")


def test_pla_on_nonseparable_data_gives_a_warning():
    """PLA ends at its limit with mistakes. The warning says how many, and what to do."""
    with pytest.warns(ConvergenceWarning) as caught:
        model = PerceptronClassifier(max_updates=8).fit(X, XOR)
    assert model.status_ == "max_updates" and model.n_iter_ == 8
    (warning,) = caught
    check_parts('PLA …4 of 4…max_updates…algorithm="pocket"', str(warning.message))
    assert warning.filename == __file__


@pytest.mark.parametrize(
    ("options", "labels", "error", "message"),
    [
        ({"algorithm": "sgd"}, Y, DataError, "algorithm: found 'sgd'; expected \"pla\" or "),
        ({"strategy": "cylic"}, Y, StrategyError, "cylic"),
        ({}, ["a", "b", "c", "a"], ValueError, "Only binary .* is multiclass. Found 3 classes; "),
        ({}, ["a"] * 4, ValueError, "Only binary .* is binary. Found 1 class; "),
    ],
)
def test_invalid_arguments_are_refused(options, labels, error, message):
    """The error is one of the package or of scikit-learn."""
    with pytest.raises(error, match=message):
        PerceptronClassifier(**options).fit(X, labels)


def test_the_example_of_the_classifier_runs():
    """The example is in the docstring of the module.

    Other tests of docstrings skip this module, because scikit-learn may be missing.
    """
    import doctest

    results = doctest.testmod(module)
    assert results.failed == 0 and results.attempted


def test_reading_arrays_imports_nothing():
    """The package recognises an array by its attributes, without importing a library."""
    read = "from fake_arrays import Array; Dataset(Array([[1.0]]), Array([1], kind='i'))"
    code = f"import sys; from perceptron_ref import Dataset; sys.path.append('tests'); {read}"
    code += "; print({'numpy', 'sklearn'} & {*sys.modules})"
    output = subprocess.run([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE)
    assert output.stdout.strip() == b"set()"
