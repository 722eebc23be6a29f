"""Check a result, in plain fractions: perceptron-ref fit example:or --audit | python3 audit.py
Each line says if a claim is true. Exit status: 0 if all claims are true, else 1."""

import json
import sys
from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import count, product, zip_longest
from math import gcd, prod
from operator import and_, mul


def vector(numbers):  # by index, without zeros, from a list or from such an object
    pairs = numbers.items() if isinstance(numbers, dict) else enumerate(numbers)
    return {int(i): Fraction(number) for i, number in pairs if Fraction(number) != 0}


def dot(u, v):
    return sum((u[i] * v[i] for i in u if i in v), Fraction(0))


def plus(u, c, v):
    return {i: s for i in {**u, **v} for s in [u.get(i, 0) + c * v.get(i, 0)] if s != 0}


def mistakes(w, examples, zero):
    return sum((((s := dot(w, x)) > 0) - (s < 0) or zero) != y for x, y in examples)


def checks(record):
    """Yield (label, words, what the record has, what is true), as run and proof below do."""
    D = {n: (vector(x), y) for n, (x, y) in enumerate(zip_longest(record["x"], record["y"]))}
    x0, one = Fraction(record.get("x0", 1)), "normalized" in record and dot(D[0][0], D[0][0])
    # the |x_n| of a normalized set are equal, but for 2^-52
    off = [round((dot(x, x) / one - 1) * 2**49) if one else x.get(0, 0) - x0 for x, _ in D.values()]
    odd = [n for n, (_, y) in D.items() if off[n] or y not in (-1, 1)]
    yield "L2.1", "N, and no n has a wrong x_0 or y_n", [record["N"]], [len(D), *odd]
    w, w_f = [vector(record.get("w0", []))], vector(record.get("w_f") or [])
    margins = [y * dot(w_f, x) for x, y in D.values()]
    rho2 = min(margins) ** 2 / dot(w_f, w_f) if min(margins) > 0 else 0
    kinds = {"n", "certificate", "mixture", "support", "certificates"}
    (kind,) = kinds & {*record}  # one, or it is no record
    known = ("rho2_at_least", "rho2_at_most") if kind == "mixture" else ("rho2", "rho2")
    if kind == "certificates":
        yield from optimum(record, D, vector(record["w"]))
    elif "separable" not in record:
        yield from run(record, D, w)
    else:
        mixed = {**record, "examples": record[kind]} if kind == "support" else record[kind]
        examples, c, p = mixed["examples"], [Fraction(c_n) for c_n in mixed["coefficients"]], {}
        for n, c_n in zip(examples, c):
            p = plus(p, c_n * D[n][1], D[n][0])  # so y_n w . x_n <= |w| |p| / sum_n c_n for an n
        yield "L2.13", "no n twice, all c_n > 0", [len(c), True], [len({*examples}), min(c) > 0]
        most, true = record[known[1]] if record["separable"] != 0 else 0, dot(p, p) / sum(c) ** 2
        yield "L2.11", "rho^2 <= |sum_n c_n y_n x_n|^2 / (sum_n c_n)^2", Fraction(most), true
        if kind == "support":
            yield "L2.11", "w_f = sum_n c_n y_n x_n", w_f, p
        true = None if kind == "mixture" and not rho2 else rho2 > 0
        yield "L2.8", "whether a line separates", record["separable"], true
    R2, keys = max(dot(x, x) for x, _ in D.values()), ("R2", known[0], "bound")
    if {*keys, "w_f", "holds"} & {*record}:
        true = [R2, rho2, rho2 and R2 / rho2]
        yield "L2.12", "R^2, rho^2, R^2 / rho^2", [Fraction(record[key] or 0) for key in keys], true
        if "holds" in record:
            yield from proof(record, D, w, w_f, margins, *true)


def run(record, D, w):
    n, eta, zero = record["n"], Fraction(record["eta"]), record["sign_of_zero"]
    yield "L2.5", "eta > 0, sign(0) is -1, 0 or +1", [eta > 0, zero in (-1, 0, 1)], [True, True]
    for t, (x, y) in enumerate([D[n_t] for n_t in n]):
        w.append(plus(w[t], eta * y, x))  # w_{t+1} = w_t + eta y_n x_n
    right = [t for t, n_t in enumerate(n) if not mistakes(w[t], [D[n_t]], zero)]
    yield "L2.5", "T, and every update t corrects a mistake", [record["updates"]], [len(n), *right]
    t, m, status = len(n), mistakes(w[-1], D.values(), zero), record["status"]
    if "in_pocket" in record:
        last = [vector(record["w_last"]), record["mistakes_last"]]
        yield "L2.14", "w_T, and its mistakes", last, [w[t], m]
        m, t = min((mistakes(w_t, D.values(), zero), t) for t, w_t in enumerate(w))
        yield "L2.15", "the pocket's t, the first with fewest mistakes", record["in_pocket"], t
    yield "L2.5", f"the weights found are w_t for t = {t}", vector(record["w"]), w[t]
    yield "L2.14", "mistakes of the weights found", record["mistakes"], m
    end = ("converged", "max_updates target_mistakes")[m > 0] + " max_visits right_in_a_row stopped"
    yield "L2.5", f"the status {status} is possible", True, status in end.split()


def proof(record, D, w, w_f, margins, R2, rho2, bound):
    T, eta, at = len(w) - 1, Fraction(record["eta"]), [D[n] for n in record["n"]]
    before, after = ([y * dot(v, x) for v, (x, y) in zip(vs, at)] for vs in (w, w[1:]))
    along, length, f2 = [dot(w_f, v) for v in w], [dot(v, v) for v in w], dot(w_f, w_f)
    cos2 = [a * abs(a) / (f2 * b or 1) for a, b in zip(along[1:], length[1:])]
    sides = {  # of each step: if it says anything; its left sides, -1 if they are <= the right ones
        "L2.5": (True, before, -1, [0] * T),
        "L2.7": (True, after, 1, before),
        "L2.8": (True, margins, 1, [0] * len(D)),
        "L2.9": (rho2 > 0, along[1:], 1, [a + eta * min(margins) for a in along[:T]]),
        "L2.10": (True, length[1:], -1, [a + eta**2 * R2 for a in length[:T]]),
        "L2.11": (not w[0] and rho2 > 0, cos2, 1, [t * rho2 / (R2 or 1) for t in range(1, 1 + T)]),
        "L2.12": (not w[0] and rho2 > 0, [T], -1, [bound]),
    }
    for (label, (says, left, sign, right)), step in zip(sides.items(), record["steps"]):
        first = count({"L2.11": 1, "L2.12": T}.get(label, 0))
        slack = [sign * (a - b) for a, b in zip(left, right)]
        holds = min(slack, default=0) >= 0 and (label != "L2.8" or rho2 > 0)
        true = [label, holds, len(slack)]
        true += min(zip(slack, first, left, right), default=[0])[1:]
        true = true if step["holds"] is not None or says and record["holds"] else [label, None, 0]
        near = [step["tightest"][key] for key in ("t", "left", "right") if step["tightest"]]
        said = [step["label"], step["holds"], step["checked"], *map(Fraction, near)]
        yield label, "whether it holds, number of checks, tightest case", said, true
    holds = [step["holds"] for step in record["steps"]]
    true = None if record["holds"] is None and None in holds else False not in holds
    yield "L2.12", "whether all steps hold that apply", [record["holds"], len(holds)], [true, 7]


def optimum(record, D, w):
    wrong = [n for n, (x, y) in D.items() if y * dot(w, x) <= 0]
    said = [record["mistakes"], *record["mistaken"]]
    yield "L2.14", "the number of mistakes of w, and these examples", said, [len(wrong), *wrong]
    sets, least, tree = record["certificates"], record["lower_bound"], record["tree"]
    odd = [
        k for k, some in enumerate(zip_longest(sets, record["coefficients"])) if not zero(D, *some)
    ]
    yield "L2.13", "certificates, and each has the sum 0", [len(sets)], [len(sets), *odd]
    names = [n for some in sets for n in some]
    yield "L2.14", "no example is in two certificates", len(names), len({*names})
    proved = len(sets)
    if tree:  # no certificates are needed where the tree proves more
        proved = max(proved, cones(D, **tree) if "axes" in tree else cases(D, **tree))
    if record["proof"] != "search":  # else more was proved by the search, and cannot be checked
        yield (
            "L2.14",
            "the lower bound, and whether it is proved",
            [least, True],
            [least, least <= proved],
        )
    known = [len(sets) <= least <= len(wrong), least == len(wrong)]
    yield "L2.14", "lower bound <= mistakes; if equal", [True, record["proved"]], known


def zero(D, examples, a):  # tell if sum_n a_n y_n x_n = 0, all a_n > 0
    total = {}
    for n, a_n in zip(examples, a):
        total = plus(total, a_n * D[n][1], D[n][0])
    return not total and len(a) == len({*examples}) > 0 and min(a) > 0


def cones(D, axes, cuts):
    """Return how many mistakes no w of any cone goes below; the cones hold all w."""
    axes = [vector(axis) for axis in axes]
    # positive multiples are one z
    zs = (tuple((i, y * x[i] / abs(x[min(x)])) for i in sorted(x)) for x, y in D.values())
    same = Counter(zs)
    opposite = {z: same[tuple((i, -v) for i, v in z)] for z in same if z}
    us, pairs = [], sum(min(same[z], opposite[z]) for z in opposite) // 2
    for z in same:  # every w is wrong about one of two that are opposite
        u = [dot(axis, dict(z)) for axis in axes]  # z . w = u . c for w = sum_k c_k axis_k
        u = [int(v * prod(v.denominator for v in u)) for v in u]
        us += [u] * (same[z] - min(same[z], opposite.get(z, 0)))

    def ray(c):  # and a bit for each example that it gets wrong
        c = [c_k // reduce(gcd, c) for c_k in c]
        return c, int("0" + "".join("01"[sum(map(mul, c, u)) <= 0] for u in us), 2)

    ends = [
        [ray([sign * (i == k) for i in range(len(axes))]) for sign in (1, -1)]
        for k in range(len(axes))
    ]
    waiting, least = [*product(*ends)][::-1], len(us)
    for cut in cuts:
        cone = waiting.pop()
        if not cut:
            least = min(least, bin(reduce(and_, [wrong for _, wrong in cone])).count("1"))
            continue
        i, j, a, b = cut
        new = ray([a * p + b * q for p, q in zip(cone[i][0], cone[j][0])])
        waiting += [(*cone[:k], new, *cone[k + 1 :]) for k in (j, i)]
        least = least if min(i, j) >= 0 and min(a, b) > 0 else 0
    return 0 if waiting or not enough(axes, D) else pairs + least


def enough(axes, D):  # tell if what cancels out along all axes cancels out
    rows = []
    for x, _ in D.values():
        u = vector([dot(axis, x) for axis in axes])
        for k, other_u, other_x in rows:
            factor = -u.get(k, 0) / other_u[k]
            u, x = plus(u, factor, other_u), plus(x, factor, other_x)
        if u:
            rows.append((min(u), u, x))
        elif x:
            return False
    return True


def cases(D, certificates, cases):
    """Return how many mistakes no w goes below in any case; the cases cover all w."""
    kinds = [sorted((i, y * v) for i, v in x.items()) for x, y in D.values()]
    counts = Counter(map(kinds.index, kinds))  # equal y_n x_n are one, under the first n
    if not all(zero(D, *some) and {*some[0]} <= {*counts} for some in certificates):
        return 0
    least, waiting = len(D), [(set(), set())]
    for order, costs in cases:
        wrong, right = waiting.pop()
        sets = [{*certificates[k][0]} for k, _ in costs]
        used = Counter(
            n for (_, times), some in zip(costs, sets) for n in times * [*(some - right)]
        )
        if (
            any(wrong & some for some in sets)
            or order
            and [{*order}] != [some - right for some in sets]
        ):
            return 0
        if order:
            waiting += [(wrong | {n}, right | {*order[:i]}) for i, n in enumerate(order)][::-1]
        elif all(some - right for some in sets):  # else no w has all of it right
            cost = sum(counts[n] for n in wrong) + sum(times for _, times in costs)
            least = min(least, cost if all(used[n] <= counts[n] for n in used) else 0)
    return 0 if waiting else least


if __name__ == "__main__":
    false = getattr(sys, "set_int_max_str_digits", int)(0) or 0
    try:
        for label, words, said, true in checks(json.load(sys.stdin)):
            lists = [sorted(v.items()) if isinstance(v, dict) else v for v in (said, true)]
            lists = [v if isinstance(v, list) else [v] for v in lists]
            odd = [f": found {a}, true is {b}" for a, b in zip_longest(*lists) if a != b]
            print("FALSE" if odd else "true ", f"{label:6}", words + "".join(odd[:1]))
            false += len(odd)
    except Exception as error:
        sys.exit(f"FALSE  this cannot be audited: {error!r}")
    sys.exit(false > 0)
