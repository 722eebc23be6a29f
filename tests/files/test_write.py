"""Files written whole or not at all, and the files of the package itself."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import zipfile
from functools import partial
from pathlib import Path

import pytest
from conftest import ROOT

from perceptron_ref import DataError
from perceptron_ref.disk import check_writable, write_file


@pytest.mark.parametrize("kind", [str, os.fsencode, Path])
def test_a_file_is_made_or_replaced(kind, tmp_path):
    """Also by a shorter one, and nothing else is left in the folder. The path is taken in every
    form that the system takes, and the content as bytes, or text for UTF-8 with plain newlines.
    """
    path = tmp_path / "model.json"
    for content, expected in (
        ("größe\n年\n", "größe\n年\n".encode()),
        ("new", b"new"),
        (b"\0", b"\0"),
    ):
        write_file(kind(path), content)
        assert path.read_bytes() == expected
    assert os.listdir(tmp_path) == ["model.json"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_when_writing_fails_the_old_file_stays(error, tmp_path, monkeypatch):
    """When the disk is full, or the user interrupts, the old file is as it was and no part of the
    new one is left.
    """
    path = tmp_path / "model.json"
    path.write_text("old", encoding="utf-8")

    def refuse(*args):
        raise error

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(DataError if isinstance(error, OSError) else KeyboardInterrupt) as caught:
        write_file(path, "new")
    if isinstance(error, OSError):
        assert str(caught.value) == (
            f"{path}: cannot be written: No space left on device; expected a place for a file"
        )
    with pytest.raises(DataError, match="cannot be written: .*surrogates"):
        write_file(path, "a\udc80")  # no text that UTF-8 can hold
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["model.json"]


def test_a_read_only_file_on_windows_is_not_replaced(tmp_path, monkeypatch):
    """Windows neither replaces nor removes a read-only file: no temporary file is left."""
    path = tmp_path / "model.json"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o444)
    remove = os.remove

    def refuse(*args):
        raise PermissionError(errno.EACCES, "Access is denied")

    def remove_writable(name):
        if not os.stat(name).st_mode & 0o200:
            refuse()
        remove(name)

    monkeypatch.setattr("os.replace", refuse)
    monkeypatch.setattr("os.remove", remove_writable)
    with pytest.raises(DataError, match="cannot be written: Access is denied"):
        write_file(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["model.json"]


def test_a_file_of_somebody_else_is_not_removed(tmp_path):
    """Where the temporary name is taken, what stands there stays, and writing is refused."""
    taken = tmp_path / f"model.json.{os.getpid()}.tmp"
    taken.write_text("mine", encoding="utf-8")
    with pytest.raises(DataError, match="model.json: cannot be written: File exists"):
        write_file(tmp_path / "model.json", "new")
    assert taken.read_text(encoding="utf-8") == "mine"
    assert os.listdir(tmp_path) == [taken.name]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_stays_a_link(tmp_path):
    """A link is followed: the file that it points to is replaced, be it there or not."""
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    link.symlink_to(target)
    for text in ("first", "second"):
        write_file(link, text)
        assert link.is_symlink() and target.read_text(encoding="utf-8") == text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_a_pipe_or_a_device_is_written_to(tmp_path):
    """What is no regular file is written to: it is never replaced by one."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(
        target=lambda: received.append(pipe.read_text(encoding="utf-8")), daemon=True
    )
    reader.start()
    write_file(pipe, "new")
    reader.join(timeout=30)
    assert received == ["new"]
    assert pipe.is_fifo() and os.listdir(tmp_path) == ["pipe"]


# Looked at before there is anything to write


def test_where_a_file_can_be_written_nothing_is_left(tmp_path):
    """Neither the file nor the temporary one; what is there stays as it is."""
    check_writable(tmp_path / "new.txt")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "old.txt").write_text("old")
    check_writable(tmp_path / "old.txt")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("old.txt", "old")]
    check_writable(os.devnull)


@pytest.mark.parametrize("write", [partial(write_file, content="new"), check_writable])
def test_where_no_file_can_be_written_it_is_told(write, tmp_path, monkeypatch):
    """A directory, a folder that is not there, a file as a folder, a name that no file can have,
    and a device that refuses. No folder is made on the way.
    """
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    for path, what in (
        (tmp_path, os.strerror(errno.EISDIR)),
        ("none/x", "No such file or directory"),
        ("file/x", "Not a directory"),
        ("a\0b", ".*null.*"),
    ):
        message = f"^{path}: cannot be written: {what}; expected a place for a file$"
        with pytest.raises(DataError, match=message):
            write(path)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(DataError, match="null: cannot be written: Permission denied; expected"):
        write(os.devnull)
    assert os.listdir(tmp_path) == ["file"] and not list(tmp_path.parent.glob("*.tmp"))


LACKING = """
import sys
sys.path.insert(0, sys.argv[1])
from perceptron_ref.cli.main import main
lines = "fit example:or", "fit", "selftest", "new-strategy mine"
print(*(main(line.split()) for line in lines))
"""


@pytest.mark.ci
@pytest.mark.parametrize("is_zip", [True, False])
def test_the_files_of_the_package_are_found_or_missed(tmp_path, is_zip):
    """In a zip, too, where no folder is to be listed. What was not shipped is named: the file, and
    what to do.
    """
    place = tmp_path / "bundle.zip"
    with zipfile.ZipFile(place, "w") as bundle:
        for path in sorted(ROOT.glob("perceptron_ref/**/*")):
            if path.suffix == ".py" or path.name == "or.csv":
                bundle.write(path, path.relative_to(ROOT))
    if not is_zip:
        place = tmp_path / "bundle"
        zipfile.ZipFile(f"{place}.zip").extractall(place)
    words = [sys.executable, "-B", "-I", "-c", LACKING, str(place)]
    ran = subprocess.run(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert ran.stdout.splitlines()[-1] == "0 1 1 1"
    lines, names = ran.stderr.splitlines(), ("credit.csv", "golden.csv", "module.py.txt")
    assert len(lines) == 3 and not (tmp_path / "mine").exists()
    for line, name in zip(lines, names):
        assert (
            line.startswith(f"perceptron-ref: error: {place}")
            and f"{name}: cannot be read: " in line
        )
        assert line.endswith("; expected a file of perceptron_ref, so install it again")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755])
def test_a_file_that_is_written_again_keeps_its_permissions(tmp_path, mode):
    """Also where those of a new file would be others."""
    path = tmp_path / "model.json"
    path.write_text("old")
    path.chmod(mode)
    write_file(str(path), "new")
    assert (path.read_text(), path.stat().st_mode & 0o7777) == ("new", mode)
