"""Old addresses lead on: pages that were merged into others, and anchors that have left their page.

`moved.tsv` has both. A label of a statement, such as #l2-10, leads to its section from any page.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator

from . import statements

TABLE = statements.DOCS / "_tools" / "moved.tsv"
SCRIPT = """(() => {
  const pages = %s;
  const lead = () => {
    const id = location.hash.slice(1), page = pages[id];
    const { base } = JSON.parse(document.getElementById("__config").textContent);
    if (page && !document.getElementById(id)) location.replace(`${base}/${page}#${id}`);
  };
  addEventListener("hashchange", lead);
  lead();
})();
"""
STUB = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>%(there)s</title>
<meta name="robots" content="noindex">
<noscript><meta http-equiv="refresh" content="0; url=%(there)s"></noscript>
<p><a href="%(there)s">%(there)s</a></p>
<script>
const pages = %(pages)s, there = "%(there)s", id = location.hash.slice(1);
location.replace(id ? `${pages[id] || there.split("#")[0]}#${id}` : there);
</script>
</html>
"""


def rows() -> list[tuple[str, str]]:
    """Return what the table has: a page of before or an anchor, and where that is now."""
    lines = TABLE.read_text("utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if not line.startswith("#") or "\t" in line)
    return [(before, now) for before, now in pairs]


def files() -> Iterator[tuple[str, str]]:
    """Yield name and text of a page for each address of before, and of the script for anchors."""
    anchors = {before[1:]: _html(now) for before, now in rows() if before.startswith("#")}
    labels = {statements.anchor(label): found for label, found in statements.sections().items()}
    pages = {**{name: _html(section.page) for name, section in labels.items()}, **anchors}
    yield "assets/moved.js", SCRIPT % json.dumps(pages, indent=1)
    for before, now in rows():
        if not before.startswith("#"):
            folder = posixpath.dirname(before) or "."
            there = {name: posixpath.relpath(page, folder) for name, page in anchors.items()}
            led = {"there": posixpath.relpath(_html(now), folder), "pages": json.dumps(there)}
            yield _html(before), STUB % led


def _html(page: str) -> str:
    """Return the address of a page, with its anchor.

    >>> _html("history.md#losses")
    'history.html#losses'
    """
    return page.replace(".md", ".html", 1)
