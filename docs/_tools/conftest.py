"""Skip the doctests of modules that cannot be imported.

These are `engine_modules.py`, which runs only in Pyodide, and without the libraries of the extra
`docs` the modules that import them.
"""

from importlib.util import find_spec

collect_ignore = ["engine_modules.py"]
if not find_spec("griffe"):
    collect_ignore += [
        "docstrings.py",
        "extensions.py",
        "site_hooks.py",
        "language_hooks.py",
        "material.py",
    ]
