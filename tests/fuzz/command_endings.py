"""The ways in which a command may end, and the form of its errors, whatever its input."""

from __future__ import annotations

import io
import json as reader
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from unicodedata import category

from perceptron_ref.cli.main import main


def run_command(*words, stdin=b""):
    """Run a command in this process; return (exit status, standard output, standard error)."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            try:
                status = main([*words])
            except SystemExit as end:
                status = end.code
    finally:
        sys.stdin = before
    return (status, *(stream.buffer.getvalue().decode("utf-8") for stream in (out, err)))


def check_ending(status, out, err, json=False):
    """Check how a command ended. An answer has status 0 or 1; status 3 means that no answer is
    known. An error has status 1 or 2, and its message is the last line of standard error.
    """
    assert status in (0, 1, 2, 3), f"exit status {status!r}"
    assert "Traceback" not in err, err
    for text in (out.replace("\t", ""), err):  # `predict` writes tabs between its columns
        odd = [c for c in text if category(c) in ("Cc", "Cf", "Zl", "Zp") and c != "\n"]
        assert not odd, f"raw characters {odd[:3]!r} on the terminal"
    errors = [line for line in err.splitlines() if "error: " in line]
    assert status != 2 or errors, err
    assert status != 0 or not errors, err
    assert len(errors) <= 1, err
    assert status != 1 or out or errors, "nothing was said"
    if errors:
        assert err.splitlines()[-1] == errors[0], f"more than a line: {err}"
    elif json and out:
        reader.loads(out)


def check_message(error):
    """Check that an error has one line, and says what was expected or what to do."""
    text = str(error)
    assert "\n" not in text, text
    assert len(text) < 3000, f"a message of {len(text)} characters"
    assert re.search("expected|it takes|, use |Leave out this option", text), text
