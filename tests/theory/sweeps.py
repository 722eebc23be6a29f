"""Oracles for the optimum: the most examples that any weights get right, by two plain methods.

z_n = y_n x_n, as tuples of ints: w is right about example n if and only if w . z_n > 0. A *cell* is
a set of w that are right about the same examples, without ties. The facets of cells lie in the
hyperplanes w . z = 0. Within the hyperplane of v, they are the cells of the other examples, in one
dimension less. So the best cell is found from the best facet and the better side of v.
"""

from __future__ import annotations

from itertools import accumulate


def max_correct(zs, in_plane=None):
    """Return the largest number of z with w . z > 0 for one w.

    The function `in_plane`, if given, solves the case of vectors with two entries.
    """
    zs = [z for z in zs if any(z)]
    if not zs:
        return 0
    if in_plane and len(zs[0]) == 2:
        return in_plane(zs)
    largest, hyperplanes = 0, []
    for v in zs:
        if not any(is_parallel(v, earlier_v) for earlier_v in hyperplanes):
            hyperplanes.append(v)
            same_direction_count = sum(
                is_parallel(z, v) and sum(map(int.__mul__, z, v)) > 0 for z in zs
            )
            in_hyperplane = [restrict_to_hyperplane(z, v) for z in zs if not is_parallel(z, v)]
            opposite_count = len(zs) - len(in_hyperplane) - same_direction_count
            best_facet = max_correct(in_hyperplane, in_plane)
            largest = max(largest, max(same_direction_count, opposite_count) + best_facet)
    return largest


def is_parallel(z, v):
    """Return whether z is a multiple of v, which is not 0."""
    j = next(i for i, v_i in enumerate(v) if v_i)
    return all(v[j] * a == z[j] * b for a, b in zip(z, v))


def restrict_to_hyperplane(z, v):
    """Return z restricted to the hyperplane w . v = 0.

    It has no entry for the first coordinate in which v is not 0.
    """
    j = next(i for i, v_i in enumerate(v) if v_i)
    if v[j] < 0:
        v = tuple(-v_i for v_i in v)
    return tuple(v[j] * a - z[j] * b for i, (a, b) in enumerate(zip(z, v)) if i != j)


def max_correct_in_plane(zs):
    """Return the largest number of z with w . z > 0 for one w, for z with two entries, by one sort.

    w makes half a turn and passes one z after another. It starts where it is right about all z of
    the right half-plane. At the end it points the opposite way, so in the other half turn it is
    right about the z that it gets wrong in this one.
    """
    bits = 2 * max(abs(a).bit_length() for a, _ in zs)
    # {slope of z: the change of the number of right z when w passes z}. The keys are tuples that
    # compare as slopes do; a vertical z has the key (inf,)
    change_at_slope = {}
    right_count = sum(z > (0, 0) for z in zs)
    for a, b in zs:
        slope = ((b << bits) // a,) if a else (float("inf"),)
        change = -1 if (a, b) > (0, 0) else 1
        change_at_slope[slope] = change_at_slope.get(slope, 0) + change
    changes = [change_at_slope[slope] for slope in sorted(change_at_slope)]
    counts = accumulate(changes, initial=right_count)
    return max(max(count, len(zs) - count) for count in counts)
