"""Pictures of data and runs as SVG, which any browser opens without a file or a script beside it.

A picture has a title and a description for readers who cannot see it, uses shapes beside colours,
and follows light and dark. Numbers are exact until a coordinate is written, so that every Python
writes the same bytes. What is returned is a `Picture`: text, with a size, to be saved or shown in a
notebook. A page that holds pictures may set --perceptron-ink, -soft, -paper, -plus and -minus.
Lecture 2: L2.4
"""

from __future__ import annotations

from .animation import draw_run
from .charts import draw_histogram, draw_pocket
from .picture import Picture
from .proof import draw_derivation, draw_length
from .separator import draw_separator
from .still import draw_data, draw_margins
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
