"""The site, built as for publication, and a browser that opens it.

Tests without the mark `ci` are release tests.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
AXE = ROOT / "docs" / "node_modules" / "axe-core" / "axe.min.js"
CHINESE = ("zh-TW", "zh-CN")
# without --quiet, because --strict counts only the warnings that are shown
MKDOCS = [sys.executable, "-m", "mkdocs", "build", "--strict"]


def pytest_collection_modifyitems(items):
    """Mark tests without `ci` as release tests."""
    for item in items:
        if HERE in item.path.parents and not item.get_closest_marker("ci"):
            item.add_marker("release")


def first_at_each_change(*cases):
    """Return values for `parametrize`. The first is tested at each change, the others only before a
    release.
    """
    return [cases[0], *(pytest.param(case, marks=pytest.mark.release) for case in cases[1:])]


def build(folder, *options, prefix=(), **environment):
    """Start the build of the site into a folder; return the process, for `finish`.

    `prefix` is a command that runs the command after it, such as `unshare --net`.
    """
    return subprocess.Popen(
        [*prefix, *MKDOCS, *options, "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


def finish(process):
    """Wait for a build; return its exit status and output."""
    output, _ = process.communicate()
    return process.returncode, output


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Return the folder of the built site: the one that .ci/run names in BUILT_SITE, or a new one.
    The workers of pytest-xdist share one build.
    """
    if "BUILT_SITE" in os.environ:
        return Path(os.environ["BUILT_SITE"])
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with open(folder / "site.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "site").exists():
            exit_status, output = finish(build(folder / "unfinished"))
            assert exit_status == 0, output
            (folder / "unfinished").rename(folder / "site")
    return folder / "site"


class Page(HTMLParser):
    """The links and anchors of a page, its texts with their languages, and its links to other
    languages.
    """

    VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors, self.texts, self.alternates = [], [], [], []
        self._languages, self._tags = [""], []
        self.text = text
        self.article = text[text.index("<article") : text.index("</article>")]
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.anchors += filter(None, [attrs.get("id"), tag == "a" and attrs.get("name")])
        self.links += filter(None, [attrs.get("href"), attrs.get("src")])
        if "hreflang" in attrs:
            self.alternates.append((tag, attrs.get("rel"), attrs["hreflang"], attrs["href"]))
        language = attrs.get("lang", self._languages[-1])
        for name in ("aria-label", "title", "placeholder", "data-said"):
            self.texts.append((language, attrs.get(name) or ""))
        if tag not in self.VOID:
            self._languages.append(language)
            self._tags.append(tag)

    def handle_startendtag(self, tag, attrs):
        """Do nothing, because the tag has no content."""

    def handle_endtag(self, tag):
        while self._tags and self._tags.pop() != tag:
            self._languages.pop()
        self._languages.pop()

    def handle_data(self, data):
        if self._tags and self._tags[-1] not in ("script", "style"):
            self.texts.append((self._languages[-1], data))


@pytest.fixture(scope="session")
def pages(site):
    """Return {path in the site: parsed page} for all languages."""
    return {
        path.relative_to(site).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
    }


@pytest.fixture(scope="session")
def english(pages):
    """Return the paths of the English pages, without those of single pictures."""
    return [page for page in pages if not page.startswith((*CHINESE, "embed/"))]


class _QuietHandler(SimpleHTTPRequestHandler):
    """A request handler that prints nothing."""

    def log_message(self, *args):
        """Print nothing."""


@pytest.fixture(scope="session")
def url(site):
    """Serve the site, and return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_QuietHandler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def disk(site):
    """Return the address of the site's folder, which begins with file:."""
    return f"{site.as_uri()}/"


@pytest.fixture(scope="session")
def browser():
    """Return the Chromium of this machine, preferably its headless shell, which opens a tab in a
    third of the time.
    """
    from playwright.sync_api import sync_playwright

    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    assert path, "Chromium is not installed; on Debian: apt-get install chromium-headless-shell"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def open_tab(browser, **options):
    """Open a tab with its own settings, and close it afterwards."""
    context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, **options})
    context.set_default_timeout(120_000)  # milliseconds, because the machine may be busy
    yield context.new_page()
    context.close()


@pytest.fixture
def tab(browser):
    """Return a fresh tab."""
    with open_tab(browser) as tab:
        yield tab


def violations(tab, part="document", rules="", scheme="light"):
    """Return the serious problems that axe-core finds in a part of a page."""
    tab.emulate_media(color_scheme=scheme)
    tab.locator(
        f"body[data-md-color-scheme={'slate' if scheme == 'dark' else 'default'}]"
    ).wait_for()
    if not tab.evaluate("'axe' in window"):
        tab.evaluate(AXE.read_text(encoding="utf-8"))
    options = f"{{resultTypes: ['violations'], preload: false, {rules}}}"
    return [
        (scheme, violation["id"], [node["html"][:160] for node in violation["nodes"][:3]])
        for violation in tab.evaluate(f"axe.run({part}, {options})")["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
