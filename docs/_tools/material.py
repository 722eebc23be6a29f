"""Undocumented parts of Material for MkDocs, in the version that `setup.cfg` pins.

This module wraps the theme's search worker in ours. It also splits the search index, so that
pages load it only when a reader searches. `language_hooks.py` and `theme/main.html` change HTML of
the theme. INTERNALS lists the texts on which all of these rely, and `changed_internals` says what
is different in another version.

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
_MAIN, _HOOKS = "theme/main.html", "language_hooks.py"
_THEME_WORKER = f"{WORKER_FOLDER}/search.*.js"


class Internal(NamedTuple):
    """A text in a file of the theme on which the site relies.

    Attributes:
        file: the file, in the folder of templates.
        text: the text.
        use: what of ours needs the text, and why.
    """

    file: str
    text: str
    use: str


INTERNALS = (
    Internal("partials/search.html", DIALOG_ATTRIBUTES, f"{_MAIN} names the search dialog"),
    Internal("base.html", 'link rel="alternate" href="{{', f"{_HOOKS} changes links in the head"),
    Internal("partials/alternate.html", '" hreflang="{{ alt.lang', f"{_HOOKS} changes the menu"),
    Internal("base.html", '<html lang="', f"{_HOOKS} sets the language of a page"),
    Internal("base.html", f'"search": "{WORKER_FOLDER}/search.', "wrap_worker puts ours there"),
    Internal("partials/javascripts/base.html", '__md_scope=new URL("', f"{_HOOKS} moves the scope"),
    Internal("partials/toc.html", '<nav class="md-nav md-nav--secondary"', f"{_HOOKS} sets lang"),
    Internal(_THEME_WORKER, 'addEventListener("message",', f"{OUR_WORKER.name} asks this worker"),
    Internal(_THEME_WORKER, "case 0:return", f"{OUR_WORKER.name} sends the index as type 0"),
    Internal(
        _THEME_WORKER, "{type:1}", f"{OUR_WORKER.name} expects type 1 when this worker is ready"
    ),
    Internal(_THEME_WORKER, "case 2:let", f"{OUR_WORKER.name} sends a query as type 2"),
    Internal(_THEME_WORKER, "{type:3,data:", f"{OUR_WORKER.name} expects results as type 3"),
    Internal("assets/javascripts/bundle.*.js", "search/search_index.js", "split_index empties it"),
)


def changed_internals(templates: Path | None = None, theme_version: str = "") -> Iterator[str]:
    """Yield a sentence for each difference between the theme and what the site expects.

    A difference is another version, or a text that a file no longer contains.

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
    for file, text, use in INTERNALS:
        if not any(text in path.read_text("utf-8") for path in templates.glob(file)):
            yield f"{file} of mkdocs-material has no {text!r} any more ({use}); see material.py"


def check_theme() -> None:
    """Stop the build if the installed theme differs from what this module expects.

    Raises:
        PluginError: if the theme differs; the message lists the differences.
    """
    problems = list(changed_internals())
    if problems:
        raise PluginError("\n".join(problems))


def wrap_worker(files: Files, config: MkDocsConfig) -> None:
    """Replace the theme's search worker with ours, which loads the original as `theme.js`.

    Remove files that no page needs: source maps, and the script that splits Thai into words.
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
        folder: the path of that folder in the whole site: "", or for example "zh-TW/".
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
