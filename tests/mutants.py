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
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("perceptron_ref", "strategies")
OPERATORS = {
    **{ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="},
    **{ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not"},
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.And: "and", ast.Or: "or"},
}
PAIRS = ["< <=", "> >=", "== !=", "in not_in", "is is_not", "+ -", "and or"]
OPPOSITE = {"*": "+", "//": "*"}
for one, other in (pair.split() for pair in PAIRS):
    one, other = one.replace("_", " "), other.replace("_", " ")
    OPPOSITE.update({one: other, other: one})
PYTEST = ("-m", "pytest", "-x", "--tb=no", "-p", "no:cacheprovider", "--strict-config")


def places(node):
    """Yield each place that can be spoilt: its node, and the text that is put into its place.

    A place is an operator, which becomes its opposite, or a whole number, which becomes the next.
    Annotations, messages of errors, constants of a module and values in texts are left alone.
    """
    if isinstance(node, (ast.Raise, ast.Import, ast.ImportFrom, ast.arg, ast.JoinedStr)):
        return
    children = [*ast.iter_child_nodes(node)]
    if isinstance(node, ast.Module):
        children = [n for n in node.body if not isinstance(n, (ast.Assign, ast.AnnAssign, ast.If))]
    elif isinstance(node, ast.AnnAssign):
        children = [node.value] if node.value else []
    elif isinstance(node, ast.FunctionDef):
        children = [node.args, *node.body]
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield node, str(node.value + 1)
    elif operator_of(node) in OPPOSITE:
        yield node, OPPOSITE[operator_of(node)]
    for child in children:
        yield from places(child)


def operator_of(node):
    """Return the operator of a node as it is written; "" for a node without one."""
    operator = node.ops[0] if isinstance(node, ast.Compare) else getattr(node, "op", None)
    return OPERATORS.get(type(operator), "")


def spoilt(source, node, text):
    """Return the source with another text in the place of a number or of an operator.

    >>> source = b"w = u + 1  # the sum"
    >>> [spoilt(source, node, text) for node, text in places(ast.parse(source).body[0])]
    [b'w = u - 1  # the sum', b'w = u + 2  # the sum']
    """
    lines = source.splitlines(keepends=True)

    def offset(line, column):
        return sum(map(len, lines[: line - 1])) + column

    if isinstance(node, ast.Constant):
        end = offset(node.end_lineno, node.end_col_offset)
        gaps = [(offset(node.lineno, node.col_offset), end)]
        old_text = source[slice(*gaps[0])]
    else:
        operands = {
            ast.Compare: lambda: [node.left, node.comparators[0]],
            ast.BinOp: lambda: [node.left, node.right],
            ast.AugAssign: lambda: [node.target, node.value],
            ast.BoolOp: lambda: node.values,
        }[type(node)]()
        gaps = [
            (offset(left.end_lineno, left.end_col_offset), offset(right.lineno, right.col_offset))
            for left, right in zip(operands, operands[1:])
        ]
        old_text = operator_of(node).encode()
    for start, end in reversed(gaps):
        new_text = source[start:end].replace(old_text, text.encode(), 1)
        source = source[:start] + new_text + source[end:]
    return source


def is_noticed(path, content):
    """Tell whether a test fails on a copy of the project in which a file has another content."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        ignored = (".git", ".venv", ".*_cache", ".hypothesis", "node_modules", "site", "build")
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*ignored, "*.egg-info"))
        (copy / path).write_bytes(content)
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
                return True
            if run.returncode not in (0, 5):  # 5: these are left to another tier
                return True
    return False


def main():
    """Return 0 if the tests notice at least --least percent of the changes, 1 if they notice fewer,
    and 2 if a test fails without a change.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=40, help="how many (default: 40)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="default: the clock's")
    parser.add_argument("--least", type=int, default=85, help="percent to notice (default: 85)")
    args = parser.parse_args()
    mutants = []
    for path in sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py")):
        source = path.read_bytes()
        mutants += [(path, source, *place) for place in places(ast.parse(source))]
    drawn = random.Random(args.seed).sample(mutants, args.sample)
    print(f"{len(mutants)} places, {args.sample} drawn with seed {args.seed}", flush=True)
    paths = [path.relative_to(ROOT) for path, *_ in drawn]
    if is_noticed(paths[0], drawn[0][1]):
        print(f"a test fails without a change: see the tests of {paths[0]}")
        return 2
    with ThreadPoolExecutor(2) as pool:
        noticed = [*pool.map(is_noticed, paths, [spoilt(*mutant) for _, *mutant in drawn])]
    for path, (_, _, node, text), was_noticed in zip(paths, drawn, noticed):
        if not was_noticed:
            print(f"not noticed: {path}:{node.lineno}: {text}")
    print(f"noticed: {sum(noticed)} of {args.sample}")
    return sum(noticed) * 100 < args.least * args.sample


if __name__ == "__main__":
    sys.exit(main())
