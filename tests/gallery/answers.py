"""They wait for a mistake, and where none is left they wait for ever."""


def first_mistake(view):
    """Whatever is wrong, from the first on; nothing is yielded once all is right."""
    while True:
        for n in range(len(view)):
            if view.is_mistake(n):
                yield n
                break


def computes_first(view):
    """It never comes to its first visit."""
    tries = 0
    while tries >= 0:
        tries += 1
    yield 0
