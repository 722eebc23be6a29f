"""A picture: SVG as text, which a notebook shows, at any size, in a file of its own."""

from __future__ import annotations

import os
import re
from fractions import Fraction
from html import unescape

from ..errors import DataError, shown
from ..exact.values import checked_count
from ..files.write import write_bytes, write_text
from ..notebook import Shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["Picture", "check_suffix", "check_width"]

_MOST_PIXELS = 10_000  # across: a bitmap of more fills the memory
_SHARP = 2  # pixels of a bitmap for one of the picture, where no width is asked for
_OF_CAIRO = {".png": "svg2png", ".pdf": "svg2pdf"}
_AS_TEXT = ("", ".svg")
_SIZE = re.compile(r'(viewBox="0 0 (\S+) (\S+)") width="(\S+)" height="(\S+)"')


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
        """Return the picture so many pixels wide, from 1 to 10,000, its height in proportion."""
        width = check_width(width)
        across, down = map(Fraction, self._size().group(2, 3))
        tenths = round(10 * width * down / across)
        height = f"{tenths // 10}.{tenths % 10}".replace(".0", "")
        return Picture(_SIZE.sub(rf'\1 width="{width}" height="{height}"', self, count=1))

    def save(self, path: str | os.PathLike[str], width: int | None = None) -> None:
        """Write the picture to a file, which is replaced in one step: SVG, or what its name says.

        A name that ends in .png or .pdf takes the library `cairosvg`, which is not of this package:
        the picture without motion, in light colours, a bitmap with two pixels for one unless width
        says how many. DataError for any other ending, and where nothing can be written.
        """
        check_suffix(path)
        picture = self if width is None else self.sized(width)
        suffix = _suffix(path)
        if suffix in _AS_TEXT:
            write_text(path, picture)
        else:
            convert = getattr(_cairosvg(path), _OF_CAIRO[suffix])
            sharp = _SHARP if width is None and suffix == ".png" else 1
            write_bytes(path, convert(bytestring=picture.still().encode(), scale=sharp))

    def still(self) -> str:
        """Return the picture for programs that know neither motion, scripts nor CSS variables.

        It has the light colours, and of a run the last line, with the earlier ones faint.
        """
        text = _MOVING.sub("", self)
        text = re.sub(r";[-a-z]+:var\([^{};]*\)(?=[;}])", "", text)
        text = text.replace("max-width:100%;height:auto;", "").replace("system-ui,", "")
        return _ANCHORED.sub(_without_subscripts, text)

    @property
    def name(self) -> str:
        """The picture in a few words."""
        found = re.search("<title [^>]*>(.*?)</title>", self)
        return unescape(found.group(1)) if found else ""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in whole pixels."""
        width, height = self._size().group(4, 5)
        return int(width), round(float(height))

    def _size(self) -> re.Match[str]:
        found = _SIZE.search(self)
        assert found is not None
        return found

    @property
    def has_controls(self) -> bool:
        """True if the picture has step controls, which take a script: see `draw_run`."""
        return "<script>" in self

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Picture {width} x {height}: {self.name}>"


# the rules for the dark and for motion, the buttons, the script
_MOVING = re.compile(
    r"@media\(.*?\n(?=\.perceptron)|@media screen.*?(?=</style>)"
    r'|<g class="bar".*?</g><!-- bar -->\n|<script>.*?</script>\n',
    re.DOTALL,
)
# cairosvg loses the place of a text that has parts and does not begin at its x
_ANCHORED = re.compile(r'(<text [^>]*text-anchor="[^>]*>)(.*?)(</text>)')


def _without_subscripts(found: re.Match[str]) -> str:
    plainly = found.group(2).replace('<tspan dy="3" font-size="10">', "_")
    return found.group(1) + re.sub("</?tspan[^>]*>", "", plainly) + found.group(3)


def check_suffix(path: str | os.PathLike[str]) -> None:
    """Raise DataError unless a picture can be written to a file of that name."""
    suffix = _suffix(path)
    if suffix in _OF_CAIRO:
        _cairosvg(path)
    elif suffix not in _AS_TEXT:
        raise DataError(
            f"{os.fsdecode(path)}: found a name that ends in {shown(suffix)}; expected .svg, which "
            "any browser opens, or .png or .pdf, which take the library cairosvg"
        )


def _suffix(path: str | os.PathLike[str]) -> str:
    return os.path.splitext(os.fsdecode(path))[1].lower()


def _cairosvg(path: str | os.PathLike[str]) -> ModuleType:
    """Return the library that turns SVG into PNG and PDF; DataError where it is not there."""
    try:
        import cairosvg
    except (ImportError, OSError) as error:  # OSError: it finds no cairo, which is no Python
        name, suffix = os.path.splitext(os.fsdecode(path))
        raise DataError(
            f"{name}{suffix}: {suffix[1:].upper()} takes the library cairosvg, which cannot be "
            f"loaded: {str(error).splitlines()[0]}; expected it to be there (pip install "
            f"cairosvg), or a name such as {os.path.basename(name)}.svg, which any browser opens"
        ) from None
    library: ModuleType = cairosvg
    return library


def check_width(width: object) -> int:
    """Return a width in pixels; DataError unless it is an int from 1 to 10,000."""
    checked = checked_count("width", width, 1)
    if checked > _MOST_PIXELS:
        raise DataError(f"width: found {shown(width)}; expected at most {_MOST_PIXELS:,} pixels")
    return checked
