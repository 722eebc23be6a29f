"""Live pictures, which the scripts of `docs/live` redraw while a reader drags.

Node runs the same scripts during the build, so a page contains each picture at rest, for paper and
for readers without scripts. Each picture of `live_picture` also gets a page of its own, which fits
into an `<iframe>`.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from perceptron_ref.drawing.typography import TranslatedText, translate

from .bundles import concatenate_and_minify
from .catalogues import IS_PART_OF_SITE, LANGUAGE
from .inline_svg import mark
from .word_scripts import translated_words

if TYPE_CHECKING:
    Rows = Sequence[Sequence[int]]  # x_1, x_2, y of each example

TOOLS = Path(__file__).resolve().parent
SCRIPT_FOLDER = TOOLS.parent / "live"
SCRIPT_NAMES = [
    "pla",
    "draw",
    "proof",
    "picture_kinds",
    "run_claims",
    "address",
    "scene_sheet",
    "interaction",
    "live_picture",
]
DEFAULT_SIZE = (640, 488)
SMALL_SIZE = (300, 220)
HOME_PICTURE = "home"  # the picture of index.md, which is at the root of the site
FEATURE_PICTURE = "feature"  # a picture with the feature x_1 x_2, which the playground cannot show


class PictureAtRest(NamedTuple):
    """A live picture before a reader changes it.

    Attributes:
        svg: the content of its <svg>.
        T: the number of updates of its run; None if the run did not halt.
        bound: R^2/rho^2 as text; None if no line separates the examples, or if the kind of picture
            has no bound.
        fragment: the part of an address, after #, that opens the run in the playground.
    """

    svg: str
    T: int | None
    bound: str | None
    fragment: str


html_of_picture: dict[str, str] = {}  # {name: HTML} of the live pictures made by this build


def live_picture(
    name: str,
    kind: str,
    rows: Rows,
    description: str,
    size: tuple[int, int] = DEFAULT_SIZE,
    **config: Any,
) -> str:
    """Return the HTML of a live picture, which contains the picture at rest, and its links.

    Args:
        name: the name of its own page, `embed/NAME.html`.
        kind: a name in `docs/live/picture_kinds.js`.
        rows: x_1, x_2 and y of each example.
        description: a description of the picture at rest, for screen readers.
        size: its width and height in pixels.
        config: the settings at the start:

            - `x0`, `order` (one of ORDERS in `docs/live/pla.js`), `seed`, `signOfZero`,
              `pocket`, `updates`: settings of the run. At rest, sign(0) is 0.
            - `t`: the step that the picture shows at rest; without it, or if it is None, the last.
            - `scene`: the scene that the picture shows at rest, and on its own page.
            - `play`: whether the run plays, from its first update, when a reader comes to it.
            - `menus`: which menus there are, of "order", "signOfZero" and "x0".
            - `sliders`: (name, minimum, maximum, step, value) of each slider.
            - `weights`: whether the sliders `threshold`, `w1` and `w2` set the weights.
            - `scenes`: {`data-scene` of a section: the settings that change there}, such as
              `rows` or `play`.
            - `sets`: {`data-set` of a link with the class `show`: the rows that it shows}.
            - `area`: {"left", "right", "bottom", "top": number}, the edges of the plane in units.
            - `arrows`: whether to draw the update as vectors.
            - `chain`: whether to show the numbers of the proof.
            - `handles`, `steps`, `updateCount`: False for a picture without handles on its
              examples, without step controls, or without the number of updates.
    """
    config = {"rows": [list(row) for row in rows], "x0": 1, "order": "cyclic", **config}
    picture = draw_at_rest(kind, config, size)
    updates = "none" if picture.T is None else picture.T
    picture_html = (
        f'<div class="stage" data-live="{kind}" data-config="{escape(json.dumps(config))}"'
        f' data-updates="{updates}" data-bound="{picture.bound or "none"}">'
        f'<div class="stage-main">{_svg_element(picture.svg, description, size)}</div></div>'
    )
    html_of_picture[name] = picture_html
    return TranslatedText(
        f"{picture_html}\n{_links(name, picture.fragment if config['rows'] else '')}"
    )


_SYMBOLS_OF_KEY = {  # as `keyOfMarks` of draw.js draws them
    "mistake": "dashed-ring",
    "chosen": "disc",
    "faint": "trail",
    "in-pocket": "dashed",
}


def key_for_phones(*names: str) -> str:
    """Return a line of text with the key of a live picture, whose low form on a phone has none.

    Args:
        names: the marks besides those of examples, by their keys in `docs/live/words.json`.
    """
    meanings = _strings()["key"]
    items = [("o", "y = +1"), ("x", "y = \u22121")]
    items += [(_SYMBOLS_OF_KEY.get(name, name), meanings[name]) for name in names]
    spans = "".join(f"<span>{mark(symbol)} {meaning}</span> " for symbol, meaning in items)
    return TranslatedText(f'<p class="key-for-phones">{spans.rstrip()}</p>')


def small_picture(kind: str, rows: Rows, description: str, **config: Any) -> str:
    """Return the HTML of a small picture without controls, which plays when a reader points at it.

    It has no page of its own, so it takes the arguments of `live_picture` except `name` and `size`.
    """
    config = {"rows": [list(row) for row in rows], "x0": 1, "order": "cyclic", **config}
    config.update(small=True, handles=False, steps=False, updateCount=False)
    svg = _svg_element(draw_at_rest(kind, config, SMALL_SIZE).svg, description, SMALL_SIZE)
    return TranslatedText(
        f'<div class="stage small" data-live="{kind}" data-config="{escape(json.dumps(config))}">'
        f'<div class="stage-main">{svg}</div></div>'
    )


def still_picture(
    kind: str, rows: Rows, description: str, size: tuple[int, int] = DEFAULT_SIZE, **config: Any
) -> str:
    """Return the HTML of a scene at rest, for paper and for readers without scripts."""
    config = {"rows": [list(row) for row in rows], "x0": 1, "order": "cyclic", **config}
    svg = _svg_element(draw_at_rest(kind, config, size).svg, description, size)
    return TranslatedText(f'<div class="stage-still">{svg}</div>')


def draw_at_rest(kind: str, config: dict[str, Any], size: tuple[int, int]) -> PictureAtRest:
    """Draw a picture at rest in node."""
    request = {"kind": kind, "config": config, "W": size[0], "H": size[1], "strings": _strings()}
    process = _node_process()
    assert process.stdin is not None and process.stdout is not None
    print(json.dumps(request), file=process.stdin, flush=True)
    return PictureAtRest(**json.loads(process.stdout.readline()))


def embedded_page(name: str, head: str) -> str:
    """Return the HTML of a picture's own page, `embed/NAME.html`.

    Args:
        name: the name of the picture.
        head: the HTML at the start of the <head>, the same on every page.
    """
    picture_html = html_of_picture[name]
    label = re.search('aria-label="([^"]*)"', picture_html)
    title = label[1] if label else name  # the description of the picture
    root_path = "../../" if IS_PART_OF_SITE else "../"  # a language has its own folder
    icon = f'<link rel="icon" href="{root_path}assets/favicon.svg">'
    styles = ["katex/katex.min.css", "site.css", "steps.css", "live/live.css"]
    style_links = "".join(
        f'<link rel="stylesheet" href="{root_path}assets/{style}">' for style in styles
    )
    return (
        f'<!doctype html><html lang="{LANGUAGE}" data-embed><head>{head}<meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title>"
        f'{icon}{style_links}</head><body class="embed" data-md-color-scheme="default">'
        f'<main><article class="md-typeset"><h1>{title}</h1>{picture_html}</article></main>'
        f'<script src="{root_path}assets/steps.js"></script>'
        f"{script_tags(root_path, LANGUAGE)}</body></html>\n"
    )


def script_tags(root_path: str, language: str) -> str:
    """Return the <script> tags of live pictures.

    Args:
        root_path: the relative path from the page to the root of the site, such as "../".
        language: the language of the texts.
    """
    names = [f"words-{language}", "live"]
    return "".join(f'<script src="{root_path}assets/live/{name}.js"></script>' for name in names)


def live_assets() -> dict[str, str]:
    """Return {name: text} of the files that pages load: the joined scripts, and the style sheet."""
    return {
        "live.js": concatenate_and_minify(SCRIPT_FOLDER / f"{name}.js" for name in SCRIPT_NAMES),
        "live.css": concatenate_and_minify([SCRIPT_FOLDER / "live.css"]),
    }


def _links(name: str, fragment: str) -> str:
    """Return the links below a picture: to its own page, and to the playground if it can show it.

    Args:
        name: the name of the picture.
        fragment: the fragment that opens its run in the playground; "" if it has no examples.
    """
    strings, root_path = _strings(), "" if name == HOME_PICTURE else "../"
    playground_link = ""
    if fragment and name != FEATURE_PICTURE:
        address, text = f"{root_path}playground.html#{fragment}", strings["openInPlayground"]
        playground_link = f'<a class="playground-link" href="{address}">{text}</a>'
    own_page_link = (
        f'<a class="own-page" href="{root_path}embed/{name}.html">{strings["ownPage"]}</a>'
    )
    return f'<p class="stage-links">{playground_link}{own_page_link}</p>'


def _svg_element(content: str, description: str, size: tuple[int, int]) -> str:
    """Return the <svg> of a picture with a translated description for screen readers."""
    width, height = size
    return (
        f'<svg class="stage-svg" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{escape(translate(description))}">{content}</svg>'
    )


def _strings() -> Any:
    """Return the texts of live pictures in the language of this build."""
    return translated_words("live", LANGUAGE)


@lru_cache(maxsize=None)
def _node_process() -> subprocess.Popen[str]:
    """Start the process that draws all pictures of a build. It exits when its input closes."""
    command = ["node", str(TOOLS / "draw_at_rest.mjs")]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
