"""Tests of the built site, as a package, because their conftest.py differs from that of the other
tests.
"""
