"""The parser behind every command: what it says of words that it does not know."""

from __future__ import annotations

import argparse
import os
import sys

from ..errors import shown
from .terminal import mutter, write
from .text import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, NoReturn

# what editors and slides put in the place of one hyphen or two
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"


def program() -> str:
    """Return how this command line was started, as it is to be typed again."""
    started = os.path.basename(sys.argv[0])
    python = "py" if sys.platform == "win32" else "python3"
    if started.startswith("__main__"):
        return f"{python} -m perceptron_ref"
    if started.endswith(".pyz"):
        from shlex import quote

        return f"{python} {quote(sys.argv[0])}"
    return "perceptron-ref"


class Parser(argparse.ArgumentParser):
    """A parser whose words go the way of all output: escaped, and failing where that fails.

    Of an option that it does not know it tells which may be meant. An option that takes a value
    takes the next word, also one such as -3,2,2, unless that is an option.
    """

    def parse_known_args(  # type: ignore[override]  # the overloads of its types say less
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Parse the words; where one is left over, end with the usage of this very parser."""
        words = sys.argv[1:] if args is None else args
        found, left = super().parse_known_args([*self._joined(words)], namespace)
        for word in left:
            self._refuse(word)
        return found, left

    def _joined(self, words: Sequence[str]) -> Iterator[str]:
        """Yield the words, but an option and a value that begins with a hyphen as one."""
        known, ahead = self._option_string_actions, iter(words)
        for word in ahead:
            if word == "--" or (self._subparsers and not word.startswith("-")):  # a command
                yield word
                break
            if word.startswith(("--", *_DASHES)) and word.partition("=")[0] not in known:
                self._refuse(word)
            yield from self._with_value(word, ahead) if word in known else [word]
        yield from ahead

    def _with_value(self, option: str, ahead: Iterator[str]) -> Iterator[str]:
        takes_one = option.startswith("--") and self._option_string_actions[option].nargs is None
        value = next(ahead, None) if takes_one else None
        if value is None:
            yield option
        elif value[:1] == "-" != value and value not in self._option_string_actions:
            yield f"{option}={value}"
        else:
            yield from (option, value)

    def _refuse(self, word: str) -> None:
        """End with what is wrong with a word that is left over, unless it may be a file's name."""
        from .meant import one_more, option

        name = word.partition("=")[0]
        metavars = {str(action.metavar) for action in self._get_positional_actions()}
        near = option(name.lstrip("-" + _DASHES), self._option_string_actions, metavars)
        if word.startswith(tuple(_DASHES)):
            if near and not os.path.lexists(word):
                self.error(f"found {name}, which begins with a dash, not with hyphens{near}")
        elif not word.startswith("-"):
            self.error(f"found {shown(word)}, one word more than there may be{one_more(word)}")
        elif self._subparsers:
            more = near or f"; expected it behind the command, as in: {self.prog} fit {word}"
            self.error(f"found {name} before the command{more}")
        else:
            self.error(f"found no option {name}{near or '; expected one of those above'}")

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the usage."""
        mutter(self.format_usage())
        self.exit(2, f"{self.prog}: error: {escaped(message)}\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Exit once what was printed has arrived."""
        if sys.stdout is not None:
            sys.stdout.flush()
        super().exit(status, message)

    def _print_message(self, message: str, file: Any = None) -> None:
        (mutter if file is sys.stderr else write)(message)
