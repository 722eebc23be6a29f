"""Results as records that JSON can hold, with all that it takes to check them without this package.

`docs/code/audit.py` checks them; on the command line `--audit` prints them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Union

from ..errors import DataError, quote
from ..exact.common_denominator import in_units
from ..exact.rationals import MAX_LISTED, exact_text, weights_for_json
from ..exact.sparse import SparseVector
from ..pocket import PocketRun
from ..run import Run
from .bias import BiasRun
from .certificate_tree import CertificateTree
from .cone_tree import ConeTree
from .derivation import UNCHECKED, derive
from .optimum import Optimum
from .proof import Proof
from .separability import NotSeparable, Separable, Separator, Undecided

if TYPE_CHECKING:
    from ..dataset import Dataset
    from .derivation import Verdict

    Record = dict[str, object]
    Result = Union[Run, Separable, NotSeparable, Undecided, Optimum, Proof]

__all__ = ["audit_record"]


def audit_record(result: Result) -> Record:
    """Return the record of a result, with the examples that it is about.     Lecture 2: L2.1

    result: a run of PLA or Pocket, what `separability` or `fewest_mistakes` returns, or a `Proof`;
    DataError for anything else, such as a run of the variant with a bias. Of a run there are w_0,
    eta, sign(0) and n(t); of a proof also w_f, and the sides of each step where they are closest;
    of an optimum the certificates and the tree that prove its lower bound.

    Exact numbers are text. x has x_0 in front; "x0" is there where it is not 1, "normalized" where
    the x_n were. Of more than 1,000 features x is an object of those that are not 0.

    >>> from perceptron_ref import Dataset, pla
    >>> record = audit_record(pla(Dataset([["1/2"]], [-1])))
    >>> record["x"], record["y"], record["n"], record["w"]
    ([['1', '0.5']], [-1], [0], ['-1', '-0.5'])
    """
    if isinstance(result, Proof):
        proof = proof_record(result.run, result.separator, derive(result))
        return {**audit_record(result.run), **proof}
    if isinstance(result, Run) and not isinstance(result, BiasRun):
        return {**_examples(result.data), **_run(result)}
    if isinstance(result, (Separable, NotSeparable, Undecided)):
        return {**_examples(result.data), **certificate_record(result)}
    if isinstance(result, Optimum):
        coefficients = [list(found.coefficients) for found in result.certificates]
        proof = {"coefficients": coefficients, "tree": _tree(result.tree)}
        return {**_examples(result.data), **optimum_record(result), **proof}
    raise DataError(
        f"found {quote(result)} as a result; expected a run of pla or pocket, "
        "what separability or fewest_mistakes returns, or a Proof"
    )


def _examples(data: Dataset) -> Record:
    unit = Fraction(1, data.scale)
    record: Record = {"N": data.N, "y": list(data.ys)}
    if data.d <= MAX_LISTED:
        record["x"] = [weights_for_json(in_units(x, unit)) for x in data.scaled_xs]
    else:  # as `weights_for_json` has them, though their zeros are never made
        pairs = [zip(*SparseVector.of(x)) for x in data.scaled_rows]
        record["x"] = [{str(i): exact_text(v * unit) for i, v in x} for x in pairs]
    if data.x0 != 1:
        record["x0"] = exact_text(data.x0)
    if data.factors is not None:
        record["normalized"] = True
    return record


def _run(run: Run) -> Record:
    names = "eta", "n", "sign_of_zero", "status", "updates", "mistakes"
    record = {"w0": weights_for_json(run.w0), **_fields(run, *names), "w": weights_for_json(run.w)}
    if isinstance(run, PocketRun):
        record.update(_fields(run, "in_pocket", "mistakes_last"))
        record["w_last"] = weights_for_json(run.w_last)
    return record


def certificate_record(found: Separable | NotSeparable | Undecided) -> Record:
    """Return the answer whether a line separates, with what proves it, or what is known of it."""
    if isinstance(found, NotSeparable):
        return {"separable": False, "certificate": _fields(found, "examples", "coefficients")}
    w_f = None if found.w_f is None else weights_for_json(found.w_f, int)
    record: Record = {"separable": found.separable, "w_f": w_f, **_fields(found, "R2", "bound")}
    if isinstance(found, Separable):
        return {**record, **_fields(found, "rho2", "support", "coefficients")}
    record["stopped"], record["steps"] = "max_seconds", found.steps
    record["rho2_at_least"] = exact_text(found.least)
    record["rho2_at_most"] = exact_text(found.most)
    record["mixture"] = {"examples": list(found.mixture), **_fields(found, "coefficients")}
    return record


def optimum_record(found: Optimum) -> Record:
    """Return the fewest mistakes, or bounds of them, and by what the lower one is proved."""
    names = "mistakes", "lower_bound", "proved", "proof", "status", "nodes", "mistaken"
    certificates = [list(certificate.examples) for certificate in found.certificates]
    return {**_fields(found, *names), "w": weights_for_json(found.w), "certificates": certificates}


def _tree(tree: ConeTree | CertificateTree | None) -> Record | None:
    if isinstance(tree, ConeTree):
        return {"axes": [weights_for_json(axis) for axis in tree.axes], "cuts": tree.cuts}
    return None if tree is None else {"certificates": tree.certificates, "cases": tree.cases}


def proof_record(run: Run, w_f: Separator, steps: Sequence[Verdict]) -> Record:
    """Return the verdicts on a run and w_f."""
    # None, from a statement that does not apply to this run, is no failure
    holds = all(verdict.holds is not False for verdict in steps)
    is_known = not holds or all(verdict.note != UNCHECKED for verdict in steps)
    return {
        "holds": holds if is_known else None,
        **_fields(run, "status", "updates"),
        "w_f": weights_for_json(w_f.w_f),
        "bound": exact_text(w_f.bound) if w_f.separates else None,
        "rho2": exact_text(w_f.rho2) if w_f.separates else None,
        "R2": exact_text(w_f.R2),
        "steps": [_step(verdict) for verdict in steps],
    }


def _step(verdict: Verdict) -> Record:
    step = {key: value for key, value in vars(verdict).items() if key != "note" or value}
    if verdict.tightest is not None:
        step["tightest"] = _fields(verdict.tightest, "t", "left", "right")
    return step


def _fields(result: object, *names: str) -> Record:
    """Return these attributes as JSON has them: what is exact as text, what are many in a list."""
    values = [(name, getattr(result, name)) for name in names]
    return {name: [*map(_told, v)] if isinstance(v, tuple) else _told(v) for name, v in values}


def _told(value: object) -> object:
    return exact_text(value) if isinstance(value, Fraction) else value
