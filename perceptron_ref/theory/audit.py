"""Results as records for JSON: short ones for reports, and full ones for `--audit`.

A full record has all that is needed to check it without this package, as `docs/code/audit.py` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..errors import DataError, quote
from ..exact.common_denominator import multiply_by_unit
from ..exact.rationals import MAX_LISTED_FEATURES, exact_text, weights_for_json
from ..exact.sparse import SparseVector
from ..pocket import PocketRun
from ..run import Run
from ..type_checking import TYPE_CHECKING
from .bias import BiasRun
from .certificate_tree import CertificateTree
from .cone_tree import ConeTree
from .derivation import UNCHECKED, derive
from .optimum import Optimum
from .proof import Proof
from .separability import NotSeparable, Separable, Separator, Undecided

if TYPE_CHECKING:
    from typing import Union

    from ..dataset import Dataset
    from .derivation import Verdict

    Record = dict[str, object]
    Result = Union[Run, Separable, NotSeparable, Undecided, Optimum, Proof]

__all__ = ["audit_record"]


def audit_record(result: Result) -> Record:
    """Return the record of a result and of its examples.

    Lecture 2: L2.1, L2.5, L2.8, L2.12, L2.13, L2.14, L2.15

    The record of a run has w_0, eta, sign(0) and n(t). The record of a proof also has w_f, and for
    each statement the two sides where it was nearest to being false. The record of an optimum has
    the certificates and the tree that prove its lower bound.

    A number that may be a fraction is text; one that is always an int is an int. Each x_n begins
    with x_0. There is a key "x0" if x_0 is not 1, and a key "normalized" if the set is normalized.
    With more than 1,000 features, an x_n is an object with the indices of its nonzero numbers as
    keys.

    Args:
        result: A run of PLA or Pocket, a `Proof`, or an answer of `separability` or
            `fewest_mistakes`.

    Raises:
        DataError: For any other object, such as a run of the variant with a bias.

    >>> from perceptron_ref import Dataset, pla
    >>> record = audit_record(pla(Dataset([["1/2"]], [-1])))
    >>> record["x"], record["y"], record["n"], record["w"]
    ([['1', '0.5']], [-1], [0], ['-1', '-0.5'])
    """
    if isinstance(result, Proof):
        proof = proof_record(result.run, result.separator, derive(result))
        return {**audit_record(result.run), **proof}
    if isinstance(result, Run) and not isinstance(result, BiasRun):
        return {**_examples_record(result.data), **_run_record(result)}
    if isinstance(result, (Separable, NotSeparable, Undecided)):
        return {**_examples_record(result.data), **separability_record(result)}
    if isinstance(result, Optimum):
        coefficients = [list(certificate.coefficients) for certificate in result.certificates]
        proof = {"coefficients": coefficients, "tree": _tree_record(result.tree)}
        return {**_examples_record(result.data), **optimum_record(result), **proof}
    raise DataError(
        f"found {quote(result)} as the result; expected a run of pla or pocket, "
        "an answer of separability or fewest_mistakes, or a Proof"
    )


def _examples_record(data: Dataset) -> Record:
    unit = Fraction(1, data.scale)
    record: Record = {"N": data.N, "y": list(data.ys)}
    if data.d <= MAX_LISTED_FEATURES:
        record["x"] = [weights_for_json(multiply_by_unit(x, unit)) for x in data.scaled_xs]
    else:  # what `weights_for_json` returns, but without building dense vectors
        pairs = [zip(*SparseVector.from_entries(x)) for x in data.scaled_rows]
        record["x"] = [{str(i): exact_text(v * unit) for i, v in x} for x in pairs]
    if data.x0 != 1:
        record["x0"] = exact_text(data.x0)
    if data.factors is not None:
        record["normalized"] = True
    return record


def _run_record(run: Run) -> Record:
    names = "eta", "n", "sign_of_zero", "status", "updates", "mistakes"
    record = {
        "w0": weights_for_json(run.w0),
        **_attributes_for_json(run, *names),
        "w": weights_for_json(run.w),
    }
    if isinstance(run, PocketRun):
        record.update(_attributes_for_json(run, "in_pocket", "mistakes_last"))
        record["w_last"] = weights_for_json(run.w_last)
    return record


def separability_record(answer: Separable | NotSeparable | Undecided) -> Record:
    """Return the record of an answer of `separability`: its proof, or the bounds so far."""
    if isinstance(answer, NotSeparable):
        return {
            "separable": False,
            "certificate": _attributes_for_json(answer, "examples", "coefficients"),
        }
    w_f = None if answer.w_f is None else weights_for_json(answer.w_f, int)
    record: Record = {
        "separable": answer.separable,
        "w_f": w_f,
        **_attributes_for_json(answer, "R2", "bound"),
    }
    if isinstance(answer, Separable):
        return {**record, **_attributes_for_json(answer, "rho2", "support", "coefficients")}
    record["stopped"], record["steps"] = "max_seconds", answer.steps
    record["rho2_at_least"] = exact_text(answer.rho2_at_least)
    record["rho2_at_most"] = exact_text(answer.rho2_at_most)
    record["mixture"] = {
        "examples": list(answer.mixture),
        **_attributes_for_json(answer, "coefficients"),
    }
    return record


def optimum_record(optimum: Optimum) -> Record:
    """Return the record of an optimum without its proof: bounds, kind of proof, weights, search."""
    bounds = _attributes_for_json(optimum, "mistakes", "lower_bound", "proved")
    search = _attributes_for_json(optimum, "status", "nodes", "mistaken")
    certificates = [list(certificate.examples) for certificate in optimum.certificates]
    w = weights_for_json(optimum.w)
    proof = {"proof": optimum.proof_kind}
    return {**bounds, **proof, **search, "w": w, "certificates": certificates}


def _tree_record(tree: ConeTree | CertificateTree | None) -> Record | None:
    if isinstance(tree, ConeTree):
        return {"axes": [weights_for_json(axis) for axis in tree.axes], "cuts": tree.cuts}
    return None if tree is None else {"certificates": tree.certificates, "cases": tree.cases}


def proof_record(run: Run, separator: Separator, verdicts: Sequence[Verdict]) -> Record:
    """Return the record of the verdicts on a run and a separator w_f."""
    # `verdict.holds` is None if the statement does not apply to this run or was not checked, which
    # is not a failure.
    holds = all(verdict.holds is not False for verdict in verdicts)
    is_decided = not holds or all(verdict.note != UNCHECKED for verdict in verdicts)
    return {
        "holds": holds if is_decided else None,
        **_attributes_for_json(run, "status", "updates"),
        "w_f": weights_for_json(separator.w_f),
        "bound": exact_text(separator.bound) if separator.separates else None,
        "rho2": exact_text(separator.rho2) if separator.separates else None,
        "R2": exact_text(separator.R2),
        "steps": [_verdict_record(verdict) for verdict in verdicts],
    }


def _verdict_record(verdict: Verdict) -> Record:
    step = {key: value for key, value in vars(verdict).items() if key != "note" or value}
    if verdict.tightest is not None:
        step["tightest"] = _attributes_for_json(verdict.tightest, "t", "left", "right")
    return step


def _attributes_for_json(result: object, *names: str) -> Record:
    """Return these attributes of a result for JSON: Fractions as text, tuples as lists."""
    values = [(name, getattr(result, name)) for name in names]
    return {
        name: [*map(_for_json, value)] if isinstance(value, tuple) else _for_json(value)
        for name, value in values
    }


def _for_json(value: object) -> object:
    return exact_text(value) if isinstance(value, Fraction) else value
