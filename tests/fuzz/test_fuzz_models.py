"""Saved models: bytes of real ones, mutated, and odd values in them."""

from __future__ import annotations

import json
import os
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from manners import check_manners, check_message, ran
from mutation import corpus, mutated

from perceptron_ref import DataError, Hypothesis

pytestmark = pytest.mark.ci

SEEDS = corpus("models")
ODD_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from(
        ["1e9999", "1/0", "nan", 10**30, "9" * 700, 1e308, "\u0661", "-0", "\x1b[2J"]
    ),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=4,
)


def loaded(data):
    """Return the hypothesis of a file with these bytes."""
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.json")
        with open(path, "wb") as stream:
            stream.write(data)
        return Hypothesis.load(path)


def saved(h):
    """Return the bytes of the file of a hypothesis."""
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.json")
        h.save(path)
        with open(path, "rb") as stream:
            return stream.read()


def load_or_refuse(data):
    """Check that bytes are refused in a line, or are a model that is the same when saved again."""
    try:
        h = loaded(data)
    except DataError as error:
        check_message(error)
    else:
        assert loaded(saved(h)) == h


@given(data=mutated(SEEDS) | st.binary(max_size=20))
def test_bytes_loaded(data):
    """Bytes of a model, mutated."""
    load_or_refuse(data)


@given(
    seed=st.integers(0, len(SEEDS) - 1),
    key=st.sampled_from(["format", "w", "names", "sign_of_zero", "labels", "d", "other"]),
    inner=st.none() | st.integers(0, 2),
    value=ODD_VALUES,
)
def test_values_loaded(seed, key, inner, value):
    """Any value in the place of another."""
    record = json.loads(SEEDS[seed])
    if inner is not None and isinstance(record.get(key), list):
        record[key][inner:][:1] = [value]
        if inner < len(record[key]):
            record[key][inner] = value
    else:
        record[key] = value
    load_or_refuse(json.dumps(record).encode("utf-8", "surrogatepass"))


@given(data=mutated(SEEDS), command=st.sampled_from(["predict", "margins"]), json=st.booleans())
def test_used_by_the_command_line(data, command, json):
    """A command with such a model ends with a status, and an error has one line."""
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.json")
        with open(path, "wb") as stream:
            stream.write(data)
        files = ["example:or", "--model", path] if command == "margins" else [path, "example:or"]
        status, out, err = ran(command, *files, *(["--json"] if json else []))
    check_manners(status, out, err, json)
