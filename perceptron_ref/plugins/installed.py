"""The entry points of installed distributions, as `importlib.metadata` finds them.

Importing that takes longer than most runs, so plain folders of `sys.path` are read without it. It
is asked about the rest: zip files, and whatever other finders know. What cannot be read hides
nothing else: it is skipped, and said to be.
"""

from __future__ import annotations

import os
import stat
import sys
from itertools import islice

from ..errors import in_one_line, shown
from .blame import passes, told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_INFO = (".dist-info", ".egg-info")
_LARGEST = 1 << 20  # bytes of a file of metadata
_MOST = 10_000  # distributions of a finder that might know no end


class Provider:
    """A distribution whose entry points mention a group.

    name, version: as its metadata tell them, "" where they do not. entry_points: the text of its
        entry_points.txt.
    """

    __slots__ = ("entry_points", "name", "version")

    def __init__(self, name: str, version: str, entry_points: str) -> None:
        self.name, self.version, self.entry_points = name, version, entry_points


class Skipped:
    """A place on the path of imports that was skipped because it cannot be read: where, and why."""

    __slots__ = ("place", "why")

    def __init__(self, place: str, why: str) -> None:
        self.place, self.why = place, why

    def __str__(self) -> str:
        return f"{self.place}: {self.why}"


class _Unreadable(Exception):
    """A file of metadata that is there and cannot be used; the message says why."""


def providers(group: str) -> Iterator[Provider | Skipped]:
    """Yield the installed distributions that mention the group, in the order of `sys.path`, and
    whatever cannot be read and so might be one.
    """
    from importlib.machinery import PathFinder

    for finder in list(sys.meta_path):
        if getattr(finder, "find_distributions", None) is None:
            continue
        if finder is PathFinder:
            for folder in sys.path:
                yield from _on_path(group, folder)
        else:
            yield from _asked_for(group, finder, sys.path)


def installed_names() -> Iterator[str]:
    """Yield the names of what is installed in plain folders, as their metadata folders spell it."""
    for folder in sys.path:
        children = _children(folder)
        for child in children if isinstance(children, list) else ():
            if _is_info(folder, child):
                yield child.partition("-")[0]


def _on_path(group: str, folder: str) -> Iterator[Provider | Skipped]:
    """Yield what a place on `sys.path` holds."""
    children = _children(folder)
    if isinstance(children, OSError):
        yield Skipped(folder, f"cannot be listed: {children.strerror}")
    elif children is None:  # no folder; but to open what is no plain file may take for ever
        if _is_archive(folder):
            from importlib.machinery import PathFinder

            yield from _asked_for(group, PathFinder, [folder])
    else:
        for child in children:
            if _is_info(folder, child):
                yield from _read(group, os.path.join(folder, child))


def _children(folder: object) -> list[str] | OSError | None:
    """Return the names in a folder of `sys.path`; the error if it cannot be listed; None for what
    is no folder.
    """
    if not isinstance(folder, str):  # imports look past it, too
        return []
    try:
        return os.listdir(folder or ".")
    except (FileNotFoundError, ValueError):
        return []
    except NotADirectoryError:
        return None
    except OSError as error:
        return error


def _is_info(folder: str, child: str) -> bool:
    in_egg = os.path.basename(folder).lower().endswith(".egg")
    return child.lower().endswith(_INFO) or (in_egg and child.lower() == "egg-info")


def _is_archive(place: str) -> bool:
    """Tell whether a path leads to a plain file, or into one as "lib.zip/inner" does."""
    while place and not os.path.lexists(place):
        place = os.path.dirname(place)
    return os.path.isfile(place)


def _asked_for(group: str, finder: Any, path: list[str]) -> Iterator[Provider | Skipped]:
    """Yield what a finder of `importlib.metadata` finds on a path; it may be anybody's."""
    from importlib.metadata import DistributionFinder

    try:
        context = DistributionFinder.Context(path=path)
        found = list(islice(finder.find_distributions(context), _MOST))
    except BaseException as error:
        if passes(error):
            raise
        yield Skipped(f"the finder {shown(finder)}", told(error))
        return
    for distribution in found:
        yield from _known_to_a_finder(group, distribution)


def _known_to_a_finder(group: str, distribution: Any) -> Iterator[Provider | Skipped]:
    """Yield a distribution that a finder found, if it mentions the group."""
    from pathlib import Path

    place = getattr(distribution, "_path", None)
    if isinstance(place, Path):  # in a plain folder
        yield from _read(group, str(place))
        return
    found: list[Provider | Skipped] = []
    try:
        text = distribution.read_text("entry_points.txt") or ""
        if group in text:
            headers = distribution.metadata
            known = {key: str(headers[key]) for key in ("Name", "Version") if key in headers}
            found.append(Provider(known.get("Name", ""), known.get("Version", ""), text))
    except BaseException as error:
        if passes(error):
            raise
        found.append(Skipped(in_one_line(place or distribution), told(error)))
    yield from found


def _read(group: str, info: str) -> Iterator[Provider | Skipped]:
    """Yield the distribution whose metadata lie in a folder, if it mentions the group."""
    file = "entry_points.txt"
    try:
        entry_points = _bytes(info, file)
        if group.encode() in entry_points:
            text = entry_points.decode("utf-8")
            file = "METADATA"
            headers = _headers(_bytes(info, file) or _bytes(info, "PKG-INFO"))
            yield Provider(headers.get("name", ""), headers.get("version", ""), text)
    except UnicodeDecodeError:
        yield Skipped(os.path.join(info, file), "is not UTF-8")
    except _Unreadable as error:
        yield Skipped(os.path.join(info, file), str(error))


def _bytes(folder: str, file: str) -> bytes:
    """Return the contents of a file; nothing where there is none."""
    path = os.path.join(folder, file)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # to open a pipe would wait for its other end
            raise _Unreadable("is no plain file")
        with open(path, "rb") as stream:
            contents = stream.read(_LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return b""
    except OSError as error:
        raise _Unreadable(f"cannot be read: {error.strerror or error}") from None
    if len(contents) > _LARGEST:
        raise _Unreadable(f"is larger than {_LARGEST:,} bytes")
    return contents


def _headers(metadata: bytes) -> dict[str, str]:
    """Return the headers of a METADATA by their names in small letters, the first of each name.

    >>> _headers(b"Name: mine\\nVersion: 1.0\\n\\nName: not a header, below an empty line")
    {'name': 'mine', 'version': '1.0'}
    """
    headers: dict[str, str] = {}
    for line in map(bytes.decode, metadata.split(b"\n")):
        name, colon, value = line.partition(":")
        if not line.startswith((" ", "\t")):  # else it goes on with the header above
            if not colon:
                break
            headers.setdefault(name.lower(), value.strip())
    return headers


def section(text: str, title: str) -> Iterator[str]:
    """Yield the lines below [title] in an entry_points.txt or a setup.cfg.

    >>> list(section("[a]\\nx = 1\\n[b]\\nx = 2\\ny = 3", "b"))
    ['x = 2', 'y = 3']
    """
    inside = False
    for line in text.splitlines():
        if line.strip().startswith("["):
            inside = line.strip() == f"[{title}]"
        elif inside:
            yield line
