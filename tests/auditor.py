"""docs/code/audit.py, which checks what records of results claim, by plain fractions."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location

from conftest import ROOT

AUDITOR = ROOT / "docs" / "code" / "audit.py"
_SPEC = spec_from_file_location("audit", AUDITOR)
audit = module_from_spec(_SPEC)
_SPEC.loader.exec_module(audit)


def false(record):
    """Return (label, words) of each claim of a record that the auditor finds false; a record that
    it cannot audit is one such claim. The record goes through JSON first.
    """
    try:
        checks = list(audit.checks(json.loads(json.dumps(record))))
    except Exception as error:
        return [("cannot be audited", repr(error))]
    return [(label, words) for label, words, said, true in checks if said != true]
