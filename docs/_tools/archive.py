"""Pack the site into one file, to unpack and open from disk.

`python docs/_tools/archive.py` writes perceptron_ref-site.zip.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).resolve().parents[2]
FOLDER_NAME = "perceptron_ref-site"


def main() -> None:
    """Pack the site of `--site`; without this option, build a site in a temporary folder first."""
    parser = argparse.ArgumentParser(
        description="Pack the site into one file, to unpack and open from disk."
    )
    parser.add_argument(
        "--site",
        type=Path,
        metavar="FOLDER",
        help="a site that is built already; default: build it",
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        default=ROOT / f"{FOLDER_NAME}.zip",
        help="default: %(default)s",
    )
    options = parser.parse_args()
    if options.site is not None:
        pack(options.site, options.output)
        return
    with TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder]
        subprocess.run(build, cwd=ROOT, check=True)
        pack(Path(folder), options.output)


def pack(site: Path, output: Path) -> None:
    """Write all files of a built site into an archive, and print the path of the archive.

    The archive has one folder. The same files always give the same bytes.
    """
    with ZipFile(output, "w", ZIP_DEFLATED) as archive:
        for path in sorted(path for path in site.rglob("*") if path.is_file()):
            name = f"{FOLDER_NAME}/{path.relative_to(site).as_posix()}"
            archive.writestr(ZipInfo(name), path.read_bytes(), ZIP_DEFLATED)
    print(f"wrote {output}")


if __name__ == "__main__":
    main()
