"""Files of a page: written during the build, shown, and used by the commands of the page."""

from __future__ import annotations

import atexit
from pathlib import Path
from tempfile import TemporaryDirectory

from .terminal import output


class Desk:
    """A folder of a page's own, gone after the build; its commands name files as a reader would.

    >>> desk = Desk()
    >>> print(desk.file("one.csv", "1,yes\\n"), end="")
    ```text title="one.csv"
    1,yes
    ```
    >>> shown = desk.output("perceptron-ref fit one.csv --positive yes", lines=slice(0, 1))
    >>> print(shown, end="")  # doctest: +ELLIPSIS
    ```{ .console .output data-desk="..." }
    $ perceptron-ref fit one.csv --positive yes
    warning: one.csv: all 1 labels mean +1
    ```
    """

    def __init__(self) -> None:
        temporary = TemporaryDirectory()
        atexit.register(temporary.cleanup)
        self.path = Path(temporary.name)

    def file(self, name: str, text: str | None = None, language: str = "text") -> str:
        """Write a file, or take one that a command wrote, and return a block with its text."""
        path = self.path / name
        if text is not None:
            path.write_text(text, encoding="utf-8")
        return f'```{language} title="{name}"\n{path.read_text(encoding="utf-8").rstrip()}\n```\n'

    def output(self, *commands: str, status: int = 0, lines: slice | None = None) -> str:
        """Return what `terminal.output` returns, for commands that run in this folder."""
        return output(*commands, status=status, lines=lines, folder=self.path)
