"""What MkDocs calls: our Markdown extensions, and the files made elsewhere that the site brings
along.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

DOCS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(DOCS))  # pages say `from _tools import code`

from _tools.extensions import Ours  # noqa: E402
from _tools.values import forget  # noqa: E402

MODULES = DOCS / "node_modules"


def on_config(config: MkDocsConfig) -> None:
    """Add our extensions to those of every Markdown that the build makes."""
    sys.path.insert(0, str(DOCS))  # MkDocs takes it away again after it has read this file
    if not MODULES.exists():
        raise PluginError("docs/node_modules is not there; run `npm ci --prefix docs` first")
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # the same site tomorrow
    config.markdown_extensions.append(Ours())  # type: ignore[arg-type]  # Markdown takes instances as well as names


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add KaTeX's style sheet and fonts, and the worker for search on pages read from disk."""
    katex = MODULES / "katex" / "dist"
    style = re.sub(
        r',url\([^)]*\.(woff|ttf)\) format\("\w+"\)',
        "",
        (katex / "katex.min.css").read_text("utf-8"),
    )
    files.append(File.generated(config, "assets/katex/katex.min.css", content=style))
    for font in sorted((katex / "fonts").glob("*.woff2")):
        files.append(
            File.generated(config, f"assets/katex/fonts/{font.name}", abs_src_path=str(font))
        )
    worker = MODULES / "iframe-worker" / "shim" / "index.js"
    files.append(File.generated(config, "assets/iframe-worker/shim.js", abs_src_path=str(worker)))


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Let each page begin without the values of the one before; in search slips come after what is
    right. How the package is made is left out of it, as every page loads the index.
    """
    forget()
    if page.file.src_uri.startswith(("design/", "api/inside.md")):
        page.meta["search"] = {"exclude": True}
    if page.file.src_uri == "lecture/slips.md":
        page.meta["search"] = {"boost": 0.5}
    return markdown


def on_page_content(html: str, page: Page, **_: object) -> str:
    """Leave code, output and numbers out of the search index, which every page loads; let keys
    scroll a wide table.
    """
    tags = {
        "lecture": "pre|table",
        "statements.md": "table",
    }
    left_out = tags.get(page.file.src_uri.partition("/")[0], "pre")
    html = re.sub(f"<({left_out})>", r"<\1 data-search-exclude>", html) if left_out else html
    return html.replace("<table", '<table tabindex="0"')


def on_post_page(output: str, **_: object) -> str:
    """Give the theme's search dialog the name that it lacks; load nothing for what is not there."""
    output = re.sub(
        r"\s*<(?:link|script)[^>]*_markdown_exec_pyodide\.[^>]*>(?:</script>)?", "", output
    )
    return output.replace(
        'data-md-component="search" role="dialog"',
        'data-md-component="search" role="dialog" aria-label="Search"',
    )


on_post_template = on_post_page
