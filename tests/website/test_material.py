"""What the site knows of the insides of its theme, and where it says what a new version moved."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

material = pytest.importorskip("material")
from _tools import material as ours  # noqa: E402
from conftest import SETUP  # noqa: E402

pytestmark = pytest.mark.ci
TEMPLATES = Path(material.__file__).parent / "templates"


def test_the_pinned_version_is_the_one_that_the_site_knows():
    """It is the one that setup.cfg installs, and has all that is listed."""
    assert f"mkdocs-material=={ours.VERSION}" in SETUP["options.extras_require"]["docs"].split()
    assert list(ours.find_moved()) == []


@pytest.mark.parametrize("inside", ours.INSIDES, ids=lambda inside: inside.use)
def test_what_moved_is_named(inside, tmp_path):
    """By its file, with what of the site relies on it; so is another version."""
    for file in {inside.file for inside in ours.INSIDES}:
        for path in TEMPLATES.glob(file):
            copy = tmp_path / path.relative_to(TEMPLATES)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    for path in tmp_path.glob(inside.file):
        path.write_text(path.read_text("utf-8").replace(inside.text, ""), "utf-8")
    version, *others = ours.find_moved(tmp_path, "10.0.0")
    assert f"10.0.0; expected {ours.VERSION}" in version
    assert any(inside.file in words and inside.use in words for words in others)
