"""Which examples of a page are marked as runnable, and with which files."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from _tools import runnable_examples
from conftest import ROOT


def block(language, text, title="", classes="", attributes=""):
    """Return a block as in the HTML of the site."""
    name = f'<span class="filename">{title}</span>' if title else ""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return (
        f'<div class="language-{language} {classes}highlight"{attributes}>{name}'
        f"<pre><span></span><code><span>{text}</span>\n</code></pre></div>"
    )


def marked_blocks(html):
    """Return (kind, files) of each block that is marked as runnable, or as a file."""
    page_html = runnable_examples.mark_examples(html)
    stored = re.search(r'class="live-files">(.*)</script>', page_html)
    texts = json.loads(stored[1]) if stored else []
    blocks = []
    for tag in re.findall(r'<div class="language-[^>]*? data-live="[^>]*>', page_html):
        data = {name: unescape(text) for name, text in re.findall(r' data-(\w+)="(.*?)"', tag)}
        files = {name: texts[k] for name, k in json.loads(data.get("files", "{}")).items()}
        blocks.append((data["live"], files))
    assert "data-desk" not in page_html
    return blocks


def kinds(*blocks):
    """Return the kinds of the marked blocks."""
    return [kind for kind, _ in marked_blocks("".join(blocks))]


def test_python_and_commands_are_runnable():
    """Python with and without prompts, Python files and the package's commands are runnable."""
    assert kinds(
        block("python", "print(1 < 2)"),
        block("pycon", ">>> 1\n1"),
        block("python", ">>> 1\n1"),
        block("console", "$ perceptron-ref fit\nData: ...", classes="output "),
        block("python", "n = 1", title="a/b.py"),
    ) == ["python", "pycon", "pycon", "console", "script"]


@pytest.mark.parametrize(
    "html",
    [
        block("json", "{}"),
        block("sh", "perceptron-ref fit"),
        block("text", "Data: ..."),
        block("python", "print(1)", classes="still "),
        block("python", "n = 1", classes="doc-signature "),
        block("python", "import numpy"),
        block("python", "from perceptron_ref.sklearn import PerceptronClassifier"),
        block("python", "import perceptron_ref.nothing"),
        block("python", "from . import pla"),
        block("python", "def f(w):"),
        block("python", "def f():\n    return w"),
        block("python", "def f(w: Vector): pass"),
        block("pycon", ">>> w\n3"),
        block("console", "$ python3 -m pytest"),
        block("console", "$ perceptron-ref fit | sort"),
        block("console", "$ perceptron-ref race class/*.py"),
        block("console", "$ perceptron-ref fit\n$ ls"),
        block("text", "1,1", title="nobody.csv"),
        f'<div class="source">\n<p>of</p>\n{block("python", "n = 1")}\n</div>',
    ],
)
def test_other_blocks_are_not_runnable(html):
    """Blocks are not runnable if they are not examples, need something that is missing, or are
    quoted.
    """
    assert runnable_examples.mark_examples(html) == html


def test_names_of_examples_above_are_known():
    """Names of runnable examples above count. A block with a file name neither sees these names nor
    adds to them.
    """
    first = block("python", "from math import pi\nimport numpy")
    assert kinds(first, block("python", "pi")) == []
    first = block("python", "from math import pi")
    assert kinds(first, block("pycon", ">>> pi\n3.1"), block("python", "pi", title="a.py")) == [
        "python",
        "pycon",
    ]
    assert kinds(block("python", "n = 1", title="a.py"), block("python", "n")) == ["script"]
    assert kinds('<div class="source">\n</div>', block("python", "n = 1")) == ["python"]


def test_an_example_of_a_docstring_has_the_names_of_its_module():
    """The names are known up to the next heading. A module that needs other libraries does not
    run.
    """
    heading = '<h3 id="perceptron_ref.vectors.dot" class="doc doc-heading">dot</h3>'
    example = block("pycon", ">>> dot([1], [2])\n2")
    page_html = runnable_examples.mark_examples(
        heading + example + '<h2 id="other">Other</h2>' + example
    )
    assert (
        page_html.count("data-live") == 1 == page_html.count('data-of="perceptron_ref.vectors.dot"')
    )
    heading = '<h3 id="perceptron_ref.sklearn.PerceptronClassifier" class="doc doc-heading">C</h3>'
    assert marked_blocks(heading + block("pycon", ">>> PerceptronClassifier\n...")) == []


def test_an_example_gets_the_files_that_it_names():
    """The files are those shown anywhere on the page, and files of the repository."""
    html = [
        block("console", "$ perceptron-ref fit my.csv\nData: other.csv"),
        block("text", "1,1\n0,0", title="my.csv"),
        block("python", 'name = "docs/code/last_first.py"'),
        block("text", "1", title="other.csv"),
    ]
    strategy = (ROOT / "docs" / "code" / "last_first.py").read_text("utf-8")
    assert marked_blocks("".join(html)) == [
        ("console", {"my.csv": "1,1\n0,0\n"}),
        ("file", {}),
        ("python", {"docs/code/last_first.py": strategy}),
    ]


def test_a_command_gets_the_files_of_its_working_folder(tmp_path):
    """The build stores the files of the folder in which it ran the command. The command gets all
    files of that moment, even binary ones, but pictures only if it names them.
    """
    (tmp_path / "a.csv").write_bytes(b"caf\xe9 </script>")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "run.svg").write_text("<svg>")
    attribute = " " + runnable_examples.keep_files(tmp_path)
    (tmp_path / "later.csv").write_text("1")
    text = "caf\udce9 </script>"
    html = block("console", "$ perceptron-ref fit a.csv", attributes=attribute)
    assert marked_blocks(html) == [("console", {"a.csv": text})]
    assert "caf\\udce9 \\u003c/script>" in runnable_examples.mark_examples(html)
    html = block("console", "$ perceptron-ref draw -o b/run.svg", attributes=attribute)
    assert marked_blocks(html) == [("console", {"a.csv": text, "b/run.svg": "<svg>"})]


def test_files_are_stored_once_and_limited(tmp_path):
    """Several examples share one copy of a file. An example whose files exceed the limit is not
    runnable.
    """
    command = "$ perceptron-ref fit a.csv"
    for size, expected in (
        (runnable_examples.MAX_FILE_CHARACTERS, ["console"] * 3),
        (runnable_examples.MAX_FILE_CHARACTERS + 1, []),
    ):
        (tmp_path / "a.csv").write_text("1" * size)
        blocks = [
            block("console", command, attributes=" " + runnable_examples.keep_files(tmp_path))
            for _ in range(3)
        ]
        assert kinds(*blocks) == expected
        assert runnable_examples.mark_examples("".join(blocks)).count("1" * size) == bool(expected)
