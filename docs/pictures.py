"""The commands of the page on pictures, and what they draw."""

from __future__ import annotations

import sys

from _tools import Desk
from _tools.figures import drawing

_desk = Desk()


def done(words: str) -> str:
    """Return a command and what it says."""
    return _desk.output(f"perceptron-ref {words}")


def refused(words: str) -> str:
    """Return a command that ends with an error, and the error."""
    return _desk.output(f"perceptron-ref {words}", status=2)


def drawn(words: str) -> str:
    """Return a command, its last words, and the picture that it wrote."""
    said = _desk.output(f"perceptron-ref {words}", lines=slice(-1, None))
    picture = (_desk.path / words.split()[-1]).read_text(encoding="utf-8")
    return f"{said}\n{drawing(picture)}"


def written_once() -> str:
    """Return a command that writes a file, and the same again, which does not overwrite it."""
    words = "draw example:credit-2d -o run.svg"
    return done(words) + refused(words)


def stopped() -> str:
    """Return a run that a limit ends, and what is said of it."""
    return done("draw example:xor --max-updates 9 -o xor.svg")


def without_cairosvg() -> str:
    """Return what is said without the library, and of an ending that nobody knows."""
    sys.modules["cairosvg"] = None  # type: ignore[assignment]  # as where it is not installed
    said = [refused(f"draw example:credit-2d -o line.{ending}") for ending in ("png", "jpg")]
    del sys.modules["cairosvg"]
    return "".join(said)
