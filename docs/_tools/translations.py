"""What translators do at the command line: `python docs/_tools/translations.py update PAGE`.

`update` begins the catalogues of the pages that are named, and brings those that are there up to
date; `check` says what is missing, stale, left over or wrong, by file and line; `count` counts.
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
from _tools.computed import Speech  # noqa: E402
from _tools.pages import HELPERS, filled, names_beside  # noqa: E402
from _tools.texts import HAN, KEPT, Text, texts_of  # noqa: E402
from perceptron_ref.drawing.words import speak  # noqa: E402

_GAP = re.compile(r"\{\w+\}")
_SHORT = 70  # characters of a text in a message


def main(argv: list[str] | None = None) -> int:
    """Do what the command says; return 1 where `check` found something."""
    parser = argparse.ArgumentParser(description="The catalogues of the Chinese site.")
    parser.add_argument("command", choices=["update", "check", "count"])
    parser.add_argument(
        "pages",
        nargs="*",
        metavar="PAGE",
        help="lecture/pla.md and the like, from docs/ on; default: all that have a catalogue",
    )
    options = parser.parse_args(argv)
    pages = options.pages or catalogues.translated_pages()
    for page in pages:
        if not (DOCS / page).is_file():
            parser.error(f"found no page {page!r} in {DOCS}; expected such as lecture/pla.md")
    if options.command == "update":
        return update(pages, whole=not options.pages)
    if options.command == "count":
        return count(pages)
    found = list(check(pages, whole=not options.pages))
    print(*found, f"{len(found)} found in {len(pages)} pages", sep="\n")
    return 1 if found else 0


def update(pages: Iterable[str], whole: bool) -> int:
    """Bring the catalogues of some pages up to date, and that of what stands around all pages.

    whole: whether these are all the pages that have a catalogue; then words of several pages that
        none of them says any more go.
    """
    shared, _ = catalogues.read(PICTURES)
    asked_by_all: set[str] = set()
    for page in pages:
        asked = asked_by(page)
        asked_by_all.update(asked)
        texts = [(text.text, text.kind) for text in _once(page)]
        words = [(message, "") for message in asked if message not in shared]
        _tell(path_of(page), catalogues.write(path_of(page), texts, words))
    if whole:
        kept = [(message, "") for message in shared if message in asked_by_all]
        _tell(PICTURES, catalogues.write(PICTURES, kept, []))
    _tell(SITE, catalogues.write(SITE, site_texts(), []))
    return 0


def _once(page: str) -> Iterator[Text]:
    seen = set()
    for text in texts_of((DOCS / page).read_text("utf-8")):
        if text.text not in seen:
            seen.add(text.text)
            yield text


def _tell(path: Path, changed: bool) -> None:
    texts, words = catalogues.read(path)
    todo = sum(entry.stale or not entry.chinese for entry in [*texts.values(), *words.values()])
    if changed or todo:
        print(f"{_named(path)}: {len(texts)} texts, {len(words)} computed, {todo} to translate")


def asked_by(page: str) -> list[str]:
    """Return the messages that the pictures and tables of a page ask for."""
    speech, path = Speech(), DOCS / page
    speech.begin()
    try:
        filled(path.read_text("utf-8"), {**HELPERS, **names_beside(path)})
    finally:
        speak(None)
    return list(speech.asked)


def check(pages: list[str], whole: bool) -> Iterator[str]:
    """Yield what is wrong, with file and line: of the texts, the computed words, the Chinese.

    whole: whether these are all the pages that have a catalogue.
    """
    yield from site_problems()
    shared, _ = catalogues.read(PICTURES)
    asked_by_all: list[str] = []
    for page in pages:
        asked = asked_by(page)
        asked_by_all += asked
        yield from text_problems(page)
        yield from computed_problems(page, asked, shared)
    if whole:
        yield from shared_problems(asked_by_all)
    for path in [PICTURES, SITE, *map(path_of, pages)]:
        yield from entry_problems(path)
        yield from mainland_problems(path)
    yield from contradictions()


def site_problems() -> Iterator[str]:
    """Yield where the catalogue of the words around all pages does not fit these."""
    texts, _ = catalogues.read(SITE)
    yield from differences(SITE, texts, site_texts())


def text_problems(page: str) -> Iterator[str]:
    """Yield where the catalogue of a page does not fit its texts."""
    texts, _ = catalogues.read(path_of(page))
    wanted = [(text.text, f"docs/{page}:{text.line}") for text in _once(page)]
    yield from differences(path_of(page), texts, wanted)


def computed_problems(page: str, asked: Iterable[str], shared: Entries) -> Iterator[str]:
    """Yield where the catalogue of a page does not fit what its pictures and tables say."""
    _, words = catalogues.read(path_of(page))
    wanted = [(text, f"docs/{page}") for text in asked if text in words or text not in shared]
    yield from differences(path_of(page), words, wanted)


def shared_problems(asked: Iterable[str]) -> Iterator[str]:
    """Yield which words of several pages are not translated, and which no page says any more.

    asked: what the pictures and tables of all pages say.
    """
    shared, _ = catalogues.read(PICTURES)
    said = set(asked)
    wanted = [(text, _named(PICTURES)) for text in shared if text in said]
    yield from differences(PICTURES, shared, wanted)


def differences(path: Path, found: Entries, wanted: list[tuple[str, str]]) -> Iterator[str]:
    """Yield what is missing, stale or left over in a catalogue."""
    for text, where in wanted:
        entry = found.get(text)
        if entry is None:
            yield f"{where}: not in {_named(path)}; run `translations.py update`: {_short(text)}"
        elif entry.stale:
            yield (
                f"{_named(path)}:{entry.line}: stale, the English was changed; translate it anew "
                f"and take away `fuzzy`: {_short(text)}"
            )
        elif not entry.chinese:
            yield f"{_named(path)}:{entry.line}: not translated yet: {_short(text)}"
    texts = {text for text, _ in wanted}
    for text, entry in found.items():
        if text not in texts:
            yield (
                f"{_named(path)}:{entry.line}: left over, the English is gone; "
                f"run `translations.py update`: {_short(text)}"
            )


def entry_problems(path: Path) -> Iterator[str]:
    """Yield what is wrong with the translations of a catalogue, each by itself."""
    for english, entry in _translated(path):
        for problem in [*kept_problems(english, entry.chinese), *chinese.problems(entry.chinese)]:
            yield f"{_named(path)}:{entry.line}: {problem}"


def mainland_problems(path: Path) -> Iterator[str]:
    """Yield where zh-CN, made from the translations of a catalogue, would speak as Taiwan does."""
    for _, entry in _translated(path):
        for problem in chinese.problems_of_the_mainland(catalogues.simplified(entry.chinese)):
            yield f"{_named(path)}:{entry.line}: in zh-CN: {problem}; see terms.tsv"


def _translated(path: Path) -> Iterator[tuple[str, catalogues.Entry]]:
    for entries in catalogues.read(path):
        for english, entry in entries.items():
            if entry.chinese and not entry.stale:
                yield english, entry


def kept_problems(english: str, translation: str) -> Iterator[str]:
    """Yield which formulas, code, links and gaps are not as often in the translation.

    >>> list(kept_problems("the $x$ of {0}", "$x$ $x$"))
    ['$x$: 2 times; expected 1', '{0}: 0 times; expected 1']
    """
    before, after = _kept(english), _kept(translation)
    for piece in {**before, **after}:
        if before[piece] != after[piece]:
            yield f"{piece}: {after[piece]} times; expected {before[piece]}"


def _kept(text: str) -> Counter[str]:
    kept = Counter(found.group() for found in KEPT.finditer(text))
    kept.update(_GAP.findall(KEPT.sub(" ", text)))
    kept["**"] = KEPT.sub(" ", text).count("**")
    return kept


def contradictions() -> Iterator[str]:
    """Yield computed words that two catalogues translate differently."""
    seen: dict[str, tuple[str, str]] = {}
    for page in catalogues.translated_pages():
        for english, entry in catalogues.read(path_of(page))[1].items():
            where = f"{_named(path_of(page))}:{entry.line}"
            other, there = seen.setdefault(english, (entry.chinese, where))
            if entry.chinese and other and entry.chinese != other:
                yield f"{where}: not as in {there}; put it into _pictures.po: {_short(english)}"


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
            "to do": sum(entry.stale or not entry.chinese for entry in entries),
            "characters": sum(len(HAN.findall(entry.chinese)) for entry in entries),
        }
        total.update(counts)
        _row(counts, _named(path))
    _row(total, "together")
    return 0


def _row(counts: dict[str, int] | Counter[str], name: str) -> None:
    texts, words, todo, characters = (
        counts[k] for k in ("texts", "computed", "to do", "characters")
    )
    print(f"{texts:5}  {words:8}  {todo:5}  {characters:10}  {name}")


def _named(path: Path) -> str:
    return path.relative_to(DOCS.parent).as_posix()


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHORT else text[: _SHORT - 3] + "...")


if __name__ == "__main__":
    sys.exit(main())
