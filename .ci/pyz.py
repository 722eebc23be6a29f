"""Build perceptron_ref.pyz: the whole program in one file, which any Python from 3.8 on runs.

    python3 .ci/pyz.py [FILE]

The same checkout gives the same bytes on every system and Python: nothing is compressed, and
neither the times nor the rights of files are taken along.
"""

from __future__ import annotations

import io
import os
import sys
import zipapp
from configparser import ConfigParser
from pathlib import Path
from shlex import quote
from zipfile import ZipFile, ZipInfo

ROOT = Path(__file__).resolve().parent.parent
PYTHON = "/usr/bin/env python3"
PACKAGES = {"perceptron_ref": "perceptron_ref", "perceptron_ref_strategies": "strategies"}
KINDS = (".py", ".csv", ".txt", ".typed")


def contents() -> dict[str, bytes]:
    """Return what is put in, by name: both packages, and metadata, in which strategies are found.

    The package's own __main__ starts the whole.
    """
    sys.path.insert(0, str(ROOT))
    sys.dont_write_bytecode = True
    from perceptron_ref import __version__

    setup = ConfigParser(delimiters=["="])
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    groups = setup["options.entry_points"].items()
    entry_points = "\n".join(f"[{group}]{lines}\n" for group, lines in groups)
    metadata = f"Metadata-Version: 2.1\nName: perceptron_ref\nVersion: {__version__}\n"
    info = f"perceptron_ref-{__version__}.dist-info"
    files = {
        "__main__.py": (ROOT / "perceptron_ref" / "__main__.py").read_bytes(),
        f"{info}/LICENSE": (ROOT / "LICENSE").read_bytes(),
        f"{info}/METADATA": metadata.encode(),
        f"{info}/entry_points.txt": entry_points.encode(),
    }
    for package, folder in PACKAGES.items():
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in KINDS:
                inner = path.relative_to(ROOT / folder).as_posix()
                files[f"{package}/{inner}"] = path.read_bytes()
    return files


def build(target: str) -> None:
    """Write the archive; a file of that name is replaced once the new one is whole."""
    archive = io.BytesIO()
    archive.write(f"#!{PYTHON}\n".encode())  # zipapp puts the same there, so that offsets are right
    with ZipFile(archive, "w") as files:
        for name, data in sorted(contents().items()):
            info = ZipInfo(name)
            info.create_system, info.external_attr = 3, 0o100644 << 16  # on Windows, too
            files.writestr(info, data)
    archive.seek(0)
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        zipapp.create_archive(archive, temporary, PYTHON)
        os.replace(temporary, target)
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)


if __name__ == "__main__":
    target, *more = sys.argv[1:] or ["perceptron_ref.pyz"]
    if more or target.startswith("-"):
        sys.exit("usage: python3 .ci/pyz.py [FILE]   (default: perceptron_ref.pyz)")
    try:
        build(target)
    except OSError as error:
        named = "name another FILE, as in python3 .ci/pyz.py /tmp/perceptron_ref.pyz"
        sys.exit(f"{target}: cannot be written: {error.strerror}; {named}")
    print(f"Wrote {target}. Try it: python3 {quote(target)} fit")
