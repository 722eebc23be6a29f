"""Changes of the examples before all else, --first, --scale, --x0 and --normalize; and --split."""

from __future__ import annotations

from ..dataset import Dataset
from ..errors import DataError, StrategyError, shown
from ..exact.rationals import is_number
from ..exact.values import checked_positive
from ..plugins.options import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..files.options import Like

_SPLIT = "N or a share such as 0.8, as in 200, 0.8:seed=3 or 0.8:seed=3,stratified=true"


def changed(args: argparse.Namespace, data: Dataset, like: Like | None = None) -> Dataset:
    """Return the examples as the options ask for them.

    like: the training set of which these are the test data, all of them, with its x_0; or a model,
    whose x_0 is that of the rows in their file, and so is scaled with them.
    """
    is_test = isinstance(like, Dataset)
    if like is not None and not is_test:
        data = data.with_x0(like.x0)
    if args.first is not None and not is_test and args.first != data.N:
        if args.first > data.N:
            expected = f"expected at least {args.first:,}, as --first says"
            raise DataError(f"found {data.N:,} examples; {expected}")
        data = data.split(args.first)[0]
    if args.scale is not None:
        data = data.scaled_by(checked_positive("--scale", args.scale))
    x0 = like.x0 if like is not None and is_test else args.x0
    if x0 is not None:
        data = data.with_x0(x0)
    return data.normalized() if args.normalize and not is_test else data


def split(data: Dataset, text: str) -> tuple[Dataset, Dataset]:
    """Return the two sets that SIZE[:seed=S,stratified=true] stands for, see `Dataset.split`."""
    try:
        parsed: tuple[str, dict[str, Any]] = parse(text)
        size, options = parsed
        if not (is_number(size) and isinstance(options.get("stratified", False), bool)):
            raise TypeError
        return data.split(int(size) if size.isdecimal() else size, **options)
    except DataError as error:
        raise DataError(f"--split: {error}") from None
    except (StrategyError, TypeError, ValueError):  # TypeError: another option
        raise DataError(f"--split: found {shown(text)}; expected {_SPLIT}") from None
