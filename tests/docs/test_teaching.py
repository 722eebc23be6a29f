"""On the page for teachers and the page of exercises, commands run, answers are right, and links
lead to pages.
"""

from __future__ import annotations

import re
from doctest import DocTestParser
from runpy import run_path

import pytest
from conftest import ROOT

from perceptron_ref import example, pla

TEACHING, EXERCISES = (
    (ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("teaching.md", "exercises.md")
)
VALUES = run_path(str(ROOT / "docs" / "teaching.py"))
COMMANDS = [
    *re.findall(r"^\$ perceptron-ref (draw .+)$", TEACHING, re.MULTILINE),
    *re.findall(r"^\| [^|]+ \| `([^`]+)` \|", VALUES["gallery"](), re.MULTILINE),
]


@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_command_for_the_classroom_runs(arguments, command, tmp_path, monkeypatch):
    """Each command runs as written. For XOR the exit status is 1, because no line separates."""
    monkeypatch.chdir(tmp_path)
    exit_status, out, _ = command(*arguments.split())
    assert out
    assert exit_status == (1 if arguments == "separable example:xor" else 0)


def test_the_recipe_for_an_exam_finds_a_set_and_the_commands_run(command, tmp_path, monkeypatch):
    """The recipe finds a known seed, and refuses a set with one label. The commands run on the
    exam.csv that the page shows.
    """
    namespace = {}
    for example_code in DocTestParser().get_examples(TEACHING):
        if example_code.source.startswith(("from ", "def ")):
            exec(example_code.source, namespace)
    assert next(s for s in range(7_000_000, 7_010_000) if namespace["is_fit"](s, 7)) == 7_000_021
    assert not namespace["is_fit"](7_000_016, 7)  # with T = 7, but with the label +1 alone
    (csv,) = re.findall(r"^0,0,-1\n(?:.+\n)+", TEACHING, re.MULTILINE)
    (tmp_path / "exam.csv").write_text(csv)
    monkeypatch.chdir(tmp_path)
    lines = re.findall(r"^\$ perceptron-ref (.*exam\.csv.*)$", TEACHING, re.MULTILINE)
    assert len(lines) == 2
    updates = []
    for arguments in (*lines, "fit exam.csv --trace --csv sheet.csv"):
        exit_status, out, _ = command(*arguments.split())
        assert exit_status == 0
        updates += [int(n) for n in re.findall(r"^  (?:cyclic|restart) +(\d+)", out, re.MULTILINE)]
    assert updates == [7, 7, 4, 4]
    assert (tmp_path / "sheet.csv").exists()


@pytest.mark.ci
def test_the_command_for_a_contest_runs(command, tmp_path, monkeypatch):
    """The race ranks the files of a folder beside all strategies, and draws the ranking."""
    (arguments,) = re.findall(r"^\$ perceptron-ref (race .+)$", TEACHING, re.MULTILINE)
    (tmp_path / "class").mkdir()
    for name in ("last_first", "random_mistake"):
        source = (ROOT / "docs" / "code" / f"{name}.py").read_text(encoding="utf-8")
        (tmp_path / "class" / f"{name}.py").write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    files = "class/last_first.py class/random_mistake.py"
    options = "--set-seed", "1", "--max-seconds", "none"
    exit_status, out, _ = command(*arguments.replace("class/*.py", files).split(), *options)
    assert exit_status == 0
    assert all(
        re.search(rf"^ +\d+  {re.escape(file)} ", out, re.MULTILINE) for file in files.split()
    )
    assert (tmp_path / "race.svg").exists()


def test_each_question_stands_before_its_answer():
    """The frame with the question has no ring yet; the ring marks the example that PLA corrects."""
    picture = str(VALUES["questions_picture"]())
    background, *frames = picture[: picture.index('class="last"')].split('class="f"')
    updates = VALUES["CLEAN_RUN"].updates
    assert ['class="ring"' in frame for frame in frames] == [False, True] * updates
    assert all(re.search(r'data-said="[^"]+\?"', frame) for frame in frames)


def test_pla_converges_on_the_assigned_sets():
    """The options that the page assigns make valid sets for several student numbers."""
    options = re.search(r"`example:separable:([^`]+)`", TEACHING).group(1)
    option_values = {
        key: int(value) for key, _, value in (o.partition("=") for o in options.split(","))
    }
    for seed in (0, 7, 42, 99):
        assert pla(example("separable", **{**option_values, "seed": seed})).status == "converged"


def test_every_exercise_has_an_answer():
    """Exercises are numbered, in sections from easy to hard. Each answer is in a fold."""
    parts = re.split(r"^### (\d+)\. .+ \{#exercise-[\w-]+\}$", EXERCISES, flags=re.MULTILINE)
    assert len(parts) > 20
    assert parts[1::2] == [str(i) for i in range(1, len(parts) // 2 + 1)]
    for text in parts[2::2]:
        assert text.count("/// details | Answer\n    attrs: {class: answer}\n") == 1
    levels = re.findall(r"^## .+ \{#(easy|middling|hard) ", EXERCISES, re.MULTILINE)
    assert levels == ["easy", "middling", "hard"]


def test_the_exercises_of_every_page_are_linked():
    """Each page with exercises, of the lecture and beyond it, has exactly one link."""
    docs = ROOT / "docs"
    pages = [path for folder in ("lecture", "beyond") for path in docs.glob(f"{folder}/*.md")]
    pages = [path for path in pages if "{#exercises}" in path.read_text(encoding="utf-8")]
    links = re.findall(r"\]\(((?:lecture|beyond)/\w+\.md)#exercises\)", EXERCISES)
    assert len(links) > 5
    assert sorted(links) == sorted(path.relative_to(docs).as_posix() for path in pages)


@pytest.mark.ci
def test_without_one_flower_the_naive_cycle_ends():
    """The run ends after as many updates as the page states, more than a hundred thousand."""
    data = example("iris-versicolor-virginica")
    without_33 = [n for n in range(data.N) if n != 33]
    rest = type(data)([data.xs[n][1:] for n in without_33], [data.ys[n] for n in without_33])
    page = run_path(str(ROOT / "docs" / "exercises.py"))
    assert pla(rest, max_updates=None).updates == page["NAIVE_UPDATES_WITHOUT_FLOWER"]
    assert page["NAIVE_UPDATES_WITHOUT_FLOWER"] > 100_000
    assert f"{page['NAIVE_UPDATES_WITHOUT_FLOWER']:,}" in page["without_mistaken_flower"]()
