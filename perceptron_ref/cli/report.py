"""Reports: lines for people, one JSON object for programs."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite

from ..errors import in_one_line, shown
from ..exact.for_json import names_for_json, weights_for_json
from ..exact.rationals import exact_text, shortened
from ..exact.values import as_ints
from ..plugins.registry import strategy
from .plan import default_strategy
from .terminal import say, write
from .text import TOO_LONG, WIDE, counted, histogram, percent, printable, rounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeVar

    from ..dataset import Dataset
    from ..experiments.records import Repeated
    from ..experiments.summary import Summary
    from ..plugins.registry import Bound
    from ..run import Run, Update
    from ..theory.audit import Result
    from .plan import Plan

    Answer = TypeVar("Answer")

_LONGEST = 1_000_000  # characters of what JSON has no form for
_DEEPEST = 50  # lists in lists that are followed
_LARGEST = 10  # weights, of many
_TITLES = {"pla": "PLA", "pocket": "Pocket"}
_ENDS = {  # of many runs, but for those that converged
    "target_mistakes": "reached --target-mistakes",
    "right_in_a_row": "reached --right-in-a-row",
    "max_updates": "stopped by --max-updates",
    "max_visits": "stopped by --max-visits",
}
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
        say(labels_line(data))
    for line in lines(answer):
        say(line)


def show_json(record: dict[str, object]) -> None:
    """Print a record as one JSON object."""
    write(json_text(record) + "\n")


def data_line(source: str, data: Dataset) -> str:
    """Return the data in a line: source, N, d, scale; and x_0, where it is not 1."""
    size = f"N = {counted(data.N, 'example')}, d = {counted(data.d, 'feature')}"
    x_0 = "" if data.x0 == 1 else f", x_0 = {shortened(data.x0)}"
    length = "" if data.factors is None else ", every x_n made as long as 1"
    return f"Data: {source}, {size}, scale {shortened(data.scale)}{x_0}{length}"


def labels_line(data: Dataset) -> str:
    """Return what +1 and -1 stand for in the file, in a line.

    >>> from perceptron_ref import Dataset, example
    >>> labels_line(example("credit")), labels_line(Dataset([[1]], [-1]))
    ("Labels: +1 stands for 'yes', -1 for 'no'", 'Labels: +1 and -1')
    """
    negative, positive = data.labels
    if negative == "-1" and positive in ("1", "+1"):
        return "Labels: +1 and -1"
    other = "any other label" if negative is None else shown(negative)
    return f"Labels: +1 stands for {shown(positive)}, -1 for {other}"


def plan_line(plan: Plan, sign_of_zero: int) -> str:
    """Return what is run in a line: the algorithm, the visiting order with its options, sign(0).

    Of a built-in order, what is off unless it is asked for goes without saying.
    """
    name, given = plan.strategy.name, plan.strategy.options
    usual = strategy(name).options if plan.strategy.built_in else {}
    options = "".join(
        f", {key} = {_option_text(value)}"
        for key, value in given.items()
        if value is not False or usual.get(key) is not False
    )
    order = f"{name}{options}"
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
    if run.status == "right_in_a_row":
        row = _multiple(run.right_in_a_row or 0, run.data.N)
        counting = f"Counted on all {run.data.N:,} examples: {counted(run.mistakes, 'mistake')}."
        return f"Stopped after {row} in a row without a mistake, {done} in all. {counting}"
    return f"NOT converged: stopped by {_LIMITS[run.status]} after {done}, {left}."


def _multiple(visits: int, N: int) -> str:
    """Return a number of visits, as a multiple of N where it is one.

    >>> _multiple(1280, 256), _multiple(7, 3)
    ('5N = 1,280 visits', '7 visits')
    """
    times, rest = divmod(visits, N)
    return counted(visits, "visit") if rest else f"{times:,}N = {counted(visits, 'visit')}"


def last_update(run: Run, seen: Update | None) -> tuple[int, int | None] | None:
    """Return the example that the last update corrected, n(T-1), and its visit, counted from 1.

    seen: the last update that was seen; of code that is not ours, by what its process told: the
        visit is None where that cannot be. None of a run without updates.
    """
    if not run.updates:
        return None
    is_last = seen is not None and seen.t == run.updates - 1
    visits = seen.visits if seen is not None and is_last else 0
    return run.n[-1], visits if run.updates <= visits <= run.visits else None


def last_update_line(last: tuple[int, int | None]) -> str:
    """Return the same in a line.

    >>> last_update_line((57, 341))
    'The last update corrected example 57 at visit 341 (examples count from 0, visits from 1).'
    """
    n, visit = last
    at, from_1 = ("", "") if visit is None else (f" at visit {visit:,}", ", visits from 1")
    return f"The last update corrected example {n}{at} (examples count from 0{from_1})."


def advice(plan: Plan, run: Run) -> str:
    """Return what to try after a run that a limit stopped, or a row; nothing after others."""
    if run.status == "right_in_a_row" and run.mistakes:
        return " Try a larger --right-in-a-row."
    if run.status not in _LIMITS:
        return ""
    met, other = "", "--pocket, which keeps the best weights met"
    if plan.algorithm == "pocket":
        met = " These are the best weights met; better ones may exist, on separable data, too."
        other = f"another seed (--strategy {default_strategy('pocket')}:seed=1)"
    return (
        f"{met} `separable` decides whether a line separates the data at all. "
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
    w_0 = "w_0  = -threshold" if data.x0 == 1 else f"w_0  (x_0 = {shortened(data.x0)})"
    labels = [w_0, *(f"w_{i}  {printable(data._name(i))}" for i in features)]
    texts = [shortened(w[i]) for i in (0, *features)]
    widest, longest = max(map(len, labels)), max(map(len, texts))
    for label, text in zip(labels, texts):
        yield f"  {label:{widest}}  {text:>{longest}}"
    if more:
        yield f"  {more}"
    if data.x0:
        formula = "" if data.x0 == 1 else "-w_0 x_0 = "
        yield f"threshold {formula}{shortened(-w[0] * data.x0)}"
    else:
        yield "no threshold, as x_0 = 0: the line goes through the origin"


def mistakes_line(whose: str, mistakes: int, N: int) -> str:
    """Return how many mistakes are made, "on" some data or "of" some weights."""
    return f"Mistakes {whose}: {mistakes:,} of {N:,}"


def repeat_lines(found: Repeated, is_interrupted: bool) -> Iterator[str]:
    """Yield what came of many seeds in words, with a histogram of the updates."""
    runs, seeds = counted(len(found.runs), "run"), found.seeds
    if len(found.runs) < found.asked:
        ended = "Interrupted" if is_interrupted else "Stopped by --max-seconds"
        yield f"{ended} after {len(found.runs):,} of {counted(found.asked, 'run')}."
    first, last = shortened(seeds[0]), shortened(seeds[-1])
    yield f"{runs}, seeds {first} to {last}: {_ends(found)}"
    yield f"Without a mistake on the training data: {_share(found)}"
    yield _statistics("Updates", found.updates)
    yield from histogram([run.updates for run in found.runs])
    yield _statistics("|w|^2", found.squared_lengths)
    yield _means("|w|", found.lengths)
    if found.thresholds is not None:
        yield _statistics("Threshold", found.thresholds)
    yield from _errors(found)


def _ends(found: Repeated) -> str:
    """Return how many runs converged, and how many ended in each other way."""
    others = [
        f"{count:,} {_ENDS.get(status, status)}"
        for status, count in found.statuses.items()
        if status != "converged"
    ]
    return ", ".join([f"{found.converged:,} converged", *others])


def _share(found: Repeated) -> str:
    share = percent(found.share_without_mistakes)
    return f"{found.without_mistakes:,} of {counted(len(found.runs), 'run')} ({share})"


def _errors(found: Repeated) -> Iterator[str]:
    """Yield the errors on the training data and on others, those of w_T, too, where that differs
    from the weights found.
    """
    whose = {"": (found.E_in, found.E_test), " of the last weights": ()}
    if found.algorithm == "pocket":
        whose[" of the last weights"] = found.E_in_last, found.E_test_last
    for of, errors in whose.items():
        for data, summary in zip(("training", "test"), errors):
            if summary is not None:
                mean, median = percent(summary.mean), percent(summary.median)
                yield f"Error{of} on the {data} data: mean {mean}, median {median}"


def _statistics(name: str, summary: Summary) -> str:
    low, _, high = map(rounded, summary.quartiles)
    least, most = rounded(summary.least), rounded(summary.most)
    return f"{_means(name, summary)}, least {least}, most {most}, quartiles {low} and {high}"


def _means(name: str, summary: Summary) -> str:
    return f"{name}: mean {rounded(summary.mean)}, median {rounded(summary.median)}"


def data_record(source: str, data: Dataset) -> dict[str, object]:
    """Return the data for JSON."""
    names = names_for_json(data)
    return {
        "source": source,
        "N": data.N,
        "d": data.d,
        "scale": data.scale,
        "names": names,
        "labels": list(data.labels),
        "x0": exact_text(data.x0),
        "normalized": data.factors is not None,
    }


def strategy_record(strategy: Bound) -> dict[str, object]:
    """Return the strategy with all its options for JSON."""
    return {"name": strategy.name, "options": strategy.options}


def run_record(run: Run) -> dict[str, object]:
    """Return for JSON how the run ended and what it found, exact numbers as text."""
    w = run.w
    return {
        "status": run.status,
        "updates": run.updates,
        "visits": run.visits,
        "mistakes": run.mistakes,
        "w": weights_for_json(w, exact_text),
        "threshold": exact_text(-w[0] * run.data.x0),
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
