"""Distributions that cannot be read are skipped. `strategies` and the error for an unknown name
report them.
"""

from __future__ import annotations

import sys

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
    """The line names the folder of the distribution, the file and the reason. All other strategies
    are listed, and --check fails.
    """
    append_invalid_utf8(metadata / file_name)
    for arguments, expected_status in ((["strategies"], 0), (["strategies", "--check"], 1)):
        exit_status, out, err = command(*arguments)
        assert exit_status == expected_status
        assert err == (
            "warning: this list may be incomplete, because an installed package cannot be read: "
            f"{metadata}: its file {file_name} is not UTF-8. Install it again\n"
        )
        assert "odd " not in out
        assert "cyclic " in out


def test_the_reason_quotes_a_malformed_line_with_its_file(metadata):
    """The error of the parser says entry_points.txt, and not <string>."""
    (metadata / "entry_points.txt").write_text("[perceptron_ref.strategies]\nodd\n", "utf-8")
    (line,) = registry.unreadable_distributions()
    assert line.startswith(f"{metadata}: in its file entry_points.txt: ParsingError: ")
    assert "<string>" not in line and "'odd" in line


@pytest.mark.parametrize("content", [None, "Version: 1.0\n"])
def test_a_distribution_with_strategies_needs_a_name(metadata, content):
    """The reason is true if METADATA is missing, and if it has no line "Name:"."""
    (metadata / "METADATA").unlink()
    if content is not None:
        (metadata / "METADATA").write_text(content, "utf-8")
    reason = 'found no file METADATA with a line "Name:"'
    if content is None and sys.version_info >= (3, 15):
        reason = "in its file METADATA: MetadataNotFound: No package metadata was found."
    assert registry.unreadable_distributions() == [f"{metadata}: {reason}"]


def test_a_distribution_needs_neither_a_version_nor_a_summary(metadata, command):
    """Both are optional; on no Python do missing ones make the strategies disappear."""
    (metadata / "METADATA").write_text("Name: odd-orders\n", "utf-8")
    assert registry.unreadable_distributions() == []
    (entry,) = strategies()["odd"]
    assert (entry.origin, entry.version, entry.summary) == ("odd-orders", "", "")


@pytest.mark.parametrize(
    "arguments", [["fit", "example:and"], ["compare", "example:and"], ["examples"]]
)
def test_other_commands_do_not_mention_an_unreadable_distribution(metadata, command, arguments):
    """A command that uses no strategy of the distribution prints nothing about it."""
    append_invalid_utf8(metadata / "entry_points.txt")
    exit_status, out, err = command(*arguments)
    assert (exit_status, err) == (0, "")
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
    for arguments in (["strategies"], ["fit", "--strategy", "unknown"], ["strategies", "--check"]):
        _, out, err = command(*arguments)
        assert len(out + err) < 5_000
        assert all(c.isprintable() or c == "\n" for c in out + err)
