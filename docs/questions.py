"""The numbers and the citation of the page of questions."""

from __future__ import annotations

import re

from _tools.sources import ROOT

from perceptron_ref import __version__, example, pla

credit_run = pla(example("credit"))
assert credit_run.visits > credit_run.updates > 0

_license = (ROOT / "LICENSE").read_text("utf-8")
assert _license.startswith("MIT License")
_copyright = _license.splitlines()[2]
_CITATION = (ROOT / "CITATION.cff").read_text("utf-8")


def _citation_value(key: str) -> str:
    """Return the value of a key in CITATION.cff."""
    match = re.search(rf'^(?:  - )?{key}: "?(.*?)"?$', _CITATION, re.MULTILINE)
    assert match, key
    return match[1]


assert _citation_value("version") == __version__
assert _copyright.endswith(_citation_value("name"))


def citation() -> str:
    """Return a BibTeX entry, made from CITATION.cff."""
    year = _copyright.split()[2]
    lines = [
        "@software{perceptron_ref,",
        f"  author  = {{{{{_citation_value('name')}}}}},",
        f"  title   = {{{_citation_value('title')}}},",
        f"  version = {{{__version__}}},",
        f"  year    = {{{year}}},",
        f"  license = {{{_citation_value('license')}}}",
        "}",
    ]
    return "```bibtex\n" + "\n".join(lines) + "\n```"
