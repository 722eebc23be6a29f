"""The strategies of the tutorial, from their files, and the class on its page."""

from __future__ import annotations

import json
import re
import runpy
from doctest import DocTestParser

import pytest
from conftest import ROOT

from perceptron_ref import Dataset, StrategyError, dot, example, pla, strategy
from perceptron_ref.testing import check_strategy

CODE = ROOT / "docs" / "code"
NAMES = ["last_first", "random_mistake", "nearest_to_right", "last_misses"]


class ScriptedView:
    """A view for a strategy alone: N examples, of which the given ones are always mistakes."""

    def __init__(self, N, mistakes):
        self.N, self.mistakes, self.updates = N, mistakes, 0

    def __len__(self):
        return self.N

    def visits(self, count, strategy):
        """Return the first `count` examples that the strategy visits, alone or in passes."""
        visit_list = []
        for answer in strategy(self):
            for n in [answer] if isinstance(answer, int) else answer:
                visit_list.append(n)
                self.updates += n in self.mistakes
                if len(visit_list) == count:
                    return visit_list


def tutorial(name, **options):
    """Return the tutorial's strategy of this name."""
    return strategy(str(CODE / f"{name}.py"), **options)


def test_every_file_of_the_folder_is_listed():
    """The strategies are listed in NAMES. The other files are the auditor, the sparse set and the
    script for several classes, which have tests elsewhere.
    """
    other_files = ["audit", "largest_distance", "sparse_set"]
    assert sorted(path.stem for path in CODE.glob("*.py")) == sorted([*other_files, *NAMES])


@pytest.mark.parametrize("name", NAMES)
def test_all_converge_on_the_embedded_sets(name):
    """No strategy of the tutorial leaves a mistake on separable data."""
    for source in ("credit", "credit-2d", "spam", "iris-setosa", "or", "and"):
        run = pla(example(source), tutorial(name))
        assert (run.status, run.mistakes) == ("converged", 0)


@pytest.mark.ci
@pytest.mark.parametrize("name", NAMES)
def test_each_strategy_passes_the_kit(name):
    """A strategy passes every check, as the page shows for the first one."""
    check_strategy(str(CODE / f"{name}.py"))


def test_last_first_prints_its_run_as_a_program(capsys):
    """`python last_first.py` prints the run."""
    runpy.run_path(str(CODE / "last_first.py"), run_name="__main__")
    assert capsys.readouterr().out == "<Run last_first: converged, 262 updates, 896 visits>\n"


def test_last_first_goes_backwards():
    """`last_first` visits N-1, ..., 0 again and again, whatever is corrected."""
    assert ScriptedView(3, {1}).visits(7, tutorial("last_first")) == [2, 1, 0, 2, 1, 0, 2]


def test_random_mistake_visits_only_mistakes():
    """There is one visit for each update; the last N visits are the loop's check that none is
    left.
    """
    run = pla(example("credit"), tutorial("random_mistake", seed=5))
    assert run.visits == run.updates + run.data.N
    assert pla(example("credit"), tutorial("random_mistake", seed=5)).n == run.n
    assert pla(example("credit"), tutorial("random_mistake", seed=6)).n != run.n


def test_random_mistake_takes_each_mistake_equally_often():
    """If two of three examples are always mistakes, each gets about half of 400 visits."""

    class View(ScriptedView):
        def is_mistake(self, n):
            return n in self.mistakes

    visit_list = View(3, {0, 2}).visits(400, tutorial("random_mistake"))
    assert set(visit_list) == {0, 2}
    assert 160 < visit_list.count(0) < 240


def test_nearest_to_right_visits_the_mistake_of_largest_margin():
    """At every update the visited mistake has the largest y_n w_t . x_n, and in a tie the lowest
    n. A score of 0 that counts as right is not corrected.
    """
    data = example("credit")
    for _, n, w, _ in pla(data, tutorial("nearest_to_right")).replay():
        margins = [y * dot(w, x) for x, y in zip(data.xs, data.ys)]
        assert n == margins.index(max(margin for margin in margins if margin <= 0))
    D = Dataset([[1], [2]], [-1, +1])
    assert pla(D, tutorial("nearest_to_right"), sign_of_zero=-1, max_updates=1).n == (1,)


def test_last_misses_goes_back_to_the_latest_misses():
    """`last_misses` visits the last `window` mistakes of the naive cycle again, the latest
    first.
    """
    visits = ScriptedView(5, {1, 3, 4}).visits(12, tutorial("last_misses", window=2))
    assert visits == [0, 1, 1, 2, 3, 3, 1, 4, 4, 3, 0, 1]
    assert ScriptedView(3, set()).visits(7, tutorial("last_misses")) == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.ci
def test_the_strategy_class_of_the_page_takes_its_option_on_the_command_line(file, command):
    """Saved as a file, the class makes the updates that the page shows in Python, whether or not
    the command names its object.
    """
    page = (ROOT / "docs" / "write-a-strategy.md").read_text(encoding="utf-8")
    examples = DocTestParser().get_examples(page)
    sources = [
        code_example.source
        for code_example in examples
        if code_example.source.startswith(("class ", "order = "))
    ]
    (shown_output,) = [
        code_example.want for code_example in examples if "order, most=2" in code_example.source
    ]
    assert re.findall(r"\d+", shown_output) == ["52", "41"]
    path = file("".join(sources))
    for suffix, updates in ("", 52), (":order", 52), (":order:most=2", 41), ("::most=2", 41):
        arguments = "fit", "example:credit", "--strategy", path + suffix, "--json"
        assert json.loads(command(*arguments)[1])["updates"] == updates


@pytest.mark.parametrize(
    ("window", "message"), [(0, "found window=0; expected a whole number >= 1"), ("x", "an int")]
)
def test_last_misses_refuses_an_invalid_window(window, message):
    """The strategy's own error is shown unchanged."""
    with pytest.raises(StrategyError, match=message):
        pla(example("or"), tutorial("last_misses", window=window))
