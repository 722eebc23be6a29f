"""Inputs for hypothesis: bytes of real files, changed here and there; numbers as texts."""

from __future__ import annotations

from engine import CORPUS
from hypothesis import strategies as st

ODD = [
    b"",
    b"0",
    b"-",
    b"+",
    b".",
    b",",
    b";",
    b"\t",
    b" ",
    b"\n",
    b"\r",
    b"\r\n",
    b"#",
    b" #",
    b'"',
    b"'",
    b":",
    b"/",
    b"e",
    b"1e5",
    b"1e-5",
    b"1/3",
    b"0/0",
    b"nan",
    b"inf",
    b"-0",
    b"0x1",
    b"1_0",
    b"1:1",
    b"0:1",
    b"2:",
    b"\0",
    b"\x1b[2J",
    b"\xff",
    b"\xef\xbb\xbf",
    "\u0661".encode(),
    "\u2028".encode(),
    "\u00a0".encode(),
    b"\x85",
    b"\x0b",
    b"\x0c",
    b"\x1c",
    b"yes",
    b"x1",
    b"true",
    b"null",
    b"{",
    b"}",
    b"[",
    b"]",
    b"9" * 30,
    b"1e9999",
]
BYTES = st.sampled_from(ODD) | st.binary(max_size=4)


@st.composite
def mutated(draw, seeds, most=4):
    """Return the bytes of one of the seeds after some edits: bytes and lines put in, taken out,
    exchanged and doubled.
    """
    data = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(0, most))):
        kind = draw(st.integers(0, 4))
        a, b = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        if kind == 0:
            data = data[:a] + draw(BYTES) + data[a:]
        elif kind == 1:
            data = data[:a] + data[min(b, a + 8) :]
        elif kind == 2:
            data = data[:a] + draw(BYTES) + data[a + 1 :]
        else:
            lines = data.split(b"\n")
            i, j = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
            if kind == 3:
                lines.insert(i, lines[j])
            else:
                del lines[i : j + 1]
            data = b"\n".join(lines)
    return data


def corpus(folder, *endings):
    """Return the bytes of the files of a folder of the corpus, or of those with these endings, the
    shortest first.
    """
    paths = [
        path for path in CORPUS.joinpath(folder).iterdir() if path.name.endswith(endings or "")
    ]
    return sorted((path.read_bytes() for path in paths), key=lambda data: (len(data), data))


@st.composite
def spelled(draw, number):
    """Return a text that stands for a Fraction."""
    text = f"{number.numerator}/{number.denominator}"
    if number.denominator == 1:
        text = draw(st.sampled_from(["{}", "{}.0", "{}e0", "{}/1", "{}.", "{}00e-2"]))
        text = text.format(number.numerator)
    sign = draw(st.sampled_from(["", "+"])) if number >= 0 else ""
    return sign + text
