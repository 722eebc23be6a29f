"""Strategies that are data: instructions to visit examples, ask the view, or break the protocol."""

from __future__ import annotations

from perceptron_ref import StrategyError

# What a strategy may do: of the view, an example n and a number k, the visits that it then asks for
PLAIN = {
    "visit": lambda view, n, k: [n],
    "pass": lambda view, n, k: [[(i + n) % len(view) for i in range(k % 7)]],
    "tuple": lambda view, n, k: [tuple(range(len(view)))[::-1]],
    "range": lambda view, n, k: [range(n, len(view), 1 + k % 3)],
    "all": lambda view, n, k: [range(len(view))],
    "none": lambda view, n, k: [None],
    "if mistake": lambda view, n, k: [n] if view.is_mistake(n) else [],
    "worst": lambda view, n, k: [min(range(len(view)), key=view.margins().__getitem__)],
    "if short": lambda view, n, k: [n] if view.squared_norm(n) <= view.squared_norm(0) else [],
    "by margin": lambda view, n, k: [n, None][view.margin(n) > 0 :],
    "by updates": lambda view, n, k: [view.updates % len(view)],
}


class Wordless(Exception):
    """An exception that cannot be shown."""

    def __str__(self):
        raise ValueError("no words")

    __repr__ = __str__


def raising(error):
    """Return an instruction that raises."""

    def act(view, n, k):
        raise error

    return act


# What none may do; `test_hostile.py` says what is told of each
ODD = {
    "a bool": lambda view, n, k: [True],
    "N": lambda view, n, k: [len(view)],
    "a pass with N": lambda view, n, k: [[0, len(view)]],
    "a huge number": lambda view, n, k: [10**5000],
    "a generator": lambda view, n, k: [(n for n in [0])],
    "itself": lambda view, n, k: [(lambda own: own.append(own) or own)([])],
    "margin of N": lambda view, n, k: view.margin(len(view)),
    "norm of a text": lambda view, n, k: view.squared_norm("0"),
    "mistake of True": lambda view, n, k: view.is_mistake(True),
    "write updates": lambda view, n, k: setattr(view, "updates", 0),
    "an attribute": lambda view, n, k: view.weights,
    "ValueError": raising(ValueError("one\ntwo \x1b[2J")),
    "StopIteration": raising(StopIteration(0)),
    "SystemExit": raising(SystemExit(3)),
    "GeneratorExit": raising(GeneratorExit()),
    "StrategyError": raising(StrategyError("mine")),
    "MemoryError": raising(MemoryError()),
    "Wordless": raising(Wordless()),
    "megabyte": raising(ValueError("x" * 10**6)),
    "BaseException": raising(BaseException("base")),
}


class Program:
    """A strategy: instructions, each (name, number), over and over again, or once.

    views: those that it was called with.
    """

    __name__ = "program"

    def __init__(self, instructions, ends=False):
        self.instructions, self.ends, self.views = instructions, ends, []
        self.is_odd = False  # whether something was done that no strategy may do

    def __call__(self, view):
        self.views.append(view)
        while True:
            for name, k in self.instructions:
                self.is_odd = name in ODD
                yield from {**PLAIN, **ODD}[name](view, k % len(view), k)
            if self.ends:
                return
