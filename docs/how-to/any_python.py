"""The versions, the wheel and the fingerprint that the page names, and outputs of the auditor."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from configparser import ConfigParser

from _tools.sources import ROOT
from _tools.terminal import block, run_command

from perceptron_ref import __version__
from perceptron_ref.testing.golden import expected_fingerprint, golden_questions, golden_runs

setup_cfg = ConfigParser()
setup_cfg.read(ROOT / "setup.cfg", encoding="utf-8")
oldest = setup_cfg["options"]["python_requires"].replace(">=", "")
newest = re.findall(r":: (3\.\d+)", setup_cfg["metadata"]["classifiers"])[-1]
package_json = json.loads((ROOT / "docs" / "package.json").read_text(encoding="utf-8"))
pyodide = package_json["dependencies"]["pyodide"]

wheel = f"perceptron_ref-{__version__}-py3-none-any.whl"
fingerprint, runs, proofs = expected_fingerprint(), len(golden_runs()), len(golden_questions())


def audited(command: str, replacement: tuple[str, str] = ("", "")) -> str:
    """Pipe the output of a command into the auditor, and return the command and its output.

    Args:
        command: a command that prints a record of its run.
        replacement: a text of the record, and the text that replaces it; ("", "") changes
            nothing. Python replaces it, and the block shows a `sed` command that does the same.
    """
    record = run_command(command)
    old_text, new_text = replacement
    if old_text:
        assert record.count(old_text) == 1
        record = record.replace(old_text, new_text)
    process = subprocess.run(
        [sys.executable, "docs/code/audit.py"],
        input=record,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
    )
    assert process.returncode == bool(old_text), process.stderr
    sed_command = f" | sed 's/{old_text}/{new_text}/'" if old_text else ""
    return block(
        "console", [f"$ {command}{sed_command} | python3 audit.py", *process.stdout.splitlines()]
    )


def forged() -> str:
    """Return the auditor's output on a record in which one number is forged."""
    replacement = ('"mistakes": 0', '"mistakes": 1')
    return audited("perceptron-ref fit example:or --audit", replacement)
