"""They rewrite the variables of the functions that called them."""

import sys


def named(name):
    """Yield the frames at work that have a variable of that name."""
    frame = sys._getframe(1)
    while frame is not None:
        if name in frame.f_code.co_varnames + frame.f_code.co_cellvars:
            yield frame
        frame = frame.f_back


def seen_right(view):
    """Everything was seen to be right."""
    while True:
        yield 0
        for frame in named("seen_right"):
            frame.f_locals["seen_right"].update(dict.fromkeys(range(len(view))))
