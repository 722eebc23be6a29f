"""Skip the doctests of modules whose imports are missing: those that need the extra `docs`."""

from importlib.util import find_spec

collect_ignore = []
if not find_spec("griffe"):
    collect_ignore += [
        "docstrings.py",
        "extensions.py",
        "formulas.py",
        "glossary.py",
        "language_hooks.py",
        "line_breaks.py",
        "material.py",
        "pages.py",
        "site_hooks.py",
        "translations.py",
    ]
