"""What the options of a command ask for, as typed values: data, a run, a form of the report.

They are named tuples, because importing `dataclasses` takes a fifth of the time of `fit`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..exact.rationals import exact_text, rational
from ..named_tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_LIMITS = "max_updates", "max_visits", "right_in_a_row", "target_mistakes", "max_seconds"


class UsageError(Exception):
    """Wrong usage, exit status 2: a word that is not known, options that do not go together."""


class Reading(NamedTuple):
    """How a file is read, see `files.read.read`; None leaves a question to the file."""

    label: str | None = None
    features: str | None = None
    positive: str | None = None
    format: str | None = None
    header: bool | None = None
    comments: bool | None = None
    decimal: str | None = None
    zero_based: bool | None = None
    missing: str | None = None
    id: str | None = None


class DataRequest(NamedTuple):
    """Examples to read, and how to change them.

    Attributes:
        file: A path, "-" for standard input, or example:NAME.
        reading: How the file is read.
        first: How many examples are taken, if not all.
        scale: The factor of every x_n, as typed.
        x0: x_0, as typed.
        normalize: Whether every x_n becomes as long as 1.
        is_default: Whether no FILE was named.
    """

    file: str
    reading: Reading = Reading()
    first: int | None = None
    scale: str | None = None
    x0: str | None = None
    normalize: bool = False
    is_default: bool = False


class RunRequest(NamedTuple):
    """A run of PLA or Pocket, or many with other seeds.

    Attributes:
        algorithm: "pla" or "pocket".
        strategy: NAME[:key=value,...] or a file, as typed; None for the algorithm's own.
        options: The other options of `pla` or `pocket` that were given.
        max_seconds: When to stop; None for no limit.
        seeds: How many seeds to run, or which; None for one run.
        jobs: How many processes make the runs.
        in_process: Whether a strategy that is not built in runs in this process.
    """

    algorithm: str
    strategy: str | None
    options: Mapping[str, Any]
    max_seconds: float | None = None
    seeds: int | range | None = None
    jobs: int = 1
    in_process: bool = False

    def record(self) -> dict[str, object]:
        """Return what changes a result beside the data and the strategy: sign(0), eta, and the
        limits that were set.
        """
        given = {**self.options, "max_seconds": self.max_seconds}
        limits = {
            name: given[name]
            for name in _LIMITS
            if name in given and (given[name] is not None or name == "max_updates")
        }
        eta = exact_text(rational(given["eta"]))
        return {"sign_of_zero": given["sign_of_zero"], "eta": eta, "limits": limits}


class ReportForm(NamedTuple):
    """The form of a report: JSON, with or without all that it takes to check it, or lines."""

    json: bool = False
    audit: bool = False

    @property
    def is_json(self) -> bool:
        """Whether standard output holds one JSON object, and nothing else."""
        return self.json or self.audit
