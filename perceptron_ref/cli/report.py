"""A run in words, for people; and as the JSON object that programs read."""

from __future__ import annotations

from fractions import Fraction

from ..exact.rationals import exact_text
from ..exact.rationals import (
    shortened as shortened,  # so that commands find all wording here
)
from ..plugins.registry import defaults, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..dataset import Dataset
    from ..pla import Run, Strategy

_WIDEST = 60
_LONGEST_ERROR = 400
_TOO_LONG = 10**4000  # Python's limit is 4,300 digits


def data_line(source: str, data: Dataset) -> str:
    """Return the data in a line: source, N, d, scale."""
    size = f"N = {counted(data.N, 'example')}, d = {counted(data.d, 'feature')}"
    return f"Data: {source}, {size}, scale {shortened(data.scale)}"


def algorithm_line(algorithm: str, strategy: Strategy, sign_of_zero: int) -> str:
    """Return in a line what is run."""
    options = "".join(
        f", {key} = {_option_text(value)}" for key, value in defaults(strategy).items()
    )
    zero = "a mistake for both labels" if sign_of_zero == 0 else f"{sign_of_zero:+d}"
    return f"{_TITLES[algorithm]}, visiting order {name_of(strategy)}{options}; sign(0) is {zero}"


def _option_text(value: object) -> str:
    is_number = isinstance(value, (int, Fraction)) and not isinstance(value, bool)
    return shortened(value) if is_number else printable(str(value))  # type: ignore[arg-type]


def outcome(run: Run, advise: bool = True) -> str:
    """Return how the run ended, in a sentence, and, if asked, what to try where it did not
    converge.
    """
    done = f"{counted(run.updates, 'update')} and {counted(run.visits, 'visit')}"
    if run.status == "converged":
        return f"Converged after {done}: no mistake is left."
    left = f"{counted(run.mistakes, 'mistake')} of {run.data.N:,} left"
    if run.status == "target_mistakes":
        return f"Reached the target after {done}: {left}."
    stopped = f"NOT converged: stopped by {_LIMITS[run.status]} after {done}, {left}."
    if not advise:
        return stopped
    pocket = hasattr(run, "w_last")
    advice = "a larger --max-updates" if run.status == "max_updates" else "a larger --max-visits"
    other = (
        "another seed (--strategy random-permutation:seed=1)"
        if pocket
        else "--pocket, which keeps the best weights met"
    )
    return f"{stopped} `separable` decides whether a line separates the data at all. Try {advice}, or {other}."


def weight_lines(names: Sequence[str], w: Sequence[Fraction | int]) -> Iterator[str]:
    """Yield w_0, w_1, ..., each with its feature's name, numbers aligned; last the threshold."""
    labels = [
        "w_0  = -threshold",
        *(f"w_{i}  {printable(name)}" for i, name in enumerate(names, start=1)),
    ]
    texts = [shortened(w_i) for w_i in w]
    widest, longest = max(map(len, labels)), max(map(len, texts))
    for label, text in zip(labels, texts):
        yield f"  {label:{widest}}  {text:>{longest}}"
    yield f"threshold {shortened(-w[0])}"


def printable(text: str) -> str:
    """Return the text as it may go to a terminal: control characters escaped, and not endless.

    >>> printable("age\\x1b[2J")
    'age\\\\x1b[2J'
    """
    text = escaped(text)
    return text if len(text) <= _WIDEST else text[: _WIDEST - 3] + "..."


def escaped(text: str) -> str:
    """Return the text, however long, with its control characters escaped, so that two texts stay
    two.
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def one_line(error: object) -> str:
    """Return what an error says in one line of bearable length."""
    text = escaped(" ".join(str(error).split()))
    return text if len(text) <= _LONGEST_ERROR else text[: _LONGEST_ERROR - 3] + "..."


def mistakes_line(whose: str, mistakes: int, N: int) -> str:
    """Return how many mistakes are made, "on" some data or "of" some weights."""
    return f"Mistakes {whose}: {mistakes:,} of {N:,}"


def counted(number: int, what: str) -> str:
    """Return the number with its noun.

    >>> counted(1, "update"), counted(2000, "visit")
    ('1 update', '2,000 visits')
    """
    text = f"{number:,}" if number < _TOO_LONG else shortened(number)
    return f"{text} {what}" if number == 1 else f"{text} {what}s"


def data_record(source: str, data: Dataset) -> dict[str, object]:
    """Return the data for JSON."""
    return {
        "source": source,
        "N": data.N,
        "d": data.d,
        "scale": data.scale,
        "names": list(data.names),
    }


def strategy_record(strategy: Strategy) -> dict[str, object]:
    """Return the strategy with all its options for JSON."""
    return {"name": name_of(strategy), "options": defaults(strategy)}


def run_record(run: Run) -> dict[str, object]:
    """Return for JSON how the run ended and what it found, exact numbers as text."""
    return {
        "status": run.status,
        "updates": run.updates,
        "visits": run.visits,
        "mistakes": run.mistakes,
        "w": [exact_text(w_i) for w_i in run.w],
        "threshold": exact_text(-run.w[0]),
    }


def json_text(record: dict[str, object]) -> str:
    """Return the record as one JSON object, a line for each key.

    What JSON has no form for becomes exact text, and so do ints longer than Python's `json` can
    read back.
    """
    from json import dumps

    items = (f"  {dumps(key)}: {dumps(_plain(value))}" for key, value in record.items())
    return "{\n" + ",\n".join(items) + "\n}"


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, Fraction) or (isinstance(value, int) and abs(value) >= _TOO_LONG):
        return exact_text(value)
    return value if isinstance(value, (int, float, str, type(None))) else str(value)


_TITLES = {"pla": "PLA", "pocket": "Pocket"}
_LIMITS = {"max_updates": "--max-updates", "max_visits": "--max-visits"}
