"""The translators' command: `python docs/_tools/translations.py update PAGE`.

`update` creates or updates the catalogues of the named pages. `check` reports missing, stale, left
over and wrong translations by file and line. `site` updates the catalogue of the texts around all
pages. `count` counts texts. Babel reads, writes and merges catalogues; it finds no texts in
Markdown and pictures.
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

from _tools import catalogues, chinese  # noqa: E402
from _tools.around import site_texts  # noqa: E402
from _tools.catalogues import PICTURES, SITE, Entries, path_of  # noqa: E402
from _tools.computed import Translator  # noqa: E402
from _tools.pages import HELPERS, fill_in, names_beside  # noqa: E402
from _tools.texts import HAN, KEPT, Text, texts_of  # noqa: E402
from perceptron_ref.drawing.typography import set_translation  # noqa: E402

_GAP = re.compile(r"\{\w+\}")
_SHORT = 70  # characters of a text in a message


def main(argv: list[str] | None = None) -> int:
    """Run the command; return 1 if `check` names a problem."""
    parser = argparse.ArgumentParser(
        description="The catalogues of zh-TW, or of the language that SITE_LANGUAGE names."
    )
    parser.add_argument("command", choices=["update", "check", "count", "site"])
    parser.add_argument(
        "pages",
        nargs="*",
        metavar="PAGE",
        help="lecture/pla.md and the like, from docs/ on; default: all that have a catalogue",
    )
    options = parser.parse_args(argv)
    if options.command == "site":
        _report(SITE, catalogues.write(SITE, site_texts(), []))
        return 0
    pages = options.pages or catalogues.translated_pages()
    for page in pages:
        if not (DOCS / page).is_file():
            parser.error(f"found no page {page!r} in {DOCS}; expected such as lecture/pla.md")
    if options.command == "update":
        return update(pages, whole=not options.pages)
    if options.command == "count":
        return count(pages)
    problems = list(check(pages, whole=not options.pages))
    print(*problems, f"{len(problems)} problems in {len(pages)} pages", sep="\n")
    return 1 if problems else 0


def update(pages: Iterable[str], whole: bool) -> int:
    """Bring the catalogues of some pages up to date, and that of the words around all pages.

    Args:
        pages: the pages, such as lecture/pla.md.
        whole: whether these are all pages that have a catalogue. Then words of several pages go if
            no page has them any more.
    """
    shared, _ = catalogues.read(PICTURES)
    messages_of_all: set[str] = set()
    for page in pages:
        messages = messages_of(page)
        messages_of_all.update(messages)
        texts = [(text.text, text.kind) for text in _once(page)]
        words = [(message, "") for message in messages if message not in shared]
        _report(path_of(page), catalogues.write(path_of(page), texts, words))
    if whole:
        used = [(message, "") for message in shared if message in messages_of_all]
        _report(PICTURES, catalogues.write(PICTURES, used, []))
    _report(SITE, catalogues.write(SITE, site_texts(), []))
    return 0


def _once(page: str) -> Iterator[Text]:
    known_texts = set()
    for text in texts_of((DOCS / page).read_text("utf-8")):
        if text.text not in known_texts:
            known_texts.add(text.text)
            yield text


def _report(path: Path, changed: bool) -> None:
    texts, words = catalogues.read(path)
    todo = sum(entry.stale or not entry.translation for entry in [*texts.values(), *words.values()])
    if changed or todo:
        print(f"{_name_of(path)}: {len(texts)} texts, {len(words)} computed, {todo} to translate")


def messages_of(page: str) -> list[str]:
    """Return the messages that the pictures and tables of a page use."""
    translator, path = Translator(), DOCS / page
    translator.begin()
    try:
        fill_in(path.read_text("utf-8"), {**HELPERS, **names_beside(path)})
    finally:
        set_translation(None)
    return list(translator.messages)


def check(pages: list[str], whole: bool) -> Iterator[str]:
    """Yield the problems of texts, computed words and Chinese, with file and line.

    Args:
        pages: the pages, such as lecture/pla.md.
        whole: whether these are all pages that have a catalogue.
    """
    yield from site_problems()
    shared, _ = catalogues.read(PICTURES)
    messages_of_all: list[str] = []
    for page in pages:
        messages = messages_of(page)
        messages_of_all += messages
        yield from text_problems(page)
        yield from computed_problems(page, messages, shared)
    if whole:
        yield from shared_problems(messages_of_all)
    for path in [PICTURES, SITE, *map(path_of, pages)]:
        yield from entry_problems(path)
        if catalogues.WRITTEN.name == "zh_TW":
            yield from mainland_problems(path)
    yield from contradictions()


def site_problems() -> Iterator[str]:
    """Yield the problems of the catalogue of texts around all pages."""
    texts, _ = catalogues.read(SITE)
    yield from differences(SITE, texts, site_texts())


def text_problems(page: str) -> Iterator[str]:
    """Yield the differences between a page's catalogue and its texts."""
    texts, _ = catalogues.read(path_of(page))
    wanted = [(text.text, f"docs/{page}:{text.line}") for text in _once(page)]
    yield from differences(path_of(page), texts, wanted)


def computed_problems(page: str, messages: Iterable[str], shared: Entries) -> Iterator[str]:
    """Yield the differences between a page's catalogue and the words of its pictures and tables."""
    _, words = catalogues.read(path_of(page))
    wanted = [(text, f"docs/{page}") for text in messages if text in words or text not in shared]
    yield from differences(path_of(page), words, wanted)


def shared_problems(messages: Iterable[str]) -> Iterator[str]:
    """Yield words of several pages that are not translated, or that no page has any more.

    Args:
        messages: the words of the pictures and tables of all pages.
    """
    shared, _ = catalogues.read(PICTURES)
    used_texts = set(messages)
    wanted = [(text, _name_of(PICTURES)) for text in shared if text in used_texts]
    yield from differences(PICTURES, shared, wanted)


def differences(path: Path, entries: Entries, wanted: list[tuple[str, str]]) -> Iterator[str]:
    """Yield the entries of a catalogue that are missing, stale or left over."""
    for text, where in wanted:
        entry = entries.get(text)
        if entry is None:
            yield f"{where}: not in {_name_of(path)}; run `translations.py update`: {_short(text)}"
        elif entry.stale:
            yield (
                f"{_name_of(path)}:{entry.line}: stale, the English was changed; translate it anew "
                f"and take away `fuzzy`: {_short(text)}"
            )
        elif not entry.translation:
            yield f"{_name_of(path)}:{entry.line}: not translated yet: {_short(text)}"
    texts = {text for text, _ in wanted}
    for text, entry in entries.items():
        if text not in texts:
            yield (
                f"{_name_of(path)}:{entry.line}: left over, the English is gone; "
                f"run `translations.py update`: {_short(text)}"
            )


def entry_problems(path: Path) -> Iterator[str]:
    """Yield the faults of single translations in a catalogue."""
    for english, entry in _translated(path):
        faults = [*markup_problems(english, entry.translation)]
        if catalogues.WRITTEN.name == "zh_TW":
            faults += chinese.problems(entry.translation)
        yield from (f"{_name_of(path)}:{entry.line}: {fault}" for fault in faults)


def mainland_problems(path: Path) -> Iterator[str]:
    """Yield where zh-CN, made from the translations of a catalogue, would use words of Taiwan."""
    for _, entry in _translated(path):
        for problem in chinese.problems_of_the_mainland(catalogues.to_mainland(entry.translation)):
            yield f"{_name_of(path)}:{entry.line}: in zh-CN: {problem}; see terms.tsv"


def _translated(path: Path) -> Iterator[tuple[str, catalogues.Entry]]:
    for entries in catalogues.read(path):
        for english, entry in entries.items():
            if entry.translation and not entry.stale:
                yield english, entry


def markup_problems(english: str, translation: str) -> Iterator[str]:
    """Yield the formulas, code, links and gaps that the translation has more or less often.

    >>> list(markup_problems("the $x$ of {0}", "$x$ $x$"))
    ['$x$: 2 times; expected 1', '{0}: 0 times; expected 1']
    """
    before, after = _markup_of(english), _markup_of(translation)
    for piece in {**before, **after}:
        if before[piece] != after[piece]:
            yield f"{piece}: {after[piece]} times; expected {before[piece]}"


def _markup_of(text: str) -> Counter[str]:
    markup = Counter(match.group() for match in KEPT.finditer(text))
    markup.update(_GAP.findall(KEPT.sub(" ", text)))
    markup["**"] = KEPT.sub(" ", text).count("**")
    return markup


def contradictions() -> Iterator[str]:
    """Yield computed words that two catalogues translate differently."""
    seen: dict[str, tuple[str, str]] = {}
    for page in catalogues.translated_pages():
        for english, entry in catalogues.read(path_of(page))[1].items():
            where = f"{_name_of(path_of(page))}:{entry.line}"
            first_text, first_place = seen.setdefault(english, (entry.translation, where))
            if entry.translation and first_text and entry.translation != first_text:
                advice = f"not as in {first_place}; put it into _pictures.po"
                yield f"{where}: {advice}: {_short(english)}"


def count(pages: Iterable[str]) -> int:
    """Print how many texts and Chinese characters the catalogues have."""
    total: Counter[str] = Counter()
    print("texts  computed  to do  characters  page")
    for path in [*map(path_of, pages), PICTURES, SITE]:
        texts, words = catalogues.read(path)
        entries = [*texts.values(), *words.values()]
        counts = {
            "texts": len(texts),
            "computed": len(words),
            "to do": sum(entry.stale or not entry.translation for entry in entries),
            "characters": sum(len(HAN.findall(entry.translation)) for entry in entries),
        }
        total.update(counts)
        _row(counts, _name_of(path))
    _row(total, "together")
    return 0


def _row(counts: dict[str, int] | Counter[str], name: str) -> None:
    texts, words, todo, characters = (
        counts[k] for k in ("texts", "computed", "to do", "characters")
    )
    print(f"{texts:5}  {words:8}  {todo:5}  {characters:10}  {name}")


def _name_of(path: Path) -> str:
    return path.relative_to(DOCS.parent).as_posix()


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHORT else text[: _SHORT - 3] + "...")


if __name__ == "__main__":
    sys.exit(main())
