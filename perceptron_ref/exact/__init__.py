"""Exact arithmetic, and exact reading: rationals, common denominators, sparse vectors, tables."""
