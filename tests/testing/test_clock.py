"""A limit by looks at the clock: what it stops, whom it leaves alone, and what it gives back."""

from __future__ import annotations

import itertools
import sys
import threading
from sys import gettrace
from types import SimpleNamespace

import pytest

from perceptron_ref import example, pla
from perceptron_ref.testing import clock
from perceptron_ref.testing.clock import Clock, OutOfTime

SHORT, LONG = 0.02, 100


class Monitoring:
    """What `sys.monitoring` is asked for, on a Python that lacks it: a tracer makes its events."""

    events = SimpleNamespace(JUMP=1, PY_START=2, PY_RESUME=4)
    DISABLE = object()

    def __init__(self, taken=()):
        self.tools = dict.fromkeys(taken, "another's")
        self.calls, self.on, self.restarts = {}, set(), 0

    def get_tool(self, tool):
        return self.tools.get(tool)

    def use_tool_id(self, tool, name):
        if tool in self.tools:
            raise ValueError(f"tool {tool} is already in use")
        self.tools[tool] = name

    def free_tool_id(self, tool):
        assert tool not in {*self.on, *(each for each, _ in self.calls)}
        del self.tools[tool]

    def register_callback(self, tool, event, call):
        if call is None:
            del self.calls[tool, event]
        else:
            self.calls[tool, event] = call

    def set_events(self, tool, events):
        if not self.on:
            self.before = gettrace()  # coverage's
        (self.on.add if events else self.on.discard)(tool)
        sys.settrace(self._traced if self.on else self.before)

    def restart_events(self):
        self.restarts += 1

    def _traced(self, frame, event, argument):
        if frame.f_locals.get("self") is self:  # this would be C
            return None
        kind = 2 if event == "call" else 1
        for (_, each), call in list(self.calls.items()):
            if each == kind:
                call(frame.f_code, 0)
        frame.f_trace_opcodes = (3, 10) <= sys.version_info < (3, 12)
        return self._traced


REAL = getattr(sys, "monitoring", None)


@pytest.fixture(params=["tracer", "made up", pytest.param("real", marks=pytest.mark.skipif(
    REAL is None, reason="sys.monitoring came with Python 3.12"))])  # fmt: skip
def way(request, monkeypatch):
    """Let the clock be looked at in each way, whatever else is at work."""
    found = {"tracer": None, "made up": Monitoring(), "real": REAL}[request.param]
    monkeypatch.setattr(clock, "_monitoring", found)
    before = sys.gettrace()
    yield found
    sys.settrace(before)


def counts():
    n = 0
    while True:
        n += 1


def on_one_line():
    while True: pass  # fmt: skip  # noqa: E701


def by_a_for():
    for _ in itertools.repeat(0):
        pass


def by_recursion():
    while True:
        _deep(50)


def _deep(n):
    return n and _deep(n - 1)


def by_a_comprehension():
    return [0 for _ in iter(int, 1) if _]


def by_a_generator():
    return sum(0 for _ in itertools.repeat(0))


def by_a_generator_that_goes_on():
    return sum(_zeros())


def _zeros():
    yield from itertools.repeat(0)


def by_calls_from_c():
    return all(map(_true, itertools.repeat(0)))


def _true(_):
    return True


def through_every_exception():
    while True:
        try:
            counts()
        except Exception:
            pass


def with_a_last_word():
    try:
        counts()
    finally:
        pass


ENDLESS = [
    counts,
    on_one_line,
    by_a_for,
    by_recursion,
    by_a_comprehension,
    by_a_generator,
    by_a_generator_that_goes_on,
    by_calls_from_c,
    through_every_exception,
    with_a_last_word,
]


@pytest.mark.ci
@pytest.mark.parametrize("endless", ENDLESS)
def test_what_does_not_come_back_is_stopped(way, endless):
    """Every kind of loop that Python code can make."""
    with pytest.raises(OutOfTime), Clock(SHORT):
        endless()


def test_a_run_is_stopped_in_a_strategy_that_is_a_loop_in_c(way):
    """It runs no line of Python, but functions of the loop begin all the time."""
    data = example("xor")  # it imports modules; interrupted there, Python leaves a file open
    with pytest.raises(OutOfTime), Clock(SHORT):
        pla(
            data,
            lambda view: itertools.cycle(range(len(view))),
            max_updates=None,
            max_visits=None,
        )


def test_what_comes_back_late_is_late(way):
    """A block that nothing interrupts, as a loop in C, says so at its end."""
    with pytest.raises(OutOfTime), Clock(0):
        sum(range(10))
    with pytest.raises(KeyError), Clock(0):
        raise KeyError


def test_code_that_swallows_it_is_asked_again(way, monkeypatch):
    """A bare except catches it once; there is time for last words in between. Of a tracer that has
    raised an error Python hears no more.
    """
    if way is not REAL or REAL is None:
        pytest.skip("with sys.monitoring alone")
    monkeypatch.setattr(clock, "AGAIN", SHORT)
    swallowed = []
    with pytest.raises(OutOfTime), Clock(SHORT):
        try:
            counts()
        except BaseException as error:
            swallowed.append((type(error), sum(n for n in range(100))))
        counts()
    assert swallowed == [(OutOfTime, 4950)]


def test_of_limits_within_limits_the_innermost_one_holds(way):
    """What is left of the outer one holds again when the inner one is over."""
    with pytest.raises(OutOfTime), Clock(SHORT):
        with Clock(LONG):
            sum(n for n in range(100))
        counts()
    with pytest.raises(OutOfTime), Clock(LONG), Clock(SHORT):
        counts()


def test_an_outer_limit_waits_for_the_inner_one(way):
    """It would be taken for the end of that."""
    inner = []
    with pytest.raises(OutOfTime), Clock(0):
        with Clock(LONG):
            inner.append(sum(n for n in range(100)))
        counts()
    assert inner == [4950]


def test_other_threads_go_on(way):
    """The time of a block is over for the thread that is in it."""
    done = threading.Event()
    result = []

    def works():
        while not done.is_set():
            pass
        result.append(sum(n for n in range(1000)))

    thread = threading.Thread(target=works)
    thread.start()
    for _ in range(3):
        with pytest.raises(OutOfTime), Clock(SHORT):
            counts()
    done.set()
    thread.join()
    assert result == [499500]


def test_all_is_given_back(way):
    """The tool's id, its callbacks and events, and the tracer."""
    before = sys.gettrace()
    with Clock(LONG):
        assert way is None or way.get_tool(3) == "perceptron_ref's clock"
        with Clock(LONG):
            assert way is None or way.get_tool(4) == "perceptron_ref's clock"
    assert way is None or [way.get_tool(tool) for tool in (3, 4)] == [None, None]
    assert way is None or not getattr(way, "calls", None)
    assert way is not None or sys.gettrace() is before


def test_where_every_tool_is_taken_a_tracer_looks(monkeypatch):
    """Those who were there first keep them."""
    taken = Monitoring(taken=range(6))
    monkeypatch.setattr(clock, "_monitoring", taken)
    before = sys.gettrace()
    with pytest.raises(OutOfTime), Clock(SHORT):
        counts()
    assert sys.gettrace() is before
    assert set(taken.tools.values()) == {"another's"}


def test_the_ids_of_others_are_left_to_them(monkeypatch):
    """Coverage has 1, a debugger 0; the first one that is free is taken."""
    some = Monitoring(taken=[0, 1, 3])
    monkeypatch.setattr(clock, "_monitoring", some)
    with Clock(LONG):
        assert some.tools[4] == "perceptron_ref's clock"
    assert sorted(some.tools) == [0, 1, 3]


@pytest.mark.parametrize(("taken", "restarts"), [([], 1), ([1], 0)])
def test_events_that_were_turned_off_are_turned_on(monkeypatch, taken, restarts):
    """For the next tool of that id; but not where another tool would hear again what it has turned
    off itself.
    """
    some = Monitoring(taken)
    monkeypatch.setattr(clock, "_monitoring", some)
    monkeypatch.setattr(sys, "gettrace", lambda: None)
    with Clock(LONG):
        pass
    assert some.restarts == restarts


def test_loops_of_this_package_are_looked_at_once(monkeypatch):
    """They come to their end; those of users go on calling."""
    monkeypatch.setattr(clock, "_monitoring", Monitoring())
    limit = Clock(LONG)
    assert limit._jumped(pla.__code__, 0, 2) is Monitoring.DISABLE
    assert limit._jumped(counts.__code__, 0, 2) is None


def test_a_tracer_looks_into_functions_of_others_alone(monkeypatch):
    """Of this package's it sees that they begin."""
    limit = Clock(LONG)
    ours = SimpleNamespace(f_code=pla.__code__)
    users = SimpleNamespace(f_code=counts.__code__)
    assert limit._traced(ours, "call", None) is None
    assert limit._traced(users, "call", None) == limit._traced


def test_a_context_that_is_being_left_is_not_interrupted():
    """Its own code ends in order, whatever the time."""
    with Clock(LONG) as _:
        limit = clock._here.limit
        limit._next = 0
        limit._called(Clock.__exit__.__code__, 0)
        limit._next = LONG * 1e9
    assert clock._here.limit is None


def test_the_time_of_another_thread_is_not_this_ones(monkeypatch):
    """Events come from all threads; a limit that is not this thread's raises nothing here."""
    monkeypatch.setattr(clock, "_monitoring", Monitoring())
    limit = Clock(0)
    limit._called(counts.__code__, 0)
    limit._jumped(counts.__code__, 0, 2)


def test_a_block_that_was_left_unnoticed_stops_nobody(way):
    """Where something kept the end of the block from being told, the limit takes itself back."""

    def left_without_a_word():
        Clock(0).__enter__()

    left_without_a_word()
    n = 0
    while n < 100_000:  # more than one look
        n += _true(n)
    assert getattr(clock._here, "limit", None) is None
    assert way is None or way.get_tool(3) is None


def test_it_says_how_much_it_slows_down(monkeypatch):
    """A tracer far more."""
    monkeypatch.setattr(clock, "_monitoring", Monitoring())
    assert "which may take twice as long" in clock.slowed_by()
    monkeypatch.setattr(clock, "_monitoring", None)
    assert "code takes many times as long" in clock.slowed_by()


def test_others_at_work_are_noticed(monkeypatch):
    """A tracer, a profiler, a tool of `sys.monitoring`."""
    monkeypatch.setattr(clock, "_monitoring", None)
    monkeypatch.setattr(sys, "gettrace", lambda: None)
    monkeypatch.setattr(sys, "getprofile", lambda: None)
    assert not clock.others_at_work()
    monkeypatch.setattr(clock, "_monitoring", Monitoring(taken=[1]))
    assert clock.others_at_work()
    monkeypatch.setattr(clock, "_monitoring", Monitoring())
    assert not clock.others_at_work()
    monkeypatch.setattr(sys, "getprofile", lambda: print)
    assert clock.others_at_work()
    monkeypatch.setattr(sys, "getprofile", lambda: None)
    monkeypatch.setattr(sys, "gettrace", lambda: print)
    assert clock.others_at_work()


class Silent(Monitoring):
    """One that makes no event by itself."""

    def set_events(self, tool, events):
        pass


def test_step_by_step(monkeypatch):
    """What each event leads to: nothing while there is time, then OutOfTime, once in a while."""
    monkeypatch.setattr(clock, "_monitoring", Silent())
    limit = Clock(LONG)
    with limit:
        assert limit._called(counts.__code__, 0) is None
        assert limit._jumped(counts.__code__, 0, 2) is None
        limit._next = 0
        for event in (limit._called, limit._jumped):
            with pytest.raises(OutOfTime):
                event(counts.__code__, 0)
            assert event(counts.__code__, 0) is None
            limit._next = 0
        with pytest.raises(OutOfTime):
            limit._traced(SimpleNamespace(f_code=counts.__code__), "line", None)
        limit._next = LONG * 1e9
    assert clock._monitoring.tools == {}
    limit._stop()
    left = Clock(LONG)
    left.__enter__()
    left._block, left._next = object(), 0
    left._called(counts.__code__, 0)
    assert clock._monitoring.tools == {}
