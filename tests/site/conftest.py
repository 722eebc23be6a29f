"""The site, built as whoever publishes it does, and a browser to read it with."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
MKDOCS = [
    sys.executable,
    "-m",
    "mkdocs",
    "build",
    "--strict",
]  # with --quiet it would not count what it does not tell


def build(folder, *options, before=(), **environment):
    """Begin to build the site in a folder; return the process, for `finished`. before: a command
    that runs the build.
    """
    return subprocess.Popen(
        [*before, *MKDOCS, *options, "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


def finished(process):
    """Wait for a build; return its exit status and what it said."""
    said, _ = process.communicate()
    return process.returncode, said


def without_network():
    """Return the command that runs another without a network, and "" or the reason why it cannot
    here.
    """
    command = ["unshare", "--map-root-user", "--net"]
    try:
        devices = subprocess.run(
            [*command, "cat", "/proc/net/dev"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
    except OSError as error:
        return [], str(error)
    lines = devices.stdout.decode().splitlines()
    if devices.returncode or [line.split(":")[0].strip() for line in lines[2:]] != ["lo"]:
        return [], f"{' '.join(command)}: {lines[-1]}"
    return command, ""


@pytest.fixture(scope="session")
def builds(tmp_path_factory):
    """Two builds, begun beside each other: return their folders and processes by name.

    "again" has the network cut off where that can be done, and writes down the Markdown that
    formulas are taken from.
    """
    folder = tmp_path_factory.mktemp("built")
    hooks = [str(ROOT / "docs" / "_tools" / name) for name in ("languages.py", "hook.py")]
    hooks.append(str(ROOT / "tests" / "site" / "recorder.py"))
    settings = (
        f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: {ROOT / 'docs'}\nhooks: {json.dumps(hooks)}\n"
    )
    (folder / "mkdocs.yml").write_text(settings, encoding="utf-8")
    again = build(
        folder / "again",
        *("--config-file", str(folder / "mkdocs.yml")),
        before=without_network()[0],
        RECORDED=str(folder / "recorded"),
    )
    site = build(folder / "site")
    yield {"site": (folder / "site", site), "again": (folder / "again", again)}
    for process in (site, again):
        process.kill()  # if no test has waited for it
        process.stdout.close()
        process.wait()


def _built(builds, name):
    folder, process = builds[name]
    status, said = finished(process)
    assert status == 0, said
    return folder


@pytest.fixture(scope="session")
def site(builds):
    """Return the folder of the built site."""
    return _built(builds, "site")


@pytest.fixture(scope="session")
def again(builds):
    """Return the folder of the site as it was built once more."""
    return _built(builds, "again")


@pytest.fixture(scope="session")
def recorded(again):
    """Return for every page the pieces of Markdown that it was made from, without its code."""
    pieces = {}
    for path in again.parent.glob("recorded-*"):
        for line in path.read_text(encoding="utf-8").splitlines():
            page, text = json.loads(line)
            pieces.setdefault(page, []).append(text)
    return pieces


def packed(folder, output):
    """Pack a built site by the command that CONTRIBUTING names; return the archive."""
    command = [sys.executable, str(ROOT / "docs" / "_tools" / "archive.py"), "--site", str(folder)]
    subprocess.run([*command, "--output", str(output)], check=True)
    return output


@pytest.fixture(scope="session")
def archive(site, tmp_path_factory):
    """Return the archive of the built site."""
    return packed(site, tmp_path_factory.mktemp("archive") / "site.zip")


@pytest.fixture(scope="session")
def disk(archive):
    """Return where the unpacked archive is, as a browser names it."""
    with ZipFile(archive) as files:
        files.extractall(archive.parent)
        (folder,) = {name.partition("/")[0] for name in files.namelist()}
    return (archive.parent / folder).as_uri() + "/"


@pytest.fixture(scope="session")
def pages(site):
    """Return the paths of all pages, from the site's folder on, of all languages."""
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))


@pytest.fixture(scope="session")
def english(pages):
    """Return the paths of the pages at the root."""
    return [page for page in pages if not page.startswith(("zh-TW/", "zh-CN/"))]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        """Say nothing."""


@contextmanager
def served(site):
    """Serve a site's folder; yield where."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def url(site):
    """Return where the site is served."""
    with served(site) as url:
        yield url


@pytest.fixture(scope="session")
def browser():
    """Return the Chromium of this machine, without a window."""
    with chromium() as browser:
        yield browser


@contextmanager
def chromium():
    """Start a browser, for the thread that asks: one that has no windows, if it is there, as it
    opens a tab in a third of the time.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    assert path, "chromium is not there; on Debian: apt-get install chromium-headless-shell"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def tab(browser):
    """Return a fresh tab."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield context.new_page()
    context.close()
