"""The cache: bounded in bytes, and what was used least recently goes first."""

from __future__ import annotations

import sys
from random import Random
from threading import Thread

from perceptron_ref.exact.cache import Cache


def test_what_was_used_least_recently_is_evicted_first():
    """Keeping and finding are uses, asking whether something is there is none."""
    cache = Cache(100)
    for key in "abc":
        cache.keep(key, key.upper(), 33)
    assert cache.find("a") == "A"
    assert "b" in cache
    cache.keep("d", "D", 33)
    assert [key for key in "abcd" if key in cache] == ["a", "c", "d"]
    cache.keep("c", "C", 33)
    cache.keep("e", "E", 33)
    assert [key for key in "abcde" if key in cache] == ["c", "d", "e"]
    assert cache.find("b") is None


def test_a_large_value_takes_the_place_of_several():
    """As many go as it takes, and no more."""
    cache = Cache(10)
    for n in range(10):
        cache.keep(n, str(n), 1)
    cache.keep("large", 0, 4)
    assert [n for n in range(10) if n in cache] == [4, 5, 6, 7, 8, 9]


def test_a_value_larger_than_the_cache_is_not_kept():
    """It would only be in the way; nothing is evicted for it."""
    cache = Cache(10)
    cache.keep("a", 1, 10)
    cache.keep("b", 2, 11)
    assert ("a" in cache, "b" in cache) == (True, False)
    assert cache.find("a") == 1


def test_a_key_kept_again_is_counted_once():
    """With its latest value and size."""
    cache = Cache(10)
    for size in (3, 7, 2):
        cache.keep("a", size, size)
    cache.keep("b", 0, 8)
    assert (cache.find("a"), cache.find("b")) == (2, 0)
    cache.keep("c", 0, 1)
    assert "a" not in cache


def test_it_is_a_plain_list_in_the_order_of_use():
    """Thousands of questions, held against the plainest way to do it."""
    random, cache, plain = Random(0), Cache(20), []
    for _ in range(5_000):
        key = random.randrange(12)
        if random.random() < 0.5:
            size = random.randint(1, 9)
            cache.keep(key, (key, size), size)
            plain = [entry for entry in plain if entry[0] != key] + [(key, size)]
            while sum(size for _, size in plain) > 20:
                plain.pop(0)
        else:
            expected = [entry for entry in plain if entry[0] == key]
            assert cache.find(key) == (expected[0] if expected else None)
            plain = [entry for entry in plain if entry[0] != key] + expected
        assert [n in cache for n in range(12)] == [any(n == k for k, _ in plain) for n in range(12)]


def test_threads_may_share_it():
    """Each finds what was kept under its keys, or nothing."""
    cache, wrong = Cache(50), []

    def use(seed):
        random = Random(seed)
        for _ in range(2_000):
            key = random.randrange(20)
            found = cache.find(key)
            if found not in (None, key * key):
                wrong.append(found)
            cache.keep(key, key * key, 1 + key)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [Thread(target=use, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert wrong == []
    kept = [key for key in range(20) if key in cache]
    assert 0 < sum(1 + key for key in kept) <= 50
