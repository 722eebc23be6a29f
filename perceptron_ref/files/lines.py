"""The lines of a text file that hold data, one by one or in blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..type_checking import TYPE_CHECKING
from . import rules
from .options import Options, data_error, shell_command

if TYPE_CHECKING:
    from typing import TextIO

MAX_LINE_LENGTH = 5_000_000  # characters: a file without line ends must not fill the memory
_FILE_START_LENGTH = 100  # characters: a binary header may have a line end anywhere
_BLOCK_LENGTH = 65_536  # characters, up to the next line end
_MIN_BLOCK_LENGTH = 2_000  # characters: reading a shorter block line by line takes less time
_SEPARATOR_LINES = "sep=;", "sep=,", "sep=\t"  # a first line that only spreadsheets use
_DELETE_RETURNS, _SPLIT_AT_RETURNS = "tr -d '\\r' <", "tr '\\r' '\\n' <"
_BOM = "\ufeff"
_DELIMITERS_AND_QUOTES = ',;"\t '


class DataLines:
    """The lines of a stream that hold data.

    All others are skipped: empty lines and lines of white space, comments (unless the option
    `comments` is False), lines that hold only delimiters and quotes, and a first line that only
    spreadsheets use, such as `sep=;`.

    Attributes:
        line_number: The number of the last line that was read.
    """

    def __init__(self, stream: TextIO, options: Options) -> None:
        self._stream, self._options = stream, options
        self._returned_lines: list[str] = []  # see `put_back`; the last line comes first
        self._has_ended = False  # reading a terminal again would ask the user again
        self.line_number: int = 0

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Yield (line number, text) for each line with data.

        Raises:
            DataError: If a line is too long, is not UTF-8, or has carriage returns inside.
        """
        options, file_start, last_yielded = self._options, "", -1
        while line := self._next_line():
            self.line_number += 1
            line_number = self.line_number
            if line_number == 1 and line[0] == _BOM:  # the codec utf-8-sig would take time to load
                line = line[1:]
            if len(file_start) < _FILE_START_LENGTH:
                file_start += line[:_FILE_START_LENGTH]
            if len(line) > MAX_LINE_LENGTH:
                problem = f"more than {MAX_LINE_LENGTH:,} characters on this line"
                expected = "shorter lines, with one example on each"
                raise data_error(f"{options.source}:{line_number}", problem, expected)
            if not line.isascii() or "\0" in line:
                if "\0" in line and len(file_start) < _FILE_START_LENGTH and not self._has_ended:
                    file_start += self._stream.read(_FILE_START_LENGTH)
                line = _checked_utf_8_line(line, line_number, file_start, options)
            if "#" in line and options.comments is not False and rules.is_comment(line):
                options.comment_lines += [(line_number, line)] * (
                    len(options.comment_lines) < 1_000
                )
                continue
            line = line.rstrip("\n")
            content = line.strip()
            if not content or (line_number == 1 and line.lower() in _SEPARATOR_LINES):
                continue
            if content[0] in _DELIMITERS_AND_QUOTES and not content.strip(_DELIMITERS_AND_QUOTES):
                options.delimiter_line_numbers.append(line_number)
                continue
            # Line ends \r\r\n are accepted: every second line is then empty.
            if last_yielded == line_number - 1 and type(self._stream.newlines) is tuple:
                self._check_no_carriage_returns(self._stream.newlines)
            last_yielded = line_number
            yield line_number, line

    def _next_line(self) -> str:
        if self._returned_lines:
            return self._returned_lines.pop()
        return "" if self._has_ended else self._stream.readline(MAX_LINE_LENGTH + 1)

    def next_block(self) -> tuple[int, str] | None:
        """Return the number of the next line, and the text of a block of lines from there.

        Return None at the end of the stream, or if the next lines must be read one by one.
        """
        if self._returned_lines or self._has_ended:
            return None
        text = self._stream.read(_BLOCK_LENGTH)
        if len(text) < _BLOCK_LENGTH:
            self._has_ended = True
        else:
            text += self._stream.readline(MAX_LINE_LENGTH + 1)
        line_number = self.line_number + 1
        has_one_line_end = type(self._stream.newlines) is not tuple
        if len(text) >= _MIN_BLOCK_LENGTH and _can_be_read_as_block(text) and has_one_line_end:
            self.line_number += text.count("\n") + (text[-1] != "\n")
            return line_number, text
        self.put_back(line_number, text)
        return None

    def _check_no_carriage_returns(self, line_ends: tuple[str, ...]) -> None:
        """Refuse carriage returns inside lines, as the command `paste` leaves them."""
        if "\r" in line_ends:
            raise data_error(
                f"{self._options.source}{self._location_of_carriage_return()}",
                "carriage returns (\\r) as well as other line ends",
                "one kind of line end",
                f"If the carriage returns end lines, use {shell_command(_SPLIT_AT_RETURNS)}",
                f"If they are inside lines, delete them with {shell_command(_DELETE_RETURNS)}",
            )

    def _location_of_carriage_return(self) -> str:
        """Return ":" and the number of the first line with a \\r inside.

        Return "" for a stream that cannot be read again, such as a pipe.
        """
        stream = self._stream.buffer
        if stream.seekable():
            stream.seek(0)
            lines = iter(lambda: stream.readline(MAX_LINE_LENGTH), b"")
            for line_number, line in enumerate(lines, start=1):
                if b"\r" in line.rstrip(b"\r\n"):
                    return f":{line_number}"
        return ""

    def put_back(self, line_number: int, text: str) -> None:
        """Return a block to the stream, which then yields its lines one by one.

        Args:
            line_number: The number of the first line.
            text: The lines.
        """
        self.line_number = line_number - 1
        self._returned_lines = [line + "\n" for line in reversed(text.split("\n"))]
        self._returned_lines[0] = self._returned_lines[0][:-1]
        if not self._returned_lines[0]:
            del self._returned_lines[0]


def _can_be_read_as_block(text: str) -> bool:
    """Tell whether lines are ASCII, and have no empty line, #, double quote or NUL character.

    Other lines must be read one by one. An empty text is not a block, nor is a text that is longer
    than a line may be.
    """
    has_valid_length = 0 < len(text) <= MAX_LINE_LENGTH
    has_empty_line = text.startswith("\n") or "\n\n" in text
    is_unusual = '"' in text or "#" in text or "\0" in text or not text.isascii()
    return has_valid_length and not has_empty_line and not is_unusual


def _checked_utf_8_line(line: str, line_number: int, file_start: str, options: Options) -> str:
    """Return a line without a byte order mark, which joined files have in the middle.

    Args:
        line: The line.
        line_number: Its number.
        file_start: The beginning of the file, which shows its format.
        options: The options of `read`.

    Raises:
        DataError: If the line has a NUL character, or bytes that are not UTF-8.
    """
    location = f"{options.source}:{line_number}"
    bad_character = re.search("[\0\udc80-\udcff]", line)
    if bad_character:
        byte = ord(bad_character[0]) & 0xFF
        from .unsupported_formats import encoding_error

        character_location = f"{location}: character {bad_character.start() + 1}"
        raise encoding_error(options.source, character_location, byte, file_start)
    if line.startswith(_BOM):
        note = "ignoring an invisible character, a byte order mark, at the beginning of this line"
        options.add_note(note, location)
        return line.lstrip(_BOM)
    return line
