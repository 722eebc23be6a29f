"""The reference of the command line, made from its parsers."""

from __future__ import annotations

from perceptron_ref.cli.main import COMMANDS

from .terminal import printed


def reference() -> str:
    """Return a section for the whole command line and one for each command, with the output of
    `help COMMAND --all`.
    """
    sections = [f"```{{ .text .output }}\n{printed('perceptron-ref --help').rstrip()}\n```\n"]
    for command, summary in COMMANDS.items():
        text = printed(f"perceptron-ref help {command} --all").rstrip()
        sections.append(
            f"## {command} {{#command-{command}}}\n\n"
            f"{summary[0].upper()}{summary[1:]}.\n\n```{{ .text .output }}\n{text}\n```\n"
        )
    return "\n".join(sections)
