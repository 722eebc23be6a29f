"""Useless and faulty strategies.

Useless strategies that keep the protocol cannot make PLA end wrongly or run on. Strategies that
break it, raise, or hide their name cause a StrategyError of one line, which names the strategy, the
visit, the line of its file, and the fault. A run closes its strategy, whatever error that raises.
"""

from __future__ import annotations

import gc
import signal
import sys
from functools import partial
from itertools import cycle
from textwrap import indent

import oracle
import pytest
from messages import check_refused, message_of

from perceptron_ref import Dataset, StrategyError, example, pla, pocket, updates

OPPOSITE = Dataset([[1], [-1]], [+1, -1])
SEPARABLE = oracle.separable_sets(25)
RUNS = {"pla": pla, "pocket": pocket, "updates": lambda *arguments: list(updates(*arguments))}


def common_error_of(strategy):
    """Return the error of PLA, Pocket and `updates` for a strategy, which must be the same."""
    texts = {message_of(run, OPPOSITE, strategy, error=StrategyError) for run in RUNS.values()}
    assert len(texts) == 1, texts
    return texts.pop()


# Useless strategies that keep the protocol: the loop's own visits do the work


def avoids_mistakes(view):
    """Visit examples that are right already; without one, report that no mistake is left."""
    while True:
        right = [n for n, margin in enumerate(view.margins()) if margin > 0]
        yield right[0] if right else None


USELESS = {
    "example 0 for ever": lambda view: cycle([0]),
    "never the last example": lambda view: cycle([range(len(view) - 1), 0]),
    "no visit at all": lambda view: iter([]),
    "one visit": lambda view: iter([0]),
    "one pass": lambda view: iter([range(len(view))]),
    "none is left, for ever": lambda view: cycle([None]),
    "a visit and none is left, in turn": lambda view: cycle([0, None]),
    "what is right already": avoids_mistakes,
}


@pytest.mark.ci
@pytest.mark.parametrize("visits", USELESS.values(), ids=USELESS)
def test_useless_strategies_converge_by_the_loops_own_visits(visits):
    """On separable sets a run ends on separating weights, within patience and the bound on visits.

    On a contradiction the limit ends it.
    """
    for rows, labels, _ in SEPARABLE:
        data = Dataset(rows, labels)
        for patience in (None, 1):
            run = pla(data, visits, patience=patience)
            assert run.status == "converged"
            assert oracle.mistakes(oracle.examples_of(data), run.w) == []
            assert run.visits <= ((patience or 10 * data.N) + data.N) * (run.updates + 1)
    run = pla(Dataset([[1], [1]], [+1, -1]), visits, max_updates=30)
    assert (run.status, run.updates, run.mistakes > 0) == ("max_updates", 30, True)


def test_an_iterator_that_goes_on_after_its_end_is_asked_again():
    """Each end of the iterator means the same as None."""

    class GoesOn:
        def __init__(self, view):
            self.asked = 0

        def __iter__(self):
            return self

        def __next__(self):
            self.asked += 1
            if self.asked % 3 == 0:
                raise StopIteration
            return self.asked % 4

    def none_for_the_end(view):
        visits = GoesOn(view)
        while True:
            yield next(visits, None)

    by_end, by_none = pla(example("and"), GoesOn), pla(example("and"), none_for_the_end)
    assert (by_end.updates, by_end.visits) == (20, 48)
    assert (by_end.n, by_end.visits) == (by_none.n, by_none.visits)


# Against the protocol


class Liar:
    """An object that claims to be an int. Its index is 1 at first, then 0, 1 and so on."""

    def __init__(self):
        self.used = 0

    __class__ = property(lambda self: int)

    def __index__(self):
        self.used += 1
        return self.used % 2

    def __le__(self, other):
        return True

    __lt__ = __ge__ = __gt__ = __le__


class CustomInt(int):
    """An int of another class, which may compare in any way."""


@pytest.mark.parametrize("answer", [CustomInt(1), Liar(), [CustomInt(1)], (Liar(),)], ids=range(4))
def test_an_index_is_converted_once(answer):
    """`operator.index` converts the answer, and the loop goes on with the first result, 1, as an
    int.
    """
    (update,) = updates(OPPOSITE, lambda view: iter([answer]), max_updates=1)
    assert (type(update.n), update.n) == (int, 1)


class CustomBaseException(BaseException):
    """An exception that no `except Exception` catches."""


def strategy_file(body, name="order"):
    """Return a strategy of its own file, mine.py: a function of these lines, the first of which is
    line 2.
    """
    names = {"StrategyError": StrategyError, "Own": CustomBaseException}
    source = f"def {name}(view):\n{indent(body, '    ')}\n"
    exec(compile(source, "mine.py", "exec", flags=0, dont_inherit=True), names)
    return names[name]


AN_INDEX = "expected the number of an example (an int from 0 to 1)"
A_VISIT = f"{AN_INDEX}…a pass…None"
A_GENERATOR = "…a generator of visits"
SHORTENED = f"no way {491 * '!'}... (1,007 characters)"


@pytest.mark.parametrize(
    ("body", "visit", "line", "parts"),
    [
        # an index is an int from 0 to N - 1
        *[
            (f"yield 0\nyield {answer}", 2, 3, f"it yielded {answer}; {A_VISIT}")
            for answer in ("-1", "2", "1" + "0" * 30, "1.5", "'0'", "True", "{0}", r"b'\x00'")
        ],
        # a pass is checked when it is yielded, before any visit of it
        *[
            (
                f"yield 0\nyield {answer}",
                2,
                3,
                f"it yielded a pass with the entry {entry}; {AN_INDEX}",
            )
            for answer, entry in [
                ("[0, 1, 2]", "2"),
                ("(0, -1)", "-1"),
                ("[0, 1.0]", "1.0"),
                ("[True, 0]", "True"),
                ("[None]", "None"),
                ("[[0]]", "[0]"),
                ("range(3)", "2"),
                ("range(1, -2, -1)", "-1"),
                ("range(-1, 1)", "-1"),
                ("range(0, 10**30, 10**29)", "9" + "0" * 29),
            ]
        ],
        # a strategy returns an iterator
        ("return [0, 1]", 1, None, f"mine.py:order returned [0, 1]{A_GENERATOR}"),
        ("return range(2)", 1, None, f"mine.py:order returned range(0, 2){A_GENERATOR}"),
        ("pass", 1, None, f"mine.py:order returned None{A_GENERATOR}"),
        ("return 0", 1, None, f"mine.py:order returned 0{A_GENERATOR}"),
        # the view answers about examples from 0 to N - 1
        ("view.margin(-1)\nyield 0", 1, 2, f"it asked…example -1; {AN_INDEX}"),
        ("yield 0\nview.is_mistake(2)", 2, 3, f"it asked…example 2; {AN_INDEX}"),
        ("view.squared_norm(0.5)\nyield 0", 1, 2, f"it asked…example 0.5; {AN_INDEX}"),
        # what it raises, wherever it does: at once, later, after a check, in a function of its own
        ("raise ZeroDivisionError('soon')\nyield", 1, 2, "it raised ZeroDivisionError: soon"),
        ("yield from (0, 0, 0)\nraise KeyError('late')", 4, 3, "it raised KeyError: 'late'"),
        ("yield None\nraise ValueError('checked')", 2, 3, "it raised ValueError: checked"),
        ("raise RuntimeError('no view')", 1, 2, "it raised RuntimeError: no view"),
        ("f = lambda: 1 / 0\nyield 0\nf()", 2, 2, "it raised ZeroDivisionError: division by zero"),
        ("yield 0\nraise StopIteration", 2, 3, "it raised RuntimeError: …StopIteration"),
        ("def f(): yield next(f)\nf = f()\nreturn f", 1, 2, "it raised ValueError: …already exec"),
        ("raise StrategyError('found N = 2; expected 3')\nyield", 1, 2, "found N = 2; expected 3"),
        # any message in one line, at the call and at a visit
        (r"raise StrategyError('no\nway ' + 1000 * '!')", 1, 2, SHORTENED),
        *[
            (f"{before}raise {error}", visit, visit + 1, f"it raised {message}")
            for before, visit in (("", 1), ("yield 0\n", 2))
            for error, message in [
                ("GeneratorExit('bye')", "GeneratorExit: bye"),
                ("SystemExit(7)", "SystemExit: 7"),  # SystemExit does not end the program
                (
                    r"ValueError('one\ntwo\r\nthree\x1b[2J\u2028four\x7f')",
                    r"ValueError: one two three\x1b[2J four\x7f",
                ),
            ]
        ],
    ],
)
def test_an_error_names_the_strategy_and_its_line(body, visit, line, parts):
    """In every algorithm the error has the strategy, the visit, the line of the strategy, and the
    fault.
    """
    place = f", at mine.py:{line}" if line else ""
    strategy = strategy_file(body)
    common_error_of(strategy)
    parts = f"strategy order, asked for visit {visit}{place}: {parts}"
    check_refused(parts, pla, OPPOSITE, strategy, error=StrategyError)


def test_the_original_error_is_the_cause():
    """The cause of the error is the strategy's own exception, or the loop's refusal."""
    for body, cause in [("yield 1 / 0", ZeroDivisionError), ("yield 7", StrategyError)]:
        with pytest.raises(StrategyError) as fault:
            pla(OPPOSITE, strategy_file(body))
        assert type(fault.value.__cause__) is cause


@pytest.mark.parametrize("order", [lambda X, y, w: iter(()), lambda: iter(())])
def test_the_error_on_a_wrong_signature_says_what_was_expected(order):
    """If instead the strategy's own code makes a wrong call, the error ends with Python's
    message.
    """
    check_refused(
        "strategy <lambda>, asked for visit 1: it raised TypeError: …; expected a function of …",
        pla,
        OPPOSITE,
        order,
        error=StrategyError,
    )
    text = common_error_of(strategy_file("def f(): pass\nf(1)"))
    assert text.endswith("takes 0 positional arguments but 1 was given")


def test_no_visit_of_a_pass_is_made_before_it_is_checked():
    """Example 1 is a mistake, but a pass in which the invalid index 2 follows it corrects
    nothing.
    """
    visited = []
    with pytest.raises(StrategyError):
        pla(OPPOSITE, strategy_file("yield 0\nyield [1, 2]"), on_update=visited.append)
    assert [update.n for update in visited] == [0]


@pytest.fixture
def new_garbage():
    """Make the garbage collector search only objects of this test."""
    if hasattr(gc, "freeze"):  # PyPy has none
        gc.freeze()
    yield
    if hasattr(gc, "freeze"):
        gc.unfreeze()


async def is_a_coroutine(view):
    """Nothing of it runs until it is awaited."""


async def is_an_asynchronous_generator(view):
    """Visits that nobody can take without awaiting them."""
    yield 0


@pytest.mark.parametrize("strategy", [is_a_coroutine, is_an_asynchronous_generator])
def test_an_async_def_is_refused(strategy, new_garbage):
    """The error on a coroutine or an asynchronous generator names `async def`, and Python prints no
    warning.
    """
    parts = f"strategy …test_faulty_strategies.py:{strategy.__name__} returned <…async def"
    check_refused(parts, pla, OPPOSITE, strategy, error=StrategyError)
    gc.collect()


def test_an_error_begins_with_the_name_of_the_strategy():
    """A function bound with partial has its function's name.

    An object has its own name or that of its class, and a lambda has none. The name is in one line.
    """

    class Faulty:
        __name__ = None

        def __call__(self, view):
            return iter("a")

    class Long(Faulty):
        __name__ = "a\nb\x1b" + 1000 * "c"

    def faulty(view, *, option):
        yield option

    for visits, name in [
        (partial(faulty, option=-1), "faulty"),
        (Faulty(), "Faulty"),
        (Long(), "a b\\x1b" + 494 * "c" + "... (1,004 characters)"),
        (lambda view: 0, "<lambda>"),
    ]:
        parts = f"strategy {name}, asked for visit 1"
        check_refused(parts, pla, OPPOSITE, visits, error=StrategyError)


# What a strategy may do, and what a run leaves behind


def test_a_strategy_may_catch_errors_of_the_view():
    """An error that the strategy catches is no fault, and the run goes on."""
    body = "try: view.margin(2)\nexcept StrategyError: yield range(2)"
    assert pla(OPPOSITE, strategy_file(body)).status == "converged"


def test_a_strategy_may_run_pla_itself():
    """A run within a run has its own loop and its own view."""

    def nested(view):
        yield from pla(Dataset([[1], [-1], [2]], [+1, -1, +1]), USELESS["example 0 for ever"]).n

    assert pla(OPPOSITE, nested).n == (0, 1)


def strategy_with_finally(act):
    """Return a strategy that makes this call when it is closed."""

    def closing(view):
        try:
            while True:
                yield range(len(view))
        finally:
            act()

    return closing


COUNTS_REFERENCES = hasattr(sys, "getrefcount")  # PyPy does not


@pytest.mark.parametrize(
    "run", [pla, pocket, *[lambda *words: next(updates(*words))] * COUNTS_REFERENCES]
)
def test_a_strategy_is_closed_when_its_run_is_over(run):
    """The strategy is closed by the time the run returns, even if the garbage collector is off."""
    closed, was_enabled = [], gc.isenabled()
    gc.disable()
    try:
        run(OPPOSITE, strategy_with_finally(lambda: closed.append("closed")))
        assert closed == ["closed"]
    finally:
        if was_enabled:
            gc.enable()


@pytest.mark.parametrize("body", ["raise ValueError", "raise SystemExit", "raise Own", "yield 0"])
def test_errors_of_a_strategy_that_is_closed_are_ignored(body, monkeypatch, new_garbage):
    """If a strategy raises an error or goes on when it is closed, the run does not fail, and
    nothing is printed.
    """
    unraisable = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    strategy = strategy_file(f"try:\n    while True: yield range(2)\nfinally:\n    {body}")
    for run in (pla, pocket):
        assert run(OPPOSITE, strategy).status == "converged"
    gc.collect()
    assert unraisable == []


def test_ctrl_c_ends_the_run():
    """If Ctrl-C comes while the strategy computes, or is closed, the run ends with the
    KeyboardInterrupt, not with a fault of the strategy.
    """

    def interrupted(view):
        yield 0
        signal.raise_signal(signal.SIGINT)
        yield 0

    closed = strategy_with_finally(lambda: signal.raise_signal(signal.SIGINT))
    for run, strategy in [(pla, interrupted), (pocket, interrupted), (pla, closed)]:
        with pytest.raises(KeyboardInterrupt):
            run(OPPOSITE, strategy)
