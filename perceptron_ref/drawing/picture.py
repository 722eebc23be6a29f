"""A picture: SVG as text, which a notebook shows, at any size, in a file of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from fractions import Fraction
from html import unescape

from ..disk import write_file
from ..errors import DataError, quote
from ..exact.checks import checked_count
from ..objects import Shown

__all__ = ["Picture"]

_MOST_PIXELS = 10_000  # across: a bitmap of more fills the memory
_SHARP = 2  # pixels of a bitmap for one of the picture, where no width is asked for
_SIZE = re.compile(r'(viewBox="0 0 (\S+) (\S+)") width="(\S+)" height="(\S+)"')

_FOR_BROWSERS = re.compile(r"<style>\n@supports.*?</style>\n", re.DOTALL)


class Picture(Shown, str):
    """The text of a picture, `<svg ...>...</svg>`: a `str` with what people do with pictures.

    In a notebook it shows itself.

    >>> from perceptron_ref import example
    >>> from perceptron_ref.drawing import draw_data
    >>> picture = draw_data(example("or"))
    >>> picture
    <Picture 440 x 390: The examples>
    >>> picture.sized(800)
    <Picture 800 x 709: The examples>
    >>> picture.startswith("<svg ")
    True
    """

    __slots__ = ()

    def sized(self, width: int) -> Picture:
        """Return the picture `width` pixels wide, from 1 to 10,000, its height in proportion."""
        width = check_width(width)
        _, across, down, *_ = self._size()
        height = float(round(width * Fraction(down) / Fraction(across), 1))
        return Picture(_SIZE.sub(rf'\1 width="{width}" height="{height:.9g}"', self, count=1))

    def save(self, path: str | os.PathLike[str], width: int | None = None) -> None:
        """Write the picture to a file, which is replaced in one step: SVG, or what its name says.

        A name that ends in .png or .pdf takes the library `cairosvg`, which is not of this package:
        the picture without motion, in light colours, a bitmap with two pixels for one unless width
        says how many. DataError for any other ending, and where nothing can be written.
        """
        convert = check_suffix(path)
        if width is None and os.fsdecode(path).lower().endswith(".png"):
            width = _SHARP * self.size[0]
        picture = self if width is None else self.sized(width)
        write_file(
            path, picture if convert is None else convert(bytestring=picture.still().encode())
        )

    def still(self) -> str:
        """Return the picture without motion, in light colours, at its own size in every page.

        Of a run it has the last line, with the earlier ones faint.
        """
        return _FOR_BROWSERS.sub("", self)

    @property
    def name(self) -> str:
        """The picture in a few words."""
        found = re.search("<title [^>]*>(.*?)</title>", self)
        return unescape(found[1]) if found else ""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in whole pixels."""
        *_, width, height = self._size()
        return int(width), round(float(height))

    def _size(self) -> tuple[str, ...]:
        found = _SIZE.search(self)
        assert found is not None
        return found.groups()

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Picture {width} x {height}: {self.name}>"


def check_suffix(path: str | os.PathLike[str]) -> Callable[..., bytes] | None:
    """Return what makes the content of a file of that name out of SVG, None for SVG itself;
    DataError unless a picture can be written to it.
    """
    name = os.fsdecode(path)
    kind = os.path.splitext(name)[1].lower()
    if kind in ("", ".svg"):
        return None
    if kind not in (".png", ".pdf"):
        raise DataError(
            f"{name}: found a name that ends in {quote(kind)}; expected .svg, which any "
            "browser opens, or .png or .pdf, which take the library cairosvg"
        )
    try:
        import cairosvg
    except (ImportError, OSError) as error:  # OSError: it finds no cairo, which is no Python
        raise DataError(
            f"{name}: {kind[1:].upper()} takes the library cairosvg, which cannot be loaded: "
            f"{str(error).splitlines()[0]}; expected it to be there (pip install cairosvg), or .svg"
        ) from None
    convert: Callable[..., bytes] = getattr(cairosvg, f"svg2{kind[1:]}")
    return convert


def check_width(width: object) -> int:
    """Return a width in pixels; DataError unless it is an int from 1 to 10,000."""
    return checked_count("width", width, 1, _MOST_PIXELS)
