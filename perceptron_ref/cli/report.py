"""Reports: lines for people, one JSON object for programs."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import isfinite

from ..dataset import Dataset
from ..errors import shown
from ..exact.rationals import MOST_LISTED, exact_text, in_digits, shortened
from ..exact.values import as_ints
from ..plugins.registry import Bound, strategy
from ..run import Run
from .plan import Plan, default_strategy
from .terminal import say, write
from .text import TOO_LONG, WIDE, aligned, counted, printable, readable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..experiments.records import Repeated
    from ..theory.audit import Result

_LARGEST = 10  # weights, of many
_TITLES = {"pla": "PLA", "pocket": "Pocket"}
_STATISTICS = {
    "squared_length": "|w|^2",
    "length": "|w|",
    "E_in": "E_in, training data",
    "E_in_last": "E_in of the last weights",
    "E_test": "error on test data",
    "E_test_last": "that of the last weights",
}
_LIMITS = {"max_updates": "--max-updates", "max_visits": "--max-visits", "stopped": "--max-seconds"}


def show(
    args: argparse.Namespace,
    record: Callable[[], dict[str, object]],
    lines: Iterable[str],
    data: Dataset | None = None,
    result: Result | None = None,
) -> None:
    """Print an answer: its record as one JSON object with --json, otherwise its lines.

    data: the data of FILE that the answer is about; they come first. result: what --audit prints
    with all that it takes to check it.
    """
    audited = result is not None and args.audit
    if args.json or audited:
        about: dict[str, object] = {} if data is None else {"data": data_record(args.file, data)}
        if result is not None and audited:
            from ..theory.audit import audit_record

            about.update(audit_record(result))
        show_json({**about, **record()})
        return
    if data is not None:
        say(_data_line(args.file, data))
        say(_labels_line(data))
        if "is_unnamed" in args:
            say("No FILE is named: this is an example. `fit FILE` learns from yours.")
    for line in lines:
        say(line)


def show_json(record: dict[str, object]) -> None:
    """Print a record as one JSON object, a line for each key.

    What JSON has no form for becomes exact text, and so does an int that is longer than Python's
    `json` can read back.
    """
    from json import dumps

    items = []
    for key, value in record.items():
        text = dumps(_plain(value), ensure_ascii=False, default=exact_text)
        visible = (c if c.isprintable() else dumps(c)[1:-1] for c in text)
        items.append(f"  {dumps(key)}: {''.join(visible)}")
    write("{\n" + ",\n".join(items) + "\n}\n")


def _plain(value: object) -> object:
    """Return a value, with text for ints and floats beyond JSON's."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    if isinstance(value, int) and abs(value) >= TOO_LONG:
        return exact_text(value)
    is_beyond = isinstance(value, float) and not isfinite(value)
    return repr(value) if is_beyond else value


def _data_line(source: str, data: Dataset) -> str:
    """Return the data in a line: source, N, d; and x_0, where it is not 1."""
    size = f"N = {counted(data.N, 'example')}, d = {counted(data.d, 'feature')}"
    x_0 = "" if data.x0 == 1 else f", x_0 = {shortened(data.x0)}"
    length = "" if data.factors is None else ", every x_n made as long as 1"
    return f"Data: {source}, {size}{x_0}{length}"


def _labels_line(data: Dataset) -> str:
    """Return what +1 and -1 stand for in the file, in a line."""
    negative, positive = data.labels
    column = "" if data.label_name is None else f" ({printable(data.label_name)})"
    if negative == "-1" and positive in ("1", "+1"):
        return f"Labels{column}: +1 and -1"
    other = "any other label" if negative is None else shown(negative)
    return f"Labels{column}: +1 stands for {shown(positive)}, -1 for {other}"


def plan_line(plan: Plan, sign_of_zero: int) -> str:
    """Return what is run in a line: the algorithm, the visiting order with its options, sign(0).

    Of a built-in order, what is off unless it is asked for goes without saying.
    """
    order, usual = plan.strategy.name, {}
    if plan.strategy.built_in:
        usual = strategy(order).options
    for key, value in plan.strategy.options.items():
        if value is not False or usual.get(key) is not False:
            exact = isinstance(value, (int, Fraction)) and not isinstance(value, bool)
            order += f", {key} = {shortened(value) if exact else printable(value)}"  # type: ignore[arg-type]
    zero = "a mistake for both labels" if sign_of_zero == 0 else f"{sign_of_zero:+d}"
    return f"{_TITLES[plan.algorithm]}, visiting order {order}; sign(0) is {zero}"


def outcome(run: Run) -> str:
    """Return how the run ended, in a sentence."""
    done = f"{counted(run.updates, 'update')} and {counted(run.visits, 'visit')}"
    if run.status == "converged":
        return f"Converged after {done}: no mistake is left."
    left = f"{counted(run.mistakes, 'mistake')} of {run.data.N:,} left"
    if run.status == "target_mistakes":
        return f"Reached the target after {done}: {left}."
    if run.status == "right_in_a_row":
        row = f"{counted(run.right_in_a_row or 0, 'visit')} in a row without a mistake"
        return f"Stopped after {row}, {done} in all; counted on all examples: {left}."
    return f"NOT converged: stopped by {_LIMITS[run.status]} after {done}, {left}."


def advice(plan: Plan, run: Run) -> str:
    """Return what to try after a run that a limit stopped, or a row; nothing after others."""
    if run.status == "right_in_a_row" and run.mistakes:
        return " Try a larger --right-in-a-row."
    if run.status not in _LIMITS:
        return ""
    other = "--pocket, which keeps the best weights met"
    if plan.algorithm == "pocket":
        other = f"another seed (--strategy {default_strategy('pocket')}:seed=1)"
    return (
        " Better weights may exist: `separable` decides whether a line separates the data at all, "
        "`optimum` how few mistakes a line makes. "
        f"Try a larger {_LIMITS[run.status]}, or {other}."
    )


def weight_lines(
    data: Dataset, w: Sequence[Fraction | int], any_length: bool = False
) -> Iterator[str]:
    """Yield w_0, w_1, ..., each with its feature's name, numbers aligned; last the threshold,
    unless it is -w_0.

    Of many weights those of the ten largest absolute values are shown, the largest first.
    any_length: whether |w| means nothing, so that long numbers may be scaled.
    """
    texts, more = readable(w) if any_length else ([], "")
    features = list(range(1, 1 + data.d))
    if data.d > WIDE:
        ints, _ = as_ints(w)
        nonzeros = [i for i in features if ints[i]]
        features = sorted(nonzeros, key=lambda i: -abs(ints[i]))[:_LARGEST]
        more = (
            f"Not 0: {len(nonzeros):,} of {counted(data.d, 'weight')}, the largest above; "
            "--json lists them all"
        )
    w_0 = "w_0  = -threshold" if data.x0 == 1 else f"w_0  (x_0 = {shortened(data.x0)})"
    labels = [w_0, *(f"w_{i}  {printable(data.names[i - 1])}" for i in features)]
    texts = [texts[i] if texts else shortened(w[i]) for i in (0, *features)]
    yield from (f"  {line}" for line in aligned([*zip(labels, texts)], numbers=[1]))
    if more:
        yield f"  {more}"
    if data.x0 == 0:
        yield "no threshold, as x_0 = 0: the line goes through the origin"
    elif data.x0 != 1:
        yield f"threshold -w_0 x_0 = {shortened(-w[0] * data.x0)}"


def mistakes_line(whose: str, mistakes: int, N: int) -> str:
    """Return how many mistakes are made, "on" some data or "of" some weights."""
    return f"Mistakes {whose}: {mistakes:,} of {N:,}"


def repeat_lines(found: Repeated, is_interrupted: bool) -> Iterator[str]:
    """Yield what came of many seeds: in words, and their statistics in a table."""
    runs = counted(len(found.runs), "run")
    if len(found.runs) < found.asked:
        ended = "Interrupted" if is_interrupted else "Stopped by --max-seconds"
        yield f"{ended} after {len(found.runs):,} of {counted(found.asked, 'run')}."
    ends = ", ".join(f"{count:,} {status}" for status, count in found.statuses.items())
    first, last = shortened(found.seeds[0]), shortened(found.seeds[-1])
    yield f"{runs}, seeds {first} to {last}: {ends}"
    share = in_digits(100 * found.share_without_mistakes, 6)
    yield f"Without a mistake on the training data: {found.without_mistakes:,} of {runs} ({share}%)"
    yield ""
    rows = [["", "mean", "least", "quartile", "median", "quartile", "most"]]
    for key, each in found.statistics.items():
        numbers = each.mean, each.least, *each.quartiles, each.most
        rows.append([_STATISTICS.get(key, key), *(in_digits(q, 6) for q in numbers)])
    yield from aligned(rows, numbers=range(1, 7))


def data_record(source: str, data: Dataset) -> dict[str, object]:
    """Return the data for JSON."""
    return {
        "source": source,
        "N": data.N,
        "d": data.d,
        "scale": data.scale,
        "names": None if data._names is None and data.d > MOST_LISTED else list(data.names),
        "labels": list(data.labels),
        "x0": exact_text(data.x0),
        "normalized": data.factors is not None,
    }


def strategy_record(order: Bound) -> dict[str, object]:
    """Return the strategy with all its options for JSON."""
    return {"name": order.name, "options": order.options}
