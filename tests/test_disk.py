"""Files are written completely or not at all."""

from __future__ import annotations

import errno
import os
import sys
import threading
from functools import partial
from pathlib import Path

import pytest
from messages import check_parts

from perceptron_ref import DataError
from perceptron_ref.disk import check_writable, write_file


@pytest.mark.parametrize("kind", [str, os.fsencode, Path])
def test_a_file_is_made_or_replaced(kind, tmp_path):
    """A shorter file replaces a longer one, and no other file stays. The path may be text, bytes or
    a Path. The content may be bytes, or text, which is written as UTF-8 with "\\n" as line ends.
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
    """If the disk is full, the user presses Ctrl-C, or a text cannot be encoded, the old file does
    not change, and no part of the new one stays.
    """
    path = tmp_path / "model.json"
    path.write_text("old", encoding="utf-8")

    def refuse(*args):
        raise error

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(DataError if isinstance(error, OSError) else KeyboardInterrupt) as caught:
        write_file(path, "new")
    if isinstance(error, OSError):
        check_parts(
            f"{path}: cannot be written: No space left on device; …a path", str(caught.value)
        )
    with pytest.raises(DataError, match="cannot be written: .*surrogates"):
        write_file(path, "a\udc80")  # not encodable as UTF-8
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["model.json"]


def test_a_read_only_file_on_windows_is_not_replaced(tmp_path, monkeypatch):
    """Windows neither replaces nor removes a read-only file. No temporary file stays."""
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


def test_an_existing_file_with_the_temporary_name_is_not_removed(tmp_path):
    """It does not change, and writing is an error."""
    temporary = tmp_path / f"model.json.{os.getpid()}.tmp"
    temporary.write_text("mine", encoding="utf-8")
    with pytest.raises(DataError, match="model.json: cannot be written: File exists"):
        write_file(tmp_path / "model.json", "new")
    assert temporary.read_text(encoding="utf-8") == "mine"
    assert os.listdir(tmp_path) == [temporary.name]


@pytest.mark.skipif(sys.platform == "win32", reason="symlinks need privileges on Windows")
def test_a_link_stays_a_link(tmp_path):
    """The target of the link is replaced, or made if it does not exist."""
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    link.symlink_to(target)
    for text in ("first", "second"):
        write_file(link, text)
        assert link.is_symlink() and target.read_text(encoding="utf-8") == text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_named_pipe_is_written_to(tmp_path):
    """The text goes into the pipe, which is not replaced by a regular file."""
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


# The check before writing


def test_the_check_before_writing_leaves_no_file(tmp_path):
    """No new file and no temporary file stays. An existing file does not change."""
    check_writable(tmp_path / "new.txt")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "old.txt").write_text("old")
    check_writable(tmp_path / "old.txt")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("old.txt", "old")]
    check_writable(os.devnull)


@pytest.mark.parametrize("write", [partial(write_file, content="new"), check_writable])
def test_an_unwritable_path_is_refused(write, tmp_path, monkeypatch):
    """The error gives the reason: the path is a folder, a folder of the path is missing or is a
    file, the name is impossible, or a device refuses. No folder is made.
    """
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    missing = "a path in a folder that exists. There is no folder "
    for path, problem, expected in (
        (tmp_path, os.strerror(errno.EISDIR), "the name of a file, not of a folder"),
        ("none/x", "No such file or directory", f"{missing}none"),
        ("file/x", "Not a directory", f"{missing}file"),
        ("a\0b", ".*null.*", "a path where a file can be written"),
    ):
        message = f"^{path}: cannot be written: {problem}; expected {expected}$"
        with pytest.raises(DataError, match=message):
            write(path)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(DataError, match="null: cannot be written: Permission denied; expected"):
        write(os.devnull)
    assert os.listdir(tmp_path) == ["file"] and not list(tmp_path.parent.glob("*.tmp"))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755])
def test_a_file_that_is_written_again_keeps_its_permissions(tmp_path, mode):
    """Each of three modes stays, although new files always get the same mode."""
    path = tmp_path / "model.json"
    path.write_text("old")
    path.chmod(mode)
    write_file(str(path), "new")
    assert (path.read_text(), path.stat().st_mode & 0o7777) == ("new", mode)
