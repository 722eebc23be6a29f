"""Experiments: many runs of one algorithm with different seeds, and statistics.     Lecture 2: L2.6

    experiment.py   `repeat`: the runs, one after another or shared by several processes
    progress.py     the progress bar of a long experiment
    records.py      the record of each run, and exact statistics of all runs: `Repeated`

>>> from perceptron_ref import example, repeat
>>> repeat(example("and"), "random-permutation", seeds=range(5, 15)).updates.mean
Fraction(18, 1)
"""

from __future__ import annotations

from .experiment import repeat
from .records import Repeated, RunRecord, Summary

__all__ = ["Repeated", "RunRecord", "Summary", "repeat"]
