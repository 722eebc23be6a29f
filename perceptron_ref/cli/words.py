"""`help words`: the words in the reports, as docs/glossary.md explains them, and the symbols."""

from __future__ import annotations

from collections.abc import Iterator

MEANINGS = {
    "example": "One x_n with its label y_n; the data are N examples",
    "visit": "One look at one example: compute its score; if it is a mistake, an update follows",
    "mistake": "An example that w gets wrong; a score of 0 counts as wrong unless you choose "
    "otherwise",
    "update": "One change of w, after one mistake; t counts the updates so far, and T is their "
    "number in the whole run",
    "pass": "Several visits that a strategy yields together, as a list or a range; a pass over all "
    "examples is an epoch",
    "converge": "To reach weights that make no mistake; PLA then makes no more updates and halts",
    "weights": "The numbers w_0 to w_d; w_1 to w_d say how much each feature counts, and for which "
    "answer",
    "threshold": "The value that the weighted sum of the features must exceed for the answer +1; "
    "it is -w_0 if x_0 = 1",
    "score": "The weighted sum w · x, threshold included; its sign is the answer",
    "margin": "The score times the label, y_n w · x_n; it is positive if w gets the example right",
    "dot product": "u · v, the sum of the products of the components",
    "learning rate": "The number η by which each correction is multiplied, also called the step "
    "size; if PLA starts at w = 0, η only scales w",
    "strategy": "A visiting order as Python code: a generator function that says which example "
    "comes next",
    "support vector": "One of the examples nearest to the line of largest margin, or to an SVM's "
    "line; together these determine the line",
    "bound": "A number that T cannot exceed; if PLA starts at w = 0, it is R² / ρ²",
    "certificate": "Numbers that let anyone check a claim, for instance that no line separates "
    "the data",
}
_SYMBOLS = {
    "N, d": "the number of examples, and the number of features of each",
    "t, T": "t counts the updates; T is their number in the whole run",
    "n": "the number of an example, counted from 0",
    "w_f": "weights that separate the data",
    "rho": "the distance of the nearest example from the boundary of w_f, x_0 and w_0 included",
    "R": "the length of the longest example, x_0 included",
    "eta": "the learning rate",
    "E_in, E_test": "the share of mistakes on the training data, and on other examples",
    "L2.5": "a label such as this one names a statement of lecture 2; the pages on the lecture, "
    "in docs/lecture/ and on the site, explain it",
}
_LINE_WIDTH = 78  # characters


def explain_words() -> Iterator[str]:
    """Yield the lines of `help words`."""
    yield "What the words of the reports mean:"
    yield from ("", *_format_definitions(MEANINGS), "", *_format_definitions(_SYMBOLS))
    yield from (
        "",
        'The page "Symbols and glossary" of the site explains more words, and has the',
        "Chinese terms; its source is docs/glossary.md.",
    )


def _format_definitions(meanings: dict[str, str]) -> Iterator[str]:
    """Yield the words in one column and their meanings, wrapped, in a second one."""
    from textwrap import wrap

    word_width = 2 + max(map(len, meanings))
    for word, meaning in meanings.items():
        first_line, *more_lines = wrap(meaning, _LINE_WIDTH - word_width - 2)
        yield f"  {word:{word_width}}{first_line}"
        yield from (f"  {'':{word_width}}{line}" for line in more_lines)
