"""The folder of hooks, which PyInstaller finds through the entry point `pyinstaller40`."""

from __future__ import annotations


def hook_dirs() -> list[str]:
    """Return the folder of `hook-perceptron_ref.py`."""
    return list(__path__)
