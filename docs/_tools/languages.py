"""The hook of MkDocs for several languages: English at the root, others in folders such as zh-TW/.

The build of the English site starts those of the others, each a process with SITE_LANGUAGE set, and
waits for them. The files of `assets/` are at the root alone; the others refer to them there. For
one language while you write: `SITE_LANGUAGE=zh-TW python -m mkdocs serve`.
"""

from __future__ import annotations

import logging
import os
import posixpath
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

DOCS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(DOCS))

from _tools import catalogues, translations  # noqa: E402
from _tools.around import IN_ENGLISH, PERMALINK  # noqa: E402
from _tools.catalogues import (  # noqa: E402
    CHINESE,
    LANGUAGE,
    LANGUAGES,
    PICTURES,
    SITE,
    is_translated,
    path_of,
)
from _tools.computed import Translator  # noqa: E402
from _tools.glossary import PAGE as GLOSSARY  # noqa: E402
from _tools.glossary import explain_in_chinese  # noqa: E402
from _tools.texts import HAN, replace_texts  # noqa: E402

if TYPE_CHECKING:
    from jinja2 import Environment

THEME = {"zh-CN": "zh"}  # the theme's own names of languages
IN_SECTIONS = re.compile(r"<(p|ul|ol|dl|table|blockquote|details)\b")
# Chinese is emphasised by another font; titles of books in English slant
EMPHASIS = re.compile(r"<em>(.*?)</em>", re.DOTALL)
JOINED = re.compile("(?<=[\u3002\uff01\uff1f]) (?! )")  # pictures join their sentences by a space
HEADING_OF_COLUMN = re.compile(r"<th\b([^>]*)>((?:(?!</th>).)*)</th>", re.DOTALL)
LONG = 4  # Chinese characters of a heading
# between words for search: the parts of a dotted name are found, too, as on English pages
SEPARATOR = r"[\s\u200b\u3000\-、。，．？！；：「」（）]+|\.(?!\d)"
WITHIN = "SITE_WITHIN"  # set for a language that is built into the folder of the whole site
log = logging.getLogger("mkdocs.hooks.languages")

_english = LANGUAGE == "en"
_within = WITHIN in os.environ
_others: list[tuple[str, subprocess.Popen[str]]] = []
_whole = [False]
_translators: dict[str, Translator] = {}


def on_startup(command: str, **_: object) -> None:
    """Remember whether all languages are built, and not one served; end with who began this."""
    _whole[0] = command == "build" and (_within or _english)
    if _within:
        threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its input does: that of the English build is over, or was ended."""
    sys.stdin.read()
    os._exit(1)


@event_priority(100)  # before the plugins, which read the language
def on_config(config: MkDocsConfig) -> None:
    """Settle the language of theme, navigation and search."""
    sys.path.insert(0, str(DOCS))
    if LANGUAGE not in LANGUAGES:
        expected = ", ".join(LANGUAGES)
        raise PluginError(f"SITE_LANGUAGE: found {LANGUAGE!r}; expected one of {expected}")
    if _whole[0]:
        config.extra["alternate"] = [
            {"name": name, "link": f"#{lang}", "lang": lang} for lang, name in LANGUAGES.items()
        ]
    _teach_search(config)
    if not _english:
        _translators.clear()
        _warn([*translations.site_problems(), *_rules(SITE), *_rules(PICTURES)])
        config.theme["language"] = THEME.get(LANGUAGE, LANGUAGE)
        config.nav = _translate_nav(config.nav)
        config.mdx_configs["toc"]["permalink_title"] = _translate(PERMALINK)
        config.site_description = _translate(config.site_description or "")
        for palette in config.theme["palette"]:
            palette["toggle"]["name"] = _translate(palette["toggle"]["name"])


def _warn(problems: Iterable[str]) -> None:
    for problem in problems:
        log.warning(problem)


def _rules(catalogue: Path) -> Iterator[str]:
    """Return the faults of a catalogue in the language of this build."""
    if LANGUAGE == "zh-CN":
        return translations.mainland_problems(catalogue)
    return translations.entry_problems(catalogue)


def _translate(words: str) -> str:
    """Return words that stand around all pages in the language of this build."""
    return catalogues.in_language(catalogues.read(SITE)[0]).get(words, words)


def _translate_nav(nav: object) -> object:
    """Return a part of the navigation with its titles in the language of this build."""
    if isinstance(nav, list):
        return [_translate_nav(part) for part in nav]
    if isinstance(nav, dict):
        return {_translate(title): _translate_nav(part) for title, part in nav.items()}
    return nav


def _teach_search(config: MkDocsConfig) -> None:
    """Let jieba, which parts Chinese text into words, know our terms: of the glossary's the short
    ones, as long ones would hide what they are made of.
    """
    import jieba

    jieba.setLogLevel(logging.WARNING)
    if not CHINESE:
        return
    search = config.plugins["material/search"].config
    search.separator = SEPARATOR
    search.pipeline = ["stopWordFilter"]  # cut to their stems, English words would not be found
    for pair in catalogues.both_scripts().items():
        term = pair[LANGUAGE == "zh-CN"]
        if 2 <= len(term) <= 3 or pair[0] in catalogues.other_terms():
            jieba.add_word(term)


@event_priority(-100)  # after all files are there
def on_files(files: Files, config: MkDocsConfig) -> None:
    """Begin the other languages; leave to the root what all of them share. What stands in `docs`
    stays until the build has ended, as pages link to it.
    """
    if _within:
        for file in [file for file in files if file.src_uri.startswith("assets/")]:
            if file.src_dir != config.docs_dir:
                files.remove(file)
    elif _whole[0]:
        for language in LANGUAGES:
            if language != "en":
                _others.append((language, _start_build(config, language)))


def _start_build(config: MkDocsConfig, language: str) -> subprocess.Popen[str]:
    """Begin to build a language in a folder of the site."""
    folder = str(Path(config.site_dir) / language)
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", folder]
    command += ["--config-file", config.config_file_path, *["--strict"] * bool(config.strict)]
    return subprocess.Popen(
        command,
        env={**os.environ, "SITE_LANGUAGE": language, WITHIN: "1"},
        stdin=subprocess.PIPE,  # closed when this process ends, however it does
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


def on_env(env: Environment, **_: object) -> None:
    """Let our own templates speak the language of this build. All pages have been made by now: warn
    of words of pictures that none of them says.
    """
    env.globals["say"] = _translate
    if not _english:
        messages = [
            message for translator in _translators.values() for message in translator.messages
        ]
        _warn(translations.shared_problems(messages))


@event_priority(100)  # before the values are filled in
def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Put the language's own texts in the place of the English ones; warn of what does not fit."""
    if _english:
        return markdown
    source = page.file.src_uri
    texts, computed = catalogues.read(path_of(source))
    shared, _computed = catalogues.read(PICTURES)
    translated = is_translated(source)
    known = catalogues.in_language({**shared, **computed}) if translated else None
    _translators[source] = Translator(known)
    _translators[source].begin()
    if not translated:
        return markdown
    _warn([*translations.text_problems(source), *_rules(path_of(source))])
    translations_of = catalogues.in_language(texts)
    return replace_texts(markdown, lambda text: translations_of.get(text.text, text.text))


def on_page_content(html: str, page: Page, **_: object) -> str:
    """Warn of what pictures and tables have said for which there are no words; explain terms. Pages
    that stay English are found by their headings.
    """
    source = page.file.src_uri
    if _english:
        return html
    if not is_translated(source):
        return IN_SECTIONS.sub(r"<\1 data-search-exclude", html)
    shared, _computed = catalogues.read(PICTURES)
    _warn(translations.computed_problems(source, _translators[source].messages, shared))
    if not CHINESE:
        return html
    html = EMPHASIS.sub(
        lambda em: em[0] if HAN.search(em[1]) else f'<em lang="en">{em[1]}</em>', html
    )
    html = JOINED.sub("", html)
    html = HEADING_OF_COLUMN.sub(_keep_wide, html)
    return html if source == GLOSSARY else explain_in_chinese(html)


def _keep_wide(heading: re.Match[str]) -> str:
    """Return a heading of a column; a narrow screen would leave a long one a character a line."""
    long = len(HAN.findall(re.sub("<[^>]+>", "", heading[2]))) >= LONG
    return f'<th{heading[1]} class="long">{heading[2]}</th>' if long else heading[0]


@event_priority(-100)  # after all that is added in English
def on_post_page(output: str, page: Page, **_: object) -> str:
    """Lead to the same page in the other languages; say where a page is in English."""
    output = _link_languages(output, page.url)
    if not _english and not is_translated(page.file.src_uri):
        note = f'<p class="in-english" lang="{LANGUAGE}">{_translate(IN_ENGLISH)}</p>'
        output = re.sub(r"(<article\b[^>]*)>", rf'\1 lang="en">{note}', output, count=1)
        output = output.replace(
            '<nav class="md-nav md-nav--secondary"',
            '<nav lang="en" class="md-nav md-nav--secondary"',
        )
    return output


@event_priority(-100)
def on_post_template(output: str, template_name: str, **_: object) -> str | None:
    """The same of the page for addresses that lead nowhere: its links begin at the root."""
    if template_name != "404.html":
        return None
    if _within:
        output = re.sub(r'((?:href|action)="|"base": ?")/', rf"\1/{LANGUAGE}/", output)
        output = re.sub(rf'(["/]){LANGUAGE}/assets/', r"\1assets/", output)
    return re.sub(
        r'href="[^"]*" (hreflang="([\w-]+)")',
        lambda link: f'href="/{"" if link[2] == "en" else link[2] + "/"}index.html" {link[1]}',
        _name_language(output),
    )


def _link_languages(output: str, url: str) -> str:
    """Return a page whose links to other languages, and to what these share, lead there."""
    folder = posixpath.dirname(posixpath.join(_folder(LANGUAGE), url))

    def to_language(link: re.Match[str]) -> str:
        target = posixpath.join(_folder(link[1]), url)
        return f'href="{posixpath.relpath(target, folder or ".")}" hreflang="{link[1]}"'

    output = re.sub(r'href="[^"]*#([\w-]+)" hreflang="\1"', to_language, _name_language(output))
    if _within:
        output = re.sub(r'"((?:\.\./)*)assets/', r'"../\1assets/', output)
        output = output.replace('__md_scope=new URL("', '__md_scope=new URL("../')
    return output


def _folder(language: str) -> str:
    return "" if language == "en" else language


def _name_language(output: str) -> str:
    """Return a page that says which language it is in, and names its parts in that.

    The theme would look for a sitemap beside every link of the kind "alternate".
    """
    output = output.replace('<link rel="alternate" href', '<link rel="alternate " href')
    theme = THEME.get(LANGUAGE, LANGUAGE)
    return output.replace(f'<html lang="{theme}"', f'<html lang="{LANGUAGE}"', 1)


def on_post_build(config: MkDocsConfig) -> None:
    """Wait for the other languages, and say what they said if they failed; a plugin has written a
    style sheet that all of them share.
    """
    failed = []
    for language, process in _others:
        assert process.stdout is not None  # not `communicate`, which would close its input
        output = process.stdout.read()
        if process.wait():
            failed.append(f"the site in {language}:\n{output}")
        shutil.rmtree(Path(config.site_dir, language, "assets"), ignore_errors=True)
    _others.clear()
    if failed:
        raise PluginError("\n".join(failed))
