"""PLA and Pocket as a classifier of scikit-learn 1.6 or later."""

from __future__ import annotations

import warnings
from math import inf

from .dataset import Dataset
from .errors import DataError, quote
from .exact.frames import library_errors_as_data_errors
from .exact.tables import as_table, check_label_not_among_features, labels_and_column_name
from .pla import pla
from .pocket import pocket
from .theory.separability import margins_of
from .type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .hypothesis import Hypothesis

try:
    import numpy as np
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.utils.multiclass import check_classification_targets, type_of_target
    from sklearn.utils.validation import check_is_fitted, validate_data

    _MISSING = ""
except ImportError as _error:  # no error yet, because documentation tools import every module
    _MISSING = (
        f"PerceptronClassifier: found no scikit-learn 1.6 or later ({_error}); expected this "
        "library, which needs Python 3.9 or later. To install it, use "
        "`python -m pip install --upgrade scikit-learn`"
    )

    class ClassifierMixin:  # type: ignore[no-redef]
        """A stand-in for scikit-learn's class."""

    class BaseEstimator:  # type: ignore[no-redef]
        """A stand-in for scikit-learn's class; a call says what to install."""

        def __new__(cls, *args: object, **options: object) -> Any:
            raise ImportError(_MISSING)


_ADVICE = 'Raise max_updates. If no line separates the data, use algorithm="pocket"'
_BINARY = "Only binary classification is supported. The type of the target is"  # scikit-learn's
_ALGORITHMS = {"pla": (pla, "cyclic"), "pocket": (pocket, "random")}


class PerceptronClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier that learns a line with PLA or Pocket.     Lecture 2: L2.5, L2.15

    scikit-learn checks X, and `Dataset` reads the numbers exactly. The two classes in y are sorted,
    and the second is +1. If PLA ends with mistakes, `fit` issues scikit-learn's ConvergenceWarning.

    Args:
        algorithm: "pla" or "pocket".
        strategy: The visiting order, a name or `strategy(name, ...)`. The default is "cyclic" for
            PLA, "random" for Pocket.
        max_updates: The limit of updates; None for no limit.
        sign_of_zero: See `pla`.
        x0: See `Dataset`.

    Attributes:
        hypothesis_: The learned hypothesis, with exact weights.
        coef_: The floats nearest to w_1, ..., w_d, as an array of one row.
        intercept_: The float nearest to w_0 x_0, as an array of one number.
        n_iter_: The number of updates.
        status_: The status of the run, see `Run`.
        classes_: The two classes, sorted.

    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], ["no", "no", "no", "yes"]
    >>> model = PerceptronClassifier().fit(X, y)
    >>> model.predict([[1, 1], [0, 1]]).tolist(), model.coef_.tolist(), model.n_iter_
    (['yes', 'no'], [[3.0, 2.0]], 18)
    """

    algorithm: str
    strategy: Any
    max_updates: int | None
    sign_of_zero: int
    x0: object
    classes_: Any
    n_iter_: int
    status_: str
    hypothesis_: Hypothesis
    coef_: Any
    intercept_: Any

    def __init__(
        self,
        algorithm: str = "pla",
        strategy: Any = None,
        *,
        max_updates: int | None = 10_000,
        sign_of_zero: int = 0,
        x0: object = 1,
    ) -> None:
        self.algorithm, self.strategy, self.max_updates = algorithm, strategy, max_updates
        self.sign_of_zero, self.x0 = sign_of_zero, x0

    def fit(self, X: Any, y: Any) -> PerceptronClassifier:
        """Learn a line from the rows of X and their classes in y."""
        if self.algorithm not in _ALGORITHMS:
            raise DataError(f'algorithm: found {quote(self.algorithm)}; expected "pla" or "pocket"')
        learn, order = _ALGORITHMS[self.algorithm]
        labels = y
        _, y = self._validate_input(X, y)
        check_classification_targets(y)
        table = as_table(X)
        check_label_not_among_features(table, *labels_and_column_name(labels))
        self.classes_, indices = np.unique(y, return_inverse=True)
        if len(self.classes_) != 2:
            count = len(self.classes_)
            classes = f"{count} class{'es' * (count != 1)}"
            raise ValueError(f"{_BINARY} {type_of_target(y)}. Found {classes}; expected 2 classes")
        data = Dataset(table, 2 * indices - 1, x0=self.x0)
        options: Any = {"max_updates": self.max_updates, "sign_of_zero": self.sign_of_zero}
        run = learn(data, self.strategy or order, **options)
        self.n_iter_, self.status_ = run.updates, run.status
        self.hypothesis_ = run.hypothesis._copy_with(labels=tuple(map(str, self.classes_)))
        self.coef_ = np.array([[*map(_nearest_float, run.w[1:])]])
        self.intercept_ = np.array([_nearest_float(-self.hypothesis_.threshold)])
        if self.algorithm == "pla" and run.mistakes:
            message = f"PLA ended with {run.mistakes} of {data.N} examples wrong. {_ADVICE}"
            warnings.warn(message, ConvergenceWarning, stacklevel=2)
        return self

    def decision_function(self, X: Any) -> Any:
        """Return the score w . x of every row as the nearest float; inf or -inf on overflow."""
        # all labels of this set are +1, so its margins are scores
        scores, unit = margins_of(self._dataset_of_rows(X), self.hypothesis_.w)
        return np.array([_nearest_float(score, unit.denominator) for score in scores])

    def predict(self, X: Any) -> Any:
        """Return the class of every row; on the line the first class, unless sign(0) is +1."""
        data = self._dataset_of_rows(X)
        return self.classes_[[int(answer > 0) for answer in self.hypothesis_.predict(data)]]

    def _dataset_of_rows(self, X: Any) -> Dataset:
        """Return the rows of X as a set, in which all labels are +1 as placeholders."""
        check_is_fitted(self)
        N = self._validate_input(X, reset=False).shape[0]
        return Dataset(X, [1] * N, x0=self.hypothesis_.x0)

    def _validate_input(self, X: Any, *y: Any, **options: Any) -> Any:
        """Return X and y after scikit-learn's validation; let its TypeError and ValueError pass."""
        with library_errors_as_data_errors("X", X, passed_through=(TypeError, ValueError)):
            return validate_data(self, X, *y, accept_sparse=True, **options)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = True
        return tags


def _nearest_float(p: Any, q: int = 1) -> float:
    """Return the float nearest to p / q; inf or -inf on overflow."""
    try:
        return float(p / q)
    except OverflowError:
        return inf if p > 0 else -inf


if _MISSING:
    PerceptronClassifier.__doc__ = _MISSING  # the doctest in the docstring would fail
