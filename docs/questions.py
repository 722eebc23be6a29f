"""The numbers and the citation of the page of questions."""

from __future__ import annotations

import re

from _tools.sketches import sketch
from _tools.sources import ROOT

from perceptron_ref import Hypothesis, __version__, example, pla

credit_run = pla(example("credit"))
assert credit_run.visits > credit_run.updates > 0


def point_on_the_line() -> str:
    """Return a sketch of a line and four examples, one of them on the line."""
    examples = [("o", (2, 4)), ("o", (4, 2)), ("x", (2, -1)), ("x", (6, 1))]
    h = Hypothesis([0, -1, 2])
    assert [h.score(place) for _, place in examples] == [6, 0, -4, -4]
    return sketch([*examples, ("ring", (4, 2))], [("line", (-2, -1), (10, 5))], unit=13)


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
