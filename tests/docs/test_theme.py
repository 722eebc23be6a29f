"""The internals of the theme on which the site relies, and the message about a changed one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

material = pytest.importorskip("material")
from _tools import material as theme  # noqa: E402
from conftest import SETUP  # noqa: E402

pytestmark = pytest.mark.ci
TEMPLATES = Path(material.__file__).parent / "templates"


def test_setup_cfg_installs_the_version_of_the_theme_that_the_site_knows():
    """In this version, every internal on which the site relies is where the site expects it."""
    assert f"mkdocs-material=={theme.VERSION}" in SETUP["options.extras_require"]["docs"].split()
    assert list(theme.changed_internals()) == []


@pytest.mark.parametrize("internal", theme.INTERNALS, ids=lambda internal: internal.use)
def test_a_changed_internal_is_named(internal, tmp_path):
    """If a text of the theme is missing, the message names the file of the theme and the part of
    the site that relies on it. Another version of the theme is named, too.
    """
    for file in {internal.file for internal in theme.INTERNALS}:
        for path in TEMPLATES.glob(file):
            copy = tmp_path / path.relative_to(TEMPLATES)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    for path in tmp_path.glob(internal.file):
        path.write_text(path.read_text("utf-8").replace(internal.text, ""), "utf-8")
    version_message, *messages = theme.changed_internals(tmp_path, "10.0.0")
    assert f"10.0.0; expected {theme.VERSION}" in version_message
    assert any(internal.file in message and internal.use in message for message in messages)
