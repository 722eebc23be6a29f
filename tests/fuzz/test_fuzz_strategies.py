"""Strategies: generated programs over the methods of the view, which yield, ask, raise and keep."""

from __future__ import annotations

import os
from tempfile import TemporaryDirectory
from unittest.mock import patch

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from manners import check_manners, ran
from programs import ASKED, ODD_VISITS, RAISED, Program
from test_fuzz_sets import FORMS, options, sets

from perceptron_ref import Dataset, StrategyError, View, engine, pla, pocket
from perceptron_ref.theory.bias import pla_with_bias

pytestmark = pytest.mark.ci

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


@given(
    examples=sets(most=7),
    instructions=PROGRAMS,
    kind=st.sampled_from(sorted(RUNS)),
    form=st.sampled_from(FORMS),
    held=st.sampled_from(["dense", "sparse"]),
    options=options(),
)
def test_programs_as_the_oracle(examples, instructions, kind, form, held, options):
    """A program that keeps the protocol makes the oracle's run, visit by visit."""
    D = Dataset(*examples)
    if "right_in_a_row" not in options:  # which takes the place of patience
        options = {"patience": 20, **options}
    pairs, extra = oracle.examples_of(D), {}
    if kind == "bias":
        options.pop("eta", None)
        extra["bias_step"] = max(oracle.dot(x, x) - 1 for x, _ in pairs)
        if extra["bias_step"] == 0:
            return
    if not any(name in ("none", "end", "worst", "all", "tuple") for name, _ in instructions):
        instructions = [*instructions, ("none", 0)]  # else it may never answer
    kept = []
    with patch.object(engine, "DUAL", 0 if form == "blocks" else D.N):
        found, told = oracle.told_of(
            RUNS[kind],
            oracle.sparse(D) if held == "sparse" else D,
            Program(instructions, kept),
            engine="plain" if form == "plain" else "fast",
            **options,
        )
    how = {**options, **extra, "pocket": kind == "pocket"}
    expected = oracle.told_by(pairs, Program(instructions), **how)
    assert told == tuple(expected)
    for view in kept[:1]:  # it tells of the run as it ended
        assert (type(view), view.updates) == (View, found.updates)


@given(instructions=ODD_PROGRAMS, kind=st.sampled_from(sorted(RUNS)))
def test_odd_programs_are_blamed(instructions, kind):
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
    else:
        assert not program.is_odd, f"it passed: {run.status}"


FILE = """\
import sys
sys.path.insert(0, {path!r})
from programs import Program

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


@settings(max_examples=settings().max_examples // 10)  # each starts processes
@given(
    instructions=ODD_PROGRAMS | PROGRAMS.map(lambda some: [*some, ("none", 0)]),
    command=st.sampled_from(sorted(COMMANDS)),
)
def test_programs_by_the_command_line(instructions, command):
    """A program in a file of its own: a result, or an error in a line."""
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "mine.py")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(FILE.format(path=os.path.dirname(__file__), instructions=instructions))
        status, out, err = ran(*COMMANDS[command], path)
    check_manners(status, out, err, json=command != "fit")
