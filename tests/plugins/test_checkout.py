"""The table of strategies in setup.cfg, and what is no checkout."""

from __future__ import annotations

import pytest

from perceptron_ref.plugins import checkout

GROUP = "perceptron_ref.strategies"
OURS = "[metadata]\nname = perceptron_ref\nversion = 1\n\n[options.entry_points]\n"
TABLE = "perceptron_ref.strategies =\n    cyclic = a.b:c\n    random = a.d:e\n"


@pytest.fixture
def lay_out(tmp_path, monkeypatch):
    """Return a function that makes a checkout: setup.cfg, and the folder of strategies."""

    def make(text, folder=True):
        setup_cfg, strategies = tmp_path / "setup.cfg", tmp_path / "strategies"
        if text is not None:
            setup_cfg.write_text(text, encoding="utf-8")
        if folder:
            strategies.mkdir()
        monkeypatch.setattr(checkout, "_SETUP_CFG", str(setup_cfg))
        monkeypatch.setattr(checkout, "_FOLDER", str(strategies))

    return make


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        f"console_scripts =\n    x = y:z\n{TABLE}",
        f"{TABLE}console_scripts =\n    x = y:z\n",
        f"{TABLE}\n[options]\nperceptron_ref.strategies =\n    other = a:b\n",
        TABLE.replace(" =\n", "=\n\n"),
        f"{TABLE}\n\n",
    ],
)
def test_the_table_is_the_lines_below_the_group(lay_out, table):
    """Whatever stands around it, in the section and beside it."""
    lay_out(OURS + table)
    assert [line for line in checkout.entry_points(GROUP) if line] == [
        "cyclic = a.b:c",
        "random = a.d:e",
    ]


def test_a_line_of_the_table_may_stand_behind_the_groups_name(lay_out):
    """The first = ends the name of the group, the second that of the strategy."""
    lay_out(OURS + "perceptron_ref.strategies = cyclic = a.b:c\n")
    assert checkout.entry_points(GROUP) == ["cyclic = a.b:c"]


def test_an_option_is_its_own_lines_alone(lay_out):
    """Not what stands indented or empty below the title, before any option."""
    lay_out(OURS.replace("]\n", "]\n\n    x\n", 1) + TABLE)
    assert checkout.entry_points(GROUP) is not None


@pytest.mark.parametrize(
    ("text", "folder"),
    [
        (None, True),
        (OURS + TABLE, False),
        (OURS.replace("perceptron_ref", "perceptron_ref_too") + TABLE, True),
        (OURS.replace("metadata", "other") + TABLE, True),
    ],
)
def test_what_is_no_checkout_has_no_table(lay_out, text, folder):
    """There both are, setup.cfg and the folder, and the project is this one."""
    lay_out(text, folder)
    assert checkout.entry_points(GROUP) is None


def test_the_text_of_a_module_is_that_of_its_file():
    """A strategy is described by its docstring without being imported."""
    assert checkout.source(["cyclic"]).startswith('"""')
