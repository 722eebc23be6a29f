"""Installed distributions as they are found in folders: the same as by `importlib.metadata`."""

from __future__ import annotations

import gc
import importlib.metadata
import os
import re
import subprocess
import sys
import zipfile
from importlib.machinery import PathFinder
from random import Random

import pytest
from conftest import ROOT, so_many

from perceptron_ref import strategies
from perceptron_ref.plugins import registry
from perceptron_ref.plugins.installed import Provider, installed_names, section

GROUP = "perceptron_ref.strategies"
NAMES = ["per-more", "Per_More", "per.more", "PER-MORE", "per-other", "third"]
METADATA = [
    "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
    "Metadata-Version: 2.1\r\nName: {name}\r\nVersion: {version}\r\n\r\nName: of the text\r\n",
    "name:{name}\nVERSION:  {version}\nName: the second\n",
    "Summary: goes on\n  and on\n  Name: in it\n\tVersion: 7\nName: {name}\nVersion: {version}\n",
    "Summary: one\u2028line\nName: {name}\nVersion: {version}\n",
    "Name: {name}\n",
    "Version: {version}\n",
    "\nName: {name}\n",
    "no header\nName: {name}\n",
    "Name: {name}\nno header\nVersion: {version}\n",
    "",
]
ENTRY_POINTS = [
    "[perceptron_ref.strategies]\nmine = a:b\n",
    "[perceptron_ref.strategies]\r\nmine=a:b [extra]\r\n\r\nno_name_of_mine = c:d\r\n",
    "[console_scripts]\nmine = x:y\n  [perceptron_ref.strategies]  \n  mine = a:b\n[z]\nz = z:z\n",
    "[perceptron_ref.strategies]\n# mine = a:b\n\u017elut\u00e1 = a:b\n",
    "[other]\nmine = a:b\n# [perceptron_ref.strategies]\n",
    "[console_scripts]\nmine = x:y\n",
    "",
]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a = 1\n[b]\nb = 1", ["b = 1"]),
        ("[b]\nb = 1\n\n[c]\nc = 1\n [b] \nb = [2]", ["b = 1", "", "b = [2]"]),
        ("[bb]\nb = 1\n[B]\nb = 2\n# [b]\nb = 3", []),
    ],
)
def test_a_section_is_what_stands_below_its_title(text, lines):
    """Down to the next title; it may stand there twice."""
    assert list(section(text, "b")) == lines


def test_the_names_of_what_is_installed_are_those_of_its_metadata(distribute):
    """In plain folders, without the version; what stands beside is none."""
    info = distribute("per-more", {})
    (info.parent / "per_other-1.0.egg-info").touch()
    (info.parent / "not_one-1.0.txt").touch()
    found = list(installed_names())
    assert {"per_more", "per_other"} <= {*found} and "not_one" not in found


def by_importlib(group):
    """Yield all that `importlib.metadata` finds."""
    for found in importlib.metadata.distributions():
        text = found.read_text("entry_points.txt") or ""
        if group in text:
            name, version = map(found.metadata.get, ("Name", "Version"))
            yield Provider(name or "", version or "", text)


def table(monkeypatch, providers=None):
    """Return all strategies as they are found, afresh."""
    with monkeypatch.context() as patch:
        patch.setattr(registry, "_remembered", None)
        if providers is not None:
            patch.setattr(registry, "providers", providers)
        return {
            name: [(entry.value, entry.origin) for entry in entries]
            for name, entries in strategies().items()
        }


def check_the_same(monkeypatch):
    """Assert that both ways give the same strategies; return them."""
    found = table(monkeypatch)
    assert found == table(monkeypatch, by_importlib)
    return found


class Drawn:
    """Places on a path, each with a few distributions, drawn at random."""

    def __init__(self, random, root):
        self.random, self.root, self.path = random, root, []
        for number in range(random.randint(1, 4)):
            self.path.append(self.place(number))
        if random.random() < 0.3:  # one place twice
            self.path.append(random.choice(self.path))

    def place(self, number):
        """Make a place; return its path."""
        kind = self.random.choice(["site", "site", "site", "more.egg", "zip", "gone", "text"])
        place = self.root / str(number) / kind
        place.parent.mkdir()
        files = self.files(in_egg=kind == "more.egg")
        if kind == "zip":
            with zipfile.ZipFile(place, "w") as archive:
                for name, text in files.items():
                    archive.writestr(name, text)
        elif kind == "text":
            place.write_text("neither a folder nor a zip file")
        elif kind != "gone":
            place.mkdir()
            for name, text in files.items():
                file = place / name
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(text.encode())
        return str(place / "inner") if kind == "zip" and self.random.random() < 0.2 else str(place)

    def files(self, in_egg):
        """Return the files of a few distributions, with what they hold."""
        draw, files = self.random.choice, {}
        called = {}
        for _ in range(self.random.randint(0, 3)):
            name, version = draw(NAMES), draw(["1.0", "2.0"])
            # The folder's name is the distribution's, but for some; versions may lie side by side.
            folder = called.setdefault(name, draw([name, name, "odd"]).replace("-", "_"))
            info = (
                f"{folder}-{version}{draw(['.dist-info', '.dist-info', '.egg-info', '.EGG-INFO'])}"
            )
            if self.random.random() < (0.5 if in_egg else 0.1):
                info = draw(["EGG-INFO", "egg-info"])
            if self.random.random() < 0.1:
                files[f"{folder}.egg-info"] = METADATA[0].format(name=name, version=version)
            if self.random.random() < 0.9:
                metadata = draw(METADATA).format(name=name, version=version)
                files[f"{info}/{draw(['METADATA', 'METADATA', 'PKG-INFO'])}"] = metadata
            if self.random.random() < 0.9:
                files[f"{info}/entry_points.txt"] = draw(ENTRY_POINTS)
            files[f"{info}/RECORD"] = ""
        return files


def in_groups(folder, listed=os.listdir):
    """List a folder by name, "egg-info" last: several versions of one distribution in a row, as
    newer Pythons take them, whatever the order of the file system is.
    """
    spelled = {child: re.sub("[-_.]+", "-", child).lower() for child in listed(folder)}
    return sorted(spelled, key=lambda child: (spelled[child] == "egg-info", spelled[child]))


@pytest.fixture
def let_go():
    """Let go of the zip files that importlib.metadata leaves open: no other test is blamed."""
    yield
    importlib.invalidate_caches()
    gc.collect()


@pytest.mark.ci
@pytest.mark.filterwarnings("ignore:.*zip:ResourceWarning")  # importlib.metadata leaves them open
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.usefixtures("let_go")
@so_many(60, 500)
def test_strategies_are_those_that_importlib_finds(times, monkeypatch, tmp_path):
    """For layouts of all kinds, with duplicates, odd names and damaged metadata, on one path."""
    monkeypatch.setattr(os, "listdir", in_groups)
    several = 0
    for seed in range(times):
        root = tmp_path / str(seed)
        root.mkdir()
        drawn = Drawn(Random(seed), root)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "path", drawn.path + sys.path)
            several += len(check_the_same(monkeypatch).get("mine", ())) > 1
    assert several > times // 10


@pytest.fixture
def zipped(tmp_path, monkeypatch):
    """Return a zip file on the path that holds a distribution with the strategy `zipped`."""
    place = tmp_path / "lib.zip"
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr("per_zip-3.0.dist-info/METADATA", "Name: per-zip\nVersion: 3.0\n")
        archive.writestr("per_zip-3.0.dist-info/entry_points.txt", f"[{GROUP}]\nzipped = a:b\n")
    monkeypatch.syspath_prepend(str(place))
    return place


@pytest.mark.ci
@pytest.mark.filterwarnings("ignore:.*zip:ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.usefixtures("let_go")
def test_a_zip_file_on_the_path_is_looked_into(zipped, monkeypatch):
    """Beside folders, in the order of the path."""
    assert check_the_same(monkeypatch)["zipped"] == [("a:b", "per-zip 3.0")]


class Finder:
    """A finder of its own, which knows one distribution."""

    class Found(importlib.metadata.Distribution):
        """It lies nowhere."""

        def read_text(self, filename):
            """Return what a file of that name would hold."""
            return {
                "METADATA": "Name: per-air\nVersion: 4.0\n",
                "entry_points.txt": f"[{GROUP}]\nairy = a:b\n",
            }.get(filename)

        def locate_file(self, path):
            """Return nothing."""

    def find_spec(self, *_):
        """Find no module."""

    def find_distributions(self, context=None):
        """Find the distribution."""
        return iter([self.Found()])


def test_other_finders_are_asked(distribute, monkeypatch):
    """What they find counts, beside what lies in folders."""
    distribute("per-more", {"backwards": "per_more:backwards"})
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])
    found = check_the_same(monkeypatch)
    assert found["airy"] == [("a:b", "per-air 4.0")]
    assert found["backwards"] == [("per_more:backwards", "per-more 1.0")]


def test_without_the_finder_of_folders_they_count_for_nothing(distribute, monkeypatch):
    """Where another finder has taken its place, it decides."""
    distribute("per-more", {"backwards": "per_more:backwards"})
    finders = [finder for finder in sys.meta_path if finder is not PathFinder]
    monkeypatch.setattr(sys, "meta_path", finders)
    assert "backwards" not in check_the_same(monkeypatch)


def test_the_folder_one_is_in_counts(distribute, monkeypatch):
    """On a path it may be written as an empty text."""
    info = distribute("per-more", {"backwards": "per_more:backwards"})
    monkeypatch.chdir(info.parent)
    monkeypatch.setattr(sys, "path", ["", *(p for p in sys.path if p != str(info.parent))])
    assert table(monkeypatch)["backwards"] == [("per_more:backwards", "per-more 1.0")]


def test_bytes_that_are_no_utf8_hide_no_strategy_of_others(distribute, monkeypatch):
    """The distribution is skipped whose they are; `importlib.metadata` raises an error for all."""
    distribute("per-more", {"backwards": "per_more:backwards"})
    other = distribute("per-other", {"other": "per_other:other"})
    (other / "METADATA").write_bytes(b"Name: \xff\n")
    found = table(monkeypatch)
    assert found["backwards"] == [("per_more:backwards", "per-more 1.0")]
    assert "other" not in found


LISTED = """
import sys
from perceptron_ref import strategies
print(*strategies(), *{"importlib.metadata", "email", "inspect", "zipfile"} & {*sys.modules})
"""


def test_folders_are_read_without_importlib_metadata(distribute):
    """Its import takes longer than a run; what lies in folders is found all the same."""
    site = distribute("per-more", {"backwards": "per_more:backwards"}).parent
    done = subprocess.run(
        [sys.executable, "-S", "-c", LISTED],
        env={**os.environ, "PYTHONPATH": str(site)},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    built_in = "cyclic random random-permutation restart worst-margin"
    assert done.stdout.strip() == f"backwards {built_in}"
