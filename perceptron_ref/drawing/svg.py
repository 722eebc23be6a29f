"""Write SVG as text: elements, colours for the light and the dark mode, and the whole document.

No float is used, so that every Python writes the same bytes. Coordinates are rounded to a tenth of
a pixel. Characters outside ASCII are written as references, so that a picture is the same in any
encoding.
"""

from __future__ import annotations

import re
from binascii import crc32
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Tuple, Union

from .picture import Picture
from .typography import plain_svg

Coordinate = Union[Fraction, int]
Point = Tuple[Coordinate, Coordinate]

WIDTH = 440  # pixels, of every picture

# a placeholder for the id of the picture, which is computed from its contents; no text contains it
ID = "\x00"

COLOURS = {  # in the light and the dark mode
    "paper": ("#ffffff", "#1a1f27"),
    "ink": ("#10141a", "#ffffff"),
    "soft": ("#636a76", "#98a1ae"),
    "plus": ("#1f5c99", "#86bdf2"),
    "minus": ("#b3541e", "#f0a878"),
}
_ROUND = "stroke-linecap:round;stroke-linejoin:round"
_SERIF = "font-size:14.5px;font-family:{serif}"

# The CSS declarations of each class. Braces contain the name of a colour, or "serif", the font of
# formulas. A picture contains only the rules of the classes that it uses.
_RULES = {
    # the background, the grid, the frame of a plane, the axes of a chart, two sides of the
    # parallelogram of vectors, the labels of ticks
    "paper": "fill:{paper}",
    "dots": "fill:none;stroke:{soft};stroke-opacity:.5;stroke-width:2;stroke-linecap:round",
    "edge": "fill:none;stroke:{soft};stroke-opacity:.3",
    "axis": "fill:none;stroke:{soft};stroke-opacity:.6",
    "faint": "fill:none;stroke:{soft};stroke-opacity:.3",
    "tick": "fill:{soft}",
    # texts
    "title": "font-weight:600",
    "vector": f"font-weight:700;{_SERIF}",
    "letter": f"font-style:italic;{_SERIF}",
    "index": _SERIF.replace("14.5", "10.5"),
    "letterindex": "font-style:italic;" + _SERIF.replace("14.5", "10.5"),
    # areas: the sides h(x) = +1 and h(x) = -1, the area that a bound forbids, a bar of a histogram
    "side": "fill:{plus};fill-opacity:.1",
    "opposite": "fill:{minus};fill-opacity:.07",
    "barred": "fill:{soft};fill-opacity:.2",
    "bar": "fill:{plus};fill-opacity:.5",
    # the ring of a mistake to correct, or of an example of the support
    "ring": "fill:none;stroke:{ink};stroke-width:1.6",
    # lines and curves: the main one, the previous one or a bound, earlier ones, and others, in the
    # colour of the text or in grey; the tip of an arrow
    "line": "fill:none;stroke:{ink};stroke-width:2.2;" + _ROUND,
    "dashed": "fill:none;stroke:{ink};stroke-width:1.5;stroke-dasharray:6 4",
    "trail": "fill:none;stroke:{ink};opacity:.35",
    "thin": "fill:none;stroke:{ink}",
    "pale": "fill:none;stroke:{soft}",
    "tip": "fill:{ink}",
    # examples with y = +1 and with y = -1, large and small; the square of a mistake; margin 0
    "o": "fill:{paper};stroke:{plus};stroke-width:2",
    "x": "fill:none;stroke:{minus};stroke-width:2.2;" + _ROUND,
    "ofine": "fill:none;stroke:{plus};stroke-width:.9",
    "xfine": "fill:none;stroke:{minus};stroke-width:.9",
    "mistake": "fill:none;stroke:{ink};stroke-width:1.2",
    "zero": "fill:none;stroke:{ink};stroke-width:1.2",
}


def decimal_text(q: Coordinate, places: int = 1) -> str:
    """Return q as text, rounded to `places` decimals; ties round up.

    >>> [decimal_text(q) for q in (Fraction(1, 3), Fraction(-1, 4), 7)]
    ['0.3', '-0.2', '7']
    >>> decimal_text(Fraction(1, 3), 3)
    '0.333'
    """
    if q.denominator == 1:
        return str(q.numerator)
    unit: int = 10**places
    rounded = (2 * unit * q.numerator + q.denominator) // (2 * q.denominator)
    whole, fraction = divmod(abs(rounded), unit)
    decimals = f".{fraction:0{places}}".rstrip("0") if fraction else ""
    return f"{'-' if rounded < 0 else ''}{whole}{decimals}"


def text_element(
    x: Coordinate, y: Coordinate, content: str, css_class: str = "", anchor: str = "start"
) -> str:
    """Return a text element with its baseline at y.

    Args:
        x: The pixel of the anchor, from the left.
        y: The pixel of the baseline, from the top.
        content: The text, from `plain_svg` or `math_svg`.
        css_class: The CSS class, or "".
        anchor: "start", "middle" or "end".
    """
    class_attribute = f' class="{css_class}"' if css_class else ""
    anchor_attribute = "" if anchor == "start" else f' text-anchor="{anchor}"'
    attributes = f'x="{decimal_text(x)}" y="{decimal_text(y)}"{class_attribute}{anchor_attribute}'
    return f"<text {attributes}>{content}</text>"


def path_element(d: str, css_class: str) -> str:
    """Return a path element with this path data and CSS class; "" if there are no data."""
    return f'<path class="{css_class}" d="{d}"/>' if d else ""


def rectangle_element(
    left: Coordinate, top: Coordinate, width: Coordinate, height: Coordinate, css_class: str
) -> str:
    """Return a path element that is a rectangle."""
    to_right, to_left = decimal_text(width), decimal_text(-width)
    return path_element(
        f"M{decimal_text(left)} {decimal_text(top)}h{to_right}v{decimal_text(height)}h{to_left}z",
        css_class,
    )


def polyline_path_data(points: Iterable[Point]) -> str:
    """Return the path data of a line through the points; equal neighbours are drawn once.

    >>> polyline_path_data([(0, 0), (0, Fraction(1, 100)), (1, 2)])
    'M0 0L1 2'
    """
    positions = [f"{decimal_text(x)} {decimal_text(y)}" for x, y in points]
    pairs = zip([None, *positions], positions)
    distinct = [position for previous, position in pairs if position != previous]
    return f"M{'L'.join(distinct)}" if distinct else ""


def marker_path_data(shape: str, points: Iterable[Point], radius: int) -> str:
    """Return the path data of a shape around each point; equal positions are drawn once.

    Args:
        shape: "circle", "cross" or "square".
        points: The centres of the shapes.
        radius: Half the width of a shape, in pixels.
    """
    r, width = radius, 2 * radius
    shape_path = {
        # an arc from a point to itself is not drawn, so the arc ends 0.1 to the right of its start
        "circle": f"m0-{r}a{r} {r} 0 1 0 .1 0z",
        "cross": f"m-{r}-{r} {width} {width}m0-{width}-{width} {width}",
        "square": f"m-{r}-{r}h{width}v{width}h-{width}z",
    }[shape]
    return "".join(
        dict.fromkeys(f"M{decimal_text(x)} {decimal_text(y)}{shape_path}" for x, y in points)
    )


def render_example_markers(positions: Iterable[Point], ys: Iterable[int], radius: int) -> str:
    """Return an o for each y = +1 and an x for each y = -1; small markers have fine lines."""
    class_suffix, pairs = "" if radius > 2 else "fine", [*zip(positions, ys)]
    circles = marker_path_data("circle", (position for position, y in pairs if y > 0), radius)
    crosses = marker_path_data("cross", (position for position, y in pairs if y < 0), radius)
    return path_element(circles, f"o{class_suffix}") + path_element(crosses, f"x{class_suffix}")


# the symbols of a legend, centred on (0, 0)
SYMBOLS = {
    "o": path_element(marker_path_data("circle", [(0, 0)], 5), "o"),
    "x": path_element(marker_path_data("cross", [(0, 0)], 5), "x"),
    "mistake": path_element(marker_path_data("square", [(0, 0)], 8), "mistake"),
    "ring": '<circle class="ring" r="8"/>',
    "side": rectangle_element(-14, -7, 28, 14, "side") + path_element("M-14 7H14", "line"),
    "barred": rectangle_element(-14, -7, 28, 14, "barred"),
    **{
        css_class: path_element("M-14 0H14", css_class)
        for css_class in ("line", "dashed", "thin", "pale")
    },
}


def build_document(
    height: Coordinate, title: str, description: str, body: Iterable[str], motion_css: str = ""
) -> Picture:
    """Return the whole picture: its title and description, then the body.

    Args:
        height: The height in pixels.
        title: The title.
        description: Sentences for readers who cannot see the picture.
        body: SVG elements; empty strings are left out.
        motion_css: CSS for readers who do not prefer reduced motion. Its selectors start with .ID,
            and its names with ID. An id computed from the contents replaces ID, so that a page can
            contain many pictures.
    """
    elements = "\n".join(filter(None, body))
    height_text = decimal_text(height)
    size = f'viewBox="0 0 {WIDTH} {height_text}" width="{WIDTH}" height="{height_text}"'
    tabindex = ' tabindex="0"' if motion_css else ""  # the focus pauses the motion
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="perceptron {ID}" role="img" '
        f'aria-labelledby="{ID}t" aria-describedby="{ID}d"{tabindex}>\n'
        f'<title id="{ID}t">{plain_svg(title)}</title>\n'
        f'<desc id="{ID}d">{plain_svg(description)}</desc>\n'
        f"<style>\n{_plain_style_sheet(elements)}</style>\n"
        f"<style>\n{_browser_style_sheet(elements, motion_css)}</style>\n"
        f"{rectangle_element(0, 0, WIDTH, height, 'paper')}\n{elements}\n</svg>\n"
    )
    svg = svg.replace(ID, f"p{crc32(svg.encode()):08x}")
    return Picture(svg.encode("ascii", "xmlcharrefreplace").decode("ascii"))


def _plain_style_sheet(body: str) -> str:
    """Return the style sheet for every program, with light colours.

    It is a separate element, because Inkscape ignores a style sheet that contains a rule it cannot
    read. CairoSVG cannot read variables or a height of "auto", and reads only the first font.
    """
    literals = {name: light for name, (light, _) in COLOURS.items()}
    literals["serif"] = "serif"
    lines = (
        f"{selector}{{{declarations.format(**literals)}}}\n"
        for selector, declarations in _used_rules(body)
    )
    return "".join(lines)


def _browser_style_sheet(body: str, motion_css: str) -> str:
    """Return the style sheet for browsers, in which a page may set the colours."""
    variables = {name: f"var(--{name})" for name in COLOURS}
    variables["serif"] = "KaTeX_Main,Times New Roman,Times,serif"
    light, dark = (
        ";".join(
            f"--{name}:var(--perceptron-{name},{colours[i]})" for name, colours in COLOURS.items()
        )
        for i in (0, 1)
    )
    lines = [
        f".perceptron{{max-width:100%;height:auto;font-family:system-ui,sans-serif;{light}}}",
        f"@media(prefers-color-scheme:dark){{.perceptron{{{dark}}}}}",
    ]
    selectors: dict[str, list[str]] = {}  # of each declaration that differs from the plain one
    for selector, declarations in _used_rules(body):
        for declaration in declarations.split(";"):
            if "{" in declaration:
                selectors.setdefault(declaration.format(**variables), []).append(selector)
    lines += [
        f"{','.join(selectors_of_declaration)}{{{declaration}}}"
        for declaration, selectors_of_declaration in selectors.items()
    ]
    if ' display="none"' in body:  # frames; browsers hide them with `visibility`
        lines.append(".perceptron [display]{display:inline}")
    if motion_css:
        lines.append(
            f"@media screen and (prefers-reduced-motion:no-preference){{\n{motion_css}\n}}"
        )
    sheet = "\n".join(lines)
    return f"@supports (fill:var(--ink)){{\n{sheet}\n}}\n"


def _used_rules(body: str) -> Iterator[tuple[str, str]]:
    """Yield the selector and the declarations of each class in `body`."""
    used_classes = {"paper", *re.findall('class="([a-z]+)', body)}
    yield ".perceptron", "font:13px sans-serif;fill:{ink}"
    for css_class, declarations in _RULES.items():
        if css_class in used_classes:
            yield f".perceptron .{css_class}", declarations
