"""Strategies: generated programs over the methods of the view, which visit, ask and raise."""

from __future__ import annotations

import os
from tempfile import TemporaryDirectory
from unittest.mock import patch

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from manners import check_manners, ran
from programs import ODD, PLAIN, Program
from test_fuzz_sets import FORMS, options, sets

from perceptron_ref import Dataset, StrategyError, View, engine, example, pla, pocket
from perceptron_ref.theory.bias import pla_with_bias

pytestmark = pytest.mark.ci

RUNS = {"pla": pla, "pocket": pocket, "bias": pla_with_bias}


def programs(*names, max_size=6):
    """Draw instructions of these names."""
    return st.lists(
        st.tuples(st.sampled_from(names), st.integers(0, 9)), min_size=1, max_size=max_size
    )


PROGRAMS = programs(*PLAIN)
ODD_PROGRAMS = st.builds(list.__add__, programs(*PLAIN, max_size=3), programs(*PLAIN, *ODD))


@given(
    examples=sets(most=7),
    instructions=PROGRAMS,
    ends=st.booleans(),
    kind=st.sampled_from(sorted(RUNS)),
    form=st.sampled_from(FORMS),
    is_sparse=st.booleans(),
    options=options(),
)
def test_programs_as_the_oracle(examples, instructions, ends, kind, form, is_sparse, options):
    """A program that keeps the protocol makes the oracle's run, visit by visit."""
    D = Dataset(*examples)
    if "right_in_a_row" not in options:  # which takes the place of patience
        options = {"patience": 20, **options}
    pairs, extra = oracle.examples_of(D), {"pocket": kind == "pocket"}
    if kind == "bias":
        options.pop("eta", None)
        extra["bias_step"] = max(oracle.dot(x, x) - 1 for x, _ in pairs)
        if extra["bias_step"] == 0:
            return
    instructions = [*instructions, ("none", 0)]  # else it may never answer
    program = Program(instructions, ends)
    with patch.object(engine, "DUAL", 0 if form == "blocks" else D.N):
        found, told = oracle.told_of(
            RUNS[kind],
            oracle.sparse(D) if is_sparse else D,
            program,
            engine="plain" if form == "plain" else "fast",
            **options,
        )
    assert told == tuple(oracle.told_by(pairs, Program(instructions, ends), **options, **extra))
    for view in program.views:  # it tells of the run as it ended
        assert (type(view), view.updates) == (View, found.updates)


@given(instructions=ODD_PROGRAMS, kind=st.sampled_from(sorted(RUNS)))
def test_odd_programs_are_blamed(instructions, kind):
    """What a program must not do is a StrategyError of one line that names it."""
    program = Program([*instructions, ("none", 0)])
    try:
        run = RUNS[kind](example("credit-2d"), program, max_updates=30, patience=20)
    except StrategyError as error:
        text = str(error)
        assert program.is_odd, text
        assert "\n" not in text and "program" in text, text
        assert len(text) < 5000, f"a message of {len(text)} characters"
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
COMMANDS = [
    "fit example:or --max-updates=40 --strategy",
    "fit example:xor --pocket --max-updates=10 --json --strategy",
    "prove example:or --max-updates=40 --json --strategy",
    "compare example:or --max-updates=40 --json --strategies cyclic",
    "check-strategy --json",
    "race example:or --json --strategies cyclic",
]


@settings(max_examples=settings().max_examples // 10)  # each starts processes
@given(instructions=ODD_PROGRAMS, command=st.sampled_from(COMMANDS))
def test_programs_by_the_command_line(instructions, command):
    """A program in a file of its own: a result, or an error in a line."""
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "mine.py")
        with open(path, "w", encoding="utf-8") as stream:
            source = FILE.format(path=os.path.dirname(__file__), instructions=instructions)
            stream.write(source)
        status, out, err = ran(*command.split(), path)
    check_manners(status, out, err, json="--json" in command)
