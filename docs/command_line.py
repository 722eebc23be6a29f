"""The table of commands on the page about the command line."""

from __future__ import annotations

from _tools import rows

from perceptron_ref.cli.main import COMMANDS

commands = rows([f"[`{name}`](#command-{name})", summary] for name, summary in COMMANDS.items())
