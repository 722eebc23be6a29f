"""A sparse set in libsvm format, made up: 200 texts, about 75 of 47,236 words in each."""

from random import Random


def lines(N=200, d=47236, seed=1):
    """Return N lines; hidden weights label them, so a line separates the set."""
    draw = Random(seed).random
    w_f = [draw() - 0.5 for _ in range(d + 1)]
    for _ in range(N):
        words = sorted({1 + int(d * draw() ** 3) for _ in range(75)})
        x = {i: round(draw(), 4) for i in words}
        label = "+1" if sum(w_f[i] * x_i for i, x_i in x.items()) > 0 else "-1"
        yield " ".join([label, *(f"{i}:{x_i}" for i, x_i in x.items())])


if __name__ == "__main__":
    print(*lines(), sep="\n")
