"""Distributions of others that cannot be read: skipped, and told by `strategies` alone."""

from __future__ import annotations

import pytest

from perceptron_ref import StrategyError, strategies, strategy
from perceptron_ref.plugins import registry


def not_utf8(path):
    """Add a byte that UTF-8 has not."""
    path.write_bytes(path.read_bytes() + b"# \xff: x\n")


@pytest.fixture
def neighbour(distribute):
    """Return the folder of metadata of a distribution with the strategy `odd`."""
    return distribute("per-odd", {"odd": "odd:odd"})


@pytest.mark.parametrize("file", ["entry_points.txt", "METADATA"])
def test_a_distribution_that_cannot_be_read_is_told_in_a_line(neighbour, command, file):
    """`strategies` says where it lies and why, without a traceback; all others are listed."""
    not_utf8(neighbour / file)
    status, out, err = command("strategies")
    assert (status, err) == (0, "")
    line = next(line for line in out.splitlines() if line.startswith("not read: "))
    assert line.startswith(f"not read: {neighbour}: ") and "UnicodeDecodeError" in line
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
    """The error for the unknown name says which distribution could not be read."""
    not_utf8(neighbour / "METADATA")
    with pytest.raises(StrategyError, match="; not read: .*per_odd-1.0.dist-info: "):
        strategy("odd")


def test_a_distribution_that_registers_nothing_here_may_lack_its_name(neighbour):
    """As what an uninstallation left behind does."""
    (neighbour / "entry_points.txt").unlink()
    (neighbour / "METADATA").unlink()
    assert registry.unreadable_distributions() == []
    assert "odd" not in strategies()


@pytest.mark.ci
@pytest.mark.parametrize("name", ["od\x1b[2Jd", "o\u2028d", "o\u202ed", "o" * 100_000])
def test_an_odd_name_is_escaped_and_cut(neighbour, command, name):
    """That of a strategy, of its distribution, its version."""
    (neighbour / "entry_points.txt").write_text(
        f"[perceptron_ref.strategies]\n{name} = a:b\n", encoding="utf-8"
    )
    (neighbour / "METADATA").write_text(f"Name: {name[:999]}\nVersion: {name[:999]}\n", "utf-8")
    for words in (["strategies"], ["fit", "--strategy", "unknown"], ["strategies", "--check"]):
        _, out, err = command(*words)
        assert len(out + err) < 5_000
        assert all(c.isprintable() or c == "\n" for c in out + err)
