"""Scripts and styles as pages load them: several files in one, made small by esbuild."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from .sources import ROOT

PROGRAMS = ROOT / "docs" / "node_modules" / ".bin"


def bundle(paths: Iterable[Path]) -> str:
    """Return plain scripts, or styles, one after the other in one text without comments.

    Args:
        paths: files of one kind, in the order in which a page would load them.

    Raises:
        subprocess.CalledProcessError: if esbuild refuses one; it has then printed where and why.
    """
    paths = list(paths)
    esbuild = shutil.which("esbuild", path=str(PROGRAMS)) or "esbuild"
    loader = paths[0].suffix[1:]  # "js" or "css"
    command = [esbuild, "--minify", "--charset=utf8", "--log-level=warning", f"--loader={loader}"]
    text = "".join(path.read_text("utf-8") for path in paths)
    return subprocess.run(
        command, input=text, stdout=subprocess.PIPE, encoding="utf-8", check=True
    ).stdout
