"""This package beside others, on the same data and the same question: `python
tests/benchmarks/compare.py`.

Whoever answers a question does so in turn with the others, and a ratio is our time by theirs in the
same round: below 1 this package is the faster one. Told are the median of the ratios, the least and
the largest, and what the answer was worth. It is the time of the processor that counts, that of all
threads, and for whole processes that of the process, so that other work on the machine disturbs
less; memory is told in bytes. Others than Python's own loops are left out where they are not
installed; the extra `bench` has them.
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
from time import process_time

if __name__ == "__main__":
    TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sys.path[:1] = [os.path.dirname(TESTS), TESTS]

from benchmarks.cases import CASES, OURS, judged
from benchmarks.growth import FAMILIES, measured
from benchmarks.older import Checkout, named
from benchmarks.timing import in_turn, ratio
from perceptron_ref.files.write import write_text

ROUNDS, BUDGET = 15, 7  # at most, and seconds for all rounds of a case: at least 3 are made
PEERS = ("numpy", "scipy", "scikit-learn", "mlxtend")


def compared(case, rounds=ROUNDS, budget=BUDGET, old=None, runs=None):
    """Return one case as it is written to the file. old, runs: see `Case.answerers`."""
    data = case.data()
    with tempfile.TemporaryDirectory() as folder:
        works = case.answerers(data, folder, old, runs)
        try:
            if case.unit == "bytes":  # the same in every round
                answers, times = [None for _ in works], [(work(),) for work in works.values()]
            else:
                answers, times = in_turn(list(works.values()), rounds, process_time, budget)
        finally:
            for work in works.values():
                if isinstance(work, Checkout):
                    work.end()
        seconds = dict(zip(works, times))
    many = {} if case.runs is None else {"runs": min(case.runs, runs or case.runs)}
    return {
        "group": case.group,
        "case": case.name,
        "date": datetime.date.today().isoformat(),
        "unit": case.unit,
        **many,
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
    many = f"{record['runs']:,} runs, " if "runs" in record else ""
    yield f"{record['group']}: {record['case']} ({many}{record['rounds']} rounds)"
    for result in record["results"]:
        spread = f"({result['least']:.2f} to {result['largest']:.2f})"
        times = f"{1000 * result['seconds']:10.1f} ms"
        if record["unit"] == "bytes":
            times = f"{result['seconds'] / 1e6:10.2f} MB"
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


def machine(old=None):
    """Return what the figures depend on: the machine, Python, the versions, and the date. old: the
    folder of an older checkout.
    """
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": {name: found for name in PEERS for found in [_version(name)] if found},
        "old": named(old) if old else None,
    }


def merged(new, saved):
    """Return the saved figures with the new ones in the place of those of the same names, in the
    order of the suite; each record tells its date.

    ValueError where they are of another machine, Python, version or older checkout: ratios from
    both would not compare.
    """
    known = {**new, "old": new["old"] or saved.get("old")}
    for key in set(known) - {"date", "cases", "growth"}:
        if saved.get(key) != known[key] and not (key == "old" and saved.get(key) is None):
            raise ValueError(f"found {key}: {saved.get(key)}; expected {known[key]}, as here")
    for part, order in (("cases", CASES), ("growth", FAMILIES)):
        records = {_key(record): record for record in (*saved[part], *new[part])}
        names = [(c.group, c.name) if part == "cases" else ("growth", c[0]) for c in order]
        known[part] = [records[name] for name in names if name in records]
    return known


def _read(path):
    with open(path, encoding="utf-8") as stream:
        return json.load(stream)


def _key(record):
    return record.get("group", "growth"), record.get("case", record.get("name"))


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
    """Measure and print all, or what was chosen; write the file if it is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--json",
        metavar="FILE",
        help="write the figures to FILE too; with --only, put them in the place of those in FILE",
    )
    parser.add_argument(
        "--old", metavar="FOLDER", help="compare with an older checkout of this package as well"
    )
    parser.add_argument(
        "--only", metavar="TEXT", default="", help="only what has TEXT in its `group: case`"
    )
    parser.add_argument(
        "--runs", metavar="K", type=int, help="at most K runs where a case is about many"
    )
    chosen = parser.parse_args(words)
    if chosen.json and not os.access(os.path.dirname(os.path.abspath(chosen.json)), os.W_OK):
        parser.error(
            f"--json {chosen.json}: found no folder there that can be written to; expected one"
        )
    cases = [case for case in CASES if chosen.only in f"{case.group}: {case.name}"]
    families = [family for family in FAMILIES if chosen.only in f"growth: {family[0]}"]
    if not cases and not families:
        parser.error(f"--only {chosen.only}: found no such case; expected a part of `group: case`")
    figures = {**machine(chosen.old), "cases": [], "growth": []}
    saved = False
    if chosen.json and chosen.only and os.path.exists(chosen.json):
        saved = True
        try:
            merged(figures, _read(chosen.json))
        except ValueError as error:
            parser.error(f"--json {chosen.json}: {error}; write to another file, or measure all")
    print(*(f"{key}: {value}" for key, value in figures.items() if value), sep="\n")
    print(
        "\nour time : theirs, median (least to largest) of the rounds; "
        "below 1 this package is faster\n"
    )
    for case in cases:
        figures["cases"].append(compared(case, old=chosen.old, runs=chosen.runs))
        print(*told(figures["cases"][-1]), sep="\n", flush=True)
    for family in families:
        figures["growth"].append(measured(*family))
        print(told_growth(figures["growth"][-1]), flush=True)
    if chosen.json:
        figures = merged(figures, _read(chosen.json)) if saved else figures
        write_text(chosen.json, json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted: no file is written")
