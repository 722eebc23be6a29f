"""Unreadable distributions of others are skipped; only `strategies` reports them."""

from __future__ import annotations

import pytest

from perceptron_ref import StrategyError, strategies, strategy
from perceptron_ref.plugins import registry


def append_invalid_utf8(path):
    """Append a byte that is not valid UTF-8."""
    path.write_bytes(path.read_bytes() + b"# \xff: x\n")


@pytest.fixture
def neighbour(distribute):
    """Return the metadata folder of a distribution with the strategy `odd`."""
    return distribute("per-odd", {"odd": "odd:odd"})


@pytest.mark.parametrize("file", ["entry_points.txt", "METADATA"])
def test_strategies_reports_an_unreadable_distribution_in_one_line(neighbour, command, file):
    """`strategies` names its folder and the reason, without a traceback, and lists all other
    strategies.
    """
    append_invalid_utf8(neighbour / file)
    status, out, err = command("strategies")
    assert (status, err) == (0, "")
    line = next(line for line in out.splitlines() if line.startswith("this list lacks "))
    assert (
        line.startswith(
            f"this list lacks the strategies of a distribution that cannot be read: {neighbour}: "
        )
        and "UnicodeDecodeError" in line
    )
    assert "odd " not in out
    assert "cyclic " in out


@pytest.mark.parametrize(
    "words", [["fit", "example:and"], ["compare", "example:and"], ["examples"]]
)
def test_other_commands_do_not_mention_an_unreadable_distribution(neighbour, command, words):
    """A command that uses no strategy of the distribution prints nothing about it."""
    append_invalid_utf8(neighbour / "entry_points.txt")
    status, out, err = command(*words)
    assert (status, err) == (0, "")
    assert "per_odd" not in out


def test_the_error_for_an_unknown_name_mentions_the_unreadable_distribution(neighbour):
    """The strategy may be in the distribution that could not be read, so the error names that
    distribution.
    """
    append_invalid_utf8(neighbour / "METADATA")
    with pytest.raises(
        StrategyError, match="; this distribution cannot be read: .*per_odd-1.0.dist-info: "
    ):
        strategy("odd")


def test_a_nameless_distribution_without_strategies_is_ignored(neighbour):
    """An incomplete uninstallation leaves metadata without a name behind."""
    (neighbour / "entry_points.txt").unlink()
    (neighbour / "METADATA").unlink()
    assert registry.unreadable_distributions() == []
    assert "odd" not in strategies()


@pytest.mark.ci
@pytest.mark.parametrize("name", ["od\x1b[2Jd", "o\u2028d", "o\u202ed", "o" * 100_000])
def test_odd_names_are_escaped_and_shortened(neighbour, command, name):
    """Control characters and long texts in the name of a strategy, a distribution or a version do
    not reach the terminal.
    """
    (neighbour / "entry_points.txt").write_text(
        f"[perceptron_ref.strategies]\n{name} = a:b\n", encoding="utf-8"
    )
    (neighbour / "METADATA").write_text(f"Name: {name[:999]}\nVersion: {name[:999]}\n", "utf-8")
    for words in (["strategies"], ["fit", "--strategy", "unknown"], ["strategies", "--check"]):
        _, out, err = command(*words)
        assert len(out + err) < 5_000
        assert all(c.isprintable() or c == "\n" for c in out + err)
