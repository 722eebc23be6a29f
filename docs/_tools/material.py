"""The internals of Material for MkDocs on which the site relies, in the version of `setup.cfg`.

All other modules use only documented parts of the theme: settings, templates, and attributes such
as `data-search-exclude`. This module puts our search worker around the theme's. It also splits the
search index, so that pages load it only when a reader searches. `changed_internals` lists what is
different in another version.

Security updates of the theme end in May 2027. Its successor, Zensical, reads `mkdocs.yml`, but does
not run hooks yet. Until it does, the site keeps this version.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

VERSION = "9.8.2"
OUR_WORKER = Path(__file__).with_name("search_worker.js")
WORKER_FOLDER = "assets/javascripts/workers"
DIALOG_ATTRIBUTES = 'data-md-component="search" role="dialog"'  # this element lacks an aria-label


class Internal(NamedTuple):
    """A text in a file of the theme, and the part of the site that relies on it."""

    file: str
    text: str
    purpose: str


INTERNALS = (
    Internal("partials/search.html", DIALOG_ATTRIBUTES, "the search dialog gets a name"),
    Internal("base.html", 'link rel="alternate" href="{{', "links to languages in the head"),
    Internal("base.html", '<html lang="', "the language of a page"),
    Internal("base.html", f'"search": "{WORKER_FOLDER}/search.', "the name of the search worker"),
    Internal("partials/javascripts/base.html", '__md_scope=new URL("', "settings kept by readers"),
    Internal("partials/toc.html", '<nav class="md-nav md-nav--secondary"', "contents in English"),
    Internal(f"{WORKER_FOLDER}/search.*.js", 'addEventListener("message",', "the worker is asked"),
    Internal(f"{WORKER_FOLDER}/search.*.js", "case 0:return", "0 sends the index to the worker"),
    Internal(f"{WORKER_FOLDER}/search.*.js", "{type:1}", "1 says that the worker is ready"),
    Internal(f"{WORKER_FOLDER}/search.*.js", "case 2:let", "2 asks the worker"),
    Internal(f"{WORKER_FOLDER}/search.*.js", "{type:3,data:", "3 is what the worker answers"),
    Internal("assets/javascripts/bundle.*.js", "search/search_index.js", "the index of a page"),
)


def changed_internals(templates: Path | None = None, theme_version: str = "") -> Iterator[str]:
    """Yield a sentence for each difference between the theme and what the site expects.

    It may be another version, or an internal that is not there.

    Args:
        templates: the folder of the theme's templates; None for the installed theme.
        theme_version: the version of the theme; "" for the installed one.
    """
    if templates is None:
        spec = find_spec("material")
        assert spec is not None and spec.origin is not None
        templates = Path(spec.origin).parent / "templates"
    theme_version = theme_version or version("mkdocs-material")
    if theme_version != VERSION:
        yield f"mkdocs-material is {theme_version}; expected {VERSION}, as in setup.cfg"
    for file, text, purpose in INTERNALS:
        if not any(text in path.read_text("utf-8") for path in templates.glob(file)):
            yield f"{file} of mkdocs-material has no {text!r} any more ({purpose}); see material.py"


def check_theme() -> None:
    """Stop the build if the installed theme differs from what this module expects.

    Raises:
        PluginError: if it does; the message lists the differences.
    """
    problems = list(changed_internals())
    if problems:
        raise PluginError("\n".join(problems))


def wrap_worker(files: Files, config: MkDocsConfig) -> None:
    """Replace the theme's search worker by ours, which loads the original as `theme.js`.

    Remove source maps, and the script that splits Thai into words, which no page needs.
    """
    for file in list(files):
        if file.src_uri.endswith((".map", "/wordcut.js")):
            files.remove(file)
        elif file.src_uri.startswith(f"{WORKER_FOLDER}/"):
            files.remove(file)
            theme_worker = str(file.abs_src_path)
            for name, path in (
                (file.src_uri, str(OUR_WORKER)),
                (f"{WORKER_FOLDER}/theme.js", theme_worker),
            ):
                files.append(File.generated(config, name, abs_src_path=path))


def split_index(site: Path, folder: str, keywords: Mapping[str, str]) -> None:
    """Move the search index to `search/index.js`, which only our worker loads, and add keywords.

    Pages load an index without entries.

    Args:
        site: the folder of a site in one language.
        folder: the path of that folder in the whole site: "" or such as "zh-TW/".
        keywords: {address of a page: its keywords}.
    """
    path = site / "search" / "search_index.json"
    index = json.loads(path.read_text("utf-8"))
    for entry in index["docs"]:
        if entry["location"] in keywords:
            entry["keywords"] = keywords[entry["location"]]
    index_text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    (site / "search" / "index.js").write_text(f"var __index = {index_text};\n", "utf-8")
    index["config"]["index"] = f"{folder}search/index.js"
    index["docs"] = []
    path.write_text(json.dumps(index), "utf-8")
