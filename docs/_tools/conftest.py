"""What the documentation is built with may be missing where the tests run: then its modules wait
for `tests/website`. One of them runs in the engine alone.
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
