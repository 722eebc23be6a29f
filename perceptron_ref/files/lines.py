"""The lines of a text file that hold data, one by one, or many at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TextIO

from . import rules
from .options import Options, data_error, shell_command

MAX_LINE_LENGTH = 5_000_000  # characters: a file without line ends must not fill the memory
_BLOCK = 65_536  # characters that are read at once
_LEAST_BLOCK = 2_000  # characters: fewer take less time line by line
_SEPARATORS = "sep=;", "sep=,", "sep=\t"  # a first line for spreadsheets alone
_DELETE_RETURNS, _SPLIT_AT_RETURNS = "tr -d '\\r' <", "tr '\\r' '\\n' <"
_BOM = "\ufeff"
_DELIMITERS = ',;"\t '


class DataLines:
    """The lines of a stream that hold data: those that are neither blank nor a comment.

    Attributes:
        number: The number of the line that was taken last.
    """

    def __init__(self, stream: TextIO, options: Options) -> None:
        self._stream, self._options = stream, options
        self._waiting: list[str] = []  # lines of a block that must be taken one by one, last first
        self._has_ended = False  # a terminal would be asked again
        self.number: int = 0

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Yield (line number, text)."""
        options, start, last = self._options, None, -1
        while line := self._next_line():
            self.number += 1
            number = self.number
            if number == 1 and line[0] == _BOM:  # the codec utf-8-sig, which skips it, loads slowly
                line = line[1:]
            start = line[:100] if start is None else start
            if len(line) > MAX_LINE_LENGTH:
                problem = f"more than {MAX_LINE_LENGTH:,} characters in this line"
                expected = "fewer, for one example a line"
                raise data_error(f"{options.source}:{number}", problem, expected)
            if not line.isascii() or "\0" in line:
                line = _checked_utf_8_line(line, number, start, options)
            if "#" in line and options.comments is not False and rules.is_comment(line):
                options.comment_lines += [(number, line)] * (len(options.comment_lines) < 1_000)
                continue
            line = line.rstrip("\n")
            bare = line.strip()
            if not bare or (number == 1 and line.lower() in _SEPARATORS):
                continue
            if bare[0] in _DELIMITERS and not bare.strip(_DELIMITERS):
                options.delimiter_lines.append(number)
                continue
            if last == number - 1 and type(self._stream.newlines) is tuple:
                _check_no_carriage_returns(self._stream.newlines, options)
            last = number
            yield number, line

    def _next_line(self) -> str:
        if self._waiting:
            return self._waiting.pop()
        return "" if self._has_ended else self._stream.readline(MAX_LINE_LENGTH + 1)

    def next_block(self) -> tuple[int, str] | None:
        """Return the number of the next line, and the text of this line and of many more; None if
        there are none, or if the next lines must be taken one by one.
        """
        if self._waiting or self._has_ended:
            return None
        text = self._stream.read(_BLOCK)
        if len(text) < _BLOCK:
            self._has_ended = True
        else:
            text += self._stream.readline(MAX_LINE_LENGTH + 1)
        number = self.number + 1
        if (
            len(text) >= _LEAST_BLOCK
            and _is_plain(text)
            and type(self._stream.newlines) is not tuple
        ):
            self.number += text.count("\n") + (text[-1] != "\n")
            return number, text
        self.put_back(number, text)
        return None

    def put_back(self, number: int, text: str) -> None:
        """Let the lines of a block be taken one by one. number: the number of the first one."""
        self.number = number - 1
        self._waiting = [line + "\n" for line in reversed(text.split("\n"))]
        self._waiting[0] = self._waiting[0][:-1]
        if not self._waiting[0]:
            del self._waiting[0]


def _is_plain(text: str) -> bool:
    """Tell whether no line is blank, very long, a comment, or has quotes or unusual characters."""
    is_short = 0 < len(text) <= MAX_LINE_LENGTH
    has_blank_line = text.startswith("\n") or "\n\n" in text
    is_unusual = '"' in text or "#" in text or "\0" in text or not text.isascii()
    return is_short and not has_blank_line and not is_unusual


def _check_no_carriage_returns(ends: tuple[str, ...], options: Options) -> None:
    """Refuse carriage returns inside of lines, as `paste` leaves them.

    In \\r\\r\\n the line between them is blank.
    """
    if "\r" in ends:
        raise data_error(
            options.source,
            "carriage returns beside other line ends",
            "line ends of one kind",
            f"{shell_command(_DELETE_RETURNS)} to delete the carriage returns",
            f"{shell_command(_SPLIT_AT_RETURNS)} if they end lines",
        )


def _checked_utf_8_line(line: str, number: int, start: str, options: Options) -> str:
    """Return the line without a byte order mark, which joined files have in the middle.

    Raises:
        DataError: If it has bytes that are not UTF-8.
    """
    place = f"{options.source}:{number}"
    odd = re.search("[\0\udc80-\udcff]", line)
    if odd:
        byte = ord(odd[0]) & 0xFF
        from .unsupported_formats import encoding_error

        character = f"{place}: character {odd.start() + 1}"
        raise encoding_error(options.source, character, byte, start)
    if line.startswith(_BOM):
        options.add_note("ignoring a byte order mark at the beginning of this line", place)
        return line.lstrip(_BOM)
    return line
