"""Inputs for hypothesis: the bytes of real files after some edits."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

CORPUS = Path(__file__).resolve().parent / "corpus"
ODD = [
    *b"0 - + . , ; # : \" ' / e { } [ ] 1e5 1e-5 1/3 0/0 nan inf -0 0x1 1_0 1:1 0:1 2:".split(),
    *b"yes x1 true null 1e9999".split(),
    *[b"", b"\t", b" ", b"\n", b"\r", b"\r\n", b" #", b"9" * 30],
    *[b"\0", b"\x1b[2J", b"\xff", b"\xef\xbb\xbf", b"\x85", b"\x0b", b"\x0c", b"\x1c"],
    *["\u0661".encode(), "\u2028".encode(), "\u00a0".encode()],
]
BYTES = st.sampled_from(ODD) | st.binary(max_size=4)


@st.composite
def mutated_bytes(draw, seeds, most=4):
    """Return the bytes of one of the seeds after at most `most` edits, which insert, delete or
    replace bytes, double lines or delete lines.
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
    """Return the contents of the files in a folder of the corpus, optionally of those with these
    endings, the shortest first.
    """
    paths = [
        path for path in CORPUS.joinpath(folder).iterdir() if path.name.endswith(endings or "")
    ]
    return sorted((path.read_bytes() for path in paths), key=lambda data: (len(data), data))
