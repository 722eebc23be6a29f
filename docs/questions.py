"""The numbers, the licence and the citation of the page of questions."""

from __future__ import annotations

import re

from _tools.sources import ROOT

from perceptron_ref import __version__, example, pla

credit = pla(example("credit"))
assert credit.visits > credit.updates > 0

_license = (ROOT / "LICENSE").read_text("utf-8")
assert _license.startswith("MIT License")
_copyright = _license.splitlines()[2]
_CITATION = (ROOT / "CITATION.cff").read_text("utf-8")


def _of_citation(key: str) -> str:
    found = re.search(rf'^(?:  - )?{key}: "?(.*?)"?$', _CITATION, re.MULTILINE)
    assert found, key
    return found[1]


assert _of_citation("version") == __version__
assert _copyright.endswith(_of_citation("name"))


def citation() -> str:
    """Return an entry for BibTeX, from the file that GitHub and Zenodo read."""
    year = _copyright.split()[2]
    lines = [
        "@software{perceptron_ref,",
        f"  author  = {{{{{_of_citation('name')}}}}},",
        f"  title   = {{{_of_citation('title')}}},",
        f"  version = {{{__version__}}},",
        f"  year    = {{{year}}},",
        f"  license = {{{_of_citation('license')}}}",
        "}",
    ]
    return "```bibtex\n" + "\n".join(lines) + "\n```"
