"""Run a command in this process, and check how it ended and what its errors say."""

from __future__ import annotations

import io
import json
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from unicodedata import category

from perceptron_ref.cli.main import main


def run_command(*arguments, stdin=b""):
    """Run `perceptron-ref ARGUMENTS` and return (exit status, standard output, standard error).

    Args:
        arguments: the name of the command and its own arguments.
        stdin: the bytes of its standard input.
    """
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    original_stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            try:
                exit_status = main([*arguments])
            except SystemExit as error:
                exit_status = error.code
    finally:
        sys.stdin = original_stdin
    return (exit_status, *(stream.buffer.getvalue().decode("utf-8") for stream in (out, err)))


def check_ending(exit_status, out, err, with_json=False):
    """Check that a command ended as documented.

    Status 0 comes without an error, 1 with an answer or an error, and 2 with an error. Status 3
    means that a time limit ended the command before it had an answer. There is at most one error
    message, which is the last line of standard error. The output has no control characters.

    Args:
        exit_status: the exit status.
        out: the standard output.
        err: the standard error.
        with_json: whether the output must be JSON, if there is any and the command has no error.
    """
    assert exit_status in (0, 1, 2, 3), f"exit status {exit_status!r}"
    assert "Traceback" not in err, err
    for text in (out.replace("\t", ""), err):  # `predict` writes tabs between its columns
        control_characters = [
            c for c in text if category(c) in ("Cc", "Cf", "Zl", "Zp") and c != "\n"
        ]
        assert not control_characters, (
            f"control characters {control_characters[:3]!r} in the output"
        )
    error_lines = [line for line in err.splitlines() if "error: " in line]
    assert exit_status != 2 or error_lines, err
    assert exit_status != 0 or not error_lines, err
    assert len(error_lines) <= 1, err
    assert exit_status != 1 or out or error_lines, "neither an answer nor an error"
    if error_lines:
        assert err.splitlines()[-1] == error_lines[0], (
            f"the error is not the last line of standard error: {err}"
        )
    elif with_json and out:
        json.loads(out)


def check_message(error):
    """Check that an error has one line, and says what was expected or what to do."""
    text = str(error)
    assert "\n" not in text, text
    assert len(text) < 3000, f"a message of {len(text)} characters"
    assert re.search(r"expected|it takes|\buse |Leave out this option", text), text
