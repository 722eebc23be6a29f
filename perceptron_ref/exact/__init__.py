"""Exact arithmetic: rational numbers, common denominators, sparse vectors; tables and labels."""
