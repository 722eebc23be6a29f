"""Exact arithmetic: rational numbers, common denominators, packed ints, the scores of a run."""
