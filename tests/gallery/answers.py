"""They wait for a mistake, and where none is left they wait for ever."""


def first_mistake(view):
    """Whatever is wrong, from the first on; nothing is yielded once all is right."""
    while True:
        for n in range(len(view)):
            if view.is_mistake(n):
                yield n
                break


def next_mistake(view):
    """On to the next mistake; it swallows every Exception, but not the end of its time."""
    n = 0
    while True:
        try:
            while not view.is_mistake(n):
                n = (n + 1) % len(view)
        except Exception:
            n = 0
        yield n


def computes_first(view):
    """It never comes to its first visit."""
    tries = 0
    while tries >= 0:
        tries += 1
    yield 0
