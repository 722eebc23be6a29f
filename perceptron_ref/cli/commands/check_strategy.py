"""`check-strategy`: run the conformance kit, and show its verdicts and every failure in full."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import nullcontext
from functools import lru_cache, partial
from math import inf
from time import monotonic

from ...child import ChildError, run_in_child, send_to_parent, set_progress_counter
from ...errors import StrategyError
from ...exact.rationals import count_with_noun
from ...testing.data import python_expression
from ...testing.kit import FAILED, NOT_JUDGED, PASSED, remaining_checks, run_check
from ...testing.rules import RULES, Rule, applicable_rules
from ...testing.under_test import StrategyUnderTest
from ...type_checking import TYPE_CHECKING
from .. import options, report, strategy_choice
from ..progress import Progress
from ..requests import ReportForm
from ..terminal import print_note
from ..untrusted_run import keyboard_hint, strategy_options_as_json

if TYPE_CHECKING:
    from typing import TypeGuard

    from ...dataset import Dataset

EPILOG = """\
examples:
  perceptron-ref check-strategy cyclic
  perceptron-ref check-strategy random-permutation:seed=7 --json
  perceptron-ref new-strategy hardest-first
  perceptron-ref check-strategy hardest-first/hardest_first.py

exit status: 0 if no check fails; 1 if a check fails, or for an error; 2 for wrong usage; 130 after
Ctrl-C. A check is not judged if a more basic check fails.
"""
CHECK_TIMEOUT = 20.0  # seconds for one check; most take milliseconds
_LOAD_TIMEOUT = 20.0  # seconds to load a strategy
_SPEED_REQUIREMENT = "Each check, which takes hundreds of visits, ends within the time limit."
_KEYS = "name requires verdict note complaint data".split()
_VERDICTS = PASSED, FAILED, NOT_JUDGED


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "strategy",
        metavar="NAME[:key=value,...]",
        help="the name of a registered strategy, or FILE.py[:function]",
    )
    in_process_help = (
        "run FILE.py in this process, where breakpoint(), input(), profilers and coverage "
        "work, but a strategy that hangs is not stopped"
    )
    options.add_options_to_parser(parser, {"--in-process": in_process_help, **options.JSON_OPTION})


def run_checks(
    strategy_text: str, progress: Progress, in_process: bool = False
) -> tuple[dict[str, object], list[dict[str, str | None]]]:
    """Check a strategy in a child; after a check that ends the child, go on in another child.

    Args:
        strategy_text: The strategy, as typed.
        progress: It shows the check that is running.
        in_process: Whether to check in this process instead, and to show what the strategy prints.

    Returns:
        The options of the strategy, and a dict for each check with the keys `_KEYS`. The values are
        texts, but the complaint is None unless the check fails, and the data are None unless it
        fails on known data.
    """
    strategy_options: dict[str, object] = {}
    rules: list[Rule] | None = None  # until the strategy is loaded
    results: list[dict[str, str | None]] = []
    false_report = StrategyError(
        f"strategy {strategy_text}: its process sent data that are not the result of a check; "
        "expected a strategy that writes only to standard output and standard error"
    )

    def seconds_left(silent_seconds: float) -> float:
        progress.begin_stage(f"checking {rules[len(results)].name}" if rules else "loading")
        # not `silent_seconds`, because a check that sends its data gets no more time
        limit = CHECK_TIMEOUT if rules else _LOAD_TIMEOUT
        has_started = silent_seconds >= 0  # see `run_in_child`; until then no limit applies
        return limit - (monotonic() - start) if has_started else inf

    while rules is None or len(results) < len(rules):
        complaints = {str(result["name"]): result["complaint"] or "" for result in results}
        data: str | None = None
        start = monotonic()
        work = partial(_run_remaining_checks, strategy_text, complaints, in_process)
        try:
            with (
                nullcontext(work())
                if in_process
                else run_in_child(work, seconds_left, warn=print_note)
            ) as reports:
                first_report = next(reports, None)
                if not isinstance(first_report, dict):
                    raise false_report
                if rules is None:
                    strategy_options, rules = first_report, applicable_rules(first_report)
                for rule in rules[len(results) :]:
                    data, start = None, monotonic()
                    outcome = next(reports, None)
                    while isinstance(outcome, str):
                        data = outcome
                        outcome = next(reports, None)
                    if not _is_outcome(outcome):
                        raise false_report
                    if isinstance(outcome[2], str):
                        outcome[2] += keyboard_hint(outcome[2])
                    results.append(_rule_outcome_as_dict(rule, *outcome))
        except ChildError as error:
            hint = keyboard_hint(str(error))
            if rules is None:
                raise StrategyError(f"strategy {strategy_text} {error}{hint}") from None
            rule, complaint = rules[len(results)], f"it {error}{hint}"
            if error.progress:  # the report must not say that the rule itself is broken
                answers = count_with_noun(error.progress, "answer")  # an answer may be a long pass
                complaint = (
                    f"it is too slow: {answers} in {CHECK_TIMEOUT:g} s; by then, the check had "
                    "found nothing else"
                )
                rule, data = rule._replace(requirement=_SPEED_REQUIREMENT), None
            elif error.timed_out:
                complaint = f"it gave no answer for {CHECK_TIMEOUT:g} s{error.location}"
                rule = rule._replace(requirement=RULES[0].requirement)
            results.append(_rule_outcome_as_dict(rule, FAILED, "", complaint, data))
    return strategy_options, results


def _is_outcome(child_report: object) -> TypeGuard[list[object]]:
    """Tell whether a report of the child is a list [verdict, note, complaint, data]."""
    if not isinstance(child_report, list):
        return False
    return len(child_report) == 4 and child_report[0] in _VERDICTS


def _rule_outcome_as_dict(rule: Rule, *outcome: object) -> dict[str, str | None]:
    """Return the result of a check, by the keys of `_KEYS`, with all values as texts or None."""
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
    reasons = Counter(check["note"] for check in verdicts if check["verdict"] == NOT_JUDGED)
    text_record = {
        "strategy": strategy,
        "verdicts": dict(Counter(check["verdict"] for check in verdicts)),
        "not judged": "; ".join(
            f"{count_with_noun(number, 'check')}, because {note}"
            for note, number in reasons.items()
        ),
        "checks": [check for check in verdicts if check["verdict"] != NOT_JUDGED],
    }
    report.print_report(
        ReportForm(args.json), record, text_record=text_record, closing_lines=_failure_lines(failed)
    )
    return 1 if failed else 0


def _run_remaining_checks(
    strategy_text: str, known_complaints: Mapping[str, str], in_process: bool
) -> Generator[object, None, None]:
    """Yield the options of a strategy, then the outcome of each check that has no result yet.

    The data of each run are sent to the parent, too, in case the child ends during the run.
    """
    send_data = lru_cache(maxsize=1)(lambda data: send_to_parent(python_expression(data)))
    speed = _Speed()

    def on_request(data: Dataset) -> None:
        speed.answers, speed.last_request = speed.answers + 1, monotonic()
        send_data(data)

    set_progress_counter(speed.answers_so_far)
    subject = StrategyUnderTest(strategy_text, on_request=on_request, in_process=in_process)
    # before the first run, because a strategy may change an option that is a list
    yield strategy_options_as_json(subject.strategy)
    for check in remaining_checks(subject, known_complaints):
        speed.start, speed.answers = monotonic(), 0
        verdict, note, failure = run_check(check)
        complaint, data = (failure.complaint, failure.data) if failure else (None, None)
        yield [verdict, note, complaint, None if data is None else python_expression(data)]


class _Speed:
    """The number of answers in the running check, and the time of the last request for one.

    The kit calls a function before each answer, so these times are known, unlike those in a race.
    """

    def __init__(self) -> None:
        self.start = self.last_request = monotonic()
        self.answers = 0

    def answers_so_far(self) -> int:
        """Return the answers so far; 0 if the last one takes as long as all the others together."""
        now = monotonic()
        return self.answers if now - self.last_request < (now - self.start) / 2 else 0


def _failure_lines(failed: Sequence[Mapping[str, str | None]]) -> list[str]:
    """Return the lines of a report about the failed checks."""
    lines = []
    for check in failed:
        lines += [f"{check['name']}: {check['complaint']}", f"    required: {check['requires']}"]
        lines += [f"    data: {check['data']}"] * bool(check["data"])
    return lines
