"""Reports: lines for people, one JSON object for programs."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite

from ..errors import in_one_line, shown
from ..exact.rationals import exact_text, shortened
from ..hypothesis import as_ints, names_for_json, weights_for_json
from ..plugins.registry import defaults, name_of
from .plan import default_strategy
from .terminal import say, write
from .text import TOO_LONG, WIDE, counted, histogram, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeVar

    from ..dataset import Dataset
    from ..run import Run, Strategy
    from ..theory.audit import Result
    from .plan import Plan
    from .repeat import Repeated

    Answer = TypeVar("Answer")

_LONGEST = 1_000_000  # characters of what JSON has no form for
_DEEPEST = 50  # lists in lists that are followed
_LARGEST = 10  # weights, of many
_TITLES = {"pla": "PLA", "pocket": "Pocket"}
_LIMITS = {"max_updates": "--max-updates", "max_visits": "--max-visits", "stopped": "--max-seconds"}


def show(
    args: argparse.Namespace,
    answer: Answer,
    record: Callable[[Answer], dict[str, object]],
    lines: Callable[[Answer], Iterable[str]],
    data: Dataset | None = None,
    result: Result | None = None,
) -> None:
    """Print an answer: its record as one JSON object with --json, otherwise its lines.

    data: the data of FILE that the answer is about; they come first. result: what --audit prints
    with all that it takes to check it.
    """
    audited = getattr(args, "audit", False)  # which not all commands take
    if args.json or audited:
        about: dict[str, object] = {}
        if data is not None:
            about["data"] = data_record(args.file, data)
        if result is not None and audited:
            from ..theory.audit import audit_record

            about.update(audit_record(result))
        show_json({**about, **record(answer)})
        return
    if data is not None:
        say(data_line(args.file, data))
    for line in lines(answer):
        say(line)


def show_json(record: dict[str, object]) -> None:
    """Print a record as one JSON object."""
    write(json_text(record) + "\n")


def data_line(source: str, data: Dataset) -> str:
    """Return the data in a line: source, N, d, scale."""
    size = f"N = {counted(data.N, 'example')}, d = {counted(data.d, 'feature')}"
    return f"Data: {source}, {size}, scale {shortened(data.scale)}"


def plan_line(plan: Plan, sign_of_zero: int) -> str:
    """Return what is run in a line: the algorithm, the visiting order with its options, sign(0)."""
    options = "".join(
        f", {key} = {_option_text(value)}" for key, value in defaults(plan.strategy).items()
    )
    order = f"{name_of(plan.strategy)}{options}"
    zero = "a mistake for both labels" if sign_of_zero == 0 else f"{sign_of_zero:+d}"
    return f"{_TITLES[plan.algorithm]}, visiting order {order}; sign(0) is {zero}"


def _option_text(value: object) -> str:
    is_number = isinstance(value, (int, Fraction)) and not isinstance(value, bool)
    return shortened(value) if is_number else printable(in_one_line(value))  # type: ignore[arg-type]


def outcome(run: Run) -> str:
    """Return how the run ended, in a sentence."""
    done = f"{counted(run.updates, 'update')} and {counted(run.visits, 'visit')}"
    if run.status == "converged":
        return f"Converged after {done}: no mistake is left."
    left = f"{counted(run.mistakes, 'mistake')} of {run.data.N:,} left"
    if run.status == "target_mistakes":
        return f"Reached the target after {done}: {left}."
    return f"NOT converged: stopped by {_LIMITS[run.status]} after {done}, {left}."


def advice(plan: Plan, run: Run) -> str:
    """Return what to try after a run that a limit stopped; nothing after others."""
    if run.status not in _LIMITS:
        return ""
    other = "--pocket, which keeps the best weights met"
    if plan.algorithm == "pocket":
        other = f"another seed (--strategy {default_strategy('pocket')}:seed=1)"
    return (
        " `separable` decides whether a line separates the data at all. "
        f"Try a larger {_LIMITS[run.status]}, or {other}."
    )


def weight_lines(data: Dataset, w: Sequence[Fraction | int]) -> Iterator[str]:
    """Yield w_0, w_1, ..., each with its feature's name, numbers aligned; last the threshold.

    Of many weights those of the ten largest absolute values are shown, the largest first.
    """
    features, more = list(range(1, 1 + data.d)), ""
    if data.d > WIDE:
        ints, _ = as_ints(w)
        nonzeros = [i for i in features if ints[i]]
        features = sorted(nonzeros, key=lambda i: -abs(ints[i]))[:_LARGEST]
        more = (
            f"Not 0: {len(nonzeros):,} of {counted(data.d, 'weight')}, the largest above; "
            "--json lists them all"
        )
    labels = ["w_0  = -threshold", *(f"w_{i}  {printable(data._name(i))}" for i in features)]
    texts = [shortened(w[i]) for i in (0, *features)]
    widest, longest = max(map(len, labels)), max(map(len, texts))
    for label, text in zip(labels, texts):
        yield f"  {label:{widest}}  {text:>{longest}}"
    if more:
        yield f"  {more}"
    yield f"threshold {shortened(-w[0])}"


def mistakes_line(whose: str, mistakes: int, N: int) -> str:
    """Return how many mistakes are made, "on" some data or "of" some weights."""
    return f"Mistakes {whose}: {mistakes:,} of {N:,}"


def repeat_lines(repeats: Repeated) -> Iterator[str]:
    """Yield what came of many seeds in words, with a histogram of the updates."""
    updates, runs = repeats.updates, counted(repeats.runs, "run")
    first, last = shortened(repeats.seeds[0]), shortened(repeats.seeds[-1])
    if repeats.runs < repeats.asked:
        yield f"{_ended(repeats)} after {repeats.runs:,} of {counted(repeats.asked, 'run')}."
    yield f"{runs}, seeds {first} to {last}: {repeats.converged:,} converged"
    mean = f"{repeats.mean_updates:,.2f}"
    yield f"Updates: mean {mean}, least {min(updates):,}, most {max(updates):,}"
    yield from histogram(updates)
    if repeats.mean_test_error is not None:
        yield f"Mean error on the test data: {repeats.mean_test_error:.4%}"


def repeat_record(repeats: Repeated) -> dict[str, object]:
    """Return what came of many seeds for JSON."""
    keys = ["asked", "runs", "updates", "mean_updates"]
    if repeats.mean_test_error is not None:
        keys.append("mean_test_error")
    return {key: getattr(repeats, key) for key in keys}


def _ended(repeats: Repeated) -> str:
    return "Stopped by --max-seconds" if repeats.interrupted is None else "Interrupted"


def data_record(source: str, data: Dataset) -> dict[str, object]:
    """Return the data for JSON."""
    names = names_for_json(data)
    return {"source": source, "N": data.N, "d": data.d, "scale": data.scale, "names": names}


def strategy_record(strategy: Strategy) -> dict[str, object]:
    """Return the strategy with all its options for JSON."""
    return {"name": name_of(strategy), "options": defaults(strategy)}


def run_record(run: Run) -> dict[str, object]:
    """Return for JSON how the run ended and what it found, exact numbers as text."""
    w = run.w
    return {
        "status": run.status,
        "updates": run.updates,
        "visits": run.visits,
        "mistakes": run.mistakes,
        "w": weights_for_json(w, exact_text),
        "threshold": exact_text(-w[0]),
    }


def exact_texts(numbers: Iterable[Fraction | int]) -> list[str]:
    """Return each number as exact text.

    >>> exact_texts([Fraction(1, 3), 2])
    ['1/3', '2']
    """
    return [exact_text(number) for number in numbers]


def json_text(record: dict[str, object]) -> str:
    """Return the record as one JSON object, a line for each key.

    What JSON has no form for becomes exact text, and so does an int that is longer than Python's
    `json` can read back.
    """
    from json import dumps

    items = (f"  {dumps(key)}: {dumps(_plain(value))}" for key, value in record.items())
    return "{\n" + ",\n".join(items) + "\n}"


def _plain(value: object, inside: tuple[int, ...] = ()) -> object:
    """Return the value as JSON has it. inside: the ids of the lists and objects that it is in."""
    if isinstance(value, (dict, list)):
        if id(value) in inside or len(inside) == _DEEPEST:
            return shown(value)  # an option may be a list that contains itself
        inside = (*inside, id(value))
        if isinstance(value, list):
            return [_plain(inner, inside) for inner in value]
        return {_key(key): _plain(inner, inside) for key, inner in value.items()}
    if isinstance(value, Fraction) or (isinstance(value, int) and abs(value) >= TOO_LONG):
        return exact_text(value)
    if isinstance(value, float) and not isfinite(value):
        return repr(value)
    return value if isinstance(value, (int, float, str, type(None))) else _text(value)


def _key(key: object) -> str:
    return key if isinstance(key, str) else _text(key)


def _text(value: object) -> str:
    return in_one_line(value, longest=_LONGEST)
