"""Import docs/code/audit.py, a standalone program that checks the claims of records."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location

from conftest import ROOT

AUDITOR = ROOT / "docs" / "code" / "audit.py"
_SPEC = spec_from_file_location("audit", AUDITOR)
audit = module_from_spec(_SPEC)
_SPEC.loader.exec_module(audit)


def false_claims(record):
    """Return (label, text) of each claim of a record that the auditor rejects. If it cannot audit
    the record, return one such pair. The record is converted to JSON and back first.
    """
    try:
        checks = list(audit.checks(json.loads(json.dumps(record))))
    except Exception as error:
        return [("cannot be audited", repr(error))]
    return [(label, text) for label, text, claimed, true in checks if claimed != true]
