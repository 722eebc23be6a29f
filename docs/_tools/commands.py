"""The reference of the command line, made from the output of --help."""

from __future__ import annotations

from perceptron_ref.cli.main import COMMANDS

from .terminal import output_text


def reference() -> str:
    """Return the output of --help, then a section for each command with `help COMMAND --all`."""
    sections = [f"```{{ .text .output }}\n{output_text('perceptron-ref --help').rstrip()}\n```\n"]
    for command, summary in COMMANDS.items():
        text = output_text(f"perceptron-ref help {command} --all").rstrip()
        sections.append(
            f"## {command} {{#command-{command}}}\n\n"
            f"{summary[0].upper()}{summary[1:]}.\n\n```{{ .text .output }}\n{text}\n```\n"
        )
    return "\n".join(sections)
