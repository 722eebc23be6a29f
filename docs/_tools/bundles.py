"""Concatenate scripts or style sheets, and minify the result."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from .sources import ROOT

PROGRAM_FOLDER = ROOT / "docs" / "node_modules" / ".bin"


def concatenate_and_minify(paths: Iterable[Path]) -> str:
    """Return scripts, or style sheets, as one text, minified by esbuild.

    Args:
        paths: the files, all .js or all .css, in the order in which a page would load them.

    Raises:
        subprocess.CalledProcessError: if esbuild finds an error, which it prints to standard error.
    """
    paths = list(paths)
    esbuild = shutil.which("esbuild", path=str(PROGRAM_FOLDER)) or "esbuild"
    loader = paths[0].suffix[1:]  # "js" or "css"
    command = [esbuild, "--minify", "--charset=utf8", "--log-level=warning", f"--loader={loader}"]
    text = "".join(path.read_text("utf-8") for path in paths)
    return subprocess.run(
        command, input=text, stdout=subprocess.PIPE, encoding="utf-8", check=True
    ).stdout
