"""The trees that prove the fewest mistakes, and changed trees, which never prove a false bound."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from auditor import audit, false_claims
from conftest import sizes

from perceptron_ref import Dataset, example
from perceptron_ref.examples.generators import noisy
from perceptron_ref.theory import cones
from perceptron_ref.theory.audit import audit_record
from perceptron_ref.theory.certificate_tree import CertificateTree
from perceptron_ref.theory.cone_tree import ConeTree
from perceptron_ref.theory.optimum import Search, fewest_mistakes

NOISY = noisy(N=40, d=2, seed=1, flips=9)
BOTH_LABELS = Dataset([[0], [0], [1], [2], [2], [4]], [-1, +1, -1, -1, +1, -1])
DEPENDENT = Dataset([[n, 2 * n, n * n] for n in range(7)], [1, -1, 1, 1, -1, 1, -1])
OPPOSITES = Dataset(
    [[-2, 1], [1, 0], [0, -1], [2, -1], [-2, -1], [-2, 0]], [-1, -1, -1, 1, 1, -1], x0=0
)  # -x_3 = x_0, and their labels are opposite, too
TRIANGLES = Dataset(
    [[1, 0], [0, 1], [-1, -1], [1, 2], [2, 1], [-2, 0], [0, -2], [2, 2], [-2, -4], [-4, -2]],
    [+1] * 10,
    x0=0,
)  # five pairs x and -2x, but the search finds three certificates with three examples each
ALTERNATING = Dataset([[t, t**2] for t in range(-6, 6)], [-1, +1] * 6)
SETS = {
    "noisy": NOISY,
    "both labels": BOTH_LABELS,
    "dependent features": DEPENDENT,
    "opposite examples": OPPOSITES,
    "only opposite examples": TRIANGLES,
}


def optimum_by(data, kind):
    """Return the optimum with a tree of cones, or of cases."""
    search = Search(data, None, None)
    search.work_before_cones = {"cones": -1, "cases": 10**12}[kind]
    return search.result()


def bound_of_auditor(record, key, examples):
    """Return the bound that the auditor computes from a tree."""
    return getattr(audit, key)(
        {n: (audit.vector(x), y) for n, (x, y) in enumerate(examples)}, **record
    )


XOR_EXAMPLES = (0, 1, 2, 3)
CERTIFICATE = (XOR_EXAMPLES, (1, 1, 1, 1))
LEAF, SPLIT = ((), ((0, 1),)), (XOR_EXAMPLES, ((0, 1),))


@pytest.mark.parametrize(
    ("certificate", "cases", "bound"),
    [
        (CERTIFICATE, [LEAF], 1),
        (CERTIFICATE, [SPLIT, *[((), ())] * 4], 1),
        pytest.param(((0, 1, 2, 9), (1, 1, 1, 1)), [LEAF], 0, id="no example of the data"),
        pytest.param((XOR_EXAMPLES, (1, 1, 1, 2)), [LEAF], 0, id="no certificate"),
        pytest.param(CERTIFICATE, [LEAF, LEAF], 0, id="a case too many"),
        pytest.param(CERTIFICATE, [SPLIT, ((), ())], 0, id="cases are missing"),
        pytest.param(CERTIFICATE, [SPLIT, LEAF], 0, id="an example that is assumed to be wrong"),
        pytest.param(CERTIFICATE, [((0, 1, 2), ((0, 1),))], 0, id="an order without example 3"),
        pytest.param(CERTIFICATE, [((), ((0, 0),))], 0, id="a certificate that is not used"),
        pytest.param(CERTIFICATE, [((), ((0, 2),))], 0, id="more mistakes than copies"),
    ],
)
def test_a_tree_that_is_not_valid_proves_nothing(certificate, cases, bound):
    """The bound of a wrong tree is 0; one certificate of XOR proves one mistake."""
    tree = CertificateTree((certificate,), tuple(cases))
    assert tree.proved_lower_bound(example("xor")) == bound


def bounds_of_package_and_auditor(tree, data):
    """Return the bounds that the package and the auditor compute from a tree. The bound of the
    auditor is 0 if it cannot audit the tree.
    """
    kind = "cones" if isinstance(tree, ConeTree) else "cases"
    record = audit_record(replace(fewest_mistakes(data), tree=tree))["tree"]
    try:
        auditor_bound = bound_of_auditor(
            json.loads(json.dumps(record)), kind, zip(data.xs, data.ys)
        )
    except Exception:
        auditor_bound = 0
    return tree.proved_lower_bound(data), auditor_bound


with_each_kind = pytest.mark.parametrize("kind", ["cones", "cases"])


@with_each_kind
@pytest.mark.parametrize("name", SETS)
def test_a_tree_proves_the_fewest_mistakes(name, kind):
    """The package and the auditor compute the fewest mistakes from the tree, and accept all other
    claims of the record.
    """
    optimum = optimum_by(SETS[name], kind)
    assert optimum.proof_kind in (kind, "certificates")
    if optimum.proof_kind == kind:
        assert bounds_of_package_and_auditor(optimum.tree, SETS[name]) == (
            optimum.mistakes,
            optimum.mistakes,
        )
    assert optimum.verify() and false_claims(audit_record(optimum)) == []


@pytest.mark.ci
@with_each_kind
def test_a_stopped_search_has_a_proved_lower_bound(kind):
    """The package and the auditor accept the result of a search that stopped at any node."""
    lower_bounds = set()

    def on_step(lower, fewest, nodes):
        if nodes >= stop:
            raise StopIteration

    for stop in range(0, 60, 3):
        search = Search(NOISY, None, on_step)
        search.work_before_cones = {"cones": -1, "cases": 10**12}[kind]
        optimum = search.result()
        assert optimum.verify() and false_claims(audit_record(optimum)) == []
        assert optimum.proof_kind != "search"
        lower_bounds.add(optimum.lower_bound)
    assert len(lower_bounds) > 2


@pytest.mark.ci
def test_a_tree_proves_the_bound_beside_it_or_is_left_out(monkeypatch):
    """If the search by cones raises the bound, and has too many cuts to keep, the result does not
    have the tree of an earlier search, which proves a smaller bound.
    """
    monkeypatch.setattr(cones, "_MAX_STORED_CUTS", 1)
    proof_kinds = set()
    for work in range(0, 2000, 100):
        search = Search(ALTERNATING, None, None)
        search.work_before_cones = work
        optimum = search.result()
        assert optimum.proved and optimum.verify()
        assert false_claims(audit_record(optimum)) == []
        proof_kinds.add(optimum.proof_kind)
    assert proof_kinds == {"search", "cases"}


def change_tree(tree, random):
    """Return a tree in which something was changed, removed or moved."""
    parts = [list(part) for part in vars(tree).values()]
    part = random.choice([part for part in parts if part])
    i, j = random.randrange(len(part)), random.randrange(len(part))
    kind = random.randrange(4)
    if kind == 0:
        part[i] = part[j]
    elif kind == 1:
        del part[i]
    elif kind == 2:
        part.insert(i, part[j])
    else:
        part[i] = change_number(part[i], random)
    return type(tree)(*map(tuple, parts))


def change_number(value, random):
    """Return a nested tuple in which one number is changed."""
    if isinstance(value, tuple) and value:
        i = random.randrange(len(value))
        return (*value[:i], change_number(value[i], random), *value[i + 1 :])
    return random.choice([0, 1, -1, value + 1, value * 2]) if isinstance(value, int) else value


@pytest.mark.ci
@with_each_kind
@pytest.mark.parametrize("name", SETS)
@sizes(8, 100, 2000)
def test_a_changed_tree_never_proves_a_false_bound(name, kind, count):
    """From a tree that was changed at random, the package and the auditor compute a true lower
    bound, or 0.
    """
    data, random = SETS[name], Random(f"{name} {kind}")
    optimum = optimum_by(data, kind)
    tree = optimum.tree or optimum_by(NOISY, kind).tree
    weaker_or_malformed = 0
    for _ in range(count):
        changed_tree = tree
        for _ in range(random.randint(1, 3)):
            changed_tree = change_tree(changed_tree, random)
        try:
            package_bound, auditor_bound = bounds_of_package_and_auditor(changed_tree, data)
        except (IndexError, TypeError, ValueError, KeyError):
            weaker_or_malformed += 1
            continue
        assert max(package_bound, auditor_bound) <= optimum.mistakes
        weaker_or_malformed += package_bound < optimum.mistakes
    assert weaker_or_malformed > count // 4


@pytest.mark.ci
def test_the_auditor_rejects_forged_records():
    """The auditor finds a false claim if weights, mistakes, bounds, certificates or trees are
    forged.
    """
    for optimum in (optimum_by(NOISY, "cones"), optimum_by(NOISY, "cases")):
        record = audit_record(optimum)
        assert false_claims(record) == []
        more, fewer = optimum.mistakes + 1, optimum.mistakes - 1
        first, *rest_of_certificates = record["certificates"]
        for forged in (
            {"mistakes": fewer},
            {"mistaken": record["mistaken"][1:]},
            {"w": [*record["w"][1:], "1"]},
            {"lower_bound": more},
            {"lower_bound": fewer},
            {"proved": False},
            {"certificates": [first, *record["certificates"]]},
            {"certificates": rest_of_certificates},
            {"coefficients": [[1] * len(first), *record["coefficients"][1:]]},
            {"tree": None},
            {"N": 41},
        ):
            assert false_claims({**record, **forged}), forged


def test_a_record_without_a_tree_says_that_its_bound_has_no_proof():
    """The record has the proof_kind "search", and its other claims are verified."""
    optimum = replace(optimum_by(NOISY, "cones"), tree=None)
    assert optimum.proof_kind == "search" and optimum.verify()
    assert false_claims(audit_record(optimum)) == []
    assert fewest_mistakes(example("xor")).proof_kind == "certificates"
    assert isinstance(optimum_by(NOISY, "cases").tree, CertificateTree)
