"""The questions of the playground, and their answers: JSON in, JSON out.

"what" is one of about, set, read, csv, run, compare, race, check, selftest and console.

Every number that a reader sees comes from here, that is from the package. `answer` runs unchanged
on CPython and in the page, where a worker calls it:

>>> print(answer('{"what": "set", "name": "xor"}'))  # doctest: +ELLIPSIS
{"set": {"name": "xor", "names": ["x1", "x2"], "rows": [["0", "0"], ...

    about.py    what there is to choose from
    typed.py    the strategy that the reader types: its file, its output
    as_json.py  a set, a run and its proof as JSON
    console.py  the Python and the commands of pages
"""

from __future__ import annotations

import json
import re
import sys
import warnings
from time import monotonic
from typing import Any, Callable, Dict, List, Sequence

import about
import typed
from as_json import number, proof_as_json, run_as_json, set_as_json
from typed import FILE, Answer, Printed, Say

import perceptron_ref
from perceptron_ref import DataError, Dataset, Run, StrategyError, Update, pla, pocket, read
from perceptron_ref import example as example_set
from perceptron_ref.files.write import as_csv
from perceptron_ref.testing.golden import (
    expected_fingerprint,
    fingerprint,
    golden_answers,
    golden_runs,
)
from perceptron_ref.testing.kit import FAILED, Check, remaining_checks, run_check
from perceptron_ref.testing.race import Entrant, Race, RaceSetup, default_sets
from perceptron_ref.testing.under_test import StrategyUnderTest
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Separable, separability

Question = Dict[str, Any]

MOST_EXAMPLES, MOST_FEATURES, MOST_UPDATES = 200, 20, 10_000
_PAUSE = 0.1  # seconds between two reports of progress
_MOST_SECONDS = 3.0  # seconds, after which the search for a separating line gives up
_PASTED = "your data"
# parts of messages with options to type elsewhere: the page has fields for them
_ELSEWHERE = re.compile(r" \(\w+=.*?, --.*?\)(?=[,;]|$)|; say so by .*$")
_SEED_COUNT = 3  # runs of a strategy with a seed in a race
_ALGORITHMS: Dict[str, Callable[..., Run]] = {"pla": pla, "pocket": pocket}


def answer(text: str, say: Callable[[str], object] = lambda message: None) -> str:
    """Return the answer to one question as JSON.

    Whatever goes wrong is an answer, too: {"error": ..., "line": that of the typed file, or null}.

    Args:
        text: the question, a JSON object with the key "what".
        say: is called with messages meanwhile, as JSON.
    """
    question = json.loads(text)

    def send(message: Answer) -> None:
        say(json.dumps(message))

    if question["what"] == "console":
        import console

        return json.dumps(console.run(question, send))
    return json.dumps(_answer(question, send))


def _answer(question: Question, say: Say) -> Answer:
    """Return the answer, with the printed text if the reader's code may have run."""
    printed = Printed(say)
    try:
        with typed.file_with(question.get("code")), typed.isolated_output(printed):
            reply = _QUESTIONS[question["what"]](question, say)
    except BaseException as error:  # typed code may raise all there is, SystemExit included
        reply = typed.refusal(error)
        reply.update(_blame(reply["error"], question.get("names") or []))
        typed.unlink(error)
    return {**reply, "printed": printed.text} if "code" in question else reply


def _blame(message: str, names: Sequence[str]) -> Answer:
    """Return the part of the question that a message blames, and the number in the examples.

    >>> _blame("eta: found '0'; expected a positive number", [])
    {'field': 'eta', 'at': None}
    >>> _blame("example 2, feature debt: found 'z'", ["salary", "debt"])
    {'field': 'rows', 'at': [2, 1]}
    """
    setting = re.match(r"(w0|x0|eta|max_updates|sign_of_zero)\b", message)
    number = re.match(r"example (\d+), feature (.+?): ", message)
    field, at = setting[1] if setting else None, None
    if number:
        field = "rows"
        at = [int(number[1]), names.index(number[2])] if number[2] in names else None
    elif typed.line_in(message) or message.startswith((f"strategy {FILE}", f"{FILE}:")):
        field = "code"
    elif message.startswith("strategy ") or "expected one of the strategies" in message:
        field = "strategy"
    return {"field": field, "at": at} if field else {}


class _Progress:
    """Reports, a few each second: how many updates were made."""

    def __init__(self, say: Say) -> None:
        self._say, self._due, self.t = say, 0.0, 0

    def update(self, t: int) -> None:
        self.t = t
        self.tick()

    def tick(self, step: object = None) -> None:
        now = monotonic()
        if now >= self._due:
            self._due = now + _PAUSE
            self._say({"t": self.t})


def _about(question: Question, say: Say) -> Answer:
    return {
        "python": sys.version.split()[0],
        "version": perceptron_ref.__version__,
        "strategies": about.strategies_as_json(),
        "sets": about.SETS,
        "starters": about.starters(),
    }


def _set(question: Question, say: Say) -> Answer:
    name = question["name"]
    return {"set": set_as_json(name, _small(f"example {name}", example_set(name)))}


def _read(question: Question, say: Say) -> Answer:
    """Read the text that was pasted: "text", with "label", its column, and "positive", what is +1.

    Of two words the larger is +1, except that o beats x, as in the plane.
    """
    how: Dict[str, Any] = {"label": question.get("label"), "positive": question.get("positive")}
    with typed.file_with(question["text"], _PASTED), warnings.catch_warnings(record=True) as doubts:
        warnings.simplefilter("always")
        try:
            data, chosen = read(_PASTED, **how), []
        except DataError as error:
            pair = _find_label_pair(question["text"], how) if how["positive"] is None else ()
            if not pair:
                raise DataError(_ELSEWHERE.sub("", str(error))) from None
            other, larger = sorted(pair, key=lambda word: (word.lower() == "o", word))
            del doubts[:]
            data = read(_PASTED, **{**how, "positive": larger})
            chosen = [f"{_PASTED}: the label {larger} is taken for +1, and {other} for -1"]
    notes = chosen + [_ELSEWHERE.sub("", str(doubt.message)) for doubt in doubts]
    return {"set": set_as_json("", _small(_PASTED, data)), "warnings": notes}


def _find_label_pair(text: str, how: Dict[str, Any]) -> Sequence[str]:
    """Return the two words that are the labels, if any; one of them is in the last line."""
    line = (text.strip().splitlines() or [""])[-1]
    for cell in reversed(re.split("[,;\t]", line) if re.search("[,;\t]", line) else line.split()):
        try:
            other, word = read(_PASTED, **{**how, "positive": cell.strip(' "')}).labels
        except DataError:
            continue
        return [other, word] if other else ()
    return ()


def _small(source: str, data: Dataset) -> Dataset:
    """Return the set; DataError if it is too large for the page."""
    for count, most, what in (
        (data.N, MOST_EXAMPLES, "examples"),
        (data.d, MOST_FEATURES, "features"),
    ):
        if count > most:
            raise DataError(
                f"{source}: found {count:,} {what}; expected at most {most} here: leave some out, "
                "or install perceptron_ref, which takes more"
            )
    return data


def _data(question: Question) -> Dataset:
    """Return the examples on the page."""
    names, x0 = question.get("names"), question.get("x0", "1")
    return _small("the examples", Dataset(question["rows"], question["labels"], names=names, x0=x0))


def _csv(question: Question, say: Say) -> Answer:
    """Return the examples as a file that `perceptron-ref fit FILE.csv` takes."""
    return {"text": as_csv(_data(question))}


def _run(question: Question, say: Say) -> Answer:
    data, progress = _data(question), _Progress(say)
    text = _strategy(question)
    run = _run_strategy(question, data, text, progress)
    decision = _decide(data, progress)
    w_f = decision.w_f if isinstance(decision, Separable) else (0,) * (1 + data.d)
    proof = Proof(run, w_f, on_update=progress.tick)
    is_pocket = question["algorithm"] == "pocket"
    return {
        "run": run_as_json(run, proof, is_pocket, progress.tick),
        "proof": proof_as_json(decision),
    }


def _strategy(question: Question) -> str:
    """Return the strategy asked for: the typed one if there is code."""
    text: str = question.get("strategy") or FILE
    return FILE if question.get("code") is not None and not typed.is_typed(text) else text


def _run_strategy(question: Question, data: Dataset, text: str, progress: _Progress) -> Run:
    """Run the strategy. A typed one may never end: the page stops Python if it does not respond."""
    algorithm, options = _options(question)

    def on_update(update: Update) -> None:
        progress.update(update.t + 1)

    progress.update(0)
    return algorithm(data, text, on_update=on_update, **options)


def _options(question: Question) -> tuple[Callable[..., Run], dict[str, Any]]:
    """Return the algorithm and its options, without those that the question leaves out."""
    names = ("w0", "eta", "sign_of_zero", "max_updates")
    options = {name: question[name] for name in names if question.get(name) is not None}
    most = options.setdefault("max_updates", 1000)
    if isinstance(most, int) and most > MOST_UPDATES:
        raise DataError(f"max_updates: found {most:,}; expected at most {MOST_UPDATES:,} here")
    algorithm = question["algorithm"]
    if algorithm not in _ALGORITHMS:
        raise DataError(f"algorithm: found {algorithm!r}; expected pla or pocket")
    return _ALGORITHMS[algorithm], options


def _decide(data: Dataset, progress: _Progress) -> Any:
    """Return whether a line separates, or Undecided if the search took too long."""
    end = monotonic() + _MOST_SECONDS

    def on_step(steps: int, support: int) -> None:
        progress.tick()
        if monotonic() > end:
            raise StopIteration

    return separability(data, on_step=on_step)


def _compare(question: Question, say: Say) -> Answer:
    data, progress = _data(question), _Progress(say)
    return {
        "rows": [_comparison(question, data, text, progress) for text in question["strategies"]]
    }


def _comparison(question: Question, data: Dataset, text: str, progress: _Progress) -> Answer:
    """Return what the strategy costs on the data, or why it fails; the others still run."""
    try:
        run = _run_strategy(question, data, text, progress)
    except StrategyError as error:
        return {"strategy": text, **typed.refusal(error)}
    costs = {key: getattr(run, key) for key in ("visits", "dot_products", "mistakes")}
    return {"strategy": text, "status": run.status, "T": run.updates, **costs}


def _race(question: Question, say: Say) -> Answer:
    """Race the strategies against `cyclic` on those sets of the package's race that are small."""
    sets = {name: data for name, data in default_sets().items() if data.N <= MOST_EXAMPLES}
    texts = list(dict.fromkeys(["cyclic", *question["strategies"]]))
    entrants = [_entrant(sets, text, say) for text in texts]
    race = Race(sets, entrants)
    rows = [_placing(race, label) for label in race.ranking("updates")]
    return {"rows": rows, "sets": list(sets), "seeds": _SEED_COUNT}


def _entrant(sets: dict[str, Dataset], text: str, say: Say) -> Entrant:
    setup = RaceSetup(sets, seeds=_SEED_COUNT, max_updates=MOST_UPDATES)
    return setup.run(text, text, lambda name: say({"race": {"strategy": text, "set": name}}))


def _placing(race: Race, label: str) -> Answer:
    """Return rank, costs, and costs by those of `cyclic` (geometric means) of a strategy."""
    entrant = race.entrants[label]
    if entrant.error:
        return {"strategy": label, "error": entrant.error, "line": typed.line_in(entrant.error)}
    measures = ("updates", "visits", "dot_products")
    costs = {
        name: {**{m: number(outcome.means[m]) for m in measures}, "finished": outcome.finished}
        for name, outcome in entrant.outcomes.items()
    }
    return {
        "strategy": label,
        "ranks": {measure: race.ranks(measure)[label] for measure in measures},
        "means": {measure: str(race.geometric_mean(label, measure)) for measure in measures},
        "costs": costs,
        "unfinished": entrant.unfinished,
    }


def _check(question: Question, say: Say) -> Answer:
    """Check the typed strategy, and say the name of each check before it begins, so that the page
    knows which one gave no answer. "before" has the answers to the checks that were made.
    """
    verdicts: List[Answer] = list(question.get("before") or [])
    progress = _Progress(say)
    subject = StrategyUnderTest(FILE, on_visit=progress.tick)
    for check in remaining_checks(subject, {one["name"]: one["failure"] or "" for one in verdicts}):
        say({"checking": {"name": check.name, "requires": check.says}})
        verdicts.append(_verdict(check))
        say({"check": verdicts[-1]})
    return {"checks": verdicts, "passes": all(one["verdict"] != FAILED.lower() for one in verdicts)}


def _verdict(check: Check) -> Answer:
    verdict, note, failed = run_check(check)
    failure = None if failed is None else str(failed)
    return {
        "name": check.name,
        "requires": check.says,
        "verdict": verdict.lower(),
        "note": note,
        "failure": failure,
        "line": typed.line_in(failure or ""),
    }


def _selftest(question: Question, say: Say) -> Answer:
    runs, answers, progress = [], [], _Progress(say)
    for case in golden_runs():
        runs.append(case.run())
        progress.update(len(runs))
    for golden in golden_answers():
        answers.append(golden.answer())
        progress.update(len(runs) + len(answers))
    computed = fingerprint(runs, answers)
    return {
        "fingerprint": computed,
        "expected": expected_fingerprint(),
        "python": sys.version.split()[0],
    }


_QUESTIONS: Dict[str, Callable[[Question, Say], Answer]] = {
    "about": _about,
    "set": _set,
    "read": _read,
    "csv": _csv,
    "run": _run,
    "compare": _compare,
    "race": _race,
    "check": _check,
    "selftest": _selftest,
}
