"""Python in a page: the same in each browser, from a server and from disk, and with no way out."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import without_network

from perceptron_ref import example, pla
from perceptron_ref.testing.golden import EXPECTED

START = """async () => {
    await perceptron.load("engine");
    const seen = [];
    const {python} = await perceptron.engine.start((progress) => seen.push(progress));
    return {python, seen};
}"""
ASK = """async ([question, silence]) => {
    const heard = [];
    const options = {heard: (message) => heard.push(message)};
    if (silence) options.silence = silence;
    try {
        return {answer: await perceptron.engine.ask(question, options), heard};
    } catch (error) {
        return {failed: error.name, message: error.message, heard};
    }
}"""
OR = {
    "what": "run",
    "rows": [["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]],
    "labels": [-1, 1, 1, 1],
    "names": ["x1", "x2"],
    "x0": "1",
    "algorithm": "pla",
    "strategy": "cyclic",
    "code": None,
    "w0": None,
    "eta": "1",
    "sign_of_zero": 0,
    "max_updates": 1000,
}
CALLS_OUT = """import js
from pyodide.code import run_js

URL = "http://127.0.0.1:9/x.js"
for call in (
    lambda: js.XMLHttpRequest.new(),
    lambda: js.WebSocket.new("ws://127.0.0.1:9"),
    lambda: js.Worker.new(URL),
    lambda: js.importScripts(URL),
    lambda: run_js(f"import('{URL}')"),
    lambda: js.fetch(URL),
    lambda: js.WorkerGlobalScope.prototype.fetch.call(js.self, URL),
):
    try:
        call()
        print("promised")
    except Exception:
        print("refused")

def mine(view):
    while True:
        yield range(len(view))
"""
LONGEST = 600_000  # milliseconds: as long as it takes


def ask(tab, question, silence=None):
    """Ask Python in the page; return what came of it."""
    return tab.evaluate(ASK, [question, silence])


def typed(code, **changed):
    """Return the question for a run of a strategy that a reader has typed."""
    return {**OR, "strategy": None, "code": code, **changed}


@pytest.fixture(scope="module", params=["web", "disk"])
def started(request, browser, url, disk):
    """Return a tab in which Python is started, what it said meanwhile, and what it asked for."""
    tab = browser.new_page()
    tab.asked = []
    tab.on("request", lambda request: tab.asked.append(request.url))
    tab.goto((url if request.param == "web" else disk) + "playground.html")
    assert not [asked for asked in tab.asked if "/engine/" in asked]
    tab.told = tab.evaluate(START)
    yield tab
    tab.close()


def test_progress_is_told_in_bytes_of_the_parts(started, site):
    """From none of them to all, then the two steps of the start."""
    bytes_, phases = started.told["seen"][:-2], started.told["seen"][-2:]
    assert phases == [{"phase": "python"}, {"phase": "package"}]
    assert bytes_[0]["done"] == 0
    text = (site / "assets" / "playground" / "engine" / "manifest.js").read_text()
    manifest = json.loads(text[text.index("{") : text.rindex("}") + 1])
    total = sum(size for parts in manifest["files"].values() for _, size in parts)
    assert bytes_[-1] == {"done": total, "total": total}
    assert 5_000_000 < total < 6_000_000


def test_everything_comes_from_the_site(started, url, disk):
    """The page, its worker and Python ask for files of the site alone."""
    allowed = (url, disk, "blob:", "data:")
    assert [asked for asked in started.asked if not asked.startswith(allowed)] == []


def test_numbers_are_those_of_this_python(started):
    """A run in the page and one made here: the same updates, visits and weights."""
    run, answer = pla(example("or")), ask(started, OR)["answer"]["run"]
    assert answer["n"] == list(run.n)
    assert (answer["T"], answer["visits"]) == (run.updates, run.visits)
    assert [number["text"] for number in answer["w"][-1]] == [str(w_i) for w_i in run.w]


def test_the_fingerprint_is_the_expected_one(started):
    """All golden runs and proofs, in the page."""
    found = ask(started, {"what": "selftest"}, LONGEST)["answer"]
    assert found["fingerprint"] == found["expected"] == EXPECTED


@pytest.mark.parametrize(
    "code",
    [
        "def mine(view):\n    yield 0\n    while True:\n        pass\n",
        "while True:\n    pass\n",
        "def mine(view):\n    while True:\n        try:\n            while True:\n"
        "                pass\n        except BaseException:\n            pass\n    yield 0\n",
    ],
)
def test_python_that_never_comes_back_is_interrupted(started, code):
    """By its own clock: the answer is an error of the package, and Python was not ended."""
    found = ask(started, typed(code), LONGEST)
    assert "mine.py" in found["answer"]["error"], found


@pytest.mark.parametrize(
    "code",
    [
        "import itertools\ndef mine(view):\n    yield sum(itertools.repeat(0))\n",
        "def mine(view):\n    yield len(str(10 ** 10 ** 9))\n",
    ],
)
def test_a_loop_in_c_is_ended_and_python_starts_again(started, code):
    """After a time without a sign of life; the next question is answered."""
    assert ask(started, typed(code))["failed"] == "Silent"
    assert ask(started, OR)["answer"]["run"]["T"] == 9


def test_stop_ends_what_never_comes_back(started):
    """At once, with the questions that wait for it."""
    found = started.evaluate(
        """async (question) => {
            const {engine} = perceptron;
            const ends = [0, 1].map(() => engine.ask(question, {silence: Infinity})
                .then(() => "answered", (error) => error.name));
            while (!engine.busy) await new Promise((resolve) => setTimeout(resolve, 5));
            engine.stop();
            return Promise.all(ends);
        }""",
        typed("import itertools\ndef mine(view):\n    yield sum(itertools.repeat(0))\n"),
    )
    assert found == ["Stopped", "Stopped"]
    assert ask(started, OR)["answer"]["run"]["T"] == 9


def test_typed_code_reaches_nobody(started):
    """Neither by what a worker offers for that, nor by scripts, nor by the worker's own fetch, of
    which a promise is had and no more: the page says to whom it may speak.
    """
    before = len(started.asked)
    found = ask(started, typed(CALLS_OUT))["answer"]
    assert found["printed"].split() == ["refused"] * 5 + ["promised"] * 2
    assert ask(started, OR)["answer"]["run"]["T"] == 9  # by then what was promised has failed
    sent = [urlsplit(asked).netloc for asked in started.asked[before:]]
    assert "127.0.0.1:9" not in sent


def test_a_part_that_cannot_be_loaded_may_be_asked_for_again(browser, url):
    """The error names it; the second start goes on where the first one ended."""
    tab = browser.new_page()
    tab.goto(url + "playground.html")
    tab.route("**/engine/stdlib-*-01.js", lambda route: route.abort())
    failed = "async () => { try { await (%s)(); } catch (error) { return error.message; } }" % START
    assert "could not be loaded" in tab.evaluate(failed)
    tab.unroute("**/engine/stdlib-*-01.js")
    asked = []
    tab.on("request", lambda request: asked.append(request.url))
    assert tab.evaluate(START)["python"].startswith("3.")
    assert not [again for again in asked if "/engine/manifest" in again]
    tab.close()


def test_a_browser_without_webassembly_is_told_apart(browser, url):
    """Before anything is loaded."""
    missing = {"WebAssembly": "noWebAssembly", "DecompressionStream": "oldBrowser"}
    for gone, expected in missing.items():
        tab = browser.new_page()
        tab.add_init_script(f"delete window.{gone};")
        tab.goto(url + "playground.html")
        problem = tab.evaluate(
            "async () => { await perceptron.load('engine'); return perceptron.engine.problem; }"
        )
        assert problem == expected
        tab.close()


def test_it_needs_no_network(site):
    """In a network that has nothing but this machine, from the web and from disk."""
    command, reason = without_network()
    if reason:
        pytest.skip(f"the network could not be cut off: {reason}")
    apart = [*command, sys.executable, str(Path(__file__).with_name("apart.py")), str(site)]
    answers = json.loads(subprocess.run(apart, check=True, stdout=subprocess.PIPE).stdout)
    assert [answer["fingerprint"] for answer in answers] == [EXPECTED, EXPECTED]


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    """Return Firefox, without a window."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        pytest.skip("firefox is not there; on Debian: apt-get install firefox-esr")
    log = tmp_path_factory.mktemp("firefox") / "log"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what the driver imports
        from marionette_driver.marionette import Marionette

        driver = Marionette(bin=path, headless=True, gecko_log=str(log))
        driver.start_session()
    driver.timeout.script = LONGEST / 1000
    yield driver
    driver.quit()
    driver.cleanup()


@pytest.mark.parametrize("where", ["web", "disk"])
def test_firefox_computes_the_same(firefox, url, disk, where):
    """A run, the fingerprint, and both kinds of code that never comes back."""
    firefox.navigate((url if where == "web" else disk) + "playground.html")

    def called(function, *args):
        script = (
            "const [args, done] = arguments;"
            f"({function})(...args).then(done, (error) => done({{failed: String(error)}}));"
        )
        return firefox.execute_async_script(script, [args], sandbox=None)

    assert called(START)["python"].startswith("3.")
    assert called(ASK, [OR, None])["answer"]["run"]["T"] == 9
    assert called(ASK, [{"what": "selftest"}, LONGEST])["answer"]["fingerprint"] == EXPECTED
    hangs = "def mine(view):\n    yield 0\n    while True:\n        pass\n"
    assert "mine.py" in called(ASK, [typed(hangs), LONGEST])["answer"]["error"]
    in_c = "import itertools\ndef mine(view):\n    yield sum(itertools.repeat(0))\n"
    assert called(ASK, [typed(in_c), None])["failed"] == "Silent"
    assert called(ASK, [OR, None])["answer"]["run"]["T"] == 9
