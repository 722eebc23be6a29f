"""The reference of the command line, made from the output of `help COMMAND --all`.

argparse prints options in two columns. A page shows them as a list of definitions, which also fits
on a phone.
"""

from __future__ import annotations

import re
from html import escape

from perceptron_ref.cli.main import COMMANDS

from .symbols import with_symbols
from .terminal import run_command

_OPTION = re.compile(r"  (?P<names>\S(?: ?\S)*)(?: {2,}(?P<text>.*))?")
_CODE_IN_TEXT = re.compile(
    r"`([^`]+)`"  # quoted in the help
    # options, placeholders such as FILE or A..B, examples of data such as or:k=v, and endings
    r"|(?<![\w-])((?:--[a-z][\w-]*(?:=\S*\w)?|-[A-Za-z]+\b|[A-Z]+(?:\.\.[A-Z]+)+"
    r"|NAME\[\S+?\]|FILE\.py\[:function\]|FILE2?(?!\.)|FILE\.\w+|[\w-]+:[a-z]+=[a-z]+|\.(?:png|pdf|svg)))"
)


def reference() -> str:
    """Return a section for each command: its purpose, usage, examples, and a fold of options."""
    return "\n".join(_section(command, summary) for command, summary in COMMANDS.items())


def _section(command: str, summary: str) -> str:
    """Return the section of one command."""
    # the second part is the summary
    usage, _, *parts = _split_at_blank_lines(
        run_command(f"perceptron-ref help {command} --all", columns=2000)
    )
    options, notes = [], []
    for part in parts:
        heading, *lines = part.splitlines()
        is_example = bool(lines) and lines[0].startswith("  perceptron-ref ")
        if heading == "options:":  # every command has --help
            continue
        if heading.endswith(":") and lines and not is_example and heading[0] != " ":
            options.append(_definitions(heading[:-1].replace("positional ", ""), lines))
        elif is_example or heading[0] == " ":
            notes.append(_example_block(heading, lines))
        else:
            notes.append(f"<p>{help_as_html(_capitalized(' '.join([heading, *lines])))}</p>\n")
    usage = usage.partition(": ")[2]
    return (
        f"## {command} {{#command-{command}}}\n\n{summary[0].upper()}{summary[1:]}.\n\n"
        f"```{{ .text .still }}\n{usage}\n```\n\n{''.join(notes)}\n"
        f"/// details | Arguments and options of `{command}`\n\n{''.join(options)}\n///\n"
    )


def _split_at_blank_lines(text: str) -> list[str]:
    """Split a help text at its blank lines."""
    return [part for part in re.split(r"\n{2,}", text.strip("\n")) if part.strip()]


def _example_block(heading: str, lines: list[str]) -> str:
    """Return a block of example commands, below the line that introduces them.

    The line "examples:" is left out.
    """
    commands = "\n".join(f"$ {line.strip()}" for line in lines)
    introduction = (
        "" if heading == "examples:" else f"<p>{help_as_html(_capitalized(heading))}</p>\n"
    )
    return f"{introduction}\n```{{ .console .still .wrapped }}\n{commands}\n```\n\n"


def _definitions(heading: str, lines: list[str]) -> str:
    """Return the options of a group as a list of definitions, under the name of the group.

    >>> print(_definitions("the data", ["  --x0 Q  x_0, an exact number", "  --long-name VALUE",
    ...                                 " " * 24 + "see `fit`"]))
    <p class="group">The data</p>
    <dl class="options">
    <dt><code>--x0 Q</code></dt><dd><i>x</i><sub>0</sub>, an exact number</dd>
    <dt><code>--long-name VALUE</code></dt><dd>see <code>fit</code></dd>
    </dl>
    <BLANKLINE>
    """
    names_and_texts: list[tuple[str, str]] = []
    for line in lines:
        option = _OPTION.fullmatch(line)
        if option and not line.startswith(" " * 3):
            names_and_texts.append((option["names"], option["text"] or ""))
        else:
            names, text = names_and_texts.pop()
            names_and_texts.append((names, f"{text} {line.strip()}".strip()))
    rows = [
        f"<dt><code>{escape(names, quote=False)}</code></dt><dd>{help_as_html(text)}</dd>"
        for names, text in names_and_texts
    ]
    return "\n".join(
        [f'<p class="group">{_capitalized(heading)}</p>', '<dl class="options">', *rows, "</dl>\n"]
    )


def help_as_html(text: str) -> str:
    """Return a text of the help as HTML, with options, placeholders and quoted names as code.

    >>> help_as_html("with --pocket, |w|^2 < 4; see `fit --trace`")
    'with <code>--pocket</code>, |w|² &lt; 4; see <code>fit --trace</code>'
    """
    parts = _CODE_IN_TEXT.split(text)
    html = with_symbols(escape(parts[0], quote=False))
    for quoted, name, rest in zip(parts[1::3], parts[2::3], parts[3::3]):
        html += f"<code>{escape(quoted or name, quote=False)}</code>"
        html += with_symbols(escape(rest, quote=False))
    return html


def _capitalized(text: str) -> str:
    """Return a text with a capital first letter, unless it begins with a symbol such as w_t."""
    return text if text[1:2] == "_" else text[0].upper() + text[1:]
