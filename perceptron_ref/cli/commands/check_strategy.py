"""`check-strategy`: run the conformance kit, and show its verdicts and every failure in full."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import nullcontext
from functools import lru_cache, partial
from math import inf
from time import monotonic

from ...child import ChildError, run_in_child, send_to_parent
from ...errors import StrategyError
from ...testing.data import python_expression
from ...testing.kit import FAILED, NOT_JUDGED, PASSED, remaining_checks, run_check
from ...testing.rules import Rule, applicable_rules
from ...testing.under_test import StrategyUnderTest
from .. import options, report, strategy_choice
from ..progress import Progress
from ..requests import ReportForm
from ..terminal import print_note
from ..untrusted_run import no_keyboard_hint, strategy_options_as_json

EPILOG = """\
examples:
  perceptron-ref check-strategy cyclic
  perceptron-ref check-strategy random-permutation:seed=7 --json
  perceptron-ref new-strategy hardest-first
  perceptron-ref check-strategy hardest-first/hardest_first.py

exit status: 0 if no check fails; 1 if one does, or for an error; 2 for wrong usage. A check is not
judged while a more basic one fails.
"""
SECONDS = 20.0  # that a strategy which is not ours may take to load, or for a check: most take ms
_KEYS = "name requires verdict note complaint data".split()
_VERDICTS = [PASSED], [FAILED], [NOT_JUDGED]


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "strategy",
        metavar="NAME[:key=value,...]",
        help="a registered name, or a file: FILE.py[:function]",
    )
    hint = (
        "check a strategy of yours in this process, for breakpoint(), input(), profilers and "
        "coverage; nothing ends a check that hangs"
    )
    options.add_options_to_parser(parser, {"--in-process": hint, **options.JSON})


def run_checks(
    text: str, progress: Progress, in_process: bool = False
) -> tuple[dict[str, object], list[dict[str, str | None]]]:
    """Make the checks of a strategy in a child, and in another one after a check without an answer.

    in_process: make them in this process instead, and let the strategy print.
    Return its options, and for each check its name, what it requires, the verdict, a note, the
    complaint and the data, as plain texts; None if there is none.
    """
    strategy_options: dict[str, object] = {}
    rules: list[Rule] | None = None  # until it is loaded
    results: list[dict[str, str | None]] = []
    false_report = StrategyError(f"the process of strategy {text} sent something else than results")

    def seconds_left(silent: float) -> float:
        progress.begin_stage(f"checking {rules[len(results)].name}" if rules else "loading")
        return inf if silent < 0 else SECONDS - (monotonic() - begun)  # whatever it tells

    while rules is None or len(results) < len(rules):
        complaints = {str(result["name"]): result["complaint"] or "" for result in results}
        data: str | None = None
        begun = monotonic()
        work = partial(_run_remaining_checks, text, complaints, in_process)
        try:
            with (
                nullcontext(work())
                if in_process
                else run_in_child(work, seconds_left, warn=print_note)
            ) as reports:
                loaded = next(reports, None)
                if not isinstance(loaded, dict):
                    raise false_report
                if rules is None:
                    strategy_options, rules = loaded, applicable_rules(loaded)
                for rule in rules[len(results) :]:
                    data, begun = None, monotonic()
                    outcome = next(reports, None)
                    while isinstance(outcome, str):
                        data = outcome
                        outcome = next(reports, None)
                    if not (isinstance(outcome, list) and outcome[:1] in _VERDICTS and outcome[3:]):
                        raise false_report
                    if isinstance(outcome[2], str):
                        outcome[2] += no_keyboard_hint(outcome[2])
                    results.append(_rule_outcome_as_dict(rule, *outcome))
        except ChildError as how:
            if rules is None:
                raise StrategyError(f"strategy {text} {how}{no_keyboard_hint(str(how))}") from None
            complaint = f"it {how}{no_keyboard_hint(str(how))}"
            if how.timed_out:
                place = "".join(str(how).partition(", at ")[1:])
                complaint = f"it was not done within {SECONDS:g} s{place}"
            results.append(_rule_outcome_as_dict(rules[len(results)], FAILED, "", complaint, data))
    return strategy_options, results


def _rule_outcome_as_dict(rule: Rule, *outcome: object) -> dict[str, str | None]:
    texts = (text if text is None else str(text) for text in outcome)
    return dict(zip(_KEYS, (rule.name, rule.requirement, *texts)))


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    entry = strategy_choice.find_strategy_entry(args.strategy)
    strategy_choice.print_name_clashes(entry)
    with Progress() as progress:
        strategy_options, results = run_checks(args.strategy, progress, args.in_process)
    failed = [result for result in results if result["verdict"] == FAILED]
    checks = [{**result, "verdict": str(result["verdict"]).lower()} for result in results]
    strategy = {"name": entry.name, "options": strategy_options}
    record = {"strategy": strategy, "passes": not failed, "checks": checks}
    verdicts = [{key: result[key] for key in ("name", "verdict", "note")} for result in results]
    why = Counter(check["note"] for check in verdicts if check["verdict"] == NOT_JUDGED)
    people = {
        "strategy": strategy,
        "verdicts": dict(Counter(check["verdict"] for check in verdicts)),
        "not judged": "; ".join(f"{number}, because {note}" for note, number in why.items()),
        "checks": [check for check in verdicts if check["verdict"] != NOT_JUDGED],
    }
    report.print_report(ReportForm(args.json), record, people=people, after=_failure_lines(failed))
    return 1 if failed else 0


def _run_remaining_checks(
    text: str, known_complaints: Mapping[str, str], in_process: bool
) -> Generator[object, None, None]:
    """Make the checks that were not made yet; yield the outcome of each, and send the data."""
    notice = lru_cache(maxsize=1)(lambda data: send_to_parent(python_expression(data)))
    tested = StrategyUnderTest(text, on_visit=notice, in_debugger=in_process)
    # sent before it runs: an option may be a list that the strategy appends to
    yield strategy_options_as_json(tested.strategy)
    for check in remaining_checks(tested, known_complaints):
        verdict, note, failure = run_check(check)
        complaint, data = (failure.complaint, failure.data) if failure else (None, None)
        yield [verdict, note, complaint, None if data is None else python_expression(data)]


def _failure_lines(failed: Sequence[Mapping[str, str | None]]) -> list[str]:
    lines = []
    for check in failed:
        lines += [f"{check['name']}: {check['complaint']}", f"    required: {check['requires']}"]
        lines += [f"    data: {check['data']}"] * bool(check["data"])
    return lines
