"""Drawings inside the page itself, so that they follow its colours and need no request."""

from __future__ import annotations

import re

from perceptron_ref import Dataset, example

_REFERENCE = re.compile(r"&#(\d{3,});")


def applicants_in_words() -> Dataset:
    """Return the set `credit-2d`, whose axes are words with a unit in the place of columns' names.

    >>> applicants_in_words().names
    ('salary in 100,000 NTD', 'debt in 100,000 NTD')
    """
    data = example("credit-2d")
    answers = [data.labels[y > 0] for y in data.ys]
    names = [f"{quantity} in 100,000 NTD" for quantity in ("salary", "debt")]
    return Dataset([x[1:] for x in data.xs], answers, names=names, positive=data.labels[True])


def drawing(svg: str) -> str:
    """Return a drawing made by this build, to stand in a page; its caption stands below, in the
    page's own words. References to characters become these, which take fewer bytes.

    >>> drawing('<?xml version="1.0"?><svg><title>A &#8722; run</title></svg>')
    '<div class="drawing" markdown="0"><svg><title>A \u2212 run</title></svg></div>\\n'
    """
    plain = _REFERENCE.sub(lambda code: chr(int(code[1])), svg[svg.index("<svg") :])
    return f'<div class="drawing" markdown="0">{plain.strip()}</div>\n'
