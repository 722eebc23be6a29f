"""The strategies of the tutorial, from its own files: what each says of itself is what it does."""

from __future__ import annotations

import json
import runpy
from doctest import DocTestParser

import pytest
from conftest import ROOT

from perceptron_ref import Dataset, StrategyError, dot, example, pla, strategy
from perceptron_ref.testing import check_strategy

CODE = ROOT / "docs" / "code"
NAMES = ["last_first", "random_mistake", "nearest_to_right", "last_misses"]


class Script:
    """A view for a strategy on its own: N examples, of which those named are mistakes whenever they
    are visited.
    """

    def __init__(self, N, mistakes):
        self.N, self.mistakes, self.updates = N, mistakes, 0

    def __len__(self):
        return self.N

    def visits(self, count, visits_of):
        """Return the first visits that the strategy asks for, by examples or by passes."""
        asked = []
        for answer in visits_of(self):
            for n in [answer] if isinstance(answer, int) else answer:
                asked.append(n)
                self.updates += n in self.mistakes
                if len(asked) == count:
                    return asked


def tutorial(name, **options):
    """Return the tutorial's strategy of that name."""
    return strategy(str(CODE / f"{name}.py"), **options)


def test_there_is_a_test_for_every_file():
    """A file that is shown is one that is tested; the auditor, the recipes' set and the script for
    several classes have tests of their own.
    """
    others = ["audit", "largest_score", "sparse_set"]
    assert sorted(path.stem for path in CODE.glob("*.py")) == sorted([*others, *NAMES])


@pytest.mark.parametrize("name", NAMES)
def test_all_converge_on_the_embedded_sets(name):
    """None of them leaves a mistake on separable data."""
    for source in ("credit", "credit-2d", "spam", "iris-setosa", "or", "and"):
        run = pla(example(source), tutorial(name))
        assert (run.status, run.mistakes) == ("converged", 0)


@pytest.mark.ci
@pytest.mark.parametrize("name", NAMES)
def test_each_keeps_the_protocol(name):
    """Every check of the kit passes, as the page shows for the first."""
    check_strategy(str(CODE / f"{name}.py"))


def test_the_script_runs_as_a_script(capsys):
    """`python last_first.py` prints the run."""
    runpy.run_path(str(CODE / "last_first.py"), run_name="__main__")
    assert capsys.readouterr().out == "<Run last_first: converged, 262 updates, 896 visits>\n"


def test_last_first_goes_backwards():
    """N-1, ..., 0, and over again, whatever is corrected."""
    assert Script(3, {1}).visits(7, tutorial("last_first")) == [2, 1, 0, 2, 1, 0, 2]


def test_random_mistake_visits_mistakes_alone():
    """One visit for an update; the last N prove that none is left, and are the loop's."""
    run = pla(example("credit"), tutorial("random_mistake", seed=5))
    assert run.visits == run.updates + run.data.N
    assert pla(example("credit"), tutorial("random_mistake", seed=5)).n == run.n
    assert pla(example("credit"), tutorial("random_mistake", seed=6)).n != run.n


def test_random_mistake_takes_each_mistake_equally_often():
    """Of three examples two are mistakes for ever: about half of 400 visits go to either."""

    class View(Script):
        def is_mistake(self, n):
            return n in self.mistakes

    asked = View(3, {0, 2}).visits(400, tutorial("random_mistake"))
    assert set(asked) == {0, 2}
    assert 160 < asked.count(0) < 240


def test_nearest_to_right_takes_the_largest_margin_of_the_mistakes():
    """At every update no mistake has a larger y_n w_t . x_n, and no lower n an equal one. A zero
    score that counts as right is nothing to correct.
    """
    data = example("credit")
    for _, n, w, _ in pla(data, tutorial("nearest_to_right")).replay():
        margins = [y * dot(w, x) for x, y in zip(data.xs, data.ys)]
        assert n == margins.index(max(margin for margin in margins if margin <= 0))
    D = Dataset([[1], [2]], [-1, +1])
    assert pla(D, tutorial("nearest_to_right"), sign_of_zero=-1, max_updates=1).n == (1,)


def test_last_misses_goes_back_to_the_latest_misses():
    """Of the naive cycle's own mistakes the last `window` are visited again, the latest first."""
    visits = Script(5, {1, 3, 4}).visits(12, tutorial("last_misses", window=2))
    assert visits == [0, 1, 1, 2, 3, 3, 1, 4, 4, 3, 0, 1]
    assert Script(3, set()).visits(7, tutorial("last_misses")) == [0, 1, 2, 0, 1, 2, 0]


def test_the_class_of_the_page_takes_its_option_on_the_command_line(file, command):
    """As a file, its object named or not, it makes the updates that the page shows for Python."""
    page = (ROOT / "docs" / "write-a-strategy.md").read_text(encoding="utf-8")
    examples = DocTestParser().get_examples(page)
    sources = [each.source for each in examples if each.source.startswith(("class ", "order = "))]
    path = file("".join(sources))
    for asked, updates in ("", 52), (":order", 52), (":order:most=2", 41), ("::most=2", 41):
        words = "fit", "example:credit", "--strategy", path + asked, "--json"
        assert json.loads(command(*words)[1])["updates"] == updates
        assert f"{updates}" in [each.want for each in examples if "order, most=2" in each.source][0]


@pytest.mark.parametrize(
    ("window", "complaint"), [(0, "found window=0; expected an int >= 1"), ("x", "an int")]
)
def test_last_misses_refuses_a_window_of_nothing(window, complaint):
    """The strategy's own error is shown as it is."""
    with pytest.raises(StrategyError, match=complaint):
        pla(example("or"), tutorial("last_misses", window=window))
