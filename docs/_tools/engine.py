"""Python for the pages: Pyodide, the modules it needs, and this package, in parts that a page can
load from a server and from disk.

A page opened from disk can run scripts, but cannot fetch files. So each file is compressed and
split into parts, and each part is a script that passes its bytes on as text. The name of a part
contains a hash of its content, so browsers cache unchanged parts.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import mkdtemp
from zipfile import ZipFile, ZipInfo

from .sources import ROOT

DOCS = ROOT / "docs"
HERE = DOCS / "_tools"
PLAYGROUND = DOCS / "playground"
PYODIDE = DOCS / "node_modules" / "pyodide"
CACHE = DOCS / "node_modules" / ".cache" / "perceptron_ref-engine"
NODE, MODULES, WORKER = HERE / "engine.mjs", HERE / "engine_modules.py", PLAYGROUND / "worker.js"
MAKERS = (NODE, MODULES, WORKER, Path(__file__))
PART = 384 * 1024  # bytes, before they become text


def parts() -> list[Path]:
    """Return the scripts by which pages load the engine, built again if an input has changed."""
    sources = _sources()
    inputs = [sources, *(path.read_bytes() for path in (*MAKERS, *sorted(PYODIDE.glob("p*"))))]
    key = hashlib.sha256(b"".join(hashlib.sha256(data).digest() for data in inputs)).hexdigest()
    folder = CACHE / key
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        work = Path(mkdtemp(dir=CACHE))
        _compile(sources, work)
        (work / "parts").mkdir()
        for name, text in _scripts(work):
            (work / "parts" / name).write_text(text, encoding="utf-8")
        for old in CACHE.iterdir():
            if old != work and not old.name.startswith("tmp"):  # others may be at work beside us
                shutil.rmtree(old, ignore_errors=True)
        try:
            os.replace(work, folder)
        except OSError:  # another build was faster
            shutil.rmtree(work)
    return sorted((folder / "parts").iterdir())


def _compile(sources: bytes, folder: Path) -> None:
    """Let Pyodide compile an archive of sources into a folder."""
    (folder / "sources.zip").write_bytes(sources)
    command = ["node", str(NODE), str(PYODIDE), str(folder / "sources.zip"), str(MODULES)]
    subprocess.run([*command, str(folder)], check=True)


def _scripts(compiled: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every script, the manifest last."""
    files = {
        "wasm": PYODIDE / "pyodide.asm.wasm",
        "asm": PYODIDE / "pyodide.asm.mjs",
        "mjs": PYODIDE / "pyodide.mjs",
        "stdlib": compiled / "stdlib.zip",
        "package": compiled / "package.zip",
        "worker": WORKER,
    }
    part_sizes = {}
    for name, path in files.items():
        data = path.read_bytes()
        tag = hashlib.sha256(data).hexdigest()[:10]
        compressed = gzip.compress(data, 9, mtime=0)
        pieces = [compressed[i : i + PART] for i in range(0, len(compressed), PART)]
        part_sizes[name] = [
            (f"{name}-{tag}-{i:02}.js", len(piece)) for i, piece in enumerate(pieces)
        ]
        for (part, _), piece in zip(part_sizes[name], pieces):
            yield part, f'perceptron.part("{part}","{base64.b64encode(piece).decode()}")\n'
    engine = json.loads((compiled / "engine.json").read_text("utf-8"))
    manifest = json.dumps({"engine": engine, "files": part_sizes}, separators=(",", ":"))
    yield "manifest.js", f"perceptron.manifest({manifest})\n"


def _sources() -> bytes:
    """Return an archive of the installed package, the modules of docs/playground, and the
    strategies of the tutorial.
    """
    items = _installed()
    items.update({path.name: path.read_bytes() for path in PLAYGROUND.glob("*.py")})
    items.update({f"code/{path.name}": path.read_bytes() for path in (DOCS / "code").glob("*.py")})
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name in sorted(items):
            archive.writestr(ZipInfo(name), items[name])
    return buffer.getvalue()


def _installed() -> dict[str, bytes]:
    """Return the content of perceptron_ref.pyz by name: both packages, and the metadata that list
    the strategies.
    """
    spec = spec_from_file_location("pyz", ROOT / ".ci" / "pyz.py")
    assert spec is not None and spec.loader is not None
    pyz = module_from_spec(spec)
    spec.loader.exec_module(pyz)
    contents: dict[str, bytes] = pyz.contents()
    return {name: data for name, data in contents.items() if name != "__main__.py"}
