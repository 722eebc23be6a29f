"""Split the Python that runs in pages into scripts: Pyodide, its library, and this package.

A page that was opened from disk can run scripts, but cannot fetch files. So the build compresses
each file and splits it into parts. Each part is a script that contains its bytes as base64. The
name of a part contains a hash of the file, so browsers can cache the parts of unchanged files.
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
TOOLS = DOCS / "_tools"
PLAYGROUND = DOCS / "playground"
PYODIDE = DOCS / "node_modules" / "pyodide"
CACHE = DOCS / "node_modules" / ".cache" / "perceptron_ref-engine"
NODE_SCRIPT, MODULE_COMPILER = TOOLS / "browser_python.mjs", TOOLS / "browser_python_modules.py"
WORKER = PLAYGROUND / "worker.js"
BUILD_FILES = (NODE_SCRIPT, MODULE_COMPILER, WORKER, Path(__file__))
PART_BYTES = 384 * 1024  # the size of a part of a compressed file, before base64


def part_files() -> list[Path]:
    """Return the paths of the scripts. Build them first if an input has changed."""
    sources = _source_archive()
    inputs = [sources, *(path.read_bytes() for path in (*BUILD_FILES, *sorted(PYODIDE.glob("p*"))))]
    input_hash = hashlib.sha256(
        b"".join(hashlib.sha256(data).digest() for data in inputs)
    ).hexdigest()
    cached_folder = CACHE / input_hash
    if not cached_folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        temporary = Path(mkdtemp(dir=CACHE))
        _compile(sources, temporary)
        (temporary / "parts").mkdir()
        for name, text in _part_scripts(temporary):
            (temporary / "parts" / name).write_text(text, encoding="utf-8")
        for entry in CACHE.iterdir():
            # another build may use its own temporary folder now
            if entry != temporary and not entry.name.startswith("tmp"):
                shutil.rmtree(entry, ignore_errors=True)
        try:
            os.replace(temporary, cached_folder)
        except OSError:  # another build has made the same folder
            shutil.rmtree(temporary)
    return sorted((cached_folder / "parts").iterdir())


def _compile(sources: bytes, folder: Path) -> None:
    """Compile an archive of sources in Pyodide, and write the results into a folder."""
    (folder / "sources.zip").write_bytes(sources)
    command = [
        "node",
        str(NODE_SCRIPT),
        str(PYODIDE),
        str(folder / "sources.zip"),
        str(MODULE_COMPILER),
    ]
    subprocess.run([*command, str(folder)], check=True)


def _part_scripts(compiled: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every script; the manifest comes last.

    Args:
        compiled: the folder that `_compile` has filled.
    """
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
        content_hash = hashlib.sha256(data).hexdigest()[:10]
        compressed = gzip.compress(data, 9, mtime=0)
        pieces = [compressed[i : i + PART_BYTES] for i in range(0, len(compressed), PART_BYTES)]
        part_sizes[name] = [
            (f"{name}-{content_hash}-{i:02}.js", len(piece)) for i, piece in enumerate(pieces)
        ]
        for (part, _), piece in zip(part_sizes[name], pieces):
            yield part, f'perceptron.part("{part}","{base64.b64encode(piece).decode()}")\n'
    engine = json.loads((compiled / "engine.json").read_text("utf-8"))
    manifest = json.dumps({"engine": engine, "files": part_sizes}, separators=(",", ":"))
    yield "manifest.js", f"perceptron.manifest({manifest})\n"


def _source_archive() -> bytes:
    """Return a ZIP archive of the package, docs/playground/*.py and docs/code/*.py."""
    files = _package_files()
    files.update({path.name: path.read_bytes() for path in PLAYGROUND.glob("*.py")})
    files.update({f"code/{path.name}": path.read_bytes() for path in (DOCS / "code").glob("*.py")})
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            archive.writestr(ZipInfo(name), files[name])
    return buffer.getvalue()


def _package_files() -> dict[str, bytes]:
    """Return {name: content} of the files in perceptron_ref.pyz, without __main__.py.

    These are both packages, and the metadata that list the strategies.
    """
    spec = spec_from_file_location("pyz", ROOT / ".ci" / "pyz.py")
    assert spec is not None and spec.loader is not None
    pyz = module_from_spec(spec)
    spec.loader.exec_module(pyz)
    contents: dict[str, bytes] = pyz.contents()
    return {name: data for name, data in contents.items() if name != "__main__.py"}
