"""Distributions that cannot be read are skipped. `strategies` and the error for an unknown name
report them.
"""

from __future__ import annotations

import pytest

from perceptron_ref import StrategyError, strategies, strategy
from perceptron_ref.plugins import registry


def append_invalid_utf8(path):
    """Append a line with a byte that is not valid UTF-8."""
    path.write_bytes(path.read_bytes() + b"# \xff: x\n")


@pytest.fixture
def metadata(distribute):
    """Return the metadata folder of a distribution with the strategy `odd`."""
    return distribute("odd-orders", {"odd": "odd:odd"})


@pytest.mark.parametrize("file_name", ["entry_points.txt", "METADATA"])
def test_strategies_reports_an_unreadable_distribution_in_one_line(metadata, command, file_name):
    """The line names the folder of the distribution and the reason. All other strategies are
    listed.
    """
    append_invalid_utf8(metadata / file_name)
    status, out, err = command("strategies")
    assert (status, err) == (0, "")
    line = next(line for line in out.splitlines() if line.startswith("this list lacks "))
    assert (
        line.startswith(
            f"this list lacks the strategies of a distribution that cannot be read: {metadata}: "
        )
        and "UnicodeDecodeError" in line
    )
    assert "odd " not in out
    assert "cyclic " in out


@pytest.mark.parametrize(
    "words", [["fit", "example:and"], ["compare", "example:and"], ["examples"]]
)
def test_other_commands_do_not_mention_an_unreadable_distribution(metadata, command, words):
    """A command that uses no strategy of the distribution prints nothing about it."""
    append_invalid_utf8(metadata / "entry_points.txt")
    status, out, err = command(*words)
    assert (status, err) == (0, "")
    assert "odd_orders" not in out


def test_the_error_for_an_unknown_name_mentions_the_unreadable_distribution(metadata):
    """The strategy may be in the distribution that could not be read, so the error names that
    distribution.
    """
    append_invalid_utf8(metadata / "METADATA")
    with pytest.raises(
        StrategyError, match="[.] This distribution cannot be read: .*odd_orders-1.0.dist-info: "
    ):
        strategy("odd")


def test_a_nameless_distribution_without_strategies_is_ignored(metadata):
    """An incomplete uninstallation leaves metadata without a name behind. It is not reported as
    unreadable.
    """
    (metadata / "entry_points.txt").unlink()
    (metadata / "METADATA").unlink()
    assert registry.unreadable_distributions() == []
    assert "odd" not in strategies()


@pytest.mark.ci
@pytest.mark.parametrize("name", ["od\x1b[2Jd", "o\u2028d", "o\u202ed", "o" * 100_000])
def test_odd_names_are_escaped_and_shortened(metadata, command, name):
    """Control characters and long texts in the name of a strategy or a distribution, or in a
    version, do not reach the terminal.
    """
    (metadata / "entry_points.txt").write_text(
        f"[perceptron_ref.strategies]\n{name} = a:b\n", encoding="utf-8"
    )
    (metadata / "METADATA").write_text(f"Name: {name[:999]}\nVersion: {name[:999]}\n", "utf-8")
    for words in (["strategies"], ["fit", "--strategy", "unknown"], ["strategies", "--check"]):
        _, out, err = command(*words)
        assert len(out + err) < 5_000
        assert all(c.isprintable() or c == "\n" for c in out + err)
