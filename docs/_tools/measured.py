"""What `tests/benchmarks/compare.py` measured, as the page on speed shows it."""

from __future__ import annotations

import json
from pathlib import Path

from .tables import rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILE = Path(__file__).resolve().parents[1] / "design" / "speed.json"
OURS, OLD = "perceptron_ref", "old package"
NOTHING = "no answer"

_GROUPS = {  # in the order of the table, with their names there
    "cyclic": "PLA",
    "floats": "PLA",
    "orders": "PLA",
    "worst-margin": "worst first",
    "Pocket": "Pocket",
    "sparse": "sparse",
    "separability": "a line?",
    "process": "process",
    "repeat": "process",
    "repeated Pocket": "process",
}
_PEERS = {  # the columns, and who stands in them
    "loop, ints": ("loop on ints",),
    "loop, `sumprod`": ("loop by math.sumprod",),
    "loop, floats": ("loop on floats", "loop over dicts"),
    "NumPy": ("NumPy loop",),
    "scikit-learn": ("scikit-learn", "scikit-learn SVC"),
    "mlxtend": ("mlxtend",),
    "SciPy": ("SciPy linprog",),
    "before": (OLD,),
}
_AIMS = [  # what was aimed at: our time by theirs, at most
    (0.5, "cyclic", "400 x 5", "loop by math.sumprod"),
    (0.7, "cyclic", "400 x 20", "loop by math.sumprod"),
    (1.1, "cyclic", "2,000 x 20, few updates", OLD),
    (1.1, "cyclic", "10,000 x 10, few updates", OLD),
    (2, "cyclic", "2,000 x 20, many updates", "scikit-learn"),
    (1.5, "cyclic", "10,000 x 10, many updates", "scikit-learn"),
    (2.5, "cyclic", "10,000 x 100, many updates", "scikit-learn"),
    (1.5, "cyclic", "208 x 60, very many updates", "scikit-learn"),
    (1, "floats", "2,000 x 20, Gaussian, 17 digits", "NumPy loop"),
    (0.7, "orders", "random-permutation, 400 x 4", OLD),
    (0.7, "orders", "random, 400 x 4", OLD),
    (4, "worst-margin", "400 x 5", "NumPy loop"),
    (12, "worst-margin", "2,000 x 20", "NumPy loop"),
    (1.1, "Pocket", "400 x 5, 10 % noise, 5,000 updates", "NumPy loop"),
    (10, "Pocket", "2,000 x 20, 10 % noise, 500 updates", "NumPy loop"),
    (1, "sparse", "200 x 47,236, random", "loop over dicts"),
    (1, "separability", "1,000 x 10, wide margin", "scikit-learn SVC"),
    (5, "separability", "1,000 x 50, separable", "scikit-learn SVC"),
    (0.5, "repeat", "random cycles, 400 x 4", OLD),
    (0.7, "repeated Pocket", "100 updates, 500 x 4, 10 % noise, a test set", "NumPy loop"),
    (2, "start", "400 x 4, fit", "argparse, csv, fractions"),
    (1.8, "import", "import, and nothing else", "bare Python"),
    (1.3, "memory", "10,000 x 100, fit", "lists of ints"),
]


class Figures:
    """The figures of a file that `compare.py --json` wrote.

    cases: {(group, case): {who: result}}, the package itself first.
    """

    def __init__(self, path: Path = FILE) -> None:
        self.saved = json.loads(path.read_text(encoding="utf-8"))
        self.records = {(case["group"], case["case"]): case for case in self.saved["cases"]}
        self.cases = {
            key: {result["who"]: result for result in case["results"]}
            for key, case in self.records.items()
        }
        self.growth = self.saved["growth"]

    def machine(self) -> str:
        """Return a sentence on where and when all this was measured."""
        saved = self.saved
        versions = ", ".join(f"{name} {version}" for name, version in saved["versions"].items())
        dates = sorted({record["date"] for record in [*self.saved["cases"], *self.growth]})
        on = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
        before = f"; *before* is commit `{saved['old']}`" if saved.get("old") else ""
        return (
            f"Measured on {on}: {saved['python']}, {saved['system']}, {saved['cpu']}, "
            f"{saved['cores']} cores; {versions}{before}."
        )

    def everybody(self) -> str:
        """Return the rows of all questions: our time, and our time by that of each other; bold is
        the column of whoever was the fastest.
        """
        shown = []
        for key, results in self.cases.items():
            if key[0] in _GROUPS:
                best = fastest(results)
                ours = _bold(_milliseconds(results[OURS]["seconds"]), best == OURS)
                cells = [_best(results, whos, best) for whos in _PEERS.values()]
                shown.append((_GROUPS[key[0]], self.name(*key), ours, *cells))
        shown.sort(key=lambda row: [*_GROUPS.values()].index(row[0]))
        above = ["", *(row[0] for row in shown)]
        named = [("" if row[0] == last else row[0], *row[1:]) for row, last in zip(shown, above)]
        return rows(named)

    def name(self, group: str, case: str) -> str:
        """Return the name of a case, with the number of runs where it is about many."""
        runs = self.records[group, case].get("runs")
        return f"{case}, {runs:,} run{'s' * (runs > 1)}" if runs else case

    def beside(self, *groups: str) -> str:
        """Return the rows of some groups, a row for each answer, with its spread."""
        shown = []
        for (group, case), results in self.cases.items():
            if group in groups:
                for who, result in results.items():
                    spread = f"{result['least']:.3g} to {result['largest']:.3g}"
                    shown.append(
                        (
                            self.name(group, case) if who == OURS else "",
                            who,
                            _amount(result["seconds"], self.records[group, case].get("unit")),
                            *(("", "") if who == OURS else (f"{result['ratio']:.3g}", spread)),
                            result["answer"],
                        )
                    )
        return rows(shown)

    def winners(self) -> str:
        """Return the rows of who was the fastest, older packages aside, in which questions."""
        shown = []
        for name in dict.fromkeys(_GROUPS.values()):
            won: dict[str, list[tuple[str, float]]] = {OURS: []}
            for key, results in self.cases.items():
                others = {who: result for who, result in results.items() if who != OLD}
                if _GROUPS.get(key[0]) == name and len(others) > 1:
                    best = fastest(others)
                    won.setdefault(best, []).append((self.name(*key), others[best]["ratio"]))
            ours = "; ".join(question for question, _ in won.pop(OURS))
            theirs = [f"**{who}**, {_span(questions)}" for who, questions in won.items()]
            shown.append((name, ours or "none", "; ".join(theirs) or "none"))
        return rows(shown)

    def aims(self) -> str:
        """Return the rows of what was aimed at, and whether it was reached."""
        shown = []
        for limit, group, case, who in _AIMS:
            result = self.cases[group, case].get(who)
            told = (
                ("not measured", "")
                if result is None
                else (
                    f"{result['ratio']:.3g} ({result['least']:.3g} to {result['largest']:.3g})",
                    "yes" if result["ratio"] <= limit else "**missed**",
                )
            )
            shown.append((f"{group}: {self.name(group, case)}", who, f"{limit:g}", *told))
        return rows(shown)

    def reached(self) -> tuple[int, int]:
        """Return how many aims were reached, and how many there are."""
        results = [(limit, self.cases[group, case].get(who)) for limit, group, case, who in _AIMS]
        reached = [limit for limit, found in results if found and found["ratio"] <= limit]
        return len(reached), len(results)

    def memory(self) -> str:
        """Return the rows of the bytes that were held at most."""
        peers = [("lists of ints", "loop over pairs"), ("loop over dicts",), (OLD,)]
        shown = []
        for (group, case), results in self.cases.items():
            if self.records[group, case].get("unit") == "bytes":
                found = [
                    next((results[who] for who in whos if who in results), None) for whos in peers
                ]
                cells = [_megabytes(result["seconds"]) if result else "" for result in found]
                shown.append((case, _megabytes(results[OURS]["seconds"]), *cells))
        return rows(shown)

    def rounds(self) -> str:
        """Return how many rounds the cases took, those measured once aside."""
        rounds = [case["rounds"] for case in self.saved["cases"] if case["rounds"] > 1]
        return f"{min(rounds)} to {max(rounds)}"


def fastest(results: dict[str, dict[str, Any]]) -> str:
    """Return who answered in the shortest time: ours is the longest by theirs.

    >>> fastest({"a": {"ratio": 1, "answer": "none, proved"}, "b": {"ratio": 2, "answer": NOTHING}})
    'a'
    """
    answering = [who for who, result in results.items() if result["answer"] != NOTHING]
    return max(answering, key=lambda who: results[who]["ratio"])


def _best(results: dict[str, dict[str, Any]], whos: tuple[str, ...], best: str) -> str:
    """Return the cell of a column in which one or several may stand: the fastest of them."""
    found = {who: results[who] for who in whos if who in results}
    if not found:
        return ""
    who = max(found, key=lambda who: found[who]["ratio"])
    shown = _ratio(found[who]["ratio"])
    return f"({shown})" if found[who]["answer"] == NOTHING else _bold(shown, who == best)


def _span(questions: list[tuple[str, float]]) -> str:
    """Return questions, the least and the largest of their ratios before them.

    >>> _span([("400 x 5", 2.0), ("400 x 20", 12.5)])
    '2.00 to 12 times: 400 x 5; 400 x 20'
    """
    ratios = sorted({_ratio(ratio): ratio for _, ratio in questions}.items(), key=lambda r: r[1])
    spread = ratios[0][0] if len(ratios) == 1 else f"{ratios[0][0]} to {ratios[-1][0]}"
    return f"{spread} times: {'; '.join(question for question, _ in questions)}"


def _ratio(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"


def _milliseconds(seconds: float) -> str:
    """Return a time in milliseconds, to two digits or a tenth.

    >>> _milliseconds(0.00123), _milliseconds(0.0456), _milliseconds(6.85)
    ('1.2', '46', '6,800')
    """
    ms = 1000 * seconds
    return f"{ms:.1f}" if ms < 9.95 else f"{float(f'{ms:.2g}'):,.0f}"


def _amount(quantity: float, unit: str | None) -> str:
    return _megabytes(quantity) if unit == "bytes" else f"{_milliseconds(quantity)} ms"


def _megabytes(size: float) -> str:
    return f"{size / 1e6:.1f} MB"


def _bold(text: str, is_bold: bool) -> str:
    return f"**{text}**" if is_bold else text
