"""A cache bounded in bytes: what was used least recently is evicted first."""

from __future__ import annotations

from _thread import allocate_lock
from itertools import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any


class Cache:
    """A store of what was computed once, by key, up to so many bytes. Threads may share it.

    most: that many bytes.

    >>> cache = Cache(100)
    >>> for n in (1, 2):
    ...     cache.keep(n, 10**n, 40)
    >>> cache.find(1)
    10
    >>> cache.keep(3, 1000, 40)
    >>> 1 in cache, 2 in cache
    (True, False)
    """

    __slots__ = ("_entries", "_lock", "_now", "_size", "most")

    def __init__(self, most: int) -> None:
        self.most, self._size = most, 0
        self._entries: dict[Hashable, list[Any]] = {}  # value, bytes, when it was used last
        self._now = count().__next__
        self._lock = allocate_lock()

    def find(self, key: Hashable) -> Any:
        """Return what is cached under the key; None if nothing is."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        entry[2] = self._now()
        return entry[0]

    def keep(self, key: Hashable, value: object, size: int) -> None:
        """Cache a value of so many bytes and evict others if need be; not if it has no room."""
        if size > self.most:
            return
        with self._lock:
            self._size += size - self._entries.get(key, (None, 0))[1]
            self._entries[key] = [value, size, self._now()]
            while self._size > self.most:
                oldest = min(self._entries, key=lambda key: self._entries[key][2])
                self._size -= self._entries.pop(oldest)[1]

    def __contains__(self, key: Hashable) -> bool:
        return key in self._entries
