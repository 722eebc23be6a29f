"""The output of commands that check, race and package the strategies of the tutorial."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from tempfile import TemporaryDirectory

from _tools import Desk, output
from _tools.shared import FIVE_ORDERS
from _tools.sources import ROOT
from _tools.terminal import block, run_command

from perceptron_ref import example, pla, strategy

run = pla(example("credit"), strategy(str(ROOT / "docs/code/last_first.py")).func)
STRATEGY_FILES = " ".join(
    f"docs/code/{name}.py"
    for name in ("last_first", "random_mistake", "nearest_to_right", "last_misses")
)
PROJECT = "hardest-first"


def check_output() -> str:
    """Return the output of check-strategy for the first strategy."""
    return output("perceptron-ref check-strategy docs/code/last_first.py")


desk = Desk()
negative = desk.file(
    "negative.py",
    """\
def negative(view):
    while True:
        wrong = [n for n in range(len(view)) if view.margin(n) < 0]
        yield wrong[0] if wrong else None
""",
    language="python",
)


def small_set_file() -> str:
    """Write the set on which negative.py fails its check to small.csv, and return a block of it."""
    match = re.search(
        r"data: Dataset\((\[\[.*\]\]), (\[.*\])\)",
        run_command("perceptron-ref check-strategy negative.py", status=1, folder=desk.path),
    )
    assert match
    rows, labels = map(json.loads, match.groups())
    lines = [",".join(map(str, [*row, label])) for row, label in zip(rows, labels)]
    return desk.file("small.csv", "\n".join(lines) + "\n")


def race_output(sets: str, last: str) -> str:
    """Return the first lines of a race of the tutorial's strategies and the built-in ones."""
    return output(
        f"perceptron-ref race {sets} --strategies {' '.join(FIVE_ORDERS)} {STRATEGY_FILES}",
        last=last,
    )


def new_strategy_blocks() -> dict[str, str]:
    """Return the output of `new-strategy` and the two Python files that it writes, as blocks."""
    with TemporaryDirectory() as folder:
        command = f"perceptron-ref new-strategy {PROJECT}"
        output_of_command = run_command(f"{command} --in {folder}").replace(folder + os.sep, "")
        output_of_command = output_of_command.replace(shlex.quote(sys.executable), "python3")
        output_of_command = output_of_command.replace(str(ROOT), "./perceptron_ref")
        blocks = {"output": block("console", [f"$ {command}", *output_of_command.splitlines()])}
        for name in ("hardest_first.py", "test_hardest_first.py"):
            with open(os.path.join(folder, PROJECT, name), encoding="utf-8") as stream:
                text = stream.read()
            title = f"{PROJECT}/{name}"
            blocks[name.partition(".")[0]] = f'```python title="{title}"\n{text}```'
    return blocks


project = new_strategy_blocks()
