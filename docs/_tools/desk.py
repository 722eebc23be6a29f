"""A folder for the files of a page, in which its commands run during the build."""

from __future__ import annotations

import atexit
from pathlib import Path
from tempfile import TemporaryDirectory

from .terminal import output


class Desk:
    """A temporary folder for one page. It is deleted when Python exits.

    The commands of the page run in it, so they name files as a reader would.

    >>> desk = Desk()
    >>> print(desk.file("one.csv", "1,yes\\n"), end="")
    ```text title="one.csv"
    1,yes
    ```
    >>> block = desk.output("perceptron-ref fit one.csv --positive yes", last="warning:")
    >>> print(block, end="")  # doctest: +ELLIPSIS
    ```{ .console .output data-desk="..." }
    $ perceptron-ref fit one.csv --positive yes
    warning: one.csv: the only label means +1
    ...
    ```
    """

    def __init__(self) -> None:
        temporary = TemporaryDirectory()
        atexit.register(temporary.cleanup)
        self.path = Path(temporary.name)

    def file(self, name: str, text: str | None = None, language: str = "text") -> str:
        """Return a block with the text of a file, and write the file first if `text` is given."""
        path = self.path / name
        if text is not None:
            path.write_text(text, encoding="utf-8")
        return f'```{language} title="{name}"\n{path.read_text(encoding="utf-8").rstrip()}\n```\n'

    def output(self, *commands: str, status: int = 0, first: str = "", last: str = "") -> str:
        """Run commands in this folder, and return the block of `terminal.output`."""
        return output(*commands, status=status, first=first, last=last, folder=self.path)
