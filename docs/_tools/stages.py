"""Live pictures: `docs/live` redraws them while a reader drags, and draws them during the build,
too.

The same scripts run in a page and here in node. So pages without scripts and paper show the live
picture at rest. A page with the picture alone fits into an `<iframe>`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from perceptron_ref.drawing.typography import TranslatedText
from perceptron_ref.drawing.typography import translate as in_language

from .bundles import bundle
from .catalogues import LANGUAGE
from .scripts import words_of

if TYPE_CHECKING:
    Rows = Sequence[Sequence[int]]  # x_1, x_2, y of each example

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parent / "live"
SCRIPTS = [
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
SIZE = (640, 488)
SMALL = (300, 220)


class PictureAtRest(NamedTuple):
    """A picture at rest: the content of its <svg>, T (None if the run does not halt), R^2/rho^2 as
    a text (None if no line separates), and the query that opens the run in the playground.
    """

    svg: str
    T: int | None
    bound: str | None
    query: str


pictures: dict[str, str] = {}  # the HTML of each live picture of the site, by its name
configs: dict[str, dict[str, Any]] = {}  # how each begins


def live(
    name: str, kind: str, rows: Rows, description: str, size: tuple[int, int] = SIZE, **config: Any
) -> str:
    """Return a live picture, with what it shows at rest inside it, and its links below it.

    Args:
        name: the file of its own page.
        kind: a name in `docs/live/picture_kinds.js`.
        rows: x_1, x_2 and y of each example.
        said: a description of the picture at rest.
        size: its width and height in pixels.
        config: how it begins. x0, order ("cyclic", "random"), seed, pocket, updates: of the
        run. t: the step shown at rest. menus: of "order" and "zero". scenes: what changes in the
        sections of the page, by their `data-scene`: any of these, and `rows`; `play` from the first
        update on. knobs: (name, least, greatest, step, value) of what a reader sets.
    """
    config = {"rows": [list(row) for row in rows], "x0": 1, "order": "cyclic", **config}
    picture = draw_at_rest(kind, config, size)
    updates = "none" if picture.T is None else picture.T
    root = (
        f'<div class="stage" data-live="{kind}" data-config="{escape(json.dumps(config))}"'
        f' data-updates="{updates}" data-bound="{picture.bound or "none"}">'
        f'<div class="stage-main">{_svg(picture.svg, description, size)}</div></div>'
    )
    pictures[name], configs[name] = root, config
    return TranslatedText(f"{root}\n{_links(name, picture.query if config['rows'] else '')}")


def small_picture(kind: str, rows: Rows, description: str, **config: Any) -> str:
    """Return a small picture without controls, which plays when a reader points at it.

    The arguments are those of `live`, but for a name: it has no page of its own.
    """
    config = {"rows": [list(row) for row in rows], "x0": 1, "order": "cyclic", **config}
    config.update(small=True, hands=False, steps=False, count=False)
    drawing = _svg(draw_at_rest(kind, config, SMALL).svg, description, SMALL)
    return TranslatedText(
        f'<div class="stage small" data-live="{kind}" data-config="{escape(json.dumps(config))}">'
        f'<div class="stage-main">{drawing}</div></div>'
    )


def still(
    kind: str, rows: Rows, description: str, size: tuple[int, int] = SIZE, **config: Any
) -> str:
    """Return a scene at rest, shown on paper; screens show the live picture instead."""
    config = {"rows": [list(row) for row in rows], "x0": 1, "order": "cyclic", **config}
    drawing = _svg(draw_at_rest(kind, config, size).svg, description, size)
    return TranslatedText(f'<div class="stage-still">{drawing}</div>')


def draw_at_rest(kind: str, config: dict[str, Any], size: tuple[int, int]) -> PictureAtRest:
    """Return the picture of a config at rest."""
    request = {"kind": kind, "config": config, "W": size[0], "H": size[1], "words": _words()}
    process = _node()
    assert process.stdin is not None and process.stdout is not None
    print(json.dumps(request), file=process.stdin, flush=True)
    return PictureAtRest(**json.loads(process.stdout.readline()))


def alone(name: str, head: str) -> str:
    """Return the page of a picture by itself, `embed/NAME.html`.

    Args:
        name: the name of the picture.
        head: what the head of every page begins with.
    """
    label = re.search('aria-label="([^"]*)"', pictures[name])
    title = label[1] if label else name  # the description of the picture
    up = "../../" if "SITE_WITHIN" in os.environ else "../"  # in the folder of a language
    icon = f'<link rel="icon" href="{up}assets/favicon.svg">'
    styles = ["katex/katex.min.css", "site.css", "steps.css", "live/live.css"]
    linked = "".join(f'<link rel="stylesheet" href="{up}assets/{style}">' for style in styles)
    return (
        f'<!doctype html><html lang="{LANGUAGE}"><head>{head}<meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{title}</title>'
        f'{icon}{linked}</head><body class="embed" data-md-color-scheme="default">'
        f'<main><article class="md-typeset"><h1>{title}</h1>{pictures[name]}</article></main>'
        f'<script src="{up}assets/steps.js"></script>{scripts(up, LANGUAGE)}</body></html>\n'
    )


def scripts(up: str, language: str) -> str:
    """Return the tags of the scripts that make pictures live; up: the path to the root of the
    site.
    """
    names = [f"words-{language}", "live"]
    return "".join(f'<script src="{up}assets/live/{name}.js"></script>' for name in names)


def live_assets() -> dict[str, str]:
    """Return the files that pages load, by name: all scripts as one, and the style sheet."""
    return {
        "live.js": bundle(FOLDER / f"{name}.js" for name in SCRIPTS),
        "live.css": bundle([FOLDER / "live.css"]),
    }


def _links(name: str, query: str) -> str:
    words, up = _words(), "" if name == "home" else "../"
    playground_link = f'<a class="playground-link" href="{up}playground.html#{query}">'
    playground_link = f"{playground_link}{words['playground']}</a>"
    if not query or name == "feature":  # what the playground cannot show
        playground_link = ""
    alone = f'<a class="alone" href="{up}embed/{name}.html">{words["alone"]}</a>'
    return f'<p class="stage-links">{playground_link}{alone}</p>'


def _svg(inside: str, description: str, size: tuple[int, int]) -> str:
    width, height = size
    return (
        f'<svg class="stage-svg" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{escape(in_language(description))}">{inside}</svg>'
    )


def _words() -> Any:
    return words_of("live", LANGUAGE)


@lru_cache(maxsize=None)
def _node() -> subprocess.Popen[str]:
    """Start the one process that draws for the whole build; it ends when its input closes."""
    command = ["node", str(HERE / "still.mjs")]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
