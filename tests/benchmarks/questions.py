"""What is asked of this package, by public names that older checkouts have as well: see `older.py`.

Each question takes a data set, and options that JSON can hold.
"""

from __future__ import annotations

from copy import copy
from time import process_time

from perceptron_ref import pla, pocket, strategy
from perceptron_ref.theory.separability import separability

NONE = "none, proved"


def weights(data, order="cyclic", **options):
    """Return w of the run that makes no mistake. options: the strategy's."""
    return pla(data, strategy(order, **options), max_updates=None).w


def updates(data, order, seeds):
    """Return the updates of the runs with the seeds 0, 1, ..., as told."""
    runs = [pla(data, strategy(order, seed=seed), max_updates=None) for seed in range(seeds)]
    assert all(run.status == "converged" for run in runs)
    return counted(run.updates for run in runs)


def counted(updates):
    """Return the updates of several runs in words.

    >>> counted([3, 4])
    '7 updates in 2 runs'
    """
    found = list(updates)
    return f"{sum(found):,} updates in {len(found):,} runs"


def fewest(data, T):
    """Return the fewest mistakes that Pocket meets in the naive cycle, in T updates."""
    return pocket(data, "cyclic", max_updates=T).mistakes


def separable(data):
    """Return the weights of largest margin, verified, or that there are none."""
    found = separability(data)
    assert found.verify()
    return found.w_f if found.separable else NONE


class Fresh:
    """A work: a question about a copy of the set, made anew each time, so that nothing that an
    earlier round kept with the set is found. Making it is not timed.
    """

    def __init__(self, question, data, *words, **options):
        self.question, self.data, self.words, self.options = question, data, words, options
        self._seconds = 0.0

    def __call__(self):
        data = copy(self.data)
        begin = process_time()
        answer = self.question(data, *self.words, **self.options)
        self._seconds += process_time() - begin
        return answer

    def clock(self):
        """Return the seconds of the processor that the answers have taken so far."""
        return self._seconds


class Asked(Fresh):
    """A question of this module, which an older checkout can be asked, too."""
