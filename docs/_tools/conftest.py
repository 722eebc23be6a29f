"""Skip the doctests of modules that cannot be imported here.

Without the libraries that build the documentation, only `tests/website` tests the modules that need
them. `engine_modules.py` runs only in Pyodide.
"""

from importlib.util import find_spec

collect_ignore = ["engine_modules.py"]
if not find_spec("griffe"):
    collect_ignore += [
        "docstrings.py",
        "extensions.py",
        "hook.py",
        "languages.py",
        "material.py",
    ]
