"""The functions that MkDocs calls to build the site in several languages.

English is at the root, and each other language in its folder, such as `zh-TW/`.

The build of the English site starts a process with SITE_LANGUAGE for each other language, and waits
for all of them. The files of `assets/` are only at the root, and pages in all languages link to
them there. `SITE_LANGUAGE=zh-TW python -m mkdocs serve` serves one language.
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
from _tools.catalogues import (  # noqa: E402
    IS_CHINESE,
    IS_PART_OF_SITE,
    LANGUAGE,
    LANGUAGES,
    PART_OF_SITE_VARIABLE,
    SHARED_CATALOGUE,
    SITE_CATALOGUE,
    catalogue_path,
    is_translated,
)
from _tools.computed_texts import Translator  # noqa: E402
from _tools.glossary import with_chinese_tooltips  # noqa: E402
from _tools.glossary_terms import PAGE as GLOSSARY  # noqa: E402
from _tools.page_texts import HAN, replace_texts  # noqa: E402
from _tools.site_texts import ENGLISH_NOTE, PERMALINK  # noqa: E402

if TYPE_CHECKING:
    from jinja2 import Environment

THEME_LANGUAGES = {"zh-CN": "zh"}  # languages that the theme names differently
BLOCK_TAG = re.compile(r"<(p|ul|ol|dl|table|blockquote|details)\b")
# Style sheets set emphasised Chinese in another font, and English in italics.
EMPHASIS = re.compile(r"<em>(.*?)</em>", re.DOTALL)
# the space that pictures put between sentences, which Chinese does not need after a full stop
SPACE_AFTER_STOP = re.compile("(?<=[\u3002\uff01\uff1f]) (?! )")
COLUMN_HEADING = re.compile(r"<th\b([^>]*)>((?:(?!</th>).)*)</th>", re.DOTALL)
MIN_LONG_HEADING = 4  # Chinese characters
# What separates words in the search index. A dot does, except before a digit, so search finds the
# parts of a dotted name.
SEARCH_SEPARATOR = r"[\s\u200b\u3000\-\u2013、。，．？！；：「」（）]+|\.(?!\d)"
_log = logging.getLogger("mkdocs.hooks.language_hooks")

IS_ENGLISH = LANGUAGE == "en"
_other_builds: list[tuple[str, subprocess.Popen[str]]] = []
_translators: dict[str, Translator] = {}


class _Build:
    """The build of this process. `on_startup` sets whether its site has all languages."""

    site_has_all_languages = False


def on_startup(command: str, **_: object) -> None:
    """Record whether the site to which this build belongs has all languages.

    A build that makes one language for another process ends when that process ends.
    """
    _Build.site_has_all_languages = command == "build" and (IS_PART_OF_SITE or IS_ENGLISH)
    if IS_PART_OF_SITE:
        threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Exit when standard input closes, because then the English build has ended."""
    sys.stdin.read()
    os._exit(1)


@event_priority(100)  # before the plugins, which read the language
def on_config(config: MkDocsConfig) -> None:
    """Set the language of the theme, the navigation and the search, and list the languages.

    In a language other than English, log the problems of _site.po and _shared.po.
    """
    sys.path.insert(0, str(DOCS))
    if LANGUAGE not in LANGUAGES:
        expected = ", ".join(LANGUAGES)
        raise PluginError(f"SITE_LANGUAGE: found {LANGUAGE!r}; expected one of {expected}")
    if _Build.site_has_all_languages:
        config.extra["alternate"] = [
            {"name": name, "link": f"#{lang}", "lang": lang} for lang, name in LANGUAGES.items()
        ]
    _set_up_chinese_search(config)
    if not IS_ENGLISH:
        _translators.clear()
        _warn(
            [
                *translations.site_problems(),
                *_catalogue_problems(SITE_CATALOGUE),
                *_catalogue_problems(SHARED_CATALOGUE),
            ]
        )
        config.theme["language"] = THEME_LANGUAGES.get(LANGUAGE, LANGUAGE)
        config.nav = _translate_nav(config.nav)
        config.mdx_configs["toc"]["permalink_title"] = _translate(PERMALINK)
        config.site_description = _translate(config.site_description or "")
        for palette in config.theme["palette"]:
            palette["toggle"]["name"] = _translate(palette["toggle"]["name"])


def _warn(problems: Iterable[str]) -> None:
    """Log each problem as a warning, which a strict build counts."""
    for problem in problems:
        _log.warning(problem)


def _catalogue_problems(catalogue: Path) -> Iterator[str]:
    """Yield the problems of a catalogue in the language of this build."""
    if LANGUAGE == "zh-CN":
        return translations.mainland_problems_of_catalogue(catalogue)
    return translations.entry_problems(catalogue)


def _translate(text: str) -> str:
    """Translate a text of navigation, theme or templates; without a translation, keep it."""
    translation_of = catalogues.current_translations(catalogues.read_catalogue(SITE_CATALOGUE)[0])
    return translation_of.get(text, text)


def _translate_nav(nav: object) -> object:
    """Return the navigation, or a part of it, with titles in the language of this build."""
    if isinstance(nav, list):
        return [_translate_nav(part) for part in nav]
    if isinstance(nav, dict):
        return {_translate(title): _translate_nav(part) for title, part in nav.items()}
    return nav


def _set_up_chinese_search(config: MkDocsConfig) -> None:
    """Set up the search for Chinese, and add our terms to jieba, which splits Chinese into words.

    Of the glossary only short terms are added, because a long term would hide the words in it.
    """
    import jieba

    jieba.setLogLevel(logging.WARNING)
    if not IS_CHINESE:
        return
    search = config.plugins["material/search"].config
    search.separator = SEARCH_SEPARATOR
    # without a stemmer, because it would make English words unfindable
    search.pipeline = ["stopWordFilter"]
    for taiwan_term, mainland_term in catalogues.mainland_terms().items():
        term = mainland_term if LANGUAGE == "zh-CN" else taiwan_term
        if 2 <= len(term) <= 3 or taiwan_term in catalogues.extra_terms():
            jieba.add_word(term)


@event_priority(-100)  # after all plugins have added files
def on_files(files: Files, config: MkDocsConfig) -> None:
    """Start the builds of the other languages; in one of these, drop generated assets.

    The root of the site has these assets. Assets in `docs` stay until the build has ended, because
    pages link to them.
    """
    if IS_PART_OF_SITE:
        for file in [file for file in files if file.src_uri.startswith("assets/")]:
            if file.src_dir != config.docs_dir:
                files.remove(file)
    elif _Build.site_has_all_languages:
        for language in LANGUAGES:
            if language != "en":
                _other_builds.append((language, _start_build(config, language)))


def _start_build(config: MkDocsConfig, language: str) -> subprocess.Popen[str]:
    """Start the build of a language into its folder of the site."""
    folder = str(Path(config.site_dir) / language)
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", folder]
    command += ["--config-file", config.config_file_path, *["--strict"] * bool(config.strict)]
    return subprocess.Popen(
        command,
        env={**os.environ, "SITE_LANGUAGE": language, PART_OF_SITE_VARIABLE: "1"},
        stdin=subprocess.PIPE,  # the system closes it when this process ends in any way
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


def on_env(env: Environment, **_: object) -> None:
    """Let templates call `translate`, and warn of problems in _shared.po.

    MkDocs calls this function after it has rendered the content of all pages.
    """
    env.globals["translate"] = _translate
    if not IS_ENGLISH:
        computed_texts = [
            text for translator in _translators.values() for text in translator.computed_texts
        ]
        _warn(translations.shared_problems(computed_texts))


@event_priority(100)  # before site_hooks.py fills in the values
def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Replace the English texts with their translations, and warn of problems in the catalogue."""
    if IS_ENGLISH:
        return markdown
    source = page.file.src_uri
    texts, computed_texts = catalogues.read_catalogue(catalogue_path(source))
    shared = catalogues.read_catalogue(SHARED_CATALOGUE)[0]
    has_catalogue = is_translated(source)
    translation_of_computed = None
    if has_catalogue:
        translation_of_computed = catalogues.current_translations({**shared, **computed_texts})
    _translators[source] = Translator(translation_of_computed)
    _translators[source].install()
    if not has_catalogue:
        return markdown
    _warn([*translations.text_problems(source), *_catalogue_problems(catalogue_path(source))])
    translation_of = catalogues.current_translations(texts)
    return replace_texts(markdown, lambda text: translation_of.get(text.markdown, text.markdown))


def on_page_content(html: str, page: Page, **_: object) -> str:
    """Warn of problems with the computed texts, and adapt the HTML to Chinese.

    Terms get tooltips. On a page that stays English, search reads only the headings.
    """
    source = page.file.src_uri
    if IS_ENGLISH:
        return html
    if not is_translated(source):
        return BLOCK_TAG.sub(r"<\1 data-search-exclude", html)
    shared = catalogues.read_catalogue(SHARED_CATALOGUE)[0]
    computed_texts = _translators[source].computed_texts
    _warn(translations.computed_problems(source, computed_texts, shared))
    if not IS_CHINESE:
        return html
    html = EMPHASIS.sub(
        lambda em: em[0] if HAN.search(em[1]) else f'<em lang="en">{em[1]}</em>', html
    )
    html = SPACE_AFTER_STOP.sub("", html)
    html = COLUMN_HEADING.sub(_mark_long_heading, html)
    return html if source == GLOSSARY else with_chinese_tooltips(html)


def _mark_long_heading(heading: re.Match[str]) -> str:
    """Mark a long heading of a column, which a narrow screen would break at each character."""
    is_long = len(HAN.findall(re.sub("<[^>]+>", "", heading[2]))) >= MIN_LONG_HEADING
    return f'<th{heading[1]} class="long">{heading[2]}</th>' if is_long else heading[0]


@event_priority(-100)  # after site_hooks.py has changed the page
def on_post_page(output: str, page: Page, **_: object) -> str:
    """Link to the page in the other languages. Add a note to a page that stays English."""
    output = _correct_links(output, page.url)
    if not IS_ENGLISH and not is_translated(page.file.src_uri):
        note = f'<p class="in-english" lang="{LANGUAGE}">{_translate(ENGLISH_NOTE)}</p>'
        output = re.sub(r"(<article\b[^>]*)>", rf'\1 lang="en">{note}', output, count=1)
        output = output.replace(
            '<nav class="md-nav md-nav--secondary"',
            '<nav lang="en" class="md-nav md-nav--secondary"',
        )
    return output


@event_priority(-100)
def on_post_template(output: str, template_name: str, **_: object) -> str | None:
    """Link to the home pages in all languages from 404.html, whose links begin at the root."""
    if template_name != "404.html":
        return None
    if IS_PART_OF_SITE:
        output = re.sub(r'((?:href|action)="|"base": ?")/', rf"\1/{LANGUAGE}/", output)
        output = re.sub(rf'(["/]){LANGUAGE}/assets/', r"\1assets/", output)
    return re.sub(
        r'href="[^"]*" (hreflang="([\w-]+)")',
        lambda link: f'href="/{"" if link[2] == "en" else link[2] + "/"}index.html" {link[1]}',
        _set_page_language(output),
    )


def _correct_links(output: str, url: str) -> str:
    """Return a page with correct links to its other languages and to the assets at the root."""
    folder = posixpath.dirname(posixpath.join(_language_folder(LANGUAGE), url))

    def to_language(link: re.Match[str]) -> str:
        target = posixpath.join(_language_folder(link[1]), url)
        return f'href="{posixpath.relpath(target, folder or ".")}" hreflang="{link[1]}"'

    output = re.sub(r'href="[^"]*#([\w-]+)" hreflang="\1"', to_language, _set_page_language(output))
    if IS_PART_OF_SITE:
        output = re.sub(r'"((?:\.\./)*)assets/', r'"../\1assets/', output)
        output = output.replace('__md_scope=new URL("', '__md_scope=new URL("../')
    return output


def _language_folder(language: str) -> str:
    """Return the folder of a language in the site; "" for English, which is at the root."""
    return "" if language == "en" else language


def _set_page_language(output: str) -> str:
    """Return a page whose `lang` is the language of this build.

    Links get rel="alternate " with a space, so that the theme fetches no sitemap for each of them.
    """
    output = output.replace('<link rel="alternate" href', '<link rel="alternate " href')
    theme = THEME_LANGUAGES.get(LANGUAGE, LANGUAGE)
    return output.replace(f'<html lang="{theme}"', f'<html lang="{LANGUAGE}"', 1)


def on_post_build(config: MkDocsConfig) -> None:
    """Wait for the builds of other languages, and raise an error with the output of failed ones.

    Delete their `assets/`, because pages use the folder at the root.
    """
    failures = []
    for language, build in _other_builds:
        assert build.stdout is not None
        output = build.stdout.read()  # `communicate` would close its input, which ends the build
        if build.wait():
            failures.append(f"the site in {language}:\n{output}")
        shutil.rmtree(Path(config.site_dir, language, "assets"), ignore_errors=True)
    _other_builds.clear()
    if failures:
        raise PluginError("\n".join(failures))
