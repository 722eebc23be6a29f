"""Reports: a record as aligned lines for people, or as one JSON object for programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isfinite

from ..dataset import Dataset
from ..errors import one_line_text, quote
from ..exact.rationals import (
    MAX_LISTED_FEATURES,
    exact_text,
    is_number,
    rational,
    rounded_text,
    short_text,
)
from ..files.options import format_column_numbers
from ..type_checking import TYPE_CHECKING
from .requests import DataRequest, ReportForm
from .terminal import TOO_LONG, aligned_lines, format_table, format_value, print_line, write

if TYPE_CHECKING:
    from typing import Any

    from ..theory.audit import Result

_MAX_NAMES, _FIRST_NAMES, _LAST_NAMES = 20, 10, 9  # of more than 20 features, 19 are named
# with more than 100 features, w_0 and at most 10 other weights are shown, the largest
_MAX_WEIGHTS, _LARGEST_WEIGHTS = 100, 10
HELP_WORDS_POINTER = "`help words` explains the words of this report, such as update and visit."
_LONG_DIGITS = 10  # if a weight of w_f or w_svm has at least 10 digits, the vector is shown scaled


def print_report(
    form: ReportForm,
    record: dict[str, object],
    request: DataRequest | None = None,
    data: Dataset | None = None,
    result: Result | None = None,
    text_record: Mapping[str, object] | None = None,
    closing_lines: Sequence[str] = (),
    file_lines: Iterable[str] = (),
) -> None:
    """Print a record: as one JSON object, or as lines for people; then write files.

    Args:
        form: The form of the report.
        record: The result, by the keys of the JSON object.
        request: The request for FILE. The report begins with a description of the data; None to
            leave it out.
        data: The examples of FILE.
        result: The result as an object; --audit prints the data needed to check it.
        text_record: The record for people, if it differs from the record for JSON.
        closing_lines: Lines for people, below the record.
        file_lines: See `write_files`. The files are written even if the report cannot be printed.
    """
    context: dict[str, object] = {}
    try:
        if form.is_json:
            if request is not None and data is not None:
                context["data"] = data_as_dict(request.file, data)
            if result is not None and form.has_proof:
                from ..theory.audit import audit_record

                context.update(audit_record(result))
            print_json({**context, **record})
            return
        if request is not None and data is not None:
            context = _describe_data(request, data)
        lines = _report_lines({**context, **(text_record or record)}, data)
        for line in (*lines, *[""] * bool(closing_lines), *closing_lines):
            print_line(line)
    finally:
        write_files(form, file_lines)


def write_files(form: ReportForm, file_lines: Iterable[str]) -> None:
    """Write files, then print a line about each, but not with --json.

    Args:
        form: The form of the report.
        file_lines: A line about each file. An iterator may write a file before it yields the line.
    """
    lines: list[str] = []
    try:
        lines.extend(file_lines)
    finally:
        for line in () if form.is_json else lines:
            print_line(f"Wrote {line}")


def print_json(record: dict[str, object]) -> None:
    """Print a record as one JSON object, a line for each key.

    Values that JSON does not know become exact text. So do ints of more than 600 digits, because
    Python can be configured to refuse ints of more than 640 digits. If the output is not in UTF-8,
    non-ASCII characters are escaped.
    """
    from json import dumps

    is_utf8 = "utf" in (getattr(sys.stdout, "encoding", None) or "utf").lower()
    items = []
    for key, value in record.items():
        text = dumps(_json_value(value), ensure_ascii=not is_utf8, default=exact_text)
        printable = (c if c.isprintable() else dumps(c)[1:-1] for c in text)
        items.append(f"  {dumps(key)}: {''.join(printable)}")
    write("{\n" + ",\n".join(items) + "\n}\n")


def _json_value(value: object) -> object:
    """Return a value with text in the place of very long ints, infinities and NaN."""
    if isinstance(value, dict):
        return {key: _json_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json_value(item) for item in value]
    if isinstance(value, int) and abs(value) >= TOO_LONG:
        return exact_text(value)
    is_infinite_or_nan = isinstance(value, float) and not isfinite(value)
    return repr(value) if is_infinite_or_nan else value


def _report_lines(record: Mapping[str, object], data: Dataset | None) -> Iterator[str]:
    """Yield a line "name  value" for each entry of a record, then its tables.

    Lists of dicts or of lists are tables, and so are weights if the data are given. Entries that
    are None or empty are left out.
    """
    facts, tables = [], []
    for name, value in record.items():
        if value in (None, "", [], {}):
            continue
        if name in ("w", "w_f", "w_svm") and data is not None:
            tables.append(_weight_table(name, value, data))
        elif isinstance(value, list) and isinstance(value[0], dict):
            tables.append((name, format_table(value)))
        elif isinstance(value, list) and isinstance(value[0], list):
            tables.append((name, map(format_value, value)))
        else:
            text = format_value(value)
            if "/" in text and is_number(text):
                text += f", about {rounded_text(rational(text), 6)}"
            facts.append([name, text])
    yield from aligned_lines(facts)
    for head, lines in tables:
        yield from ("", head)
        yield from (f"  {line}" for line in lines)


def _weight_table(name: str, w: Any, data: Dataset) -> tuple[str, Iterator[str]]:
    """Return a head, and a line for each weight with the name of its feature.

    If there are more than 100 features, w_0 is shown first, then at most ten other weights: those
    of largest absolute value, in descending order. Only the direction of w_f and w_svm matters, so
    they are scaled if they have long numbers.

    Args:
        name: "w", "w_f" or "w_svm".
        w: The weights, as `weights_for_json` returns them.
        data: The examples, with the names of the features.
    """
    items = w.items() if isinstance(w, dict) else enumerate(w)
    exact_weights = {int(i): rational(w_i) for i, w_i in items}
    features, head = [*range(1, 1 + data.d)], name
    if data.d > _MAX_WEIGHTS:
        nonzero = [i for i in exact_weights if i and exact_weights[i]]
        features = sorted(nonzero, key=lambda i: -abs(exact_weights[i]))[:_LARGEST_WEIGHTS]
        head += (
            f", the {len(features)} of largest absolute value among {len(nonzero):,} weights that "
            "are not 0; --json lists all"
        )
    texts = {i: short_text(exact_weights.get(i, Fraction(0))) for i in (0, *features)}
    if (
        name in ("w_f", "w_svm")
        and max(sum(map(str.isdigit, text)) for text in texts.values()) >= _LONG_DIGITS
    ):
        largest = max(map(abs, exact_weights.values()))
        texts = {i: rounded_text(exact_weights.get(i, Fraction(0)) / largest, 6) for i in texts}
        head += ", divided by its largest absolute value and rounded; --json has the exact weights"
    names = {i: one_line_text(data.names[i - 1], 60) for i in features}
    names[0] = "= -threshold" if data.x0 == 1 else f"(x_0 = {short_text(data.x0)})"
    return head, aligned_lines(
        [[f"w_{i}", names[i], text] for i, text in texts.items()], number_columns=[2]
    )


def _describe_data(request: DataRequest, data: Dataset) -> dict[str, object]:
    """Return the entries of a report about FILE: its size, its features and its labels."""
    negative, positive = data.labels
    negative_text = _describe_negative_labels(data) if negative is None else quote(negative)
    column = _label_column_prefix(data)
    x_0 = "" if data.x0 == 1 else f", x_0 = {short_text(data.x0)}"
    division = "" if data.factors is None else ", every x_n divided by its length"
    note = (
        "no file is given, so this is an embedded data set; "
        f"`{request.command} FILE` uses your data"
    )
    factor = ""
    if request.scale is not None:
        factor = f", every x_n times {one_line_text(request.scale, 60)}"
    return {
        "data": f"{request.file}, N = {data.N}, d = {data.d}{x_0}{factor}{division}",
        "features": _describe_features(data),
        "labels": f"{column}{_meaning_of_labels(negative, positive, negative_text)}",
        "note": note if request.is_default else "",
    }


def _meaning_of_labels(negative: str | None, positive: str, negative_text: str) -> str:
    """Return the meaning of the labels in words; `negative_text` describes the labels for -1."""
    if (negative, positive.lstrip("+")) == ("-1", "1"):
        return "+1 and -1, as written"
    return f"+1 is {quote(positive)}, -1 is {negative_text}"


def _describe_features(data: Dataset) -> str:
    """Return the names of the features; if there are many, only the first and the last ones.

    If the file has no names, the numbers of the feature columns follow, unless the features are the
    first columns of the file, in their order.
    """
    names = data.names
    if data.d > _MAX_NAMES:
        names = (*names[:_FIRST_NAMES], "...", *names[-_LAST_NAMES:])
    layout, columns = data._layout, ""
    if data._names is None and layout is not None and layout.features is not None:
        if [*layout.features] != [*range(data.d)]:
            columns = f" ({format_column_numbers(layout.features)})"
    return ", ".join([one_line_text(name, 60) for name in names]) + columns


def _label_column_prefix(data: Dataset) -> str:
    """Return the name or the number of the label column, and ": ".

    Return "" if the column has no name and is the last one, or is not known.
    """
    layout = data._layout
    if data.label_name is not None:
        return f"{one_line_text(data.label_name, 60)}: "
    if layout is None or layout.label in (None, (layout.width or 0) - 1):
        return ""
    return f"{format_column_numbers([layout.label])}: "


def _describe_negative_labels(data: Dataset) -> str:
    """Return the texts of the labels that mean -1, each with its count if that is known."""
    layout, negative_count = data._layout, data.ys.count(-1)
    if layout is None or not layout.negatives:
        return "any other label"
    counts = layout.negative_counts  # in the whole file, of which the data may be a part
    if counts is None or sum(counts) != negative_count:
        texts = [quote(text) for text in layout.negatives]
    else:
        pairs = zip(layout.negatives, counts)
        texts = [f"{quote(text)} ({count:,})" for text, count in pairs]
    return ", ".join(texts[:_MAX_NAMES]) + ", ..." * (len(texts) > _MAX_NAMES)


def data_as_dict(source: str, data: Dataset) -> dict[str, object]:
    """Return the description of a set for JSON."""
    layout = data._layout
    return {
        "source": source,
        "N": data.N,
        "d": data.d,
        "scale": data.scale,
        "names": None if data._names is None and data.d > MAX_LISTED_FEATURES else list(data.names),
        "labels": list(data.labels),
        "label": data.label_name,
        "negatives": layout and layout.negatives and list(layout.negatives),
        "x0": exact_text(data.x0),
        "normalized": data.factors is not None,
    }
