"""Strategies that do not play along: they cannot make PLA end wrongly, run on, or fail without
being named.
"""

from __future__ import annotations

import builtins
import gc
import signal
import sys
from functools import partial

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import Dataset, StrategyError, pla, pocket, updates

OPPOSITE = Dataset([[1], [-1]], [+1, -1])
SEPARABLE = oracle.separable_sets(25)

signs_of_zero = st.sampled_from([-1, 0, +1])


# Useless, but within the protocol: the loop's own visits do the work


def constant(view):
    """Example 0, whatever happens."""
    while True:
        yield 0


def skips_one(view):
    """The cycle without its last example."""
    while True:
        yield from range(len(view) - 1)
        yield 0


def ends_at_once(view):
    """No visit at all."""
    return
    yield


def ends_after_one_pass(view):
    """Every example once."""
    yield from range(len(view))


def sees_no_mistake(view):
    """ "Check me", for ever."""
    while True:
        yield None


def sees_no_mistake_after_one(view):
    """A visit, and "check me", in turn."""
    while True:
        yield 0
        yield None


def avoids_mistakes(view):
    """Only what is right already; "check me" when nothing is."""
    while True:
        right = [n for n, margin in enumerate(view.margins()) if margin > 0]
        yield right[0] if right else None


def an_iterator_of_one(view):
    """No generator, but an iterator; it is empty after a visit."""
    return iter([0])


class Stubborn:
    """A strategy that is an object, and its own iterator of visits."""

    def __call__(self, view):
        return self

    def __iter__(self):
        return self

    def __next__(self):
        return 0


USELESS = [
    constant,
    skips_one,
    ends_at_once,
    ends_after_one_pass,
    sees_no_mistake,
    sees_no_mistake_after_one,
    avoids_mistakes,
    an_iterator_of_one,
    Stubborn(),
]


@pytest.mark.parametrize("visits", USELESS)
def test_useless_strategies_converge_by_the_loops_own_visits(visits):
    """On separable sets even they end on separating weights, within patience and the bound on
    visits.
    """
    for rows, labels, _ in SEPARABLE:
        data = Dataset(rows, labels)
        for patience in (None, 1):
            run = pla(data, visits, patience=patience)
            assert run.status == "converged"
            assert oracle.mistakes(oracle.examples_of(data), run.w) == []
            assert run.visits <= ((patience or 10 * data.N) + data.N) * (run.updates + 1)


@pytest.mark.parametrize("visits", USELESS)
def test_useless_strategies_end_at_a_limit_where_no_line_separates(visits):
    """On a contradiction PLA never halts by itself, whatever the strategy: the limit ends it."""
    run = pla(Dataset([[1], [1]], [+1, -1]), visits, max_updates=30)
    assert (run.status, run.updates, run.mistakes > 0) == ("max_updates", 30, True)


@given(
    oracle.rows_and_labels(),
    st.lists(st.none() | st.integers(0, 6), max_size=12),
    st.booleans(),
    signs_of_zero,
    st.integers(1, 9),
)
def test_a_run_never_converges_with_a_mistake_left(
    drawn, choices, for_ever, sign_of_zero, patience
):
    """Whatever visits are asked for: every update corrects a mistake, "converged" is said only and
    always when none is
    left, and between two updates there are at most patience + N visits."""
    data = Dataset(*drawn)
    D = oracle.examples_of(data)
    choices = [n if n is None else n % data.N for n in choices]

    def random(view):
        yield from choices
        while for_ever and choices:
            yield from choices

    run = pla(data, random, sign_of_zero=sign_of_zero, patience=patience, max_updates=20)
    for _, n, w, _ in run.replay():
        assert n in oracle.mistakes(D, w, sign_of_zero)
    assert (run.status == "converged") is (oracle.mistakes(D, run.w, sign_of_zero) == [])
    assert run.visits <= (patience + data.N) * (run.updates + 1)


# Against the protocol: a StrategyError that names the strategy


class Liar:
    """No int, though it says so, and a different index every time it is used; it is used once."""

    def __init__(self):
        self.used = 0

    __class__ = property(lambda self: int)

    def __index__(self):
        self.used += 1
        return self.used % 2

    def __le__(self, other):
        return True

    __lt__ = __ge__ = __gt__ = __le__

    def __repr__(self):
        return "Liar()"


class Index(int):
    """An int of a kind of its own, which might compare as it likes."""


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        (-1, "-1"),
        (2, "2"),
        (10**30, "10" + "0" * 29),
        (1.5, "1.5"),
        (0.0, "0.0"),
        ("0", "'0'"),
        (True, "True"),
        ({0}, "{0}"),
        (b"\0", r"b'\x00'"),
    ],
)
def test_what_is_no_index_is_refused(found, shown):
    """An index is an int from 0 to N-1: no negative one, no N, no float, text or bool; a set or
    bytes are no pass.
    """

    def yields_rubbish(view):
        yield 0
        yield found

    with pytest.raises(StrategyError) as fault:
        pla(OPPOSITE, yields_rubbish)
    expected = (
        f"it yielded {shown}; expected an int from 0 to 1, "
        "a pass (a range, list or tuple of them), or None"
    )
    place = f"{__file__}:{yields_rubbish.__code__.co_firstlineno + 2}"
    assert str(fault.value) == f"strategy yields_rubbish, asked for visit 2, at {place}: {expected}"
    assert type(fault.value.__cause__) is StrategyError


@pytest.mark.parametrize(
    ("found", "entry"),
    [
        ([0, 1, 2], "2"),
        ((0, -1), "-1"),
        ([0, 1.0], "1.0"),
        ([True, 0], "True"),
        ([None], "None"),
        ([[0]], "[0]"),
        (["1"], "'1'"),
        (range(3), "2"),
        (range(1, -2, -1), "-1"),
        (range(-1, 1), "-1"),
        (range(0, 10**30, 10**29), "9" + "0" * 29),
    ],
)
def test_a_pass_holds_indices_alone(found, entry):
    """It is checked when it is yielded, before any visit of it."""

    def yields_a_pass(view):
        yield 0
        yield found

    seen = []
    with pytest.raises(StrategyError) as fault:
        pla(OPPOSITE, yields_a_pass, on_update=seen.append)
    place = f"{__file__}:{yields_a_pass.__code__.co_firstlineno + 2}"
    assert str(fault.value) == (
        f"strategy yields_a_pass, asked for visit 2, at {place}: "
        f"it yielded a pass with {entry}; expected an int from 0 to 1"
    )
    assert [update.n for update in seen] == [0]


@pytest.mark.parametrize("zero", [Index(0), Liar(), [Index(0)], (Liar(),)])
def test_what_stands_for_an_int_is_an_index(zero):
    """`operator.index` decides, once: the loop goes on with its answer, an int."""

    def yields_it(view):
        yield zero

    (update,) = list(updates(OPPOSITE, yields_it, max_updates=1))
    assert (type(update.n), update.n in (0, 1)) == (int, True)


def raises_at_once(view):
    """A fault before the first visit."""
    raise ZeroDivisionError("none yet")
    yield


def raises_later(view):
    """A fault after three visits and an update."""
    yield from (0, 0, 0)
    raise KeyError("three")


def raises_after_an_end(view):
    """A fault after the loop's own visits: two visits and one update of them."""
    yield None
    raise ValueError("checked")


def raises_when_called(view):
    """A function, no generator, that fails."""
    raise RuntimeError("no view, please")


def takes_no_view():
    """A function that takes nothing."""


def returns_a_list(view):
    """All visits at once."""
    return [0, 1]


def returns_a_range(view):
    """What can be iterated over, but is no iterator: every update would start it anew."""
    return range(2)


def returns_none(view):
    """A function that forgot to yield."""


def returns_an_index(view):
    """One visit, once."""
    return 0


async def is_a_coroutine(view):
    """Nothing of it runs until it is awaited."""
    return [0, 1]


async def is_an_asynchronous_generator(view):
    """Visits that nobody can take without awaiting them."""
    yield 0


class Awaitable:
    """What can be awaited, but not closed."""

    def __await__(self):
        return iter([0])

    def __repr__(self):
        return "<Awaitable>"


def returns_an_awaitable(view):
    """Neither visits nor a coroutine."""
    return Awaitable()


def calls_deeper(view):
    """A fault in a function of its own, called by the generator."""
    yield 0
    takes_no_view(view)


def asks_for_example_minus_1(view):
    """The last example, as Python counts; the lecture does not."""
    view.margin(-1)
    yield 0


def asks_for_example_2(view):
    """One too far."""
    yield 0
    view.is_mistake(2)


def asks_for_example_half(view):
    """Between two examples."""
    view.squared_norm(0.5)
    yield 0


def asks_itself(view):
    """Its own next visit, before it has given this one."""

    def generator():
        yield next(itself)

    itself = generator()
    return itself


def stops_the_wrong_way(view):
    """StopIteration is not how a generator ends."""
    yield 0
    raise StopIteration


EXPECTED = "expected a generator of visits: yield, neither return nor async def"
TOO_MANY = "takes_no_view() takes 0 positional arguments but 1 was given"


class Unspeakable:
    """Not even its repr works."""

    def __repr__(self):
        raise OSError("no words")


def yields_the_unspeakable(view):
    """What cannot be shown in a message."""
    yield Unspeakable()


def returns_the_unspeakable(view):
    """The same, at once."""
    return Unspeakable()


def refuses(view):
    """A StrategyError of its own."""
    raise StrategyError("found N = 2; expected at least 3")
    yield


# The last number: the line of the strategy at which it stood, counted from its def; 0 where none is
# to blame.
FAULTS = [
    (raises_at_once, 1, "it raised ZeroDivisionError: none yet", ZeroDivisionError, 2),
    (raises_later, 4, "it raised KeyError: 'three'", KeyError, 3),
    (raises_after_an_end, 2, "it raised ValueError: checked", ValueError, 3),
    (raises_when_called, 1, "it raised RuntimeError: no view, please", RuntimeError, 2),
    (
        returns_a_list,
        1,
        f"it returned [0, 1]; {EXPECTED}",
        StrategyError,
        0,
    ),
    (
        returns_a_range,
        1,
        f"it returned range(0, 2); {EXPECTED}",
        StrategyError,
        0,
    ),
    (
        returns_none,
        1,
        f"it returned None; {EXPECTED}",
        StrategyError,
        0,
    ),
    (returns_an_index, 1, f"it returned 0; {EXPECTED}", StrategyError, 0),
    (
        returns_an_awaitable,
        1,
        f"it returned <Awaitable>; {EXPECTED}",
        StrategyError,
        0,
    ),
    (
        asks_for_example_minus_1,
        1,
        "it asked the view about example -1; expected an int from 0 to 1",
        StrategyError,
        2,
    ),
    (
        asks_for_example_2,
        2,
        "it asked the view about example 2; expected an int from 0 to 1",
        StrategyError,
        3,
    ),
    (
        asks_for_example_half,
        1,
        "it asked the view about example 0.5; expected an int from 0 to 1",
        StrategyError,
        2,
    ),
    (asks_itself, 1, "it raised ValueError: generator already executing", ValueError, 4),
    (
        stops_the_wrong_way,
        2,
        "it raised RuntimeError: generator raised StopIteration",
        RuntimeError,
        3,
    ),
    (calls_deeper, 2, f"it raised TypeError: {TOO_MANY}", TypeError, 3),
    (
        yields_the_unspeakable,
        1,
        "it yielded <Unspeakable that cannot be shown>; expected an int from 0 to 1, "
        "a pass (a range, list or tuple of them), or None",
        StrategyError,
        2,
    ),
    (
        returns_the_unspeakable,
        1,
        f"it returned <Unspeakable that cannot be shown>; {EXPECTED}",
        StrategyError,
        0,
    ),
    (refuses, 1, "found N = 2; expected at least 3", StrategyError, 2),
]


@pytest.mark.parametrize(
    ("visits", "visit", "what", "cause", "line"),
    FAULTS,
    ids=[fault[0].__name__ for fault in FAULTS],
)
@pytest.mark.parametrize(
    "run", [pla, pocket, lambda *asked: list(updates(*asked))], ids=["pla", "pocket", "updates"]
)
def test_a_fault_is_the_strategys_own(run, visits, visit, what, cause, line):
    """The error names the strategy, the visit, the strategy's own line, and what it did; the
    original is its cause.
    """
    place = f", at {__file__}:{visits.__code__.co_firstlineno + line}" if line else ""
    with pytest.raises(StrategyError) as fault:
        run(OPPOSITE, visits)
    assert str(fault.value) == f"strategy {visits.__name__}, asked for visit {visit}{place}: {what}"
    assert type(fault.value.__cause__) is cause


@pytest.mark.parametrize("strategy", [is_a_coroutine, is_an_asynchronous_generator])
def test_an_async_def_is_no_strategy(strategy):
    """The error says so, and Python has nothing to warn of."""
    with pytest.raises(StrategyError, match="it returned <.* neither return nor async def$"):
        pla(OPPOSITE, strategy)
    gc.collect()


def test_a_strategy_that_takes_no_view_is_told_so():
    """What Python says about the call is in the message."""
    with pytest.raises(
        StrategyError,
        match="^strategy takes_no_view, asked for visit 1: it raised TypeError: takes_no_view()",
    ):
        pla(OPPOSITE, takes_no_view)


def test_a_strategy_without_a_name_is_named_by_what_it_is():
    """A function bound with partial has its function's name, an object that of its class, a lambda
    none of its own.
    """

    def faulty(view, *, option):
        yield option

    class Faulty:
        def __call__(self, view):
            return iter("a")

    for visits, name in [
        (partial(faulty, option=-1), "faulty"),
        (Faulty(), "Faulty"),
        (lambda view: 0, "<lambda>"),
    ]:
        with pytest.raises(StrategyError) as fault:
            pla(OPPOSITE, visits)
        assert str(fault.value).startswith(f"strategy {name}, asked for visit 1")


class Own(BaseException):
    """What no `except Exception` catches."""


class Mute(Exception):
    """An error that cannot say what it is about."""

    def __str__(self):
        raise OSError("no words")


class NoText(Exception):
    """An error that says what is no text."""

    def __str__(self):
        return 7


class Words(str):
    """A text that does not do as texts do."""

    def __format__(self, spec):
        raise OSError("no words")

    def split(self, *how):
        raise OSError("no words")

    __len__ = __iter__ = __getitem__ = __str__ = __format__


class Speaks(Exception):
    """An error that says such a text."""

    def __str__(self):
        return Words("peace")


class Kind(type):
    """The type of a type without a name."""

    @property
    def __name__(cls):
        raise OSError("no name")


def unnamed(text):
    """Return an error whose type has no name for whoever asks in the usual way."""
    return Kind("Unnamed", (Exception,), {})(text)


def group(text, *errors):
    """Return a group, of those that are no Exceptions too."""
    return getattr(builtins, "BaseExceptionGroup")(text, errors)


RAISED = {
    "GeneratorExit": (lambda: GeneratorExit("bye"), "bye"),
    "StopAsyncIteration": (lambda: StopAsyncIteration("done"), "done"),
    "SystemExit": (lambda: SystemExit(0), "0"),
    "Own": (lambda: Own("mine"), "mine"),
    "Mute": (Mute, "<Mute that cannot be shown>"),
    "NoText": (NoText, "<NoText that cannot be shown>"),
    "Speaks": (Speaks, "peace"),
    "Unnamed": (lambda: unnamed("who"), "who"),
    "ValueError": (
        lambda: ValueError("one\ntwo\r\nthree\x1b[2J\u2028four\x7f"),
        "one two three\\x1b[2J four\\x7f",
    ),
    "LookupError": (lambda: LookupError("9" * 10**6), "9" * 498 + "... (1,000,000 characters)"),
    "BaseExceptionGroup": (
        lambda: group("two", KeyboardInterrupt(), Own()),
        "two (2 sub-exceptions)",
    ),
    "ExceptionGroup": (lambda: group("one", ValueError()), "one (1 sub-exception)"),
}
if not hasattr(builtins, "BaseExceptionGroup"):  # it came with Python 3.11
    del RAISED["BaseExceptionGroup"], RAISED["ExceptionGroup"]


@pytest.mark.parametrize("kind", RAISED)
@pytest.mark.parametrize("run", [pla, pocket, lambda *asked: list(updates(*asked))])
@pytest.mark.parametrize("visit", [1, 2])
def test_whatever_is_raised_is_told_in_one_line(run, kind, visit):
    """Its kind and what it says, escaped and cut; of what cannot say anything, its kind."""
    error, words = RAISED[kind]

    def at_once(view):
        raise error()

    def asked(view):
        yield 0
        raise error()

    faulty = (at_once, asked)[visit - 1]
    with pytest.raises(StrategyError) as fault:
        run(OPPOSITE, faulty)
    place = f"{__file__}:{faulty.__code__.co_firstlineno + visit}"
    assert str(fault.value) == (
        f"strategy {faulty.__name__}, asked for visit {visit}, at {place}: "
        f"it raised {kind}: {words}"
    )


def test_what_a_strategy_refuses_is_one_line_too():
    """The text of a StrategyError of its own is escaped and cut as any."""

    def refuses(view):
        raise StrategyError("no\nway " + 1000 * "!")
        yield

    with pytest.raises(StrategyError) as fault:
        pla(OPPOSITE, refuses)
    words = "no way " + 491 * "!" + "... (1,007 characters)"
    place = f"{__file__}:{refuses.__code__.co_firstlineno + 1}"
    assert str(fault.value) == f"strategy refuses, asked for visit 1, at {place}: {words}"


def test_a_name_is_one_line_too():
    """That of a function, or of an object that has none or whose name is no text."""

    class Faulty:
        __name__ = None

        def __call__(self, view):
            yield -1

    class Long(Faulty):
        __name__ = "a\nb\x1b" + 1000 * "c"

    for visits, name in [
        (Faulty(), "Faulty"),
        (Long(), "a b\\x1b" + 494 * "c" + "... (1,004 characters)"),
    ]:
        with pytest.raises(StrategyError) as fault:
            pla(OPPOSITE, visits)
        assert str(fault.value).startswith(f"strategy {name}, asked for visit 1, at ")


def test_what_stands_for_a_visit_may_be_long_or_mute():
    """A message quotes its beginning."""

    class Long:
        def __repr__(self):
            return "x\x1b\n" * 10**6

    for found, shown in [
        (Long(), "x\\x1b " * 19 + "x... (2,999,999 characters)"),
        (Unspeakable(), "<Unspeakable that cannot be shown>"),
    ]:
        with pytest.raises(StrategyError) as fault:
            pla(OPPOSITE, lambda view, found=found: iter([found]))
        assert f": it yielded {shown}; expected an int from 0 to 1" in str(fault.value)


def test_an_interruption_is_no_fault():
    """Ctrl-C while the strategy is thinking ends the run as itself."""

    def interrupted(view):
        yield 0
        signal.raise_signal(signal.SIGINT)
        yield 0

    for run in (pla, pocket):
        with pytest.raises(KeyboardInterrupt):
            run(OPPOSITE, interrupted)


def test_a_strategy_cannot_end_the_program():
    """sys.exit in a strategy is its fault, when it is called as when it visits."""

    def leaves(view):
        raise SystemExit(7)

    def leaves_later(view):
        yield 0
        raise SystemExit(7)

    for strategy_function in (leaves, leaves_later):
        with pytest.raises(StrategyError, match="it raised SystemExit: 7"):
            pla(OPPOSITE, strategy_function)


def test_a_strategy_may_handle_what_the_view_refuses():
    """An error caught by the strategy is its own business."""

    def careful(view):
        try:
            view.margin(len(view))
        except StrategyError:
            yield from range(len(view))

    assert pla(OPPOSITE, careful).status == "converged"


def test_a_strategy_may_run_pla_itself():
    """A run inside a run has a loop and a view of its own."""

    def nested(view):
        yield from pla(Dataset([[1], [-1], [2]], [+1, -1, +1]), constant).n
        yield None

    assert pla(OPPOSITE, nested).n == (0, 1)


# What a run leaves behind


@pytest.mark.parametrize("run", [pla, pocket, lambda *words: next(updates(*words))])
def test_a_strategy_is_closed_when_its_run_is_over(run):
    """Without waiting for the garbage collector, which would keep all that the run held."""
    closed = []

    def closing(view):
        try:
            while True:
                yield range(len(view))
        finally:
            closed.append(len(view))

    was_enabled = gc.isenabled()
    gc.disable()
    try:
        run(OPPOSITE, closing)
        assert closed == [2]
    finally:
        if was_enabled:
            gc.enable()


@pytest.mark.ci
@pytest.mark.parametrize("error", [ValueError, SystemExit, GeneratorExit, Own, None])
@pytest.mark.parametrize("run", [pla, pocket])
def test_the_last_words_of_a_strategy_are_nobodys_business(run, error, monkeypatch):
    """What it raises when it is closed, or that it goes on, neither ends the run nor is printed."""
    told = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)

    def speaks(view):
        try:
            while True:
                yield range(len(view))
        finally:
            if error is None:
                yield 0
            raise error("last words")

    assert run(OPPOSITE, speaks).status == "converged"
    gc.collect()
    assert told == []


def test_ctrl_c_while_a_strategy_is_closed_is_ctrl_c():
    """It interrupts whatever is at work."""

    def interrupted(view):
        try:
            while True:
                yield range(len(view))
        finally:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        pla(OPPOSITE, interrupted)


class GoesOn:
    """An iterator that ends now and then, and is asked again after the next update."""

    def __init__(self, view):
        self.asked = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.asked += 1
        if self.asked % 3 == 0:
            raise StopIteration
        return self.asked % 4


def test_an_iterator_that_goes_on_after_its_end_is_asked_again():
    """Its end says what None says."""
    data = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])

    def none_for_the_end(view):
        visits = GoesOn(view)
        while True:
            yield next(visits, None)

    by_end, by_none = pla(data, GoesOn), pla(data, none_for_the_end)
    assert (by_end.updates, by_end.visits) == (20, 48)
    assert (by_end.n, by_end.visits) == (by_none.n, by_none.visits)


def test_a_strategy_is_called_even_where_no_visit_is_allowed():
    """What it returns is looked at before the limits."""
    with pytest.raises(StrategyError, match="expected a generator of visits"):
        pla(OPPOSITE, lambda view: [0], max_visits=0)
