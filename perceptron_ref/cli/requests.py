"""What the options of a command ask for, as typed values: data, a run, a form of the report.

They are neither dataclasses nor named tuples, because the first would take a fifth of the time of
`fit`, and the second a hundredth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..exact.rationals import exact_text, rational

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar

    _R = TypeVar("_R", bound="_Request")

_LIMITS = "max_updates", "max_visits", "right_in_a_row", "target_mistakes", "max_seconds"


class UsageError(Exception):
    """Wrong usage, exit status 2: a word that is not known, options that do not go together."""


class _Request:
    """A request of a user. It never changes: `replace` returns another one."""

    def replace(self: _R, **values: object) -> _R:
        """Return the request with these values in place of its own."""
        changed = object.__new__(type(self))
        vars(changed).update({**vars(self), **values})
        return changed


class Reading(_Request):
    """How a file is read, see `files.read.read`; None leaves a question to the file."""

    label: str | None
    features: str | None
    positive: str | None
    id: str | None
    format: str | None
    header: bool | None
    comments: bool | None
    decimal: str | None
    zero_based: bool | None
    missing: str | None

    def __init__(
        self,
        label: str | None = None,
        features: str | None = None,
        positive: str | None = None,
        format: str | None = None,
        header: bool | None = None,
        comments: bool | None = None,
        decimal: str | None = None,
        zero_based: bool | None = None,
        missing: str | None = None,
        id: str | None = None,
    ) -> None:
        self.label, self.features, self.positive, self.id = label, features, positive, id
        self.format, self.header, self.comments = format, header, comments
        self.decimal, self.zero_based, self.missing = decimal, zero_based, missing


class DataRequest(_Request):
    """Examples to read, and how to change them.

    Args:
        file: A path, "-" for standard input, or example:NAME.
        reading: How the file is read.
        first: How many examples are taken, if not all.
        scale: The factor of every x_n, as typed.
        x0: x_0, as typed.
        normalize: Whether every x_n is divided by its length.
        is_default: Whether no FILE was named.
    """

    file: str
    reading: Reading
    is_default: bool
    first: int | None
    scale: str | None
    x0: str | None
    normalize: bool

    def __init__(
        self,
        file: str,
        reading: Reading | None = None,
        first: int | None = None,
        scale: str | None = None,
        x0: str | None = None,
        normalize: bool = False,
        is_default: bool = False,
    ) -> None:
        self.file, self.reading, self.is_default = file, reading or Reading(), is_default
        self.first, self.scale, self.x0, self.normalize = first, scale, x0, normalize


class RunRequest(_Request):
    """A run of PLA or Pocket, or many with other seeds.

    Args:
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
    max_seconds: float | None
    seeds: int | range | None
    jobs: int

    def __init__(
        self,
        algorithm: str,
        strategy: str | None,
        options: Mapping[str, Any],
        max_seconds: float | None = None,
        seeds: int | range | None = None,
        jobs: int = 1,
        in_process: bool = False,
    ) -> None:
        self.algorithm, self.strategy, self.options = algorithm, strategy, options
        self.max_seconds, self.seeds, self.jobs = max_seconds, seeds, jobs
        self.in_process = in_process

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


class ReportForm:
    """The form of a report: JSON, with or without all that it takes to check it, or lines.

    Attributes:
        is_json: Whether standard output holds one JSON object, and nothing else.
        has_proof: Whether that object has all that it takes to check the result.
    """

    is_json: bool
    has_proof: bool

    def __init__(self, is_json: bool = False, has_proof: bool = False) -> None:
        self.is_json, self.has_proof = is_json, has_proof
