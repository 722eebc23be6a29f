"""A limit on the time of a block: what is interrupted, what is not, and what is restored."""

from __future__ import annotations

import signal
import sys
import threading
from functools import partial
from operator import getitem
from time import sleep

import pytest

from perceptron_ref.testing import clock
from perceptron_ref.testing import time_limit as time_limit_module
from perceptron_ref.testing.time_limit import OutOfTime, time_limit

SHORT, LONG = 0.02, 100

needs_alarm = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="this system has no alarm"
)


def runs_on():
    """Never come back."""
    n = 0
    while True:
        n += 1


def catches_every_exception():
    """Never come back, whatever Exception comes."""
    while True:
        try:
            runs_on()
        except Exception:
            pass


def in_a_thread(function):
    """Return what the function returns, called in a thread of its own; raise what it raises."""
    returned, raised = [], []

    def call():
        try:
            returned.append(function())
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    thread.join()
    if raised:
        raise raised[0]
    return returned[0]


def directly(function):
    """Return what the function returns."""
    return function()


@pytest.fixture(params=[pytest.param(directly, marks=needs_alarm), in_a_thread])
def place(request):
    """Return a function that calls another one in the main thread, or in one of its own."""
    return request.param


@pytest.mark.parametrize("endless", [runs_on, catches_every_exception])
def test_what_does_not_come_back_is_interrupted(place, endless):
    """Also where every Exception is caught: OutOfTime is none. In the main thread and in others."""

    def limited():
        with time_limit(SHORT):
            endless()

    with pytest.raises(OutOfTime):
        place(limited)
    assert not issubclass(OutOfTime, Exception)


@needs_alarm
@pytest.mark.parametrize("seconds", [1e-6, 0.05])
def test_no_alarm_is_left_behind(seconds):
    """Not even by one that rings before the block has begun: it would go on ringing in code that it
    does not concern.
    """
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(OutOfTime), time_limit(seconds):
        while True:
            pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before


def test_what_comes_back_in_time_is_left_alone(place):
    """The block runs to its end, and what it raises is raised."""

    def limited():
        with time_limit(LONG):
            return sorted([2, 1])

    def wrong():
        with time_limit(LONG):
            raise KeyError("its own")

    assert place(limited) == [1, 2]
    with pytest.raises(KeyError, match="its own"):
        place(wrong)


def test_the_next_block_is_limited_anew(place):
    """A limit that was met leaves nothing behind, for what follows or for another limit."""

    def three():
        for _ in range(3):
            try:
                with time_limit(SHORT):
                    runs_on()
            except OutOfTime:
                pass
        return sum(range(100_000))

    assert place(three) == 4_999_950_000


@needs_alarm
def test_code_that_swallows_it_is_asked_again():
    """A bare except catches even that, once; the next alarm comes soon after."""
    swallowed = []
    with pytest.raises(OutOfTime), time_limit(SHORT):
        try:
            runs_on()
        except BaseException as error:
            swallowed.append(type(error))
        runs_on()
    assert swallowed == [OutOfTime]


@needs_alarm
def test_no_limit_sets_no_alarm():
    """None leaves the block as it is."""
    with time_limit(None):
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.ci
@needs_alarm
@pytest.mark.parametrize("seconds", [0, -1])
def test_no_time_is_no_time(seconds):
    """Zero is a limit as well."""
    with pytest.raises(OutOfTime), time_limit(seconds):
        runs_on()


@needs_alarm
def test_the_handler_and_the_alarm_of_others_are_put_back():
    """Whoever had an alarm set gets it, after what is left of its time."""

    def own(number, frame):
        pass

    before = signal.signal(signal.SIGALRM, own)
    signal.setitimer(signal.ITIMER_REAL, LONG, 7)
    try:
        with pytest.raises(OutOfTime), time_limit(SHORT):
            runs_on()
        due, again = signal.getitimer(signal.ITIMER_REAL)
        assert signal.getsignal(signal.SIGALRM) is own
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert 0 < due < LONG
    assert again == 7


@needs_alarm
def test_a_limit_within_a_limit():
    """The inner one ends its own block; the outer one holds again when the inner one is over."""
    with pytest.raises(OutOfTime), time_limit(SHORT):
        with time_limit(LONG):
            pass
        runs_on()
    with pytest.raises(OutOfTime), time_limit(LONG), time_limit(SHORT):
        runs_on()
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@needs_alarm
def test_an_alarm_on_the_way_out_is_too_late():
    """While the context itself is being left nothing is raised, so that it is left in order."""
    limit = time_limit(LONG)
    ring = None

    def rings(*args):
        ring(signal.SIGALRM, sys._getframe(1))  # the alarm comes at this very moment
        return (0, 0)

    with limit:
        ring = signal.getsignal(signal.SIGALRM)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(signal, "setitimer", rings)
            limit.__exit__()
        assert signal.getsignal(signal.SIGALRM) is not ring


def test_the_tracer_of_others_is_put_back(monkeypatch):
    """Debuggers and coverage trace, too."""
    monkeypatch.setattr(clock, "_monitoring", None)

    def traced():
        def own(frame, event, argument):
            return None

        sys.settrace(own)
        with time_limit(LONG):
            within = sys.gettrace()
        after = sys.gettrace()
        sys.settrace(None)
        return within is own, after is own

    assert in_a_thread(traced) == (False, True)


def test_without_an_alarm_the_clock_is_looked_at(monkeypatch):
    """In the main thread, too, where the system has no alarm."""
    monkeypatch.delattr(signal, "setitimer", raising=False)
    with pytest.raises(OutOfTime), time_limit(SHORT):
        runs_on()


@needs_alarm
def test_an_alarm_whose_block_was_left_takes_itself_back():
    """Where something kept the end of the block from being told, the alarm that rings later harms
    nobody.
    """
    before = signal.getsignal(signal.SIGALRM)

    def left_without_a_word():
        time_limit(SHORT).__enter__()

    left_without_a_word()
    assert signal.getitimer(signal.ITIMER_REAL) != (0.0, 0.0)
    while signal.getitimer(signal.ITIMER_REAL) != (0.0, 0.0):
        sleep(0.001)
    assert signal.getsignal(signal.SIGALRM) is before


@needs_alarm
def test_a_tracer_is_not_interrupted():
    """It may hold a lock that it would never give back; the alarm rings again when the code that it
    traces goes on.
    """
    names = {
        "__name__": "coverage.collector",
        "getsignal": signal.getsignal,
        "number": signal.SIGALRM,
        "rings": [],
    }
    exec(
        "def trace():\n    for _ in range(3):\n        rings.append(getsignal(number)(number, "
        "here()))\n",
        names,
    )
    names["here"] = lambda: sys._getframe(1)
    with pytest.raises(OutOfTime):
        with time_limit(LONG):
            names["trace"]()
            signal.getsignal(signal.SIGALRM)(signal.SIGALRM, sys._getframe())
    assert names["rings"] == [None, None, None]


def test_measured_times_are_doubted_where_something_slows_code_down(monkeypatch):
    """A tracer of others, or a clock that has to be looked at; an alarm costs nothing."""
    monkeypatch.setattr(time_limit_module, "others_at_work", lambda: True)
    assert time_limit_module.doubts() == (
        "a tracer or a profiler is at work, such as coverage or a debugger"
    )
    monkeypatch.setattr(time_limit_module, "others_at_work", lambda: False)
    no_alarm = "there is no alarm here: "
    assert in_a_thread(time_limit_module.doubts).startswith(no_alarm)
    if hasattr(signal, "setitimer"):
        assert time_limit_module.doubts() == ""
        monkeypatch.delattr(signal, "setitimer")
    assert time_limit_module.doubts().startswith(no_alarm)


@pytest.fixture(params=[pytest.param("alarm", marks=needs_alarm), "clock"])
def limit_of(request, monkeypatch):
    """Return `time_limit`, by an alarm or by looks at the clock, in this thread."""
    if request.param == "clock":
        monkeypatch.delattr(signal, "setitimer", raising=False)
    return time_limit


@pytest.fixture
def now(monkeypatch):
    """Return a list with the time, in seconds, that the limits read; no event is made by it."""
    time = [1000.0]
    for module in (time_limit_module, clock):
        monkeypatch.setattr(module, "monotonic", partial(getitem, time, 0))
    return time


def test_a_limit_that_is_renewed_begins_anew(limit_of, now):
    """Each part is in time, though all of them together are not."""
    with limit_of(LONG) as limit:
        for _ in range(5):
            now[0] += LONG - 1
            limit.renew()
            sum(n for n in range(100))
    assert now[0] == 1000 + 5 * (LONG - 1)


def test_a_limit_that_is_over_is_not_renewed(limit_of, now):
    """Code that swallows OutOfTime and goes on gets no more time by it."""
    with pytest.raises(OutOfTime):
        with limit_of(LONG) as limit:
            now[0] += LONG + 1
            limit.renew()
            now[0] = 1000.0  # no time has passed at the end of the block


def test_a_renewed_limit_rings(limit_of):
    """What does not come back after that is interrupted."""
    with pytest.raises(OutOfTime), limit_of(SHORT) as limit:
        limit.renew()
        runs_on()


@needs_alarm
def test_renewing_sets_the_whole_alarm(now):
    """And once more soon after, for code that swallows it; after the block it sets none."""
    with time_limit(LONG) as limit:
        signal.setitimer(signal.ITIMER_REAL, LONG / 2, 7)
        limit.renew()
        due, again = signal.getitimer(signal.ITIMER_REAL)
    assert LONG / 2 < due <= LONG
    assert again == pytest.approx(clock.AGAIN)
    limit.renew()
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@needs_alarm
def test_renewing_takes_no_time_from_the_alarm_of_others(now):
    """Theirs is due so long after the beginning, not after the last renewal."""
    before = signal.signal(signal.SIGALRM, lambda *ring: None)
    signal.setitimer(signal.ITIMER_REAL, 2 * LONG)
    try:
        with time_limit(LONG) as limit:
            now[0] += LONG / 2
            limit.renew()
        assert LONG < signal.getitimer(signal.ITIMER_REAL)[0] <= 1.5 * LONG
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_no_limit_is_renewed_for_ever():
    """None has nothing to begin anew."""
    with time_limit(None) as limit:
        limit.renew()
