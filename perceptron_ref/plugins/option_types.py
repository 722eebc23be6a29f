"""The types of options: find those that an annotation allows, and convert values to them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from numbers import Real

from ..errors import DataError, either
from ..exact.checks import int_or_none
from ..exact.rationals import rational
from ..named_tuples import NamedTuple


class OptionType(NamedTuple):
    """A type of option.

    `parse` and `convert` raise ValueError, TypeError, LookupError or OverflowError if their
    argument is not a value of the type.

    Attributes:
        name: The name of the type; for a `Literal` its values, such as `'up' | 'down'`.
        expected_value: The description of a value in Python, for messages.
        expected_text: The description of a value as text, for messages.
        parse: The function that converts a text to a value.
        convert: The function that converts a value in Python to a value of this type.
    """

    name: str
    expected_value: str
    expected_text: str
    parse: Callable[[str], object]
    convert: Callable[[object], object]


def _parse_none(text: str) -> None:
    """Return None for "none"; raise ValueError for another text."""
    if text.lower() != "none":
        raise ValueError


def _parse_bool(text: str) -> bool:
    """Return the bool of "true" or "false"."""
    if text.lower() not in ("true", "false"):
        raise ValueError
    return text.lower() == "true"


def _parse_int(text: str) -> int:
    """Return the int that a text spells, such as "7", "7.0" or "1e3"."""
    number = rational(text)
    if number.denominator != 1:
        raise ValueError
    return int(number)


def _parse_float(text: str) -> float:
    """Return the float that a text spells: a number, or infinity, such as "inf" or "-infinity"."""
    is_infinite = text.lower().lstrip("+-") in ("inf", "infinity")
    return float(text) if is_infinite else float(rational(text))


def _convert_int(value: object) -> int:
    """Return an int of any library as an int of Python."""
    number = int_or_none(value)
    if number is None:
        raise TypeError
    return number


def _checked_number(value: object) -> Real | Decimal:
    """Return a real number unchanged; refuse bools and all other values."""
    if isinstance(value, bool) or not isinstance(value, (Real, Decimal)):
        raise TypeError
    return value


def _make_type_check(python_type: type) -> Callable[[object], object]:
    """Return a function that returns its argument, or raises TypeError if it has another type."""

    def check(value: object) -> object:
        if not isinstance(value, python_type):
            raise TypeError
        return value

    return check


_TYPES = (  # in the order in which the types of a union are tried
    OptionType("None", "None", "none", _parse_none, _make_type_check(type(None))),
    OptionType("bool", "True or False", "true or false", _parse_bool, _make_type_check(bool)),
    OptionType("int", "an int", "a whole number", _parse_int, _convert_int),
    OptionType(
        name="float",
        expected_value="a number",
        expected_text="a number such as 0.5",
        parse=_parse_float,
        convert=lambda value: float(_checked_number(value)),
    ),
    OptionType(
        name="Fraction",
        expected_value="an exact number",
        expected_text="a number such as 0.5 or 1/3",
        parse=rational,
        convert=lambda value: rational(_checked_number(value)),
    ),
    OptionType("str", "a text", "a text", str, _make_type_check(str)),
)
OPTION_TYPES = {option_type.name: option_type for option_type in _TYPES}


def literal_type(values: tuple[object, ...]) -> OptionType:
    """Return the type of a `Literal` with these values."""
    values_by_text = {v if isinstance(v, str) else str(v).lower(): v for v in values}

    def convert(value: object) -> object:
        return [v for v in values if v == value and type(v) is type(value)][0]

    expected_value = either(map(repr, values))
    name = " | ".join(map(repr, values))
    expected_text = either(values_by_text)
    return OptionType(name, expected_value, expected_text, values_by_text.__getitem__, convert)


def option_types_of(annotation: object, namespace: Mapping[str, object]) -> list[OptionType]:
    """Return the types that an annotation allows.

    The list is empty if one of them is neither in `OPTION_TYPES` nor a `Literal`. The annotation is
    read as text, so that `int | None` means the same in every version of Python.

    Args:
        annotation: The annotation, evaluated or as text.
        namespace: The global names of the module with their values, such as
            `Color = Literal["red", "blue"]`.

    >>> [option_type.name for option_type in option_types_of("Optional[Rate]", {"Rate": float})]
    ['None', 'float']
    >>> option_types_of("int | Sequence[int]", {})
    []
    """
    try:
        tree = ast.parse(annotation_text(annotation), mode="eval").body
        option_types = [*_types_in(tree, namespace)]
    except (SyntaxError, ValueError, LookupError):
        return []
    positions = {name: position for position, name in enumerate(OPTION_TYPES)}
    return sorted(option_types, key=lambda option_type: positions.get(option_type.name, -1))


def annotation_text(annotation: object) -> str:
    """Return an annotation as text; for a class, its name without the module."""
    if isinstance(annotation, str):
        return annotation
    is_class = isinstance(annotation, type) and not hasattr(annotation, "__origin__")
    return getattr(annotation, "__name__", "") if is_class else repr(annotation)


def _types_in(node: ast.AST, namespace: Mapping[str, object]) -> Iterable[OptionType]:
    """Yield the types that a part of an annotation allows.

    Raises:
        LookupError: If the part contains another type.
        SyntaxError, ValueError: If it contains a malformed text, or a `Literal` with a value that
            is not a literal.
    """
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        parts: list[ast.AST] = [node.left, node.right]
    elif isinstance(node, ast.Subscript):
        parts = _subscript_items(node)
        generic_name = _last_name(node.value)
        if generic_name == "Literal":
            yield literal_type(tuple(ast.literal_eval(part) for part in parts))
            return
        if generic_name not in ("Annotated", "Optional", "Union"):
            raise LookupError
        parts = parts[:1] if generic_name == "Annotated" else parts
        yield from [OPTION_TYPES["None"]] * (generic_name == "Optional")
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        parts = [ast.parse(node.value, mode="eval").body]
    else:
        is_none = isinstance(node, ast.Constant) and node.value is None
        name = "None" if is_none else _last_name(node)
        name = "None" if name == "NoneType" else name
        if name in OPTION_TYPES:
            yield OPTION_TYPES[name]
            return
        aliased_text = annotation_text(namespace[name])
        if aliased_text == name:  # a class, not another name of an option type
            raise LookupError
        parts = [ast.parse(aliased_text, mode="eval").body]
    for part in parts:
        yield from _types_in(part, namespace)


def _subscript_items(node: ast.Subscript) -> list[ast.AST]:
    """Return the items between the brackets of a subscript."""
    index: ast.AST = node.slice
    if type(index).__name__ == "Index":  # Python 3.8
        index = index.value  # type: ignore[attr-defined]
    return [*index.elts] if isinstance(index, ast.Tuple) else [index]


def _last_name(node: ast.AST) -> str:
    """Return NAME for NAME and for MODULE.NAME; raise LookupError for another expression."""
    name = getattr(node, "id", None) or getattr(node, "attr", None)
    if not isinstance(name, str):
        raise LookupError
    return name


def guess_value(text: str) -> bool | int | Fraction | str:
    """Return a text as the bool, the int or the Fraction that it spells; otherwise as it is.

    >>> guess_value("true"), guess_value("2.0"), guess_value("1/3"), guess_value("nan")
    (True, 2, Fraction(1, 3), 'nan')
    """
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        number = rational(text)
    except DataError:
        return text
    return int(number) if number.denominator == 1 else number
