"""The functions that MkDocs calls to build a site in one language."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import CombinedEvent, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

DOCS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(DOCS))  # the Python files of pages contain `from _tools import ...`

from _tools import browser_python, glossary, live_pictures, material  # noqa: E402
from _tools.bundles import concatenate_and_minify  # noqa: E402
from _tools.catalogues import IS_PART_OF_SITE, LANGUAGE  # noqa: E402
from _tools.extensions import LectureMarkdown  # noqa: E402
from _tools.formulas import TEX_IN_MARKUP, VERBATIM, plain_text  # noqa: E402
from _tools.line_breaks import keep_expressions_whole, mark_narrow_cells  # noqa: E402
from _tools.pages import HELPERS, PageError, fill_in, python_file_of, values_of  # noqa: E402
from _tools.runnable_examples import mark_examples  # noqa: E402
from _tools.site_texts import (  # noqa: E402
    ALL_PAGES_TITLE,
    LECTURE_TITLE,
    OTHER_PAGES_TITLE,
    SECTIONS_TITLE,
)
from _tools.word_scripts import word_scripts  # noqa: E402

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.structure.toc import AnchorLink, TableOfContents

NODE_MODULES = DOCS / "node_modules"
ABBREVIATION = re.compile(r'<abbr title="(.*?)">(.*?)</abbr>')
# On pages that were opened from disk, a script for search replaces `Worker`. Python needs the
# browser's own, so this line keeps it.
WORKER_BACKUP = "(window.perceptron = window.perceptron || {}).Worker = window.Worker;"
# A page runs its own scripts, and Python in a worker that they start. It sends no request to
# another site, whatever a reader types.
CONTENT_SECURITY_POLICY = "; ".join(
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
# the class tells style sheets, before the page is visible, that scripts run
HEAD_HTML = (
    f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_SECURITY_POLICY}">'
    "<script>document.documentElement.className = 'js'</script>"
)
# short code with an option, in which no line should break after a hyphen
OPTION_CODE = re.compile("<code>((?=[^<]{2,26}</code>)(?:-|[^<]+ --)[^<]+)</code>")
FORMULA_HTML = re.compile(r'<(bdi|div) class="formula".*?</\1>', re.DOTALL)
SYMBOLS_SECTION = re.compile(r'<h2 id="symbols">(.*?)<a .*?(<table.*?</table>)', re.DOTALL)
SECTION_LABEL = re.compile(r"(.*) ((?:L1|L2)\.\d+)")
TITLE_END = re.compile("[:,\uff1a\uff0c]")
# content that needs the whole width of the page
WIDE_CONTENT = re.compile(r'class="(?:[^"]* )?(?:explain|hero|pairs|columns|stage|playground)[ "]')
NEGATIVE_HYPHEN = re.compile(r"(?<![\w.,)\]−-])-(?=\d)")
RANGE_HYPHEN = re.compile(r"(?<![\w.-])(\d+)-(\d+)(?![\w-])")
# a vector in the title of a section, which `plain_text` of formulas.py writes without style
VECTOR_IN_TITLE = re.compile(r"\b([wx])_(\w)\b")
UNORDERED_LABEL = re.compile(r" S\d+$")  # misconceptions are not in the order of their labels
KEYWORDS_OF_PAGE = dict(
    line.split("\t")
    for line in (DOCS / "_tools" / "keywords.tsv").read_text("utf-8").splitlines()
    if "\t" in line
)
# pages whose tables and folds search skips, because they have numbers and details
NUMERIC_PAGES = ("lecture/", "beyond/", "misconceptions.md", "exercises.md")


def on_config(config: MkDocsConfig) -> None:
    """Check the theme and docs/node_modules, and add our Markdown extension."""
    material.check_theme()
    # again, because MkDocs removes it after it has imported this file
    sys.path.insert(0, str(DOCS))
    packages = json.loads((DOCS / "package.json").read_text("utf-8"))["dependencies"]
    missing = [name for name in packages if not (NODE_MODULES / name).exists()]
    if missing:
        raise PluginError(
            f"docs/node_modules has no {', '.join(missing)}; run `npm ci --prefix docs` first"
        )
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # so that a later build gives the same site
    extension = LectureMarkdown(config.plugins["autorefs"])  # type: ignore[arg-type]
    config.markdown_extensions.append(extension)  # type: ignore[arg-type]  # Markdown takes instances as well as names


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add and replace files: search, KaTeX, live pictures, playground, and the texts of scripts.

    With `serve --dirty`, a page whose Python file has changed counts as modified.
    """
    for file in files.documentation_pages():
        destination = Path(file.abs_dest_path)
        python_file = python_file_of(Path(file.abs_src_path or ""))
        if (
            destination.exists()
            and python_file.exists()
            and python_file.stat().st_mtime > destination.stat().st_mtime
        ):
            file.is_modified = lambda: True  # type: ignore[method-assign]
    material.wrap_worker(files, config)
    katex = NODE_MODULES / "katex" / "dist"
    for path in (katex / "katex.min.css", *sorted((katex / "fonts").glob("*.woff2"))):
        target = f"assets/katex/{path.relative_to(katex).as_posix()}"
        files.append(File.generated(config, target, abs_src_path=str(path)))
    shim_file = NODE_MODULES / "iframe-worker" / "shim" / "index.js"
    shim = f"{WORKER_BACKUP}\n{shim_file.read_text('utf-8')}"
    files.append(File.generated(config, "assets/iframe-worker/shim.js", content=shim))
    scripts = [*browser_python.PLAYGROUND.glob("*.js"), *browser_python.PLAYGROUND.glob("*.css")]
    for path in sorted([*scripts, live_pictures.SCRIPT_FOLDER / "pla.js"]):
        target = f"assets/playground/{path.name}"
        files.append(File.generated(config, target, content=concatenate_and_minify([path])))
    for name in ("steps.js", "steps.css", "site.css", "chinese.css"):
        if asset := files.get_file_from_path(f"assets/{name}"):
            text = concatenate_and_minify([Path(asset.abs_src_path or "")])
            files.remove(asset)
            files.append(File.generated(config, f"assets/{name}", content=text))
    for name, text in live_pictures.live_assets().items():
        files.append(File.generated(config, f"assets/live/{name}", content=text))
    for name, text in word_scripts():
        files.append(File.generated(config, f"assets/{name}", content=text))
    if files.get_file_from_path("playground.md") is not None:
        for path in browser_python.part_files():
            target = f"assets/playground/engine/{path.name}"
            files.append(File.generated(config, target, abs_src_path=str(path)))


def on_env(env: Environment, files: Files, **_: object) -> None:
    """Give templates `translate` and `head`, and add links and folds to each lecture page.

    Templates call `translate` with a text, and insert the text `head`. Above the title of a
    lecture page are links to the five pages. After its first paragraph come three folds: links to
    the sections of the page, the symbols of the glossary, and links to all pages of the tab.
    """
    translate: Any = env.globals.setdefault("translate", str)
    env.globals["head"] = HEAD_HTML
    pages = {file.src_uri: file.page for file in files.documentation_pages() if file.page}
    if not any(name.startswith("lecture/") for name in pages):
        return
    glossary.latest_html = pages["glossary.md"].content or glossary.latest_html
    symbols = SYMBOLS_SECTION.search(glossary.latest_html)
    if symbols is None:
        raise PluginError("glossary.md: found no table of symbols")
    for name, page in pages.items():
        if name.startswith("lecture/") and page.parent:
            siblings = [sibling for sibling in page.parent.children if isinstance(sibling, Page)]
            links = {sibling.file.src_uri: _link(sibling, page) for sibling in siblings}
            parts = [
                _fold(translate(SECTIONS_TITLE), _section_links(page)),
                _fold(symbols[1], f"{symbols[2]}<p>{links['glossary.md']}</p>"),
                _fold(translate(ALL_PAGES_TITLE), _page_lists(links, translate)),
            ]
            box = f'<div class="page-folds">{"".join(parts)}</div>'
            content = (page.content or "").replace("</p>", f"</p>{box}", 1)
            steps = [link for uri, link in links.items() if uri.startswith("lecture/")]
            page.content = content.replace(
                "<h1", f"{_lecture_links(steps, translate(LECTURE_TITLE))}<h1", 1
            )


def _link(page: Page, origin: Page) -> str:
    """Return a link from one page to another, or to itself, with the title of the page."""
    current_attribute = ' aria-current="page"' if page is origin else ""
    return f'<a href="{page.file.url_relative_to(origin.file)}"{current_attribute}>{page.title}</a>'


def _lecture_links(links: Iterable[str], title: str) -> str:
    """Return the links to the pages of the lecture, which style sheets show in one line."""
    attributes = f'class="lecture-pages" aria-label="{title}" data-search-exclude'
    return f"<nav {attributes}>{' '.join(links)}</nav>"


def _page_lists(links: Mapping[str, str], translate: Callable[[str], str]) -> str:
    """Return two lists of links: to the home page and the lecture, and to the other pages.

    Args:
        links: {page: its link}.
        translate: a function that translates a text.
    """
    lists = ""
    for title, is_lecture_list in ((LECTURE_TITLE, True), (OTHER_PAGES_TITLE, False)):
        items = "".join(
            f"<li>{link}</li>"
            for page_name, link in links.items()
            if _is_in_lecture_list(page_name) == is_lecture_list
        )
        lists += f"<div><p>{translate(title)}</p><ul>{items}</ul></div>"
    return f'<div class="page-lists">{lists}</div>'


def _is_in_lecture_list(page_name: str) -> bool:
    """Tell whether a page is the home page or a page of the lecture."""
    return page_name.startswith(("index.md", "lecture/"))


def _section_links(page: Page) -> str:
    """Return links to the sections of a page.

    Each link shows the beginning of the title, up to the first comma or colon. The label of a
    section, such as L2.5, is the tooltip of its link.
    """
    links = []
    for section in page.toc.items[0].children:
        label = SECTION_LABEL.fullmatch(section.title)
        words = TITLE_END.split(label[1] if label else section.title)[0]
        tooltip = f' title="{label[2]}"' if label else ""
        links.append(f'<a href="{section.url}"{tooltip}>{words}</a>')
    return f'<nav class="sections">{" ".join(links)}</nav>'


def _fold(title: str, content: str) -> str:
    """Return a fold whose text is not in the search index."""
    return f"<details data-search-exclude><summary>{title}</summary>{content}</details>"


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Fill in the values of a page, set its weight in search, and hide its side bars if needed.

    Search gives more weight to the lecture, the exercises, and the pages on visiting orders and
    certificates, and less to misconceptions. Pages with a large picture have neither the navigation
    nor the table of contents beside them.
    """
    if page.file.src_uri.startswith(("lecture/", "exercises.md")):
        page.meta["search"] = {"boost": 4}
    if page.file.src_uri.startswith(("lecture/", "index.md", "playground.md")):
        page.meta["hide"] = ["navigation", "toc"]  # the picture needs the space
    if page.file.src_uri in ("beyond/orders.md", "beyond/certificates.md"):
        page.meta["search"] = {"boost": 3}
    if page.file.src_uri == "misconceptions.md":
        page.meta["search"] = {"boost": 0.5}
    try:
        values = values_of(Path(page.file.abs_src_path or ""))
        return fill_in(markdown, {**HELPERS, **values}) + glossary.tooltip_definitions(
            page.file.src_uri
        )
    except PageError as error:
        raise PluginError(f"{page.file.src_uri}, {error}") from error


def on_page_content(html: str, page: Page, **_: object) -> str:
    """Style the titles of the page's sections, and return the HTML of the page with these changes.

    - Examples that readers can run are marked.
    - Links to the playground have # instead of ?.
    - Short code with an option has the class `option`.
    - Tables can receive the focus, so that keys scroll wide ones.
    - Headings of columns have a scope, and empty ones become cells.
    - Negative numbers have minus signs, and ranges of numbers en dashes.
    - Lines break neither in pairs of numbers, nor in short cells of tables, nor around "=".
    - Only the first mention of a term keeps its tooltip, and headings have none.
    """
    _style_titles(page.toc)
    html = mark_examples(html)
    # the playground reads the part after #
    html = html.replace("playground.html?", "playground.html#")
    html = OPTION_CODE.sub(r'<code class="option">\1</code>', html)
    html = re.sub(r"<table\b", '<table tabindex="0"', html)
    html = re.sub(r"<th( [^>]*)?></th>", r"<td\1></td>", html)  # an empty heading is not a heading
    html = re.sub(r"<th\b", '<th scope="col"', html)
    html = mark_narrow_cells(keep_expressions_whole(html_with_minus_signs(html)))
    html = re.sub(r"<h\d.*?</h\d>", lambda heading: ABBREVIATION.sub(r"\2", heading[0]), html)
    return ABBREVIATION.sub(_tooltip_filter(), html)


def _style_titles(sections: Iterable[AnchorLink]) -> None:
    """Make vectors bold in the titles of sections, and drop labels that are not in order."""
    for section in sections:
        title = UNORDERED_LABEL.sub("", section.title)
        section.title = VECTOR_IN_TITLE.sub(r"<b>\1</b><sub>\2</sub>", title)
        _style_titles(section.children)


def html_with_minus_signs(html: str) -> str:
    """Return HTML with minus signs and en dashes, except in code and formulas.

    >>> html_with_minus_signs('<p title="-1">2^-53 or -0.5, as <code>-1</code>; 3-4, x-1</p>')
    '<p title="-1">2^−53 or −0.5, as <code>-1</code>; 3–4, x-1</p>'
    """
    pieces, position = [], 0
    for verbatim in VERBATIM.finditer(html):
        pieces += [_with_minus_signs(html[position : verbatim.start()]), verbatim[0]]
        position = verbatim.end()
    return "".join([*pieces, _with_minus_signs(html[position:])])


def _with_minus_signs(text: str) -> str:
    """Return a text with minus signs and en dashes."""
    return RANGE_HYPHEN.sub("\\1\u2013\\2", NEGATIVE_HYPHEN.sub("\u2212", text))


@event_priority(100)
def _prepare_for_search(context: object, /, page: Page, **_: object) -> None:
    """Keep the content; then replace formulas with text, and mark what search must skip."""
    page.meta["full_content"] = page.content
    is_numeric = page.file.src_uri.startswith(NUMERIC_PAGES)
    hidden_tag = rf'<(?:figure|svg|pre|p(?= class="stage-links"){"|details|table" * is_numeric})\b'
    text = FORMULA_HTML.sub(_formula_as_text, page.content or "")
    page.content = re.sub(hidden_tag, r"\g<0> data-search-exclude", text)


def _formula_as_text(formula: re.Match[str]) -> str:
    """Return a formula as escaped text; "" if it has no TeX."""
    tex = TEX_IN_MARKUP.search(formula[0])
    return escape(plain_text(unescape(tex[1]))) if tex else ""


@event_priority(-100)
def _restore_content(context: object, /, page: Page, **_: object) -> None:
    """Restore the content that readers see."""
    page.content = page.meta.pop("full_content")


on_page_context = CombinedEvent(_prepare_for_search, _restore_content)


def _tooltip_filter() -> Callable[[re.Match[str]], str]:
    """Return a function for `sub` that keeps only the first of equal tooltips.

    >>> ABBREVIATION.sub(_tooltip_filter(), '<abbr title="T">a</abbr>, <abbr title="T">a</abbr>')
    '<abbr title="T">a</abbr>, a'
    """
    seen_tooltips = set()

    def keep_first(term: re.Match[str]) -> str:
        tooltip, word = term[1], term[2]
        is_first = tooltip not in seen_tooltips
        seen_tooltips.add(tooltip)
        return term[0] if is_first else word

    return keep_first


def on_post_page(output: str, page: Page | None = None, **_: object) -> str:
    """Add the style sheet and the scripts of live pictures to a page that has a live picture.

    `<body>` gets the class `staged` if the page has a single large picture, and `contents-at-right`
    if it has sections, but nothing that needs the whole width. A style sheet could find this out
    with `body:has(...)`; but then the browser would compute all styles anew at every change.
    """
    if page is None:
        return output
    content = page.content or ""
    classes = []
    if 'class="stage"' in content:
        root_path = "../" * page.url.count("/")
        style = f'<link rel="stylesheet" href="{root_path}assets/live/live.css">'
        output = output.replace("</head>", f"{style}</head>", 1)
        output = output.replace(
            "</body>", f"{live_pictures.script_tags(root_path, LANGUAGE)}</body>", 1
        )
        # a single picture stays in view while the page scrolls
        if 'class="text-and-picture"' not in content:
            classes.append("staged")
    if has_sections(page.toc) and not WIDE_CONTENT.search(content):
        classes.append("contents-at-right")
    if classes:
        output = output.replace("<body ", f'<body class="{" ".join(classes)}" ', 1)
    return output


def has_sections(contents: TableOfContents) -> bool:
    """Tell whether a page has sections below its title."""
    return any(heading.level > 1 or heading.children for heading in contents)


def on_post_build(config: MkDocsConfig) -> None:
    """Split the search index, and write the page `embed/NAME.html` of each live picture."""
    site = Path(config.site_dir)
    folder = f"{LANGUAGE}/" if IS_PART_OF_SITE else ""
    material.split_index(site, folder, keywords())
    for name in live_pictures.html_of_picture:
        path = site / "embed" / f"{name}.html"
        path.parent.mkdir(exist_ok=True)
        path.write_text(live_pictures.embedded_page(name, HEAD_HTML), encoding="utf-8")


def keywords() -> dict[str, str]:
    """Return {address of a page: additional words by which search finds it}.

    Words in the script of another language are left out. The encodings Big5 and GB 2312 tell
    traditional and simplified Chinese apart.
    """
    encoding = {"zh-TW": "big5", "zh-CN": "gb2312"}.get(LANGUAGE, "ascii")
    return {
        page.replace(".md", ".html"): " ".join(
            word
            for word in words.split()
            if word == word.encode(encoding, "ignore").decode(encoding)
        )
        for page, words in KEYWORDS_OF_PAGE.items()
    }
