"""docs/code/audit.py, which holds records of results against their claims by plain fractions."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location

from conftest import ROOT

AUDITOR = ROOT / "docs" / "code" / "audit.py"
_SPEC = spec_from_file_location("audit", AUDITOR)
audit = module_from_spec(_SPEC)
_SPEC.loader.exec_module(audit)


def false(record):
    """Return the labels and words of what the auditor does not find true of a record, which goes
    through JSON first; that it cannot be audited is told so.
    """
    try:
        found = list(audit.checks(json.loads(json.dumps(record))))
    except Exception as error:
        return [("cannot be audited", repr(error))]
    return [(label, words) for label, words, said, true in found if said != true]
