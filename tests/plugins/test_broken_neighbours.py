"""Distributions of others that cannot be read: skipped, and told by `strategies` alone."""

from __future__ import annotations

import errno
import importlib.metadata
import os
import sys
import zipfile

import pytest

from perceptron_ref import StrategyError, strategies, strategy
from perceptron_ref.plugins import registry

GROUP = "perceptron_ref.strategies"
REGISTERED = f"[{GROUP}]\nodd = odd:odd\n".encode()


def pipe(path):
    """Make a pipe that nobody writes into: to open it would wait for ever."""
    path.unlink()
    os.mkfifo(path)


def loop(path):
    """Make a link that leads to itself."""
    path.unlink()
    path.symlink_to(path)


def folder(path):
    """Make a folder in the place of a file."""
    path.unlink()
    path.mkdir()


def huge(path):
    """Make a file of a gigabyte, which takes no place on the disk."""
    with open(path, "ab") as stream:
        stream.truncate(1 << 30)


def not_utf8(path):
    """Add a byte that UTF-8 has not."""
    path.write_bytes(path.read_bytes() + b"# \xff: x\n")


POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes and loops as files")
DAMAGES = [
    pytest.param(pipe, "is no plain file", marks=POSIX),
    pytest.param(loop, f"cannot be read: {os.strerror(errno.ELOOP)}", marks=POSIX),
    (folder, "is no plain file"),
    (huge, "is larger than 1,048,576 bytes"),
    (not_utf8, "is not UTF-8"),
]


@pytest.fixture(autouse=True)
def afresh(monkeypatch):
    """Let every test read what is installed afresh."""
    monkeypatch.setattr(registry, "_remembered", None)


@pytest.fixture
def neighbour(distribute):
    """Return the folder of metadata of a distribution with the strategy `odd`."""
    return distribute("per-odd", {"odd": "odd:odd"})


def told():
    """Return what is said to be skipped."""
    return [str(each) for each in registry.skipped()]


@pytest.mark.parametrize("file", ["entry_points.txt", "METADATA"])
@pytest.mark.parametrize(("damage", "why"), DAMAGES)
def test_a_file_that_cannot_be_read_is_told(neighbour, command, file, damage, why):
    """`strategies` says where and why, without a traceback or a wait."""
    damage(neighbour / file)
    status, out, err = command("strategies")
    assert (status, err) == (0, "")
    line = next(line for line in out.splitlines() if line.startswith("not read: "))
    assert line == f"not read: {neighbour / file}: {why}"
    assert "odd " not in out
    assert "cyclic " in out


@pytest.mark.parametrize(
    "words", [["fit", "example:and"], ["compare", "example:and"], ["examples"]]
)
def test_other_commands_say_nothing(neighbour, command, words):
    """Whoever asked for nothing of the neighbour hears nothing of it."""
    not_utf8(neighbour / "entry_points.txt")
    status, out, err = command(*words)
    assert (status, err) == (0, "")
    assert "per_odd" not in out


def test_who_asks_for_a_strategy_of_the_neighbour_is_told(neighbour):
    """The error for the unknown name says which place could not be read."""
    not_utf8(neighbour / "METADATA")
    with pytest.raises(
        StrategyError, match="not read: .*per_odd-1.0.dist-info.*METADATA"
    ) as caught:
        strategy("odd")
    assert str(caught.value).endswith("see `strategies`")


def test_metadata_without_the_group_are_not_looked_at(neighbour):
    """A neighbour that registers nothing here may be as it likes."""
    (neighbour / "entry_points.txt").write_bytes(b"[console_scripts]\n\xff = x:y\n")
    folder(neighbour / "METADATA")
    assert told() == []


def test_what_stands_below_the_headers_is_not_looked_at(neighbour):
    """A description in another encoding hides no strategy."""
    with open(neighbour / "METADATA", "ab") as stream:
        stream.write(b"\nd\xe9scription\n")
    assert told() == []
    assert [entry.origin for entry in strategies()["odd"]] == ["per-odd 1.0"]


@POSIX
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_folder_that_may_not_be_listed_is_told(neighbour):
    """The path of imports may lead to a place of somebody else."""
    neighbour.parent.chmod(0)
    try:
        assert told() == [f"{neighbour.parent}: cannot be listed: Permission denied"]
    finally:
        neighbour.parent.chmod(0o700)


@POSIX
def test_a_place_on_the_path_that_leads_to_itself_is_told(tmp_path, monkeypatch):
    """To list it fails; other places are read."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    monkeypatch.syspath_prepend(str(tmp_path / "loop"))
    assert told() == [f"{tmp_path / 'loop'}: cannot be listed: {os.strerror(errno.ELOOP)}"]
    assert "cyclic" in strategies()


@POSIX
def test_a_pipe_on_the_path_is_not_opened(tmp_path, monkeypatch):
    """It is no zip file."""
    os.mkfifo(tmp_path / "lib.zip")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "lib.zip"), *sys.path])
    assert told() == []


@pytest.mark.parametrize("place", [3, None, b"/", object(), "\0", "x" * 10_000])
def test_a_place_that_is_none_is_no_obstacle(monkeypatch, place):
    """The path of imports is a list that anybody may change."""
    monkeypatch.setattr(sys, "path", [place, *sys.path])
    assert "cyclic" in strategies()


def test_a_damaged_zip_file_hides_nothing(tmp_path, monkeypatch):
    """Its one distribution is skipped."""
    place = tmp_path / "lib.zip"
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr("per_zip-3.0.dist-info/METADATA", "Name: per-zip\nVersion: 3.0\n")
        archive.writestr("per_zip-3.0.dist-info/entry_points.txt", REGISTERED + b"# \xff\n")
    monkeypatch.syspath_prepend(str(place))
    (found,) = told()
    assert found.startswith(f"{place / 'per_zip-3.0.dist-info'}")
    assert "UnicodeDecodeError" in found


class Found(importlib.metadata.Distribution):
    """What a finder finds: with files as given, or an error in their place."""

    def __init__(self, files):
        self.texts = files

    def read_text(self, filename):
        """Return the text, or raise what stands in its place."""
        text = self.texts.get(filename)
        if isinstance(text, BaseException):
            raise text
        return text

    def locate_file(self, path):
        """Return nothing."""


class Finder:
    """A finder of somebody else: it answers with what it is given, or raises it."""

    def __init__(self, answer):
        self.answer = answer

    def find_spec(self, *_):
        """Find no module."""

    def find_distributions(self, context=None):
        """Answer."""
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def without_end():
    """Yield distributions for ever."""
    while True:
        yield Found({"entry_points.txt": ""})


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (RuntimeError("no"), "RuntimeError: no"),
        (GeneratorExit(), "GeneratorExit"),
        (SystemExit("bye"), "SystemExit: bye"),
        ([Found({"entry_points.txt": ValueError("a\nb\x1b[2J")})], r"ValueError: a b\x1b[2J"),
        (
            [Found({"entry_points.txt": REGISTERED.decode(), "METADATA": OSError("gone")})],
            "OSError",
        ),
        (7, "TypeError: 'int' object is not iterable"),
        ([7], "AttributeError: 'int' object has no attribute 'read_text'"),
    ],
)
def test_a_finder_of_others_that_fails_is_told(monkeypatch, command, answer, why):
    """Whatever it raises; the finders after it are asked."""
    monkeypatch.setattr(sys, "meta_path", [Finder(answer), *sys.meta_path])
    status, out, err = command("strategies")
    assert (status, err) == (0, "")
    assert why in next(line for line in out.splitlines() if line.startswith("not read: "))
    assert "cyclic " in out


def test_a_finder_that_knows_no_end_is_left(monkeypatch):
    """After ten thousand distributions."""
    monkeypatch.setattr(sys, "meta_path", [Finder(without_end()), *sys.meta_path])
    assert "cyclic" in strategies()


@pytest.mark.parametrize("damage", [folder, pytest.param(pipe, marks=POSIX)])
def test_a_finder_that_leads_to_a_plain_folder_is_not_asked_to_read_it(
    neighbour, monkeypatch, damage
):
    """It might wait for a pipe."""
    damage(neighbour / "METADATA")
    found = [importlib.metadata.PathDistribution(neighbour)]
    monkeypatch.setattr(sys, "meta_path", [Finder(found)])
    assert told() == [f"{neighbour / 'METADATA'}: is no plain file"]


@pytest.mark.ci
@pytest.mark.parametrize("name", ["od\x1b[2Jd", "o\u2028d", "o\u202ed", "o" * 1_000_000])
def test_an_odd_name_is_escaped_and_cut(neighbour, command, name):
    """That of a strategy, of its distribution, its version."""
    (neighbour / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = a:b\n", encoding="utf-8")
    (neighbour / "METADATA").write_text(f"Name: {name[:999]}\nVersion: {name[:999]}\n", "utf-8")
    for words in (["strategies"], ["fit", "--strategy", "unknown"], ["strategies", "--check"]):
        _, out, err = command(*words)
        assert len(out + err) < 5_000
        assert all(c.isprintable() or c == "\n" for c in out + err)
