"""Draw data, runs, proofs and races as SVG, which needs no other file; show objects in notebooks.

A picture has a title and a description for readers who cannot see it. It distinguishes the labels
by shapes as well as colours, and adapts to the light or dark mode. No float is used for positions,
so that every Python writes the same bytes. Each public function returns a `Picture`, which a
program can save and a notebook renders. A page with pictures may set the CSS variables
`--perceptron-ink`, `--perceptron-soft`, `--perceptron-paper`, `--perceptron-plus` and
`--perceptron-minus`. Lecture 2: L2.4

For developers: these files draw the pictures.

    data_pictures.py   the examples in the plane, or their margins
    animation.py       a run, update by update
    update.py          one update
    proof.py           both sides of the inequalities of the proof
    separator.py       the line of largest margin
    charts.py          a histogram of updates, the mistakes of Pocket, a ranking

The other files have the parts of the pictures:

    plane.py           the plane of the examples, and lines in it
    axes.py            axes and ticks
    panel.py           curves against t
    frames.py          the frames of an animation
    caption.py         the legend and the sentences below a picture
    typography.py      texts and numbers, in the reader's language
    svg.py             the elements of SVG, and the whole document
    picture.py         a finished picture, `Picture`
    notebook.py        how a notebook renders objects
"""

from __future__ import annotations

from .animation import draw_run
from .charts import draw_histogram, draw_pocket
from .data_pictures import draw_data, draw_margins
from .picture import Picture
from .proof import draw_derivation, draw_length
from .separator import draw_separator
from .update import draw_update

__all__ = [
    "Picture",
    "draw_data",
    "draw_derivation",
    "draw_histogram",
    "draw_length",
    "draw_margins",
    "draw_pocket",
    "draw_run",
    "draw_separator",
    "draw_update",
]
