"""Mutation testing: `python tests/mutants.py --sample 40` draws 40 mutants of the package.

A mutant is a copy of the project in which one operator or one whole number is replaced. A test that
fails on the mutant kills it. For each mutant, the script runs the tests named after the changed
module, then the tests without a mark, then the tests marked `ci` of the module's folder, until one
fails. It prints the mutants that survive. mutation.md lists the mutants that no test can kill.
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
REPLACEMENTS = {"*": "+", "//": "*"}  # {an operator: what replaces it}
for pair in PAIRS:
    left, right = (operator.replace("_", " ") for operator in pair.split())
    REPLACEMENTS.update({left: right, right: left})
PYTEST = ("-m", "pytest", "-x", "--tb=no", "-p", "no:cacheprovider", "--strict-config")


def mutations(node):
    """Yield each mutation of the code below a node: the node that it changes, and the new text.

    A mutation replaces an operator by a similar one, or a whole number by the next one. It changes
    no annotation, error message, constant of a module, or value in an f-string.
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
    elif operator_of(node) in REPLACEMENTS:
        yield node, REPLACEMENTS[operator_of(node)]
    for child in children:
        yield from mutations(child)


def operator_of(node):
    """Return the operator of a node as it is written, or "" if there is none."""
    operator = node.ops[0] if isinstance(node, ast.Compare) else getattr(node, "op", None)
    return OPERATORS.get(type(operator), "")


def mutate(source, node, text):
    """Return the source, in which a text replaces the number or the operator of a node.

    >>> source = b"w = u + 1  # the sum"
    >>> [mutate(source, node, text) for node, text in mutations(ast.parse(source).body[0])]
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


def is_killed(path, content):
    """Return whether a test fails on a copy of the project in which a file has this content."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        ignored = (".git", ".venv", ".*_cache", ".hypothesis", "node_modules", "site", "build")
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*ignored, "*.egg-info"))
        (copy / path).write_bytes(content)
        tests = copy / "tests"
        same_name = sorted(tests.rglob(f"test_{path.stem}*.py"))
        folder_of_tests = tests / path.parts[1]
        related = [folder_of_tests] if folder_of_tests.is_dir() else sorted(tests.glob("test_*.py"))
        selections = [("-m", "not release", *same_name)] if same_name else []
        selections += [(tests, copy / path), ("-m", "ci", *related)]
        for selection in selections:
            try:
                completed = subprocess.run(
                    [sys.executable, *PYTEST, *selection],
                    cwd=copy,
                    env={**os.environ, "PYTHONPATH": str(copy)},
                    capture_output=True,
                    timeout=600,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return True
            if completed.returncode not in (0, 5):  # 5: no test was selected
                return True
    return False


def main():
    """Return 0 if the tests kill at least --least percent of the mutants, 1 if they kill fewer, and
    2 if a test fails on the package itself.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=40, help="how many mutants (default: 40)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="default: the time")
    parser.add_argument("--least", type=int, default=85, help="percent to kill (default: 85)")
    args = parser.parse_args()
    mutants = []
    for path in sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py")):
        source = path.read_bytes()
        mutants += [(path, source, *mutation) for mutation in mutations(ast.parse(source))]
    drawn = random.Random(args.seed).sample(mutants, args.sample)
    print(f"{len(mutants)} mutants, {args.sample} drawn with seed {args.seed}", flush=True)
    paths = [path.relative_to(ROOT) for path, *_ in drawn]
    if is_killed(paths[0], drawn[0][1]):
        print(f"a test fails on the package itself: see the tests of {paths[0]}")
        return 2
    with ThreadPoolExecutor(2) as pool:
        killed = [*pool.map(is_killed, paths, [mutate(*mutant) for _, *mutant in drawn])]
    for path, (_, _, node, text), was_killed in zip(paths, drawn, killed):
        if not was_killed:
            print(f"survived: {path}:{node.lineno}: {text}")
    print(f"killed: {sum(killed)} of {args.sample}")
    return sum(killed) * 100 < args.least * args.sample


if __name__ == "__main__":
    sys.exit(main())
