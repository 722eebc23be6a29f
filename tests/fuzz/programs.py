"""Strategies that are data: instructions to visit examples, ask the view, or break the protocol."""

from __future__ import annotations

from fractions import Fraction

from perceptron_ref import StrategyError

ODD_VISITS = {
    "bool": lambda N: True,
    "text": lambda N: "0",
    "float": lambda N: 0.0,
    "N": lambda N: N,
    "-1": lambda N: -1,
    "huge": lambda N: 10**5000,
    "pass with N": lambda N: [0, N],
    "pass with a text": lambda N: (0, "1"),
    "range to N": lambda N: range(N + 1),
    "backwards": lambda N: range(N, -1, -1),
    "set": lambda N: {0},
    "dict": lambda N: {0: 1},
    "bytes": lambda N: b"\0",
    "generator": lambda N: (n for n in [0]),
    "object": lambda N: object(),
    "nested": lambda N: [[0]],
    "itself": lambda N: (lambda own: own.append(own) or own)([]),
    "fraction": lambda N: Fraction(0),
    "class": lambda N: int,
}


class Wordless(Exception):
    """An exception that cannot be shown."""

    def __str__(self):
        raise ValueError("no words")

    __repr__ = __str__


RAISED = {
    "ValueError": lambda: ValueError("one\ntwo \x1b[2J"),
    "StopIteration": lambda: StopIteration(0),
    "SystemExit": lambda: SystemExit(3),
    "GeneratorExit": lambda: GeneratorExit(),
    "StrategyError": lambda: StrategyError("mine"),
    "MemoryError": lambda: MemoryError(),
    "RecursionError": lambda: RecursionError("deep"),
    "AssertionError": lambda: AssertionError(),
    "Wordless": lambda: Wordless(),
    "megabyte": lambda: ValueError("x" * 10**6),
    "BaseException": lambda: BaseException("base"),
}
ASKED = {
    "margin of N": lambda view: view.margin(len(view)),
    "margin of -1": lambda view: view.margin(-1),
    "margin of a text": lambda view: view.margin("0"),
    "norm of N": lambda view: view.squared_norm(len(view)),
    "mistake of True": lambda view: view.is_mistake(True),
    "write updates": lambda view: setattr(view, "updates", 0),
    "write a name": lambda view: setattr(view, "mine", 0),
    "call it": lambda view: view(),
    "an attribute": lambda view: view.weights,
}


class Program:
    """A strategy: instructions, each (name, argument), over and over again.

    kept: what a program keeps for later, outside of its run.
    """

    __name__ = "program"

    def __init__(self, instructions, kept=None):
        self.instructions, self.kept = instructions, [] if kept is None else kept
        self.is_odd = False  # whether something was done that no strategy may do

    def __call__(self, view):
        N, memory = len(view), 0
        while True:
            for name, k in self.instructions:
                n = (k + memory) % N if isinstance(k, int) else 0
                if name == "visit":
                    yield n
                elif name == "pass":
                    yield [(i + n) % N for i in range(k % 7)]
                elif name == "tuple":
                    yield tuple(range(N))[::-1]
                elif name == "range":
                    yield range(n, N, 1 + k % 3)
                elif name == "all":
                    yield range(N)
                elif name == "none":
                    yield None
                elif name == "end":
                    return
                elif name == "if mistake":
                    if view.is_mistake(n):
                        yield n
                elif name == "worst":
                    margins = view.margins()
                    yield margins.index(min(margins))
                elif name == "margin":
                    memory += view.margin(n) > 0
                elif name == "norm":
                    memory += view.squared_norm(n) > view.squared_norm(0)
                elif name == "updates":
                    memory += view.updates
                elif name == "changed pass":
                    visits = list(range(N))
                    yield visits
                    visits[:] = [N]
                elif name == "forget":
                    memory = 0
                elif name == "keep":
                    self.kept.append(view)
                else:
                    self.is_odd = True
                    if name == "odd visit":
                        yield ODD_VISITS[k](N)
                    elif name == "raise":
                        raise RAISED[k]()
                    else:
                        ASKED[k](view)
                        self.is_odd = False  # nothing came of it
