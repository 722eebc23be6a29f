"""Exact arithmetic: rational numbers, common denominators, packed ints, the margins of a run."""
