"""Records of results: one field forged, which the auditor notices, unless the record stays true."""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest
from auditor import false
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import Dataset, example, pla, pocket
from perceptron_ref.theory.audit import audit_record
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import separability

pytestmark = pytest.mark.ci

RECORDS = [
    audit_record(result)
    for result in (
        pla(example("or")),
        pla(Dataset([[1, "1/3"], [-2, 5]], [1, -1]), "restart", w0=[1, "1/2", -3], eta="2/3"),
        pla(example("xor"), max_updates=6, sign_of_zero=1),
        pocket(example("xor"), max_updates=8),
        pocket(example("and"), "cyclic", target_mistakes=1),
        separability(example("and")),
        separability(example("xor")),
        separability(Dataset([[0, 1], [0, 2], [3, 3]], [1, -1, 1])),
        Proof(pla(example("and"))),
        Proof(pla(example("and"), w0=[1, 2, 3])),
        Proof(pla(example("xor"), max_updates=5)),
    )
]
CLAIMS = set(  # what is claimed of the rest; a false one is noticed whatever it is
    "N updates mistakes w w_last in_pocket mistakes_last rho2 R2 bound w_f support coefficients "
    "separable holds checked left right label".split()
)


def leaves(part, path=()):
    """Yield the path of every number, text and truth value of a record."""
    pairs = part.items() if isinstance(part, dict) else enumerate(part)
    for key, inner in pairs:
        if isinstance(inner, (dict, list)):
            yield from leaves(inner, (*path, key))
        else:
            yield (*path, key)


PLACES = [(k, path) for k, record in enumerate(RECORDS) for path in leaves(record)]


def other_than(value):
    """Return what is not the same, however it is spelled."""

    def differs(forged):
        try:
            return Fraction(forged or 0) != Fraction(value or 0)
        except (TypeError, ValueError, ZeroDivisionError):
            return forged != value

    numbers = st.integers(-5, 9)
    texts = numbers.map(str) | st.sampled_from(["1/2", "-0.5", "nan", "", "1e3", "converged"])
    return (numbers | texts | st.none() | st.booleans()).filter(differs)


@st.composite
def forgeries(draw):
    """Return (which record, where, what is put there)."""
    k, path = draw(st.sampled_from(PLACES))
    part = RECORDS[k]
    for key in path:
        part = part[key]
    return k, path, draw(other_than(part))


@given(forgery=forgeries())
def test_forged(forgery):
    """A claim that is changed is noticed; other changes may leave a true record of another run."""
    k, path, value = forgery
    record = copy.deepcopy(RECORDS[k])
    part = record
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    noticed = false(record) != []
    names = [key for key in path if isinstance(key, str)]
    claimed = names[-1] in CLAIMS and not (names[-1] == "w_f" and "steps" in record)
    if path == ("holds",) and value is None:  # not all steps were checked, or apply
        claimed = False
    if names[-1] == "separable":  # any true value says so
        claimed = bool(value) != RECORDS[k]["separable"]
    assert noticed or not claimed, f"{names} changed to {value!r}"
