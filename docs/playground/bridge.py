"""Answer the questions of the playground. A question and its answer are JSON.

The key "what" of a question is one of about, set, read, csv, run, compare, race, check, selftest
and console. The package and serialization.py compute the numbers in an answer. A worker of the page
calls `answer`, and the tests call the same function in CPython:

>>> print(answer('{"what": "set", "name": "xor"}'))  # doctest: +ELLIPSIS
{"set": {"name": "xor", "names": ["x1", "x2"], "rows": [["0", "0"], ...

    choices.py        visiting orders, sets of examples and starter files to choose from
    reader_code.py    the strategy that the reader types: its file and its output
    serialization.py  a set, a run and its proof as JSON
    console.py        Python and commands of other pages
"""

from __future__ import annotations

import json
import re
import sys
import warnings
from time import monotonic
from typing import Any, Callable, Dict, List, Sequence

import choices
import reader_code
from reader_code import READER_FILE, Answer, OutputStream, Send
from serialization import exact_number, proof_as_json, run_as_json, set_as_json

import perceptron_ref
from perceptron_ref import DataError, Dataset, Run, StrategyError, Update, pla, pocket, read
from perceptron_ref import example as example_set
from perceptron_ref.files.write import as_csv
from perceptron_ref.testing.golden import (
    expected_fingerprint,
    fingerprint,
    golden_questions,
    golden_runs,
)
from perceptron_ref.testing.kit import FAILED, Check, remaining_checks, run_check
from perceptron_ref.testing.race import Entrant, Race, RaceRunner, default_sets
from perceptron_ref.testing.under_test import StrategyUnderTest
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Separable, separability

Question = Dict[str, Any]

MAX_EXAMPLES, MAX_FEATURES, MAX_UPDATES = 200, 20, 10_000
_PROGRESS_INTERVAL = 0.1  # seconds between reports of progress
_SEARCH_SECONDS = 3.0  # after which the search for a separating line gives up
_PASTED_FILE = "your data"
# parts of messages that name Python arguments and command-line options, which the page lacks
_OPTION_ADVICE = re.compile(
    r"(\. (?=[A-Z])((?!\. [A-Z]).)*?|, as with .*?)\b\w+=(True|False|\.\.\.|[\"']).*$"
    r"| for \w+=[\"'].*?[\"'](?=;)|(, which|\. Use) the argument positive (names|.*$)"
)
_SEED_COUNT = 3  # runs in a race of each strategy that has a seed
_ALGORITHMS: Dict[str, Callable[..., Run]] = {"pla": pla, "pocket": pocket}


def answer(text: str, send: Callable[[str], object] = lambda message: None) -> str:
    """Return the answer to one question as JSON.

    If an error arises, the answer is {"error": its message, "line": a line of mine.py or null,
    ...}. The answer to "console" always has both keys, and its line is one of the block.

    Args:
        text: the question, a JSON object with the key "what".
        send: is called with each report of progress or output, as JSON.
    """
    question = json.loads(text)

    def send_json(message: Answer) -> None:
        send(json.dumps(message))

    if question["what"] == "console":
        import console

        return json.dumps(console.run(question, send_json))
    return json.dumps(_answer(question, send_json))


def _answer(question: Question, send: Send) -> Answer:
    """Return the answer, with the printed text if the question has code of the reader."""
    output = OutputStream(send)
    try:
        with reader_code.temporary_file(question.get("code")), reader_code.isolated_run(output):
            reply = _ANSWER_FUNCTIONS[question["what"]](question, send)
    except BaseException as error:  # the reader's code may raise anything, even SystemExit
        reply = reader_code.error_answer(error)
        reply.update(_blamed_field(reply["error"], question.get("names") or []))
        reader_code.drop_causes(error)
    return {**reply, "printed": output.text} if "code" in question else reply


def _blamed_field(message: str, names: Sequence[str]) -> Answer:
    """Return the field of the page that a message names, and the cell if it is a table.

    A cell is [example, feature]. The result is {} if the message names no field.

    >>> _blamed_field("eta: found '0'; expected a positive number", [])
    {'field': 'eta', 'at': None}
    >>> _blamed_field("example 2, feature debt: found 'z'", ["salary", "debt"])
    {'field': 'rows', 'at': [2, 1]}
    """
    setting_match = re.match(r"(w0|x0|eta|max_updates|sign_of_zero)\b", message)
    number_match = re.match(r"example (\d+), feature (.+?): ", message)
    field, cell = setting_match[1] if setting_match else None, None
    if number_match:
        field = "rows"
        cell = (
            [int(number_match[1]), names.index(number_match[2])]
            if number_match[2] in names
            else None
        )
    elif reader_code.line_named_in(message) or message.startswith(
        (f"strategy {READER_FILE}", f"{READER_FILE}:")
    ):
        field = "code"
    elif message.startswith("strategy ") or "expected one of the strategies" in message:
        field = "strategy"
    return {"field": field, "at": cell} if field else {}


class _Progress:
    """Send t, the number of updates or of golden runs so far, at most once per interval."""

    def __init__(self, send: Send) -> None:
        self._send, self._due, self.t = send, 0.0, 0

    def update(self, t: int) -> None:
        self.t = t
        self.tick()

    def tick(self, step: object = None) -> None:
        now = monotonic()
        if now >= self._due:
            self._due = now + _PROGRESS_INTERVAL
            self._send({"t": self.t})


def _answer_about(question: Question, send: Send) -> Answer:
    return {
        "python": sys.version.split()[0],
        "version": perceptron_ref.__version__,
        "strategies": choices.strategies_as_json(),
        "sets": choices.SETS,
        "starters": choices.starters(),
    }


def _without_options(message: str) -> str:
    """Return a message without the arguments and options that the page lacks.

    >>> _without_options("found '0,1', which may be names. If they are, use header=True")
    "found '0,1', which may be names"
    """
    return _OPTION_ADVICE.sub("", message)


def _answer_set(question: Question, send: Send) -> Answer:
    name = question["name"]
    return {"set": set_as_json(name, _checked_size(f"example {name}", example_set(name)))}


def _answer_read(question: Question, send: Send) -> Answer:
    """Read the pasted "text" as a file.

    "label" names the label column, and "positive" the label that becomes +1. If "positive" is
    missing, and the package cannot tell which of two words is +1, the alphabetically last one
    becomes +1. The exception is o, which becomes +1 because the plane draws +1 as o.
    """
    options: Dict[str, Any] = {"label": question.get("label"), "positive": question.get("positive")}
    with (
        reader_code.temporary_file(question["text"], _PASTED_FILE),
        warnings.catch_warnings(record=True) as caught_warnings,
    ):
        warnings.simplefilter("always")
        try:
            data, label_notes = read(_PASTED_FILE, **options), []
        except DataError as error:
            label_pair = (
                _find_label_pair(question["text"], options) if options["positive"] is None else ()
            )
            if not label_pair:
                raise DataError(_without_options(str(error))) from None
            smaller, larger = sorted(label_pair, key=lambda word: (word.lower() == "o", word))
            del caught_warnings[:]
            data = read(_PASTED_FILE, **{**options, "positive": larger})
            label_notes = [f"{_PASTED_FILE}: the label {larger} means +1, and {smaller} means -1"]
    notes = label_notes + [_without_options(str(warning.message)) for warning in caught_warnings]
    return {"set": set_as_json("", _checked_size(_PASTED_FILE, data)), "warnings": notes}


def _find_label_pair(text: str, options: Dict[str, Any]) -> Sequence[str]:
    """Return the two words that are the labels, or (); try each cell of the last line as one."""
    line = (text.strip().splitlines() or [""])[-1]
    for cell in reversed(re.split("[,;\t]", line) if re.search("[,;\t]", line) else line.split()):
        try:
            other_word, word = read(
                _PASTED_FILE, **{**options, "positive": cell.strip(' "')}
            ).labels
        except DataError:
            continue
        return [other_word, word] if other_word else ()
    return ()


def _checked_size(source: str, data: Dataset) -> Dataset:
    """Return the set unchanged, or raise DataError if it is too large for the page."""
    for count, limit, unit in (
        (data.N, MAX_EXAMPLES, "examples"),
        (data.d, MAX_FEATURES, "features"),
    ):
        if count > limit:
            raise DataError(
                f"{source}: found {count:,} {unit}; expected at most {limit} on this page: leave "
                "some out, or install perceptron_ref, which takes more"
            )
    return data


def _examples_of(question: Question) -> Dataset:
    """Return the examples of a question as a data set."""
    names, x0 = question.get("names"), question.get("x0", "1")
    return _checked_size(
        "the examples", Dataset(question["rows"], question["labels"], names=names, x0=x0)
    )


def _answer_csv(question: Question, send: Send) -> Answer:
    """Return the examples as the text of a CSV file for `perceptron-ref fit FILE.csv`."""
    return {"text": as_csv(_examples_of(question))}


def _answer_run(question: Question, send: Send) -> Answer:
    data, progress = _examples_of(question), _Progress(send)
    text = _strategy_of(question)
    run = _run_strategy(question, data, text, progress)
    decision = _search_separator(data, progress)
    w_f = decision.w_f if isinstance(decision, Separable) else (0,) * (1 + data.d)
    proof = Proof(run, w_f, on_update=progress.tick)
    is_pocket = question["algorithm"] == "pocket"
    return {
        "run": run_as_json(run, proof, is_pocket, progress.tick),
        "proof": proof_as_json(decision),
    }


def _strategy_of(question: Question) -> str:
    """Return the strategy of a question; with code it is mine.py, perhaps with options."""
    text: str = question.get("strategy") or READER_FILE
    return (
        READER_FILE
        if question.get("code") is not None and not reader_code.is_reader_strategy(text)
        else text
    )


def _run_strategy(question: Question, data: Dataset, text: str, progress: _Progress) -> Run:
    """Run a strategy. It has no time limit here, because the page can stop Python."""
    algorithm, options = _options(question)

    def on_update(update: Update) -> None:
        progress.update(update.t + 1)

    progress.update(0)
    return algorithm(data, text, on_update=on_update, **options)


def _options(question: Question) -> tuple[Callable[..., Run], dict[str, Any]]:
    """Return the algorithm and the options that the question sets."""
    names = ("w0", "eta", "sign_of_zero", "max_updates")
    options = {name: question[name] for name in names if question.get(name) is not None}
    max_updates = options.setdefault("max_updates", 1000)
    if isinstance(max_updates, int) and max_updates > MAX_UPDATES:
        raise DataError(
            f"max_updates: found {max_updates:,}; expected at most {MAX_UPDATES:,} here"
        )
    algorithm = question["algorithm"]
    if algorithm not in _ALGORITHMS:
        raise DataError(f"algorithm: found {algorithm!r}; expected pla or pocket")
    return _ALGORITHMS[algorithm], options


def _search_separator(data: Dataset, progress: _Progress) -> Any:
    """Return the result of `separability`: Undecided if it takes more than _SEARCH_SECONDS."""
    deadline = monotonic() + _SEARCH_SECONDS

    def on_step(steps: int, support: int) -> None:
        progress.tick()
        if monotonic() > deadline:
            raise StopIteration

    return separability(data, on_step=on_step)


def _answer_compare(question: Question, send: Send) -> Answer:
    data, progress = _examples_of(question), _Progress(send)
    return {
        "rows": [_comparison(question, data, text, progress) for text in question["strategies"]]
    }


def _comparison(question: Question, data: Dataset, text: str, progress: _Progress) -> Answer:
    """Return the costs of a strategy on the data, or its error.

    The error of one strategy must not end the comparison of the others.
    """
    try:
        run = _run_strategy(question, data, text, progress)
    except StrategyError as error:
        return {"strategy": text, **reader_code.error_answer(error)}
    costs = {key: getattr(run, key) for key in ("visits", "dot_products", "mistakes")}
    return {"strategy": text, "status": run.status, "T": run.updates, **costs}


def _answer_race(question: Question, send: Send) -> Answer:
    """Race the strategies against `cyclic` on the small sets of the package's race."""
    sets = {name: data for name, data in default_sets().items() if data.N <= MAX_EXAMPLES}
    texts = list(dict.fromkeys(["cyclic", *question["strategies"]]))
    entrants = [_entrant(sets, text, send) for text in texts]
    race = Race(sets, entrants)
    rows = [_placing(race, label) for label in race.ranking("updates")]
    return {"rows": rows, "sets": list(sets), "seeds": _SEED_COUNT}


def _entrant(sets: dict[str, Dataset], text: str, send: Send) -> Entrant:
    runner = RaceRunner(sets, seeds=_SEED_COUNT, max_updates=MAX_UPDATES)
    return runner.run(text, text, lambda name: send({"race": {"strategy": text, "set": name}}))


def _placing(race: Race, label: str) -> Answer:
    """Return the ranks and costs of a strategy, and their geometric means relative to `cyclic`."""
    entrant = race.entrants[label]
    if entrant.error:
        return {
            "strategy": label,
            "error": entrant.error,
            "line": reader_code.line_named_in(entrant.error),
        }
    measures = ("updates", "visits", "dot_products")
    costs = {
        name: {
            **{m: exact_number(outcome.means[m]) for m in measures},
            "finished": outcome.finished,
        }
        for name, outcome in entrant.outcomes.items()
    }
    return {
        "strategy": label,
        "ranks": {measure: race.ranks(measure)[label] for measure in measures},
        "means": {measure: str(race.geometric_mean(label, measure)) for measure in measures},
        "costs": costs,
        "unfinished": entrant.unfinished,
    }


def _answer_check(question: Question, send: Send) -> Answer:
    """Run the checks of the conformance kit on mine.py.

    The name of each check is sent before the check starts, so that the page knows which one does
    not return. "before" has the verdicts of checks that earlier questions ran.
    """
    verdicts: List[Answer] = list(question.get("before") or [])
    progress = _Progress(send)
    strategy = StrategyUnderTest(READER_FILE, on_request=progress.tick)
    for check in remaining_checks(
        strategy, {verdict["name"]: verdict["failure"] or "" for verdict in verdicts}
    ):
        send({"checking": {"name": check.name, "requires": check.says}})
        verdicts.append(_verdict(check))
        send({"check": verdicts[-1]})
    return {
        "checks": verdicts,
        "passes": all(verdict["verdict"] != FAILED.lower() for verdict in verdicts),
    }


def _verdict(check: Check) -> Answer:
    verdict, note, error = run_check(check)
    failure = None if error is None else str(error)
    return {
        "name": check.name,
        "requires": check.says,
        "verdict": verdict.lower(),
        "note": note,
        "failure": failure,
        "line": reader_code.line_named_in(failure or ""),
    }


def _answer_selftest(question: Question, send: Send) -> Answer:
    runs, answers, progress = [], [], _Progress(send)
    for case in golden_runs():
        runs.append(case.run())
        progress.update(len(runs))
    for golden_question in golden_questions():
        answers.append(golden_question.answer())
        progress.update(len(runs) + len(answers))
    computed = fingerprint(runs, answers)
    return {
        "fingerprint": computed,
        "expected": expected_fingerprint(),
        "python": sys.version.split()[0],
    }


_ANSWER_FUNCTIONS: Dict[str, Callable[[Question, Send], Answer]] = {
    "about": _answer_about,
    "set": _answer_set,
    "read": _answer_read,
    "csv": _answer_csv,
    "run": _answer_run,
    "compare": _answer_compare,
    "race": _answer_race,
    "check": _answer_check,
    "selftest": _answer_selftest,
}
