"""What the documentation is built with may be missing where the tests run: then its modules wait
for `tests/site`.
"""

from importlib.util import find_spec

collect_ignore = (
    []
    if find_spec("griffe")
    else ["docstrings.py", "extensions.py", "fonts.py", "hook.py", "pages.py"]
)
