"""Kinds of values: which ones the annotation of an option allows, how text is read as one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import NamedTuple

from ..errors import DataError
from ..exact.checks import int_within
from ..exact.rationals import rational


class Kind(NamedTuple):
    """A kind of values.

    name: of the type. in_python, in_text: what is expected where the value is given so.
    read: returns the value that a text stands for. fitting: returns a value of Python as one of
        this kind. Both raise ValueError, TypeError or OverflowError where there is none.
    """

    name: str
    in_python: str
    in_text: str
    read: Callable[[str], object]
    fitting: Callable[[object], object]


def _read_none(text: str) -> None:
    if text.lower() != "none":
        raise ValueError


def _read_bool(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError
    return text.lower() == "true"


def _read_int(text: str) -> int:
    number = rational(text)
    if number.denominator != 1:
        raise ValueError
    return int(number)


def _read_float(text: str) -> float:
    is_infinite = text.lower().lstrip("+-") in ("inf", "infinity")
    return float(text) if is_infinite else float(rational(text))


def _fitting_int(value: object) -> int:
    checked = int_within(value)
    if checked is None:
        raise TypeError
    return checked


def _fitting_number(value: object) -> Real | Decimal:
    if isinstance(value, bool) or not isinstance(value, (Real, Decimal)):
        raise TypeError
    return value


def _an(kind: type | None) -> Callable[[object], object]:
    """Return a function that returns the objects of a type, and raises TypeError for others."""

    def fitting(value: object) -> object:
        if not isinstance(value, type(None) if kind is None else kind):
            raise TypeError
        return value

    return fitting


KINDS = {
    kind.name: kind
    for kind in (  # in the order in which those of a union are tried
        Kind("None", "None", "none", _read_none, _an(None)),
        Kind("bool", "True or False", "true or false", _read_bool, _an(bool)),
        Kind("int", "an int", "an int", _read_int, _fitting_int),
        Kind(
            *("float", "a number", "a number such as 0.5"),
            *(_read_float, lambda value: float(_fitting_number(value))),
        ),
        Kind(
            *("Fraction", "an exact number", "a number such as 0.5 or 1/3"),
            *(rational, lambda value: rational(_fitting_number(value))),
        ),
        Kind("str", "a text", "a text", str, _an(str)),
    )
}


def literal(values: tuple[object, ...]) -> Kind:
    """Return the kind of a `Literal`: these values alone."""
    texts = {v if isinstance(v, str) else str(v).lower(): v for v in values}

    def fitting(value: object) -> object:
        return [each for each in values if each == value and type(each) is type(value)][0]

    in_python = " or ".join(map(repr, values))
    return Kind("Literal", in_python, " or ".join(texts), texts.__getitem__, fitting)


def kinds_of(annotation: object, names: Mapping[str, object]) -> list[Kind]:
    """Return the kinds of values that an annotation allows; none where it says something else.

    It is read as text, so that `int | None` means the same on every Python.

    names: those of its module, such as `Color = Literal["red", "blue"]`.

    >>> [kind.name for kind in kinds_of("Optional[Rate]", {"Rate": float})]
    ['None', 'float']
    >>> kinds_of("int | Sequence[int]", {})
    []
    """
    try:
        kinds = [*_kinds(ast.parse(text_of(annotation), mode="eval").body, names)]
    except (SyntaxError, ValueError, LookupError):
        return []
    order = ["Literal", *KINDS]
    return sorted(kinds, key=lambda kind: order.index(kind.name))


def text_of(annotation: object) -> str:
    """Return an annotation as text, as it may be written."""
    if isinstance(annotation, str):
        return annotation
    is_class = isinstance(annotation, type) and not hasattr(annotation, "__origin__")
    return getattr(annotation, "__name__", "") if is_class else repr(annotation)


def _kinds(node: ast.AST, names: Mapping[str, object]) -> Iterable[Kind]:
    """Yield the kinds that a part of an annotation allows; LookupError for another part."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        parts: list[ast.AST] = [node.left, node.right]
    elif isinstance(node, ast.Subscript):
        parts = _inside(node)
        of = _name(node.value)
        if of == "Literal":
            yield literal(tuple(ast.literal_eval(part) for part in parts))
            return
        if of not in ("Annotated", "Optional", "Union"):
            raise LookupError
        parts = parts[:1] if of == "Annotated" else parts
        yield from [KINDS["None"]] * (of == "Optional")
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        parts = [ast.parse(node.value, mode="eval").body]
    else:
        name = "None" if isinstance(node, ast.Constant) and node.value is None else _name(node)
        name = "None" if name == "NoneType" else name
        if name in KINDS:
            yield KINDS[name]
            return
        meant = names[name]
        if text_of(meant) == name:  # a class of its own
            raise LookupError
        parts = [ast.parse(text_of(meant), mode="eval").body]
    for part in parts:
        yield from _kinds(part, names)


def _inside(node: ast.Subscript) -> list[ast.AST]:
    """Return what stands between the brackets."""
    inner: ast.AST = node.slice
    if type(inner).__name__ == "Index":  # in Python 3.8
        inner = inner.value  # type: ignore[attr-defined]
    return [*inner.elts] if isinstance(inner, ast.Tuple) else [inner]


def _name(node: ast.AST) -> str:
    """Return NAME of NAME or of MODULE.NAME; LookupError for anything else."""
    name = getattr(node, "id", None) or getattr(node, "attr", None)
    if not isinstance(name, str):
        raise LookupError
    return name


def guessed(text: str) -> bool | int | Fraction | str:
    """Return what a text says by itself: true, false, a whole number or a fraction, else itself.

    >>> guessed("true"), guessed("2.0"), guessed("1/3"), guessed("nan")
    (True, 2, Fraction(1, 3), 'nan')
    """
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        number = rational(text)
    except DataError:
        return text
    return int(number) if number.denominator == 1 else number
