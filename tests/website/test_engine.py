"""Python in a page is loaded from a server or from disk, cannot use the network, and gives the same
answers in Firefox.
"""

from __future__ import annotations

import shutil
import warnings
from urllib.parse import urlsplit

import pytest

from perceptron_ref.testing.golden import expected_fingerprint

from .conftest import open_tab

START = """async () => {
    await perceptron.load("engine");
    const {python} = await perceptron.engine.start(() => {});
    return {python};
}"""
ASK = """async ([question, silence]) => {
    try {
        return await perceptron.engine.ask(question, silence ? {silence} : {});
    } catch (error) {
        return {errorName: error.name};
    }
}"""
OR = {
    "what": "run",
    "rows": [["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]],
    "labels": [-1, 1, 1, 1],
    "algorithm": "pla",
    "strategy": "cyclic",
}
USES_THE_NETWORK = """import js
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
TIMEOUT = 600_000  # milliseconds


def question_with_code(code):
    """Return the question that asks for a run of a reader's strategy."""
    return {**OR, "strategy": None, "code": code}


@pytest.mark.parametrize("where", ["disk", pytest.param("url", marks=pytest.mark.ci)])
def test_a_readers_code_cannot_use_the_network(where, browser, url, disk):
    """A reader's code cannot use network interfaces of a worker, load scripts, or call the worker's
    fetch.

    Page, worker and Python load only files of the site.
    """
    requests = []
    with open_tab(browser) as tab:
        tab.on("request", lambda request: requests.append(request.url))
        tab.goto(f"{url if where == 'url' else disk}playground.html")
        assert not [address for address in requests if "/engine/" in address]
        tab.evaluate(START)
        answer = tab.evaluate(ASK, [question_with_code(USES_THE_NETWORK), TIMEOUT])
        assert answer["printed"].split() == ["refused"] * 5 + ["promised"] * 2
        assert tab.evaluate(ASK, [OR, None])["run"]["T"] == 9  # by then the promises have failed
    assert len([address for address in requests if "/engine/" in address]) > 5
    assert "127.0.0.1:9" not in {urlsplit(address).netloc for address in requests}
    assert [
        address for address in requests if not address.startswith((url, disk, "blob:", "data:"))
    ] == []


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    """Return a headless Firefox."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    assert path, "Firefox is not installed; on Debian: apt-get install firefox-esr"
    log = tmp_path_factory.mktemp("firefox") / "log"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings of modules that the driver imports
        from marionette_driver.marionette import Marionette

        driver = Marionette(bin=path, headless=True, gecko_log=str(log))
        driver.start_session()
    driver.timeout.script = TIMEOUT / 1000
    yield driver
    driver.quit()
    driver.cleanup()


@pytest.mark.parametrize("where", ["url", "disk"])
def test_firefox_gives_the_same_answers(firefox, url, disk, where):
    """A run and the golden runs give the same results. Endless code of two kinds is ended, and then
    Python starts again.
    """
    firefox.navigate((url if where == "url" else disk) + "playground.html")

    def call(function, *args):
        script = (
            "const [args, done] = arguments;"
            f"({function})(...args).then(done, (error) => done({{errorName: String(error)}}));"
        )
        return firefox.execute_async_script(script, [args], sandbox=None)

    assert call(START)["python"].startswith("3.")
    assert call(ASK, [OR, None])["run"]["T"] == 9
    assert call(ASK, [{"what": "selftest"}, TIMEOUT])["fingerprint"] == expected_fingerprint()
    endless_code = "def mine(view):\n    yield 0\n    while True:\n        pass\n"
    assert call(ASK, [question_with_code(endless_code), None])["errorName"] == "Silent"
    endless_code_in_c = "import itertools\ndef mine(view):\n    yield sum(itertools.repeat(0))\n"
    assert call(ASK, [question_with_code(endless_code_in_c), None])["errorName"] == "Silent"
    assert call(ASK, [OR, None])["run"]["T"] == 9
