"""The libraries that build the documentation may be missing where tests run; then these modules are
tested by `tests/website` only. One module runs in the engine only.
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
