"""Draw data, runs, proofs and races as SVG, which needs no other file; show objects in notebooks.

A picture has a title and a description for readers who cannot see it. It distinguishes the labels
by shapes as well as colours, and adapts to the light or dark mode. No float is used for positions,
so that every Python writes the same bytes. Each public function returns a `Picture`, which a
program can save and a notebook renders. A page with pictures may set the CSS variables
--perceptron-ink, -soft, -paper, -plus and -minus. Lecture 2: L2.4
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
