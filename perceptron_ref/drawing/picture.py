"""A picture: the text of an SVG, which a notebook renders, and which can be saved in many sizes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from fractions import Fraction
from html import unescape

from ..base_classes import Shown
from ..disk import write_file
from ..errors import DataError, quote
from ..exact.checks import checked_count

__all__ = ["Picture"]

_MAX_WIDTH = 10_000  # pixels: a larger bitmap could fill the memory
_BITMAP_SCALE = 2  # the default width of a bitmap, in widths of the picture
_SIZE = re.compile(r'(viewBox="0 0 (\S+) (\S+)") width="(\S+)" height="(\S+)"')

_BROWSER_STYLE_SHEET = re.compile(r"<style>\n@supports.*?</style>\n", re.DOTALL)


class Picture(Shown, str):
    """The text of a picture, `<svg ...>...</svg>`: a `str` with methods to save and to resize it.

    A notebook renders it.

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
        """Return the picture with a width of `width` pixels and the same proportions.

        Args:
            width: An int from 1 to 10,000.

        Raises:
            DataError: If the width is not an int from 1 to 10,000.
        """
        width = checked_width(width)
        _, viewbox_width, viewbox_height, *_ = self._size_attributes()
        height = float(round(width * Fraction(viewbox_height) / Fraction(viewbox_width), 1))
        return Picture(_SIZE.sub(rf'\1 width="{width}" height="{height:.9g}"', self, count=1))

    def save(self, path: str | os.PathLike[str], width: int | None = None) -> None:
        """Write the picture to a file.

        Args:
            path: The file. An existing file is replaced atomically. If the name ends in .png or
                .pdf, the library `cairosvg`, which is not a part of this package, converts the
                picture, without motion and in light colours. If it ends in .svg, or has no
                extension, the file holds the text of the picture.
            width: The width in pixels. The default is the width of the picture, and twice that
                width for .png.

        Raises:
            DataError: If the name has another extension, if the library is missing, if the width is
                not an int from 1 to 10,000, or if the file cannot be written.
        """
        convert = svg_converter(path)
        if width is None and os.fsdecode(path).lower().endswith(".png"):
            width = _BITMAP_SCALE * self.size[0]
        picture = self if width is None else self.sized(width)
        write_file(
            path, picture if convert is None else convert(bytestring=picture.still().encode())
        )

    def still(self) -> str:
        """Return the text of the picture without motion, in light colours, with a fixed size.

        In the picture of a run, the last line is visible, and the earlier lines are faint.
        """
        return _BROWSER_STYLE_SHEET.sub("", self)

    @property
    def name(self) -> str:
        """The title of the picture; `title` is a method of `str`."""
        match = re.search("<title [^>]*>(.*?)</title>", self)
        return unescape(match[1]) if match else ""

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height in pixels, rounded to ints."""
        *_, width, height = self._size_attributes()
        return int(width), round(float(height))

    def _size_attributes(self) -> tuple[str, ...]:
        match = _SIZE.search(self)
        assert match is not None
        return match.groups()

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Picture {width} x {height}: {self.name}>"


def svg_converter(path: str | os.PathLike[str]) -> Callable[..., bytes] | None:
    """Return the function that converts SVG to the format of a file; None for an SVG file.

    Raises:
        DataError: If the name has another extension, or the library for the format is missing.
    """
    name = os.fsdecode(path)
    extension = os.path.splitext(name)[1].lower()
    if extension in ("", ".svg"):
        return None
    if extension not in (".png", ".pdf"):
        raise DataError(
            f"{name}: found a name that ends in {quote(extension)}; expected .svg, which any "
            "browser opens, or .png or .pdf, which need the library cairosvg"
        )
    try:
        import cairosvg
    except (ImportError, OSError) as error:
        is_missing = isinstance(error, ImportError)
        install = "library: `pip install cairosvg`" if is_missing else "C library cairo, too"
        raise DataError(
            f"{name}: a {extension[1:].upper()} picture needs the library cairosvg, "
            f"which cannot be loaded ({str(error).splitlines()[0]}). Use a name that ends in .svg, "
            f"or install the {install}"
        ) from None
    convert: Callable[..., bytes] = getattr(cairosvg, f"svg2{extension[1:]}")
    return convert


def checked_width(width: object) -> int:
    """Return a width in pixels.

    Raises:
        DataError: If it is not an int from 1 to 10,000.
    """
    return checked_count("width", width, 1, _MAX_WIDTH)
