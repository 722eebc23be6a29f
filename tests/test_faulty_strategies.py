"""Useless and faulty strategies.

Useless strategies that follow the protocol cannot make PLA end too early or run for ever. A
strategy that breaks the protocol or raises an error causes a StrategyError of one line, which names
the strategy, the visit, the line of its file, and the fault. A run closes its strategy, whatever
error this raises.
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
from messages import check_parts, check_refused, message_of

from perceptron_ref import Dataset, StrategyError, example, pla, pocket, updates

OPPOSITE = Dataset([[1], [-1]], [+1, -1])
SEPARABLE = oracle.separable_sets(25)
RUNS = {"pla": pla, "pocket": pocket, "updates": lambda *arguments: list(updates(*arguments))}


def common_error_of(strategy):
    """Return the error message for a strategy, which is the same for PLA, Pocket and `updates`."""
    messages = {message_of(run, OPPOSITE, strategy, error=StrategyError) for run in RUNS.values()}
    assert len(messages) == 1, messages
    return messages.pop()


# Useless strategies that follow the protocol: the loop finds the mistakes by its own visits


def avoid_mistakes(view):
    """Visit an example that is already right; if there is none, report that no mistake is left."""
    while True:
        right = [n for n, margin in enumerate(view.margins()) if margin > 0]
        yield right[0] if right else None


USELESS = {
    "example 0 for ever": lambda view: cycle([0]),
    "never the last example": lambda view: cycle([range(len(view) - 1), 0]),
    "no visit at all": lambda view: iter([]),
    "one visit": lambda view: iter([0]),
    "one pass": lambda view: iter([range(len(view))]),
    "no mistake is left, for ever": lambda view: cycle([None]),
    "a visit and no mistake is left, in turn": lambda view: cycle([0, None]),
    "examples that are already right": avoid_mistakes,
}


@pytest.mark.ci
@pytest.mark.parametrize("order", USELESS.values(), ids=USELESS)
def test_useless_strategies_converge_by_the_loops_own_visits(order):
    """On separable sets a run ends with separating weights, and its visits do not exceed their
    bound.

    On a contradiction the limit ends the run.
    """
    for rows, labels, _ in SEPARABLE:
        data = Dataset(rows, labels)
        for patience in (None, 1):
            run = pla(data, order, patience=patience)
            assert run.status == "converged"
            assert oracle.mistakes(oracle.examples_of(data), run.w) == []
            assert run.visits <= ((patience or 10 * data.N) + data.N) * (run.updates + 1)
    run = pla(Dataset([[1], [1]], [+1, -1]), order, max_updates=30)
    assert (run.status, run.updates, run.mistakes > 0) == ("max_updates", 30, True)


def test_an_iterator_that_continues_after_its_end_is_asked_again():
    """Each end of the iterator means the same as None."""

    class EndsRepeatedly:
        def __init__(self, view):
            self.calls = 0

        def __iter__(self):
            return self

        def __next__(self):
            self.calls += 1
            if self.calls % 3 == 0:
                raise StopIteration
            return self.calls % 4

    def yield_none_at_each_end(view):
        visits = EndsRepeatedly(view)
        while True:
            yield next(visits, None)

    run, run_with_none = (
        pla(example("and"), order) for order in (EndsRepeatedly, yield_none_at_each_end)
    )
    assert (run.updates, run.visits) == (20, 48)
    assert (run.n, run.visits) == (run_with_none.n, run_with_none.visits)


# Strategies that break the protocol


class Liar:
    """An object that claims to be an int. Its index is 1 at first, then 0, 1 and so on."""

    def __init__(self):
        self.calls = 0

    __class__ = property(lambda self: int)

    def __index__(self):
        self.calls += 1
        return self.calls % 2

    def __le__(self, other):
        return True

    __lt__ = __ge__ = __gt__ = __le__


class CustomInt(int):
    """An int of a subclass, which might define comparisons in another way."""


@pytest.mark.parametrize("answer", [CustomInt(1), Liar(), [CustomInt(1)], (Liar(),)], ids=range(4))
def test_an_index_is_converted_once(answer):
    """`operator.index` converts the answer once, and the loop uses the result, the int 1."""
    (update,) = updates(OPPOSITE, lambda view: iter([answer]), max_updates=1)
    assert (type(update.n), update.n) == (int, 1)


class CustomBaseException(BaseException):
    """An exception that no `except Exception` catches."""


def strategy_file(body, name="order"):
    """Return a strategy from a file mine.py: a function whose body begins in line 2."""
    namespace = {"StrategyError": StrategyError, "CustomBaseException": CustomBaseException}
    source = f"def {name}(view):\n{indent(body, '    ')}\n"
    exec(compile(source, "mine.py", "exec", flags=0, dont_inherit=True), namespace)
    return namespace[name]


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
        # a pass is checked before its first visit
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
        # a strategy has to return an iterator
        ("return [0, 1]", 1, None, f"mine.py:order returned [0, 1]{A_GENERATOR}"),
        ("return range(2)", 1, None, f"mine.py:order returned range(0, 2){A_GENERATOR}"),
        ("pass", 1, None, f"mine.py:order returned None{A_GENERATOR}"),
        ("return 0", 1, None, f"mine.py:order returned 0{A_GENERATOR}"),
        # the view takes indices from 0 to N - 1
        ("view.margin(-1)\nyield 0", 1, 2, f"it asked…example -1; {AN_INDEX}"),
        ("yield 0\nview.is_mistake(2)", 2, 3, f"it asked…example 2; {AN_INDEX}"),
        ("view.squared_norm(0.5)\nyield 0", 1, 2, f"it asked…example 0.5; {AN_INDEX}"),
        # errors before the first visit, after visits, after None, and in a function of the strategy
        ("raise ZeroDivisionError('soon')\nyield", 1, 2, "it raised ZeroDivisionError: soon"),
        ("yield from (0, 0, 0)\nraise KeyError('late')", 4, 3, "it raised KeyError: 'late'"),
        ("yield None\nraise ValueError('checked')", 2, 3, "it raised ValueError: checked"),
        ("raise RuntimeError('no view')", 1, 2, "it raised RuntimeError: no view"),
        ("f = lambda: 1 / 0\nyield 0\nf()", 2, 2, "it raised ZeroDivisionError: division by zero"),
        ("yield 0\nraise StopIteration", 2, 3, "it raised RuntimeError: …StopIteration"),
        ("def f(): yield next(f)\nf = f()\nreturn f", 1, 2, "it raised ValueError: …already exec"),
        ("raise StrategyError('found N = 2; expected 3')\nyield", 1, 2, "found N = 2; expected 3"),
        # messages are put into one line, before the first visit and after a visit
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
    """In every algorithm the error names the strategy, the visit and the line of the strategy, and
    says what is wrong.
    """
    location = f", at mine.py:{line}" if line else ""
    message = common_error_of(strategy_file(body))
    check_parts(f"strategy order, asked for visit {visit}{location}: {parts}", message)


def test_the_original_error_is_the_cause():
    """The cause of the error is the strategy's own exception, or the loop's refusal."""
    for body, cause in [("yield 1 / 0", ZeroDivisionError), ("yield 7", StrategyError)]:
        with pytest.raises(StrategyError) as caught:
            pla(OPPOSITE, strategy_file(body))
        assert type(caught.value.__cause__) is cause


@pytest.mark.parametrize("order", [lambda X, y, w: iter(()), lambda: iter(())])
def test_the_error_on_a_wrong_signature_says_what_was_expected(order):
    """If the strategy itself makes a wrong call, the error ends with Python's message."""
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
    """Example 1 is a mistake, but a pass of example 1 and the invalid index 2 makes no update."""
    received = []
    with pytest.raises(StrategyError):
        pla(OPPOSITE, strategy_file("yield 0\nyield [1, 2]"), on_update=received.append)
    assert [update.n for update in received] == [0]


@pytest.fixture
def new_garbage():
    """Make the garbage collector search only objects that this test creates."""
    if hasattr(gc, "freeze"):  # PyPy has none
        gc.freeze()
    yield
    if hasattr(gc, "freeze"):
        gc.unfreeze()


async def is_a_coroutine(view):
    """A coroutine: its code does not run until it is awaited."""


async def is_an_asynchronous_generator(view):
    """An asynchronous generator: its visits have to be awaited."""
    yield 0


@pytest.mark.parametrize("strategy", [is_a_coroutine, is_an_asynchronous_generator])
def test_an_async_def_is_refused(strategy, new_garbage):
    """The error on a coroutine or an asynchronous generator names `async def`. Python gives no
    warning about it.
    """
    parts = f"strategy …test_faulty_strategies.py:{strategy.__name__} returned <…async def"
    check_refused(parts, pla, OPPOSITE, strategy, error=StrategyError)
    gc.collect()


def test_an_error_begins_with_the_name_of_the_strategy():
    """It is the function's name for a `partial`, "<lambda>" for a lambda, and for an object its own
    name or the name of its class. The name is put into one line.
    """

    class Faulty:
        __name__ = None

        def __call__(self, view):
            return iter("a")

    class Long(Faulty):
        __name__ = "a\nb\x1b" + 1000 * "c"

    def faulty(view, *, option):
        yield option

    for order, name in [
        (partial(faulty, option=-1), "faulty"),
        (Faulty(), "Faulty"),
        (Long(), "a b\\x1b" + 494 * "c" + "... (1,004 characters)"),
        (lambda view: 0, "<lambda>"),
    ]:
        parts = f"strategy {name}, asked for visit 1"
        check_refused(parts, pla, OPPOSITE, order, error=StrategyError)


# What a strategy may do, and how a run closes it


def test_a_strategy_may_catch_errors_of_the_view():
    """If the strategy catches the error, the run goes on."""
    body = "try: view.margin(2)\nexcept StrategyError: yield range(2)"
    assert pla(OPPOSITE, strategy_file(body)).status == "converged"


def test_a_strategy_may_run_pla_itself():
    """A run inside a run has its own loop and its own view."""

    def nested(view):
        yield from pla(Dataset([[1], [-1], [2]], [+1, -1, +1]), USELESS["example 0 for ever"]).n

    assert pla(OPPOSITE, nested).n == (0, 1)


def strategy_with_finally(function):
    """Return a strategy that calls a function when it is closed."""

    def order(view):
        try:
            while True:
                yield range(len(view))
        finally:
            function()

    return order


COUNTS_REFERENCES = hasattr(sys, "getrefcount")  # false on PyPy


@pytest.mark.parametrize(
    "run", [pla, pocket, *[lambda *arguments: next(updates(*arguments))] * COUNTS_REFERENCES]
)
def test_a_strategy_is_closed_when_its_run_is_over(run):
    """The strategy is closed before the run returns, even if the garbage collector is off."""
    closed, was_enabled = [], gc.isenabled()
    gc.disable()
    try:
        run(OPPOSITE, strategy_with_finally(lambda: closed.append("closed")))
        assert closed == ["closed"]
    finally:
        if was_enabled:
            gc.enable()


@pytest.mark.parametrize(
    "body", ["raise ValueError", "raise SystemExit", "raise CustomBaseException", "yield 0"]
)
def test_errors_when_a_strategy_is_closed_are_ignored(body, monkeypatch, new_garbage):
    """If a strategy raises an error or yields when it is closed, the run does not fail, and Python
    reports no unraisable error.
    """
    unraisable = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    strategy = strategy_file(f"try:\n    while True: yield range(2)\nfinally:\n    {body}")
    for run in (pla, pocket):
        assert run(OPPOSITE, strategy).status == "converged"
    gc.collect()
    assert unraisable == []


def test_ctrl_c_ends_the_run():
    """If the user presses Ctrl-C while the strategy computes or is closed, the run raises
    KeyboardInterrupt, not an error about the strategy.
    """

    def interrupted_order(view):
        yield 0
        signal.raise_signal(signal.SIGINT)
        yield 0

    interrupted_close = strategy_with_finally(lambda: signal.raise_signal(signal.SIGINT))
    for run, strategy in [
        (pla, interrupted_order),
        (pocket, interrupted_order),
        (pla, interrupted_close),
    ]:
        with pytest.raises(KeyboardInterrupt):
            run(OPPOSITE, strategy)
