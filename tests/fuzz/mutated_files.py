"""Inputs for the library hypothesis: the bytes of real files after some edits."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

CORPUS = Path(__file__).resolve().parent / "corpus"
ODD_BYTES = [
    *b"0 - + . , ; # : \" ' / e { } [ ] 1e5 1e-5 1/3 0/0 nan inf -0 0x1 1_0 1:1 0:1 2:".split(),
    *b"yes x1 true null 1e9999".split(),
    *[b"", b"\t", b" ", b"\n", b"\r", b"\r\n", b" #", b"9" * 30],
    *[b"\0", b"\x1b[2J", b"\xff", b"\xef\xbb\xbf", b"\x85", b"\x0b", b"\x0c", b"\x1c"],
    *["\u0661".encode(), "\u2028".encode(), "\u00a0".encode()],
]
NEW_BYTES = st.sampled_from(ODD_BYTES) | st.binary(max_size=4)


@st.composite
def mutated_bytes(draw, seeds, max_edits=4):
    """Draw the bytes of one of the seeds after at most `max_edits` edits.

    The edits insert, delete or replace bytes, copy a line to another place, or delete lines.
    """
    data = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(0, max_edits))):
        edit = draw(st.sampled_from(["insert", "delete", "replace", "copy line", "delete lines"]))
        start, end = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        if edit == "insert":
            data = data[:start] + draw(NEW_BYTES) + data[start:]
        elif edit == "delete":
            data = data[:start] + data[min(end, start + 8) :]
        elif edit == "replace":
            data = data[:start] + draw(NEW_BYTES) + data[start + 1 :]
        else:
            lines = data.split(b"\n")
            first, last = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
            if edit == "copy line":
                lines.insert(first, lines[last])
            else:
                del lines[first : last + 1]
            data = b"\n".join(lines)
    return data


def corpus(folder, *endings):
    """Return the contents of the files in a folder of the corpus, the shortest first.

    With `endings`, return only files whose names end in one of them.
    """
    paths = [
        path for path in CORPUS.joinpath(folder).iterdir() if path.name.endswith(endings or "")
    ]
    return sorted((path.read_bytes() for path in paths), key=lambda data: (len(data), data))
