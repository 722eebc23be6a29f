"""All that the site knows of the insides of Material for MkDocs, of the one version in `setup.cfg`.

Everything else uses what the theme documents: its settings, templates of `theme/`, and attributes
such as `data-search-exclude`. Here search gets a worker of ours around the theme's, and an index
that pages load only when a reader looks for something. `find_moved` names what a new version moved.

The theme reaches its end of life in May 2027; its successor, Zensical, reads `mkdocs.yml`, but runs
no hooks. Until it does, the site stays with this version.
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
OURS = Path(__file__).with_name("search_worker.js")
WORKERS = "assets/javascripts/workers"
DIALOG = 'data-md-component="search" role="dialog"'  # has no name
ALTERNATE = '<link rel="alternate" href'  # the theme looks for a sitemap beside each


class Inside(NamedTuple):
    """A text in a file of the theme, and what of the site relies on it."""

    file: str
    text: str
    use: str


INSIDES = (
    Inside("partials/search.html", DIALOG, "the search dialog gets a name"),
    Inside("base.html", 'link rel="alternate" href="{{', "links to languages in the head"),
    Inside("base.html", '<html lang="', "the language of a page"),
    Inside("base.html", f'"search": "{WORKERS}/search.', "the name of the search worker"),
    Inside("partials/javascripts/base.html", '__md_scope=new URL("', "settings kept by readers"),
    Inside("partials/toc.html", '<nav class="md-nav md-nav--secondary"', "contents in English"),
    Inside(f"{WORKERS}/search.*.js", 'addEventListener("message",', "the worker is asked"),
    Inside(f"{WORKERS}/search.*.js", "case 0:return", "0 sends the index to the worker"),
    Inside(f"{WORKERS}/search.*.js", "{type:1}", "1 says that the worker is ready"),
    Inside(f"{WORKERS}/search.*.js", "case 2:let", "2 asks the worker"),
    Inside(f"{WORKERS}/search.*.js", "{type:3,data:", "3 is what the worker answers"),
    Inside("assets/javascripts/bundle.*.js", "search/search_index.js", "the index of a page"),
)


def find_moved(templates: Path | None = None, installed: str = "") -> Iterator[str]:
    """Yield a sentence for each part of the theme that is not where the site expects it.

    Args:
        templates: the folder of the theme; by default that of the installed one.
        installed: the version of the theme; by default that of the installed one.
    """
    if templates is None:
        spec = find_spec("material")
        assert spec is not None and spec.origin is not None
        templates = Path(spec.origin).parent / "templates"
    installed = installed or version("mkdocs-material")
    if installed != VERSION:
        yield f"mkdocs-material is {installed}; expected {VERSION}, as in setup.cfg"
    for file, text, use in INSIDES:
        if not any(text in path.read_text("utf-8") for path in templates.glob(file)):
            yield f"{file} of mkdocs-material has no {text!r} any more ({use}); see material.py"


def check() -> None:
    """Stop the build where the theme is not the one that this module knows."""
    problems = list(find_moved())
    if problems:
        raise PluginError("\n".join(problems))


def wrap_worker(files: Files, config: MkDocsConfig) -> None:
    """Put our search worker in the place of the theme's, which becomes `theme.js` beside it. Leave
    out what only those need who change the theme, or search in Thai.
    """
    for file in list(files):
        if file.src_uri.endswith((".map", "/wordcut.js")):
            files.remove(file)
        elif file.src_uri.startswith(f"{WORKERS}/"):
            files.remove(file)
            theirs = str(file.abs_src_path)
            for name, path in ((file.src_uri, str(OURS)), (f"{WORKERS}/theme.js", theirs)):
                files.append(File.generated(config, name, abs_src_path=path))


def split_index(site: Path, folder: str, keywords: Mapping[str, str]) -> None:
    """Leave an empty index to pages, and write the whole as `search/index.js`, which our worker
    loads. To each page add what readers type who look for it in other words.

    Args:
        site: the folder of a site in one language.
        folder: that of the language in the whole site, such as "zh-TW/".
        keywords: the words by the address of their page.
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
