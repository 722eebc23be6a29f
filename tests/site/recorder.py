"""A hook for MkDocs that writes down, page by page, the Markdown that formulas are taken from, and
changes nothing.

That is the text of the page with its values filled in, what its blocks have printed, and the
docstrings of API pages; code is out of the way by then. A line of JSON for each piece goes to a
file for each language, whose name begins as RECORDED says.
"""

from __future__ import annotations

import json
import os
import posixpath

from markdown import Extension
from markdown.preprocessors import Preprocessor

AFTER_THE_VALUES = 23  # docs/_tools/extensions.py has put them in
LANGUAGE = os.environ.get("SITE_LANGUAGE", "")
_page = [""]


class _Recorder(Preprocessor):
    def run(self, lines):
        with open(f"{os.environ['RECORDED']}-{LANGUAGE}", "a", encoding="utf-8") as stream:
            print(json.dumps([_page[0], "\n".join(lines)]), file=stream)
        return lines


class _Recording(Extension):
    def extendMarkdown(self, md):
        md.preprocessors.register(_Recorder(md), "recorder", AFTER_THE_VALUES)


def on_config(config):
    """Add the recorder to every Markdown that the build makes."""
    config.markdown_extensions.append(_Recording())


def on_page_markdown(markdown, page, **_):
    """Remember which page it is."""
    _page[0] = posixpath.join(LANGUAGE, page.file.dest_uri)
    return markdown
