"""The hook of MkDocs for a site in one language: values, formulas, live pictures, search."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import CombinedEvent, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

DOCS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(DOCS))  # pages say `from _tools import code`

from _tools import engine, glossary, material, stages  # noqa: E402
from _tools.around import LEARN  # noqa: E402
from _tools.bundles import bundle  # noqa: E402
from _tools.catalogues import LANGUAGE  # noqa: E402
from _tools.extensions import LectureMarkdown  # noqa: E402
from _tools.formulas import plain  # noqa: E402
from _tools.live import mark_examples  # noqa: E402
from _tools.pages import HELPERS, PageError, file_beside, fill_in, names_beside  # noqa: E402
from _tools.scripts import scripts_of_words  # noqa: E402

if TYPE_CHECKING:
    from jinja2 import Environment

MODULES = DOCS / "node_modules"
ABBREVIATED = re.compile(r'<abbr title="(.*?)">(.*?)</abbr>')
# the shim for search replaces `Worker` on pages read from disk, and Python needs the browser's own
KEPT = "(window.perceptron = window.perceptron || {}).Worker = window.Worker;"
# A page runs its own scripts, and Python in a worker made from them; it asks no other site for
# anything, whatever is typed on it. From disk a page is its own only source, so files are named.
POLICY = "; ".join(
    [
        "default-src 'self' data: blob:",
        "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "worker-src 'self' blob:",
        "base-uri 'self'",
        "form-action 'none'",
        "object-src 'none'",
    ]
)
# and the theme learns that scripts run before the page is seen
HEAD = (
    f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    "<script>document.documentElement.className = 'js'</script>"
)
# a line would break after its hyphens
OPTION = re.compile("<code>((?=[^<]{2,26}</code>)(?:-|[^<]+ --)[^<]+)</code>")
FORMULA = re.compile(r'<(bdi|div) class="formula".*?</\1>', re.DOTALL)
TEX = re.compile('application/x-tex">(.*?)</annotation>', re.DOTALL)
SYMBOLS = re.compile(r'<h2 id="symbols">(.*?)<a .*?(<table.*?</table>)', re.DOTALL)
# what is typed or is drawn, formulas, and tags: a hyphen before a number stays one there
VERBATIM = re.compile(
    r"<(code|pre|script|style|svg|textarea|kbd)\b.*?</\1>"
    r'|<(bdi|div) class="formula".*?</\2>|<[^>]*>',
    re.DOTALL,
)
NEGATIVE = re.compile(r"(?<![\w.,)\]−-])-(?=\d)")
KEYWORDS = dict(
    line.split("\t")
    for line in (DOCS / "_tools" / "keywords.tsv").read_text("utf-8").splitlines()
    if "\t" in line
)
# pages whose tables are numbers, and whose folds go into detail
OF_NUMBERS = ("lecture/", "beyond/", "misconceptions.md", "exercises.md")


def on_config(config: MkDocsConfig) -> None:
    """Add our extension to those of every Markdown that the build makes."""
    material.check()
    sys.path.insert(0, str(DOCS))  # MkDocs takes it away again after it has read this file
    packages = json.loads((DOCS / "package.json").read_text("utf-8"))["dependencies"]
    missing = [name for name in packages if not (MODULES / name).exists()]
    if missing:
        raise PluginError(
            f"docs/node_modules has no {', '.join(missing)}; run `npm ci --prefix docs` first"
        )
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # the same site tomorrow
    config.markdown_extensions.append(LectureMarkdown())  # type: ignore[arg-type]  # Markdown takes instances as well as names


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add KaTeX's style sheet and fonts, the worker for search on pages read from disk, and what
    makes pages live.
    """
    for file in files.documentation_pages():
        destination, source = Path(file.abs_dest_path), file_beside(Path(file.abs_src_path or ""))
        if (
            destination.exists()
            and source.exists()
            and source.stat().st_mtime > destination.stat().st_mtime
        ):
            file.is_modified = lambda: True  # type: ignore[method-assign]  # for `serve --dirty`
    material.wrap_worker(files, config)
    katex = MODULES / "katex" / "dist"
    for path in (katex / "katex.min.css", *sorted((katex / "fonts").glob("*.woff2"))):
        to = f"assets/katex/{path.relative_to(katex).as_posix()}"
        files.append(File.generated(config, to, abs_src_path=str(path)))
    shim = f"{KEPT}\n{(MODULES / 'iframe-worker' / 'shim' / 'index.js').read_text('utf-8')}"
    files.append(File.generated(config, "assets/iframe-worker/shim.js", content=shim))
    scripts = [*engine.PLAYGROUND.glob("*.js"), *engine.PLAYGROUND.glob("*.css")]
    for path in sorted([*scripts, stages.FOLDER / "pla.js"]):
        to = f"assets/playground/{path.name}"
        files.append(File.generated(config, to, content=bundle([path])))
    for name, text in stages.live_assets().items():
        files.append(File.generated(config, f"assets/live/{name}", content=text))
    for name, text in scripts_of_words():
        files.append(File.generated(config, f"assets/{name}", content=text))
    if files.get_file_from_path("playground.md") is not None:
        for path in engine.parts():
            to = f"assets/playground/engine/{path.name}"
            files.append(File.generated(config, to, abs_src_path=str(path)))


def on_env(env: Environment, files: Files, **_: object) -> None:
    """Let our own templates speak English, where no other language is built. Give each page of the
    lecture, after its question, folds with the glossary's symbols and with all pages of its tab.
    """
    say: Any = env.globals.setdefault("say", str)
    env.globals["head"] = HEAD
    contents = {file.src_uri: file.page for file in files.documentation_pages() if file.page}
    if not any(name.startswith("lecture/") for name in contents):
        return
    glossary.html = contents["glossary.md"].content or glossary.html
    table = SYMBOLS.search(glossary.html)
    if table is None:
        raise PluginError("glossary.md: found no table of symbols")
    for name, page in contents.items():
        if name.startswith("lecture/") and page.parent:
            siblings = [other for other in page.parent.children if isinstance(other, Page)]
            to = page.file
            links = {
                other.file.src_uri: f'<a href="{other.file.url_relative_to(to)}">{other.title}</a>'
                for other in siblings
            }
            symbols = f"{table[2]}<p>{links['glossary.md']}</p>"
            listed = "".join(f"<li>{link}</li>" for link in links.values())
            folds = _fold(table[1], symbols) + _fold(say(LEARN), f"<ul>{listed}</ul>")
            folds = f'<div class="page-folds">{folds}</div>'
            page.content = (page.content or "").replace("</p>", f"</p>{folds}", 1)


def _fold(title: str, inside: str) -> str:
    """Return a fold that search leaves out."""
    return f"<details data-search-exclude><summary>{title}</summary>{inside}</details>"


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Fill in what the page names. In search the lecture comes first, and misconceptions after
    what is right.
    """
    if page.file.src_uri.startswith(("lecture/", "exercises.md")):
        page.meta["search"] = {"boost": 4}
    if page.file.src_uri.startswith(("lecture/", "index.md")):
        page.meta["hide"] = ["navigation", "toc"]  # their room is the picture's
    if page.file.src_uri in ("beyond/orders.md", "beyond/certificates.md"):
        page.meta["search"] = {"boost": 3}
    if page.file.src_uri == "misconceptions.md":
        page.meta["search"] = {"boost": 0.5}
    try:
        beside = names_beside(Path(page.file.abs_src_path or ""))
        return fill_in(markdown, {**HELPERS, **beside}) + glossary.abbreviations(page.file.src_uri)
    except PageError as error:
        raise PluginError(f"{page.file.src_uri}, {error}") from error


def on_page_content(html: str, page: Page, **_: object) -> str:
    """Mark the examples that readers may run, and have links carry what the playground shows.
    Let keys scroll a wide table, and say of its headings what they head; explain a term where prose
    first has it.
    """
    html = mark_examples(html)
    html = html.replace("playground.html?", "playground.html#")  # where the playground reads it
    html = OPTION.sub(r'<code class="option">\1</code>', html)
    html = re.sub(r"<table\b", '<table tabindex="0"', html)
    html = re.sub(r"<th( [^>]*)?></th>", r"<td\1></td>", html)  # an empty one heads nothing
    html = re.sub(r"<th\b", '<th scope="col"', html)
    html = with_minus(html)
    html = re.sub(r"<h\d.*?</h\d>", lambda heading: ABBREVIATED.sub(r"\2", heading[0]), html)
    return ABBREVIATED.sub(_explain_once(), html)


def with_minus(html: str) -> str:
    """Return a page whose negative numbers have the sign for minus, but in code and formulas.

    >>> with_minus('<p title="-1">2^-53 or -0.5, as <code>-1</code>; 3-4, x-1</p>')
    '<p title="-1">2^−53 or −0.5, as <code>-1</code>; 3-4, x-1</p>'
    """
    parts, end = [], 0
    for verbatim in VERBATIM.finditer(html):
        parts += [NEGATIVE.sub("\u2212", html[end : verbatim.start()]), verbatim[0]]
        end = verbatim.end()
    return "".join([*parts, NEGATIVE.sub("\u2212", html[end:])])


@event_priority(100)
def _before_search(context: object, /, page: Page, **_: object) -> None:
    """Let search read formulas as text, and no pictures, code, numbers and folds."""
    page.meta["shown"] = page.content
    numbers = page.file.src_uri.startswith(OF_NUMBERS)
    left_out = rf'<(?:figure|svg|pre|p(?= class="stage-links"){"|details|table" * numbers})\b'
    text = FORMULA.sub(_as_text, page.content or "")
    page.content = re.sub(left_out, r"\g<0> data-search-exclude", text)


def _as_text(formula: re.Match[str]) -> str:
    """Return a formula as text."""
    tex = TEX.search(formula[0])
    return escape(plain(unescape(tex[1]))) if tex else ""


@event_priority(-100)
def _after_search(context: object, /, page: Page, **_: object) -> None:
    """Show the page as it was."""
    page.content = page.meta.pop("shown")


on_page_context = CombinedEvent(_before_search, _after_search)


def _explain_once() -> Callable[[re.Match[str]], str]:
    """Return what keeps the explanation of a term where it comes first, and drops it elsewhere.

    >>> ABBREVIATED.sub(_explain_once(), '<abbr title="T">a</abbr>, <abbr title="T">a</abbr>')
    '<abbr title="T">a</abbr>, a'
    """
    explained = set()

    def keep_first(term: re.Match[str]) -> str:
        first = term[1] not in explained
        explained.add(term[1])
        return term[0] if first else term[2]

    return keep_first


def on_post_page(output: str, page: Page | None = None, **_: object) -> str:
    """Bring live pictures their style and scripts."""
    if page is not None and 'class="stage"' in (page.content or ""):
        up = "../" * page.url.count("/")
        style = f'<link rel="stylesheet" href="{up}assets/live/live.css">'
        output = output.replace("</head>", f"{style}</head>", 1)
        output = output.replace("</body>", f"{stages.scripts(up, LANGUAGE)}</body>", 1)
        if 'class="pair-of"' not in (page.content or ""):  # the picture stays in view
            output = output.replace("<body ", '<body class="staged" ', 1)
    return output


def on_post_build(config: MkDocsConfig) -> None:
    """Split the search index, and give each live picture a page of its own."""
    site = Path(config.site_dir)
    folder = f"{LANGUAGE}/" if "SITE_WITHIN" in os.environ else ""
    material.split_index(site, folder, keywords())
    for name in stages.pictures:
        path = site / "embed" / f"{name}.html"
        path.parent.mkdir(exist_ok=True)
        path.write_text(stages.alone(name, HEAD), encoding="utf-8")


def keywords() -> dict[str, str]:
    """Return what readers type who look for a page in words that it has not, by its address: the
    words in the script of this build.
    """
    encoding = {"zh-TW": "big5", "zh-CN": "gb2312"}.get(LANGUAGE, "ascii")
    return {
        page.replace(".md", ".html"): " ".join(
            word
            for word in words.split()
            if word == word.encode(encoding, "ignore").decode(encoding)
        )
        for page, words in KEYWORDS.items()
    }
