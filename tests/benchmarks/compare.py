"""This package beside others, on the same data and the same question: `python
tests/benchmarks/compare.py`.

Whoever answers a question does so in turn with the others, and a ratio is our time by theirs in the
same round: below 1 this package is the faster one. Told are the median of the ratios, the least and
the largest, and what the answer was worth. In one process it is the time of the processor that
counts, that of all threads, so that other work on the machine disturbs less; for whole processes it
is the clock on the wall. Others than Python's own loops are left out where they are not installed;
the extra `bench` has them.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import sys
import tempfile
from statistics import median
from time import perf_counter, process_time

if __name__ == "__main__":
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from benchmarks.cases import CASES, OURS, judged
from benchmarks.growth import FAMILIES, measured
from benchmarks.timing import in_turn, ratio
from perceptron_ref.files.write import write_text

ROUNDS, BUDGET = 15, 7  # at most, and seconds for all rounds of a case: at least 3 are made
PEERS = ("numpy", "scipy", "scikit-learn", "mlxtend")


def compared(case, rounds=ROUNDS, budget=BUDGET):
    """Return one case as it is written to the file."""
    data = case.data()
    with tempfile.TemporaryDirectory() as folder:
        works = case.answerers(data, folder)
        clock = perf_counter if case.processes else process_time
        answers, times = in_turn(list(works.values()), rounds, clock, budget)
        seconds = dict(zip(works, times))
    return {
        "group": case.group,
        "case": case.name,
        "rounds": len(seconds[OURS]),
        "results": [
            {
                "who": who,
                "answer": judged(data, answer),
                "seconds": median(times),
                **dict(zip(("ratio", "least", "largest"), ratio(seconds[OURS], times))),
            }
            for (who, times), answer in zip(seconds.items(), answers)
        ],
    }


def told(record):
    """Return a case of the file as lines for the terminal."""
    yield f"{record['group']}: {record['case']} ({record['rounds']} rounds)"
    for result in record["results"]:
        spread = f"({result['least']:.2f} to {result['largest']:.2f})"
        times = f"{1000 * result['seconds']:10.1f} ms"
        line = (
            f"  {result['who']:20}{times}  {result['ratio']:8.2f}  {spread:20}  {result['answer']}"
        )
        yield line.rstrip()


def told_growth(record):
    """Return a family of the file as a line for the terminal."""
    return (
        f"{record['name']}: with {record['variable']}, "
        f"updates go like its power {record['updates_exponent']:.2f}, "
        f"the bound {record['bound_exponent']:.2f}, time {record['seconds_exponent']:.2f}"
    )


def machine():
    """Return what the figures depend on: the machine, Python, the versions, and the date."""
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": {name: found for name in PEERS for found in [_version(name)] if found},
    }


def _version(distribution):
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _cpu():
    """Return the name of the processor, where the system tells it."""
    try:
        with open("/proc/cpuinfo") as stream:
            names = [
                line.partition(":")[2].strip() for line in stream if line.startswith("model name")
            ]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or "not told"


def main(words=None):
    """Measure and print all; write the file if it is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", metavar="FILE", help="write the figures to FILE too")
    chosen = parser.parse_args(words)
    if chosen.json and not os.access(os.path.dirname(os.path.abspath(chosen.json)), os.W_OK):
        parser.error(
            f"--json {chosen.json}: found no folder there that can be written to; expected one"
        )
    figures = {**machine(), "cases": [], "growth": []}
    print(*(f"{key}: {value}" for key, value in figures.items() if value), sep="\n")
    print(
        "\nour time : theirs, median (least to largest) of the rounds; "
        "below 1 this package is faster\n"
    )
    for case in CASES:
        figures["cases"].append(compared(case))
        print(*told(figures["cases"][-1]), sep="\n", flush=True)
    for family in FAMILIES:
        figures["growth"].append(measured(*family))
        print(told_growth(figures["growth"][-1]), flush=True)
    if chosen.json:
        write_text(chosen.json, json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted: no file is written")
