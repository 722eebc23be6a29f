"""Ctrl-C as against a KeyboardInterrupt that code raises of its own accord."""

from __future__ import annotations


def is_ctrl_c(error: BaseException) -> bool:
    """Tell whether the error is a KeyboardInterrupt that no `raise` in Python code raised.

    Python raises that of Ctrl-C between two instructions, so the innermost frame of its traceback
    stands at any but a `raise`, unless it is that of a program's own handler of the signal.

    >>> is_ctrl_c(KeyboardInterrupt()), is_ctrl_c(ValueError())
    (True, False)
    """
    if not isinstance(error, KeyboardInterrupt):
        return False
    from opcode import opmap
    from signal import SIGINT, getsignal

    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return True
    code = traceback.tb_frame.f_code
    if code.co_code[traceback.tb_lasti] != opmap["RAISE_VARARGS"]:
        return True
    return code is getattr(getsignal(SIGINT), "__code__", None)
