"""The site in one file, to be unpacked and opened from disk: `python docs/_tools/archive.py` writes perceptron_ref-site.zip."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).resolve().parents[2]
NAME = "perceptron_ref-site"


def main() -> None:
    """Build the site in a folder that is thrown away, and pack it: the same bytes for the same pages."""
    with TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder], cwd=ROOT, check=True
        )
        with ZipFile(ROOT / f"{NAME}.zip", "w", ZIP_DEFLATED) as archive:
            for path in sorted(path for path in Path(folder).rglob("*") if path.is_file() and path.suffix != ".map"):
                name = f"{NAME}/{path.relative_to(folder).as_posix()}"
                archive.writestr(ZipInfo(name), path.read_bytes(), ZIP_DEFLATED)


if __name__ == "__main__":
    main()
