"""The translators' command: `python docs/_tools/translations.py update PAGE`.

`update` creates or updates the catalogues of the named pages, and updates the catalogue of the
texts around the pages. Without a name it updates all catalogues. `check` reports missing, stale,
unused and wrong translations with their file, and if possible the line. `site` updates only the
catalogue of the texts around the pages. `count` counts texts.

Babel reads, writes and merges catalogues. It cannot find texts in Markdown and pictures.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1]
if __name__ == "__main__":
    sys.path[:0] = [str(DOCS), str(DOCS.parent)]

try:
    import babel  # noqa: F401
    import jinja2  # noqa: F401
    import opencc  # noqa: F401
except ModuleNotFoundError as error:
    if __name__ != "__main__":
        raise
    sys.exit(
        f"found no module {error.name}; expected the packages of the extra docs. Run "
        "`python -m pip install --editable '.[docs]'` in the folder of the repository"
    )

from _tools import catalogues, chinese  # noqa: E402
from _tools.catalogues import SHARED_CATALOGUE, SITE_CATALOGUE, Entries, catalogue_path  # noqa: E402
from _tools.computed_texts import Translator  # noqa: E402
from _tools.page_texts import HAN, MARKUP, Text, texts_of  # noqa: E402
from _tools.pages import HELPERS, fill_in, values_of  # noqa: E402
from _tools.site_texts import site_texts  # noqa: E402
from perceptron_ref.drawing.typography import set_translation  # noqa: E402
from perceptron_ref.exact.rationals import count_with_noun  # noqa: E402

_PLACEHOLDER = re.compile(r"\{\w+\}")
_MAX_QUOTED_CHARACTERS = 70  # messages quote a longer text in part


def main(argv: list[str] | None = None) -> int:
    """Run the command; return 1 if `check` finds a problem, and 0 otherwise."""
    parser = argparse.ArgumentParser(
        description="The catalogues of zh-TW, or of the language that SITE_LANGUAGE names."
    )
    parser.add_argument("command", choices=["update", "check", "count", "site"])
    parser.add_argument(
        "pages",
        nargs="*",
        metavar="PAGE",
        help="a page relative to docs/, such as lecture/pla.md; "
        "default: every page with a catalogue",
    )
    options = parser.parse_args(argv)
    if options.command == "site":
        _report(SITE_CATALOGUE, catalogues.update_catalogue(SITE_CATALOGUE, site_texts(), []))
        return 0
    pages = options.pages or catalogues.translated_pages()
    for page in pages:
        if not (DOCS / page).is_file():
            expected = "the path of a page, such as lecture/pla.md"
            parser.error(f"found no page {page!r} in {DOCS}; expected {expected}")
    problems: list[str] = []
    if options.command == "update":
        update(pages, covers_all_pages=not options.pages)
    elif options.command == "count":
        print_counts(pages)
    else:
        problems = list(check(pages, covers_all_pages=not options.pages))
        total = count_with_noun(len(problems), "problem")
        print(*problems, f"{total} in {count_with_noun(len(pages), 'page')}", sep="\n")
    return 1 if problems else 0


def update(pages: Iterable[str], covers_all_pages: bool) -> None:
    """Update the catalogues of some pages, and the catalogue of the texts around the pages.

    Args:
        pages: the pages, such as lecture/pla.md.
        covers_all_pages: whether these are all pages that have a catalogue. If so, texts in
            _shared.po that no page computes are dropped.
    """
    shared, _ = catalogues.read_catalogue(SHARED_CATALOGUE)
    all_computed_texts: set[str] = set()
    for page in pages:
        computed_texts = computed_texts_of(page)
        all_computed_texts.update(computed_texts)
        texts = [(text.markdown, text.kind) for text in _distinct_texts(page)]
        own_texts = [(text, "") for text in computed_texts if text not in shared]
        _report(
            catalogue_path(page),
            catalogues.update_catalogue(catalogue_path(page), texts, own_texts),
        )
    if covers_all_pages:
        used_texts = [(text, "") for text in shared if text in all_computed_texts]
        _report(SHARED_CATALOGUE, catalogues.update_catalogue(SHARED_CATALOGUE, used_texts, []))
    _report(SITE_CATALOGUE, catalogues.update_catalogue(SITE_CATALOGUE, site_texts(), []))


def _distinct_texts(page: str) -> Iterator[Text]:
    """Yield the texts of a page in order, a repeated text only once."""
    known_texts = set()
    for text in texts_of((DOCS / page).read_text("utf-8")):
        if text.markdown not in known_texts:
            known_texts.add(text.markdown)
            yield text


def _report(path: Path, is_changed: bool) -> None:
    """Print the numbers of texts of a catalogue that has changed, or has texts to translate."""
    texts, computed_texts = catalogues.read_catalogue(path)
    entries = [*texts.values(), *computed_texts.values()]
    untranslated = sum(entry.is_stale or not entry.translation for entry in entries)
    if is_changed or untranslated:
        counts = f"{count_with_noun(len(texts), 'text')}, {len(computed_texts)} computed, "
        counts += f"{untranslated} to translate"
        print(f"{_relative_path(path)}: {counts}")


def computed_texts_of(page: str) -> list[str]:
    """Return the texts that a page computes, by running its Python file."""
    translator, path = Translator(), DOCS / page
    translator.install()
    try:
        fill_in(path.read_text("utf-8"), {**HELPERS, **values_of(path)})
    finally:
        set_translation(None)
    return list(translator.computed_texts)


def check(pages: list[str], covers_all_pages: bool) -> Iterator[str]:
    """Yield the problems of catalogues, each with its file, and if possible the line.

    Args:
        pages: the pages, such as lecture/pla.md.
        covers_all_pages: whether these are all pages that have a catalogue.
    """
    yield from site_problems()
    shared, _ = catalogues.read_catalogue(SHARED_CATALOGUE)
    all_computed_texts: list[str] = []
    for page in pages:
        computed_texts = computed_texts_of(page)
        all_computed_texts += computed_texts
        yield from text_problems(page)
        yield from computed_problems(page, computed_texts, shared)
    if covers_all_pages:
        yield from shared_problems(all_computed_texts)
    for path in [SHARED_CATALOGUE, SITE_CATALOGUE, *map(catalogue_path, pages)]:
        yield from entry_problems(path)
        if catalogues.CATALOGUE_FOLDER.name == "zh_TW":
            yield from mainland_problems_of_catalogue(path)
    yield from contradictions()


def site_problems() -> Iterator[str]:
    """Yield a message for each difference between _site.po and the texts around the pages."""
    texts, _ = catalogues.read_catalogue(SITE_CATALOGUE)
    yield from catalogue_differences(SITE_CATALOGUE, texts, site_texts())


def text_problems(page: str) -> Iterator[str]:
    """Yield a message for each difference between a page's catalogue and its texts."""
    texts, _ = catalogues.read_catalogue(catalogue_path(page))
    expected = [(text.markdown, f"docs/{page}:{text.line}") for text in _distinct_texts(page)]
    yield from catalogue_differences(catalogue_path(page), texts, expected)


def computed_problems(page: str, computed_texts: Iterable[str], shared: Entries) -> Iterator[str]:
    """Yield a message for each difference between a page's catalogue and its computed texts.

    Args:
        page: the page, such as lecture/pla.md.
        computed_texts: the texts that it computes.
        shared: the entries of _shared.po, which the page's catalogue need not have.
    """
    _, entries = catalogues.read_catalogue(catalogue_path(page))
    expected = [
        (text, f"docs/{page}") for text in computed_texts if text in entries or text not in shared
    ]
    yield from catalogue_differences(catalogue_path(page), entries, expected)


def shared_problems(computed_texts: Iterable[str]) -> Iterator[str]:
    """Yield a message for each entry of _shared.po that is stale, not translated, or in no page.

    Args:
        computed_texts: the texts that any page computes.
    """
    shared, _ = catalogues.read_catalogue(SHARED_CATALOGUE)
    used_texts = set(computed_texts)
    expected = [(text, _relative_path(SHARED_CATALOGUE)) for text in shared if text in used_texts]
    yield from catalogue_differences(SHARED_CATALOGUE, shared, expected)


def catalogue_differences(
    path: Path, entries: Entries, expected: list[tuple[str, str]]
) -> Iterator[str]:
    """Yield a message for each missing, stale or untranslated text, and each unused entry.

    Args:
        path: the file of the catalogue.
        entries: its entries.
        expected: the English texts that it should have, each with its location for the message.
    """
    for text, location in expected:
        entry = entries.get(text)
        if entry is None:
            command = "run `translations.py update`"
            yield f"{location}: not in {_relative_path(path)}; {command}: {_quote(text)}"
        elif entry.is_stale:
            yield (
                f"{_relative_path(path)}:{entry.line}: the English text has changed; "
                f"translate it again and delete `fuzzy`: {_quote(text)}"
            )
        elif not entry.translation:
            yield f"{_relative_path(path)}:{entry.line}: not translated yet: {_quote(text)}"
    texts = {text for text, _ in expected}
    for text, entry in entries.items():
        if text not in texts:
            yield (
                f"{_relative_path(path)}:{entry.line}: the page no longer has this text; "
                f"run `translations.py update`: {_quote(text)}"
            )


def entry_problems(path: Path) -> Iterator[str]:
    """Yield a message for each problem in a catalogue's markup and in its Chinese for Taiwan."""
    for english, entry in _current_entries(path):
        problems = [*markup_problems(english, entry.translation)]
        if catalogues.CATALOGUE_FOLDER.name == "zh_TW":
            problems += chinese.taiwan_problems(entry.translation)
        yield from (f"{_relative_path(path)}:{entry.line}: {problem}" for problem in problems)


def mainland_problems_of_catalogue(path: Path) -> Iterator[str]:
    """Yield a message for each word of Taiwan that remains when zh-CN is made from a catalogue."""
    for _, entry in _current_entries(path):
        for problem in chinese.mainland_problems(catalogues.to_mainland(entry.translation)):
            yield f"{_relative_path(path)}:{entry.line}: in zh-CN: {problem}; see terms.tsv"


def _current_entries(path: Path) -> Iterator[tuple[str, catalogues.Entry]]:
    """Yield the English text and the entry of each translation that is not stale."""
    for entries in catalogues.read_catalogue(path):
        for english, entry in entries.items():
            if entry.translation and not entry.is_stale:
                yield english, entry


def markup_problems(english: str, translation: str) -> Iterator[str]:
    """Yield a message for each formula, tag or other mark that the texts have unequally often.

    >>> list(markup_problems("the $x$ of {0}", "$x$ $x$"))
    ['$x$: 2 times; expected 1', '{0}: 0 times; expected 1']
    """
    english_counts, translation_counts = _markup_of(english), _markup_of(translation)
    for mark in {**english_counts, **translation_counts}:
        if english_counts[mark] != translation_counts[mark]:
            yield f"{mark}: {translation_counts[mark]} times; expected {english_counts[mark]}"


def _markup_of(text: str) -> Counter[str]:
    """Count the formulas, code, links, tags, placeholders and bold marks of a text."""
    markup = Counter(match.group() for match in MARKUP.finditer(text))
    markup.update(_PLACEHOLDER.findall(MARKUP.sub(" ", text)))
    markup["**"] = MARKUP.sub(" ", text).count("**")
    return markup


def contradictions() -> Iterator[str]:
    """Yield a message for each computed text that two catalogues translate differently."""
    first_translations: dict[str, tuple[str, str]] = {}
    for page in catalogues.translated_pages():
        for english, entry in catalogues.read_catalogue(catalogue_path(page))[1].items():
            location = f"{_relative_path(catalogue_path(page))}:{entry.line}"
            first_translation, first_location = first_translations.setdefault(
                english, (entry.translation, location)
            )
            if entry.translation and first_translation and entry.translation != first_translation:
                advice = f"translated differently in {first_location}; move the text to _shared.po"
                yield f"{location}: {advice}: {_quote(english)}"


def print_counts(pages: Iterable[str]) -> None:
    """Print the numbers of texts and Chinese characters of each catalogue."""
    total: Counter[str] = Counter()
    print("texts  computed  to do  characters  page")
    for path in [*map(catalogue_path, pages), SHARED_CATALOGUE, SITE_CATALOGUE]:
        texts, computed_texts = catalogues.read_catalogue(path)
        entries = [*texts.values(), *computed_texts.values()]
        counts = {
            "texts": len(texts),
            "computed": len(computed_texts),
            "to do": sum(entry.is_stale or not entry.translation for entry in entries),
            "characters": sum(len(HAN.findall(entry.translation)) for entry in entries),
        }
        total.update(counts)
        _print_row(counts, _relative_path(path))
    _print_row(total, "total")


def _print_row(counts: dict[str, int] | Counter[str], name: str) -> None:
    """Print a row of the table of `print_counts`."""
    texts, computed, untranslated, characters = (
        counts[column] for column in ("texts", "computed", "to do", "characters")
    )
    print(f"{texts:5}  {computed:8}  {untranslated:5}  {characters:10}  {name}")


def _relative_path(path: Path) -> str:
    """Return a path relative to the folder of the repository."""
    return path.relative_to(DOCS.parent).as_posix()


def _quote(text: str) -> str:
    """Return a text in quotes, only its beginning if it is long."""
    if len(text) > _MAX_QUOTED_CHARACTERS:
        text = text[: _MAX_QUOTED_CHARACTERS - 3] + "..."
    return repr(text)


if __name__ == "__main__":
    sys.exit(main())
