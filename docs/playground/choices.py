"""The choices of the playground: visiting orders with their options, sets of examples, starters."""

from __future__ import annotations

import ast
import inspect
import os
import re
import sys
from typing import Any, Collection, Dict, List, Optional

import perceptron_ref
from perceptron_ref.plugins.options import option_parameters

Answer = Dict[str, Any]

SETS = [
    {"name": name, "description": description}
    for name, description in (
        ("or", "x1 or x2"),
        ("and", "x1 and x2"),
        ("xor", "either x1 or x2: no line separates"),
        ("credit-2d", "24 applicants for a credit card, by salary and debt"),
        ("separable:N=20,seed=1", "20 random examples with a margin between the classes"),
        (
            "separable:N=100,margin=0.1,seed=2",
            "100 random examples, separable with a very small margin",
        ),
        ("noisy:N=40,flips=3", "40 random examples, three labels flipped: no line separates"),
        ("noisy:N=100,flips=10", "100 random examples, ten labels flipped: no line separates"),
        ("hadamard:k=1", "two orthogonal examples: T is the bound itself"),
        ("pingpong:m=5", "one feature: 51 updates in the cycle, 2 in a lucky order"),
        ("pair:m=3", "one feature, two examples: a narrow gap far from the origin"),
        ("powers:d=2", "the worst case of the cycle in the plane: 8 updates"),
        ("powers:d=4", "the same with four features: 128 updates"),
        ("hadamard:k=3", "eight orthogonal examples of seven features: T = N in any order"),
        ("credit", "24 applicants for a credit card, by four features"),
        ("spam", "24 e-mails by the frequencies of keywords"),
        ("iris-setosa", "Fisher's 150 irises: setosa or not"),
        ("iris-versicolor-virginica", "100 irises of two kinds: no line separates"),
    )
]
_STARTER_FILES = ("last_first", "nearest_to_right", "last_misses", "random_mistake")
_STARTER_STRATEGIES = ("restart", "worst-margin")  # each of their files works alone


def strategies_as_json() -> List[Answer]:
    """Return the name, description, options and source of every registered strategy."""
    return [
        {
            "name": name,
            "description": (inspect.getdoc(entries[0].load()) or "")
            .partition("  ")[0]
            .partition("\n")[0],
            "options": [_option_as_json(option) for option in option_parameters(entries[0].load())],
            "source": _source(entries[0].load()),
        }
        for name, entries in perceptron_ref.strategies().items()
    ]


def _option_as_json(option: inspect.Parameter) -> Answer:
    kind_of_type = {"int": "int", "bool": "bool", "float": "number", "Fraction": "number"}
    kind = kind_of_type.get(type(option.default).__name__, "text")
    return {"name": option.name, "kind": kind, "default": option.default}


def _source(function: Any) -> str:
    """Return the source of the file that defines a function, also from a zip file."""
    module = sys.modules[function.__module__]
    return str(module.__loader__.get_source(module.__name__))  # type: ignore[union-attr]


def starters() -> List[Answer]:
    """Return the strategy files with which a reader can start."""
    files = [(f"{name}.py", _file_of_docs(f"{name}.py")) for name in _STARTER_FILES]
    for name in _STARTER_STRATEGIES:
        source = _source(perceptron_ref.strategies()[name][0].load())
        files.append((name.replace("-", "_") + ".py", source))
    return [
        {"name": name, "description": first_paragraph_of(text), "source": text}
        for name, text in files
    ]


def descriptions(orders: Optional[Collection[str]] = None) -> List[str]:
    """Return the descriptions of sets, visiting orders and starters, which the build translates.

    Args:
        orders: the names of the visiting orders to include; None for all.
    """
    order_entries = [
        entry for entry in strategies_as_json() if orders is None or entry["name"] in orders
    ]
    return [entry["description"] for entry in [*SETS, *order_entries, *starters()]]


def first_paragraph_of(source: str) -> str:
    """Return the first paragraph of the first function's docstring, without its label.

    >>> code = 'def f(view):\\n    \\"\\"\\"Every visit\\n    anew.     Lecture 2: L2.6\\"\\"\\"'
    >>> first_paragraph_of(code)
    'Every visit anew.'
    """
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    paragraph = (ast.get_docstring(functions[0]) or "").split("\n\n")[0]
    return " ".join(re.sub(r"\s+Lecture 2: .*", "", paragraph).split())


def _file_of_docs(name: str) -> str:
    """Return the text of a file in docs/code. In the page, `code` is in the folder of this file."""
    folder = os.path.dirname(__file__)
    get_data = __loader__.get_data  # type: ignore[name-defined]  # also from a zip file
    try:
        content: bytes = get_data(os.path.join(folder, "code", name))
    except OSError:
        content = get_data(os.path.join(os.path.dirname(folder), "code", name))
    return content.decode()
