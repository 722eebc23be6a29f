"""Do the tests notice a wrong line? `python tests/mutants.py --sample 40` changes 40 places of the
package, one at a time in a copy, and runs tests on each copy until one fails: those that bear the
module's name, then the default tier, then the tests marked `ci` in the folder of tests that belongs
to the module's folder. It prints the places where no test noticed the change; mutation.md, in the
same folder, lists the changes that no test can notice.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("perceptron_ref", "strategies")
PAIRS = [
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn)),
    *((ast.Is, ast.IsNot), (ast.Add, ast.Sub), (ast.And, ast.Or)),
]
OPPOSITE = {**dict(PAIRS), **{b: a for a, b in PAIRS}, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}
PYTEST = ("-m", "pytest", "-x", "--tb=no", "-p", "no:cacheprovider", "--strict-config")


def places(node):
    """Yield the line of each place that can be spoilt, with the function that does it.

    A place is an operator, which becomes its opposite, or a whole number, which becomes the next.
    Annotations, messages of errors and constants of a module are left alone.
    """
    if isinstance(node, (ast.Raise, ast.Import, ast.ImportFrom, ast.arg)):
        return
    children = [*ast.iter_child_nodes(node)]
    if isinstance(node, ast.Module):
        children = [n for n in node.body if not isinstance(n, (ast.Assign, ast.AnnAssign, ast.If))]
    elif isinstance(node, ast.AnnAssign):
        children = [node.value] if node.value else []
    elif isinstance(node, ast.FunctionDef):
        children = [node.args, *node.body]
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield node.lineno, partial(setattr, node, "value", node.value + 1)
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OPPOSITE:
        yield node.lineno, partial(node.ops.__setitem__, 0, OPPOSITE[type(node.ops[0])]())
    if type(getattr(node, "op", None)) in OPPOSITE:
        yield node.lineno, partial(setattr, node, "op", OPPOSITE[type(node.op)]())
    for child in children:
        yield from places(child)


def survives(path, number):
    """Return the line that was changed if no test noticed, else None."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    line, spoil = [*places(tree)][number]
    spoil()
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        ignored = shutil.ignore_patterns(".*", "node_modules", "site", "build", "*.egg-info")
        shutil.copytree(ROOT, copy, ignore=ignored)
        (copy / path).write_text(ast.unparse(tree), encoding="utf-8")
        tests = copy / "tests"
        named = sorted(tests.rglob(f"test_{path.stem}*.py"))
        folder_of_tests = tests / path.parts[1]
        related = [folder_of_tests] if folder_of_tests.is_dir() else sorted(tests.glob("test_*.py"))
        stages = [("-m", "not release", *named)] if named else []
        stages += [(tests, copy / path), ("-m", "ci", *related)]
        for stage in stages:
            try:
                run = subprocess.run(
                    [sys.executable, *PYTEST, *stage],
                    cwd=copy,
                    env={**os.environ, "PYTHONPATH": str(copy)},
                    capture_output=True,
                    timeout=600,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return None
            if run.returncode not in (0, 5):  # 5: these are left to another tier
                return None
    return line


def main():
    """Return 0 if the tests notice at least --least percent of the changes, else 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=40, help="how many (default: 40)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="default: the clock's")
    parser.add_argument("--least", type=int, default=85, help="percent to notice (default: 85)")
    args = parser.parse_args()
    known = []
    for path in sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py")):
        edits = [*places(ast.parse(path.read_text(encoding="utf-8")))]
        known += [(path.relative_to(ROOT), number) for number in range(len(edits))]
    chosen = random.Random(args.seed).sample(known, args.sample)
    print(f"{len(known)} places, {args.sample} drawn with seed {args.seed}", flush=True)
    with ThreadPoolExecutor(2) as pool:
        lines = [*pool.map(survives, *zip(*chosen))]
    for (path, _), line in zip(chosen, lines):
        if line is not None:
            print(f"not noticed: {path}:{line}")
    noticed = lines.count(None)
    print(f"noticed: {noticed} of {args.sample}")
    return noticed * 100 < args.least * args.sample


if __name__ == "__main__":
    sys.exit(main())
