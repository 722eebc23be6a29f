"""The versions, the wheel and the fingerprint that the page names; what the auditor says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from configparser import ConfigParser

from _tools.sources import ROOT
from _tools.terminal import block, output_text

from perceptron_ref import __version__
from perceptron_ref.testing.golden import expected_fingerprint, golden_answers, golden_runs

setup = ConfigParser()
setup.read(ROOT / "setup.cfg", encoding="utf-8")
oldest = setup["options"]["python_requires"].replace(">=", "")
newest = re.findall(r":: (3\.\d+)", setup["metadata"]["classifiers"])[-1]
packages = json.loads((ROOT / "docs" / "package.json").read_text(encoding="utf-8"))
pyodide = packages["dependencies"]["pyodide"]

wheel = f"perceptron_ref-{__version__}-py3-none-any.whl"
fingerprint, runs, proofs = expected_fingerprint(), len(golden_runs()), len(golden_answers())


def audited(command: str, forge: tuple[str, str] = ("", "")) -> str:
    """Return what a reader sees who pipes what a command prints, forged, into the auditor."""
    record = output_text(command)
    before, after = forge
    if before:
        assert record.count(before) == 1
        record = record.replace(before, after)
    ran = subprocess.run(
        [sys.executable, "docs/code/audit.py"],
        input=record,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
    )
    assert ran.returncode == bool(before), ran.stderr
    by_hand = f" | sed 's/{before}/{after}/'" if before else ""
    return block("console", [f"$ {command}{by_hand} | python3 audit.py", *ran.stdout.splitlines()])


def forged() -> str:
    """Return what it says of a run in whose record one number was changed."""
    forge = ('"mistakes": 0', '"mistakes": 1')
    return audited("perceptron-ref fit example:or --audit", forge)
