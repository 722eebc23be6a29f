"""Fuzzing for as long as one likes: `python tests/fuzz/run.py --seconds 600`; see README.md."""

from __future__ import annotations

import argparse
import sys
import time
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent)]

from engine import HELD, Property  # noqa: E402

KINDS = ("files", "sets", "strategies", "models", "options", "records")
ENOUGH = 5  # failures of a property


def properties(kinds=KINDS):
    """Return the properties of these kinds of inputs."""
    found = []
    for kind in kinds:
        values = vars(import_module(f"fuzz_{kind}")).values()
        found += [value for value in values if isinstance(value, Property) and value.kind == kind]
    return found


def spend(seconds, chosen, first):
    """Try inputs of all properties, as much time for each; yield the report of each failure.

    A property that failed so many times is left alone.
    """
    end, number, left = time.monotonic() + seconds, first, list(chosen)
    while time.monotonic() < end and left:
        prop = min(left, key=lambda prop: prop.seconds)
        report = prop.round(number, prop.size)
        if report is not None:
            yield f"== {prop.kind}.{prop.__name__}, seed {number}\n{report}"
        if prop.tried["FAILED"] == ENOUGH:
            left.remove(prop)
        number += 1


def limit_memory(most=4 << 30):
    """Let a MemoryError come before the machine is out of memory, where systems have limits."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def table(chosen):
    """Yield the lines of a table in Markdown: inputs tried, by class and outcome."""
    yield "| class | property | inputs | outcomes | s |"
    yield "| --- | --- | ---: | --- | ---: |"
    total = 0
    for prop in chosen:
        count = sum(prop.tried.values())
        total += count
        outcomes = ", ".join(f"{word}: {n:,}" for word, n in prop.tried.most_common())
        yield f"| {prop.kind} | {prop.__name__} | {count:,} | {outcomes} | {prop.seconds:.0f} |"
    yield f"| all | {len(chosen)} properties | {total:,} | | |"


def main(argv=None):
    """Return 0 if nothing was found, else 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long (default: 60)")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=KINDS, help="kinds of inputs")
    parser.add_argument("--seed", type=int, help="the first round's (default: from the clock)")
    args = parser.parse_args(argv)
    first = int(time.time()) if args.seed is None else args.seed
    limit_memory()
    chosen, found = properties(args.only), 0
    print(f"fuzzing {len(chosen)} properties for {args.seconds:g} s, seed {first}", flush=True)
    print(f"should it hang, the input at hand is in {HELD}", flush=True)
    try:
        for report in spend(args.seconds, chosen, first):
            found += 1
            print(report, flush=True)
    except KeyboardInterrupt:
        print("interrupted")
    print(*table(chosen), sep="\n")
    if HELD.exists():
        HELD.unlink()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
