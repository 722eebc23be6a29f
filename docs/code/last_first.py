"""A first visiting strategy, and a script that tries it."""

from perceptron_ref import example, pla


def last_first(view):
    """From the last example to the first, and over again."""
    while True:
        yield range(len(view))[::-1]


if __name__ == "__main__":
    print(pla(example("credit"), last_first))
