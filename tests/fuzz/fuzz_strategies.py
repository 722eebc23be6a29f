"""Strategies: generated programs over the methods of the view, which yield, ask, raise and keep."""

from __future__ import annotations

import os
from fractions import Fraction
from tempfile import TemporaryDirectory

import oracle
from engine import check_manners, ran, tries
from fuzz_sets import FORMS, form, options, sets, sparse
from hypothesis import strategies as st

from perceptron_ref import Dataset, StrategyError, View, pla, pocket
from perceptron_ref.theory.bias import pla_with_bias

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


NUMBER = st.integers(0, 9)
PLAIN = st.tuples(
    st.sampled_from(
        "visit pass tuple range all none if_mistake worst margin norm updates changed_pass "
        "forget keep end".replace("_", "-").split()
    ).map(lambda name: name.replace("-", " ")),
    NUMBER,
)
ODD = st.one_of(
    st.tuples(st.just("odd visit"), st.sampled_from(sorted(ODD_VISITS))),
    st.tuples(st.just("raise"), st.sampled_from(sorted(RAISED))),
    st.tuples(st.just("ask"), st.sampled_from(sorted(ASKED))),
)
PROGRAMS = st.lists(PLAIN, min_size=1, max_size=6)
ODD_PROGRAMS = st.tuples(st.lists(PLAIN, max_size=3), ODD, st.lists(PLAIN, max_size=2)).map(
    lambda parts: [*parts[0], parts[1], *parts[2]]
)
RUNS = {"pla": pla, "pocket": pocket, "bias": pla_with_bias}


@tries(
    examples=sets(most=7),
    instructions=PROGRAMS,
    kind=st.sampled_from(sorted(RUNS)),
    form_of_margins=st.sampled_from(FORMS),
    held=st.sampled_from(["dense", "sparse"]),
    options=options(),
)
def programs_as_the_oracle(examples, instructions, kind, form_of_margins, held, options):
    """A program that keeps the protocol makes the oracle's run, visit by visit."""
    D = Dataset(*examples)
    if "right_in_a_row" not in options:  # which takes the place of patience
        options = {"patience": 20, **options}
    pairs, extra = oracle.examples_of(D), {}
    if kind == "bias":
        options.pop("eta", None)
        extra["bias_step"] = max(oracle.dot(x, x) - 1 for x, _ in pairs)
        if extra["bias_step"] == 0:
            return "no radius"
    if not any(name in ("none", "end", "worst", "all", "tuple") for name, _ in instructions):
        instructions = [*instructions, ("none", 0)]  # else it may never answer
    kept = []
    with form(form_of_margins):
        found, told = oracle.told_of(
            RUNS[kind], sparse(D) if held == "sparse" else D, Program(instructions, kept), **options
        )
    how = {**options, **extra, "pocket": kind == "pocket"}
    expected = oracle.told_by(pairs, Program(instructions), **how)
    assert told == tuple(expected)
    for view in kept[:1]:  # it tells of the run as it ended
        assert (type(view), view.updates) == (View, found.updates)
    return f"{kind} {found.status}"


@tries(instructions=ODD_PROGRAMS, kind=st.sampled_from(sorted(RUNS)))
def odd_programs_are_blamed(instructions, kind):
    """What a program must not do is a StrategyError of one line that names it."""
    D = Dataset([[0, 1], [1, 0], [1, 1]], [1, -1, 1])
    instructions = [*instructions, ("none", 0)]
    program = Program(instructions)
    try:
        run = RUNS[kind](D, program, max_updates=30, patience=20)
    except StrategyError as error:
        text = str(error)
        assert program.is_odd, text
        assert "\n" not in text, text
        assert len(text) < 5000, f"a message of {len(text)} characters"
        assert "program" in text, text
        return "blamed"
    assert not program.is_odd, "it passed"
    return f"never got there: {run.status}"


FILE = """\
import sys
sys.path[:0] = {path!r}
from fuzz_strategies import Program

def mine(view):
    "A program."
    return Program({instructions!r})(view)
"""
COMMANDS = {
    "fit": ["fit", "example:or", "--max-updates=40", "--strategy"],
    "pocket": ["fit", "example:xor", "--pocket", "--max-updates=10", "--json", "--strategy"],
    "prove": ["prove", "example:or", "--max-updates=40", "--json", "--strategy"],
    "compare": ["compare", "example:or", "--max-updates=40", "--json", "--strategies", "cyclic"],
    "check-strategy": ["check-strategy", "--json"],
    "race": ["race", "example:or", "--json", "--strategies", "cyclic"],
}


@tries(
    instructions=ODD_PROGRAMS | PROGRAMS.map(lambda some: [*some, ("none", 0)]),
    command=st.sampled_from(sorted(COMMANDS)),
)
def programs_by_the_command_line(instructions, command):
    """A program in a file of its own: a result, or an error in a line."""
    here = os.path.dirname(os.path.abspath(__file__))
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "mine.py")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(FILE.format(path=[here, os.path.dirname(here)], instructions=instructions))
        status, out, err = ran(*COMMANDS[command], path)
    return f"{command} {check_manners(status, out, err, json=command != 'fit')}"
