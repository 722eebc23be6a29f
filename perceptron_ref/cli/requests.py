"""The requests that options make, as typed values: data, a run, the report; and `UsageError`.

These classes are plain because imports take time: dataclasses would take a fifth of the time of
`fit`, and named tuples a hundredth.
"""

from __future__ import annotations

from ..exact.rationals import exact_text, rational
from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeVar

    _R = TypeVar("_R", bound="_Request")

_LIMITS = "max_updates", "max_visits", "right_in_a_row", "target_mistakes", "max_seconds"


class UsageError(Exception):
    """Wrong usage, exit status 2: for example an unknown option, or two that exclude each other."""


class _Request:
    """A request of a user. It never changes; `replace` returns a changed copy."""

    def replace(self: _R, **values: object) -> _R:
        """Return a copy with these values."""
        copy = object.__new__(type(self))
        vars(copy).update({**vars(self), **values})
        return copy


class ReadingOptions(_Request):
    """How to read a file; see `files.read.read`.

    None stands for the default of an option, which may depend on the file.
    """

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
    """A request for examples: the file to read, and the changes to make.

    Attributes:
        file: A path, "-" for standard input, or example:NAME.
        reading: How to read the file; None for the defaults.
        first: The number of examples to use, from the first one on; None for all.
        scale: The factor of every x_n, as typed; None for no change.
        x0: x_0, as typed; None to keep the x_0 of the examples.
        normalize: Whether to divide every x_n by its length.
        is_default: Whether the user named no FILE, so that `file` is an embedded set.
        command: The name of the command, if it can run without a FILE.
    """

    file: str
    reading: ReadingOptions
    is_default: bool
    command: str
    first: int | None
    scale: str | None
    x0: str | None
    normalize: bool

    def __init__(
        self,
        file: str,
        reading: ReadingOptions | None = None,
        first: int | None = None,
        scale: str | None = None,
        x0: str | None = None,
        normalize: bool = False,
        is_default: bool = False,
        command: str = "",
    ) -> None:
        self.file, self.reading = file, reading or ReadingOptions()
        self.is_default, self.command = is_default, command
        self.first, self.scale, self.x0, self.normalize = first, scale, x0, normalize


class RunRequest(_Request):
    """A request for a run of PLA or Pocket, or for many runs with different seeds.

    Attributes:
        algorithm: "pla" or "pocket".
        strategy: NAME[:key=value,...] or a file, as typed; None for the algorithm's default.
        options: The other arguments of `pla` or `pocket`: those that the user gave, and the
            defaults of the parser.
        max_seconds: The time limit in seconds; None for no limit.
        seeds: The number of seeds, or the seeds themselves; None for one run.
        jobs: The number of processes that share the runs.
        in_process: Whether this process runs a strategy that is not built in; if not, a child does.
    """

    algorithm: str
    strategy: str | None
    options: Mapping[str, Any]
    max_seconds: float | None
    seeds: int | range | None
    jobs: int
    in_process: bool

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
        """Return the settings that affect a result: sign(0), eta and the limits that the user set.

        The data and the strategy are not included.
        """
        settings = {**self.options, "max_seconds": self.max_seconds}
        limits = {
            name: settings[name]
            for name in _LIMITS
            if name in settings and (settings[name] is not None or name == "max_updates")
        }
        eta = exact_text(rational(settings["eta"]))
        return {"sign_of_zero": settings["sign_of_zero"], "eta": eta, "limits": limits}


class ReportForm:
    """The form of a report: lines, or JSON, with or without the data needed to check the result.

    Attributes:
        is_json: Whether standard output holds one JSON object, and nothing else.
        has_proof: Whether this object has all data needed to check the result.
    """

    is_json: bool
    has_proof: bool

    def __init__(self, is_json: bool = False, has_proof: bool = False) -> None:
        self.is_json, self.has_proof = is_json, has_proof
