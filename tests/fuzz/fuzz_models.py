"""Saved models: bytes of real ones, mutated; any model, saved and loaded."""

from __future__ import annotations

import json
import os
from tempfile import TemporaryDirectory

from engine import check_manners, ran, tries
from fuzz_files import check_message
from hypothesis import strategies as st
from mutation import corpus, mutated

from perceptron_ref import DataError, Hypothesis

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
        return "refused"
    assert loaded(saved(h)) == h
    return "loaded"


@tries(data=mutated(SEEDS) | st.binary(max_size=20))
def bytes_loaded(data):
    """Bytes of a model, mutated."""
    return load_or_refuse(data)


@tries(
    seed=st.integers(0, len(SEEDS) - 1),
    key=st.sampled_from(["format", "w", "names", "sign_of_zero", "labels", "d", "other"]),
    inner=st.none() | st.integers(0, 2),
    value=ODD_VALUES,
)
def values_loaded(seed, key, inner, value):
    """Any value in the place of another."""
    record = json.loads(SEEDS[seed])
    if inner is not None and isinstance(record.get(key), list):
        record[key][inner:][:1] = [value]
        if inner < len(record[key]):
            record[key][inner] = value
    else:
        record[key] = value
    return load_or_refuse(json.dumps(record).encode("utf-8", "surrogatepass"))


TEXT = st.text(min_size=1, max_size=5)


@tries(
    w=st.lists(st.fractions(), min_size=2, max_size=6),
    names=st.none() | st.lists(TEXT, min_size=5, max_size=5, unique=True),
    sign_of_zero=st.sampled_from([-1, 0, 1]),
    labels=st.tuples(st.none() | TEXT, TEXT).filter(lambda pair: pair[0] != pair[1]),
)
def saved_and_loaded(w, names, sign_of_zero, labels):
    """It is the same model, whatever its weights, names and labels."""
    chosen = None if names is None else names[: len(w) - 1]
    h = Hypothesis(w, names=chosen, sign_of_zero=sign_of_zero, labels=labels)
    assert loaded(saved(h)) == h
    return "the same"


@tries(data=mutated(SEEDS), command=st.sampled_from(["predict", "margins"]), json=st.booleans())
def used_by_the_command_line(data, command, json):
    """A command with such a model ends with a status, and an error has one line."""
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.json")
        with open(path, "wb") as stream:
            stream.write(data)
        files = ["example:or", "--model", path] if command == "margins" else [path, "example:or"]
        status, out, err = ran(command, *files, *(["--json"] if json else []))
    return check_manners(status, out, err, json)
