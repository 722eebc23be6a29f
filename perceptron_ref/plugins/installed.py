"""The entry points of installed distributions, as `importlib.metadata` finds them.

Importing that takes longer than most runs, so plain folders of `sys.path` are read without it. It
is asked about the rest: zip files, and whatever other finders know.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_INFO = (".dist-info", ".egg-info")


class Provider:
    """A distribution whose entry points mention a group.

    name, version: as its metadata tell them, "" where they do not. entry_points: the text of its
        entry_points.txt.
    """

    __slots__ = ("entry_points", "name", "version")

    def __init__(self, name: str, version: str, entry_points: str) -> None:
        self.name, self.version, self.entry_points = name, version, entry_points


def providers(group: str) -> Iterator[Provider]:
    """Yield the installed distributions that mention the group, in the order of `sys.path`."""
    from importlib.machinery import PathFinder

    finders = [each for each in sys.meta_path if getattr(each, "find_distributions", None)]
    if finders != [PathFinder]:
        yield from _asked_for(group, sys.path)
        return
    for folder in sys.path:
        try:
            children = os.listdir(folder or ".")
        except FileNotFoundError:
            continue
        except (OSError, TypeError, ValueError):  # no folder: a zip file, or no path at all
            yield from _asked_for(group, [folder])
        else:
            yield from _read(group, folder, children)


def _asked_for(group: str, path: list[str]) -> Iterator[Provider]:
    """Yield what `importlib.metadata` finds on a path."""
    from importlib.metadata import distributions

    for distribution in distributions(path=path):
        text = distribution.read_text("entry_points.txt") or ""
        if group in text:
            headers = distribution.metadata
            known = {key: headers[key] for key in ("Name", "Version") if key in headers}
            yield Provider(known.get("Name", ""), known.get("Version", ""), text)


def _read(group: str, folder: str, children: list[str]) -> Iterator[Provider]:
    """Yield what the children of a folder hold."""
    in_egg = os.path.basename(folder).lower().endswith(".egg")
    for child in children:
        if child.lower().endswith(_INFO) or (in_egg and child.lower() == "egg-info"):
            info = os.path.join(folder, child)
            text = _text(info, "entry_points.txt")
            if group in text:
                headers = _headers(_text(info, "METADATA") or _text(info, "PKG-INFO"))
                yield Provider(headers.get("name", ""), headers.get("version", ""), text)


def _text(folder: str, file: str) -> str:
    """Return the contents of a file; "" where there is none that can be read."""
    try:
        with open(os.path.join(folder, file), encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except OSError:
        return ""


def _headers(text: str) -> dict[str, str]:
    """Return the headers of a METADATA by their names in small letters, the first of each name.

    >>> _headers("Name: mine\\nVersion: 1.0\\n\\nName: not a header, below an empty line")
    {'name': 'mine', 'version': '1.0'}
    """
    headers: dict[str, str] = {}
    for line in text.split("\n"):
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
