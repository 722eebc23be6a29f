"""Saved models: mutated bytes of real ones, and odd values in them."""

from __future__ import annotations

import json
import os
from tempfile import TemporaryDirectory

import pytest
from command_endings import check_ending, check_message, run_command
from hypothesis import given
from hypothesis import strategies as st
from mutated_files import corpus, mutated_bytes

from perceptron_ref import DataError, Hypothesis

pytestmark = pytest.mark.ci

SEEDS = corpus("models")
ODD_VALUES = st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.text(max_size=3)
ODD_VALUES |= st.sampled_from(
    ["1e9999", "1/0", "nan", 10**30, "9" * 700, 1e308, "\u0661", "\x1b[2J"]
)
ODD_VALUES |= st.lists(ODD_VALUES, max_size=3) | st.dictionaries(
    st.text(max_size=2), ODD_VALUES, max_size=2
)


@st.composite
def model_with_odd_value(draw):
    """Draw the bytes of a model with one odd value.

    It is the value of a key, an entry of a list, or the value of an unknown key.
    """
    record = container = json.loads(draw(st.sampled_from(SEEDS)))
    key = draw(st.sampled_from([*record, "other"]))
    if record.get(key) and isinstance(record[key], list) and draw(st.booleans()):
        container, key = record[key], draw(st.integers(0, len(record[key]) - 1))
    container[key] = draw(ODD_VALUES)
    return json.dumps(record).encode("utf-8", "surrogatepass")


@given(
    data=mutated_bytes(SEEDS) | model_with_odd_value() | st.binary(max_size=20),
    command_template=st.sampled_from(["predict {} example:or", "margins example:or --model {}"]),
    with_json=st.booleans(),
)
def test_models_are_refused_or_saved_back_unchanged(data, command_template, with_json):
    """Loading raises a DataError of one line, or returns a model that is the same after saving.

    A command with the file ends as documented; its error has one line.
    """
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.json")
        with open(path, "wb") as stream:
            stream.write(data)
        command = [word.format(path) for word in command_template.split()]
        command += ["--json"] * with_json
        check_ending(*run_command(*command), with_json)
        try:
            h = Hypothesis.load(path)
        except DataError as error:
            check_message(error)
        else:
            h.save(path)
            assert Hypothesis.load(path) == h
