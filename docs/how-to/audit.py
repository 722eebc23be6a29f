"""What the auditor says of a run, a certificate, a proof, and of a record that was changed."""

from __future__ import annotations

import subprocess
import sys

from _tools.sources import ROOT
from _tools.terminal import block, printed


def audited(command: str, forge: tuple[str, str] = ("", "")) -> str:
    """Return what a reader sees who pipes what a command prints, forged, into the auditor."""
    record = printed(command)
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
