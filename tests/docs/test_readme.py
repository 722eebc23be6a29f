"""The Chinese README has the sections, commands and links of README.md.

So the tests of README.md's commands apply to the Chinese README, too. The picture of README.md is
current.
"""

from __future__ import annotations

import posixpath
import re

from _tools.chinese import taiwan_problems
from conftest import ROOT

ENGLISH, CHINESE = "README.md", "docs/README.zh-TW.md"
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in (ENGLISH, CHINESE)}
PROSE = {name: FENCED.sub("", text) for name, text in TEXTS.items()}


def code(readme):
    """Return the texts between backticks outside blocks, such as commands."""
    return {" ".join(text.split()) for text in re.findall("`([^`]+)`", PROSE[readme])}


def links(readme):
    """Return the targets of links, as paths from the repository's folder."""
    targets = re.findall(r"\]\(([^)]+)\)", PROSE[readme])
    return {
        posixpath.normpath(posixpath.join(posixpath.dirname(readme), target)) for target in targets
    }


def test_both_readmes_have_the_same_blocks_sections_and_code():
    """Blocks of code have the same order, and sections the same levels.

    Commands, options and files are the same, but the Chinese README also names the start page of
    the Chinese site.
    """
    blocks, levels = (
        [re.findall(pattern, text, re.MULTILINE | re.DOTALL) for text in texts.values()]
        for pattern, texts in ((FENCED.pattern, TEXTS), ("^#+ ", PROSE))
    )
    assert blocks[0] == blocks[1] != []
    assert levels[0] == levels[1] != []
    assert code(CHINESE) - code(ENGLISH) == {"site/zh-TW/index.html"}
    assert code(ENGLISH) - code(CHINESE) == set()


def test_both_readmes_have_the_same_links():
    """Each README also links to the other; README.md does so at its top. The Chinese README also
    links to the glossary, which explains the English terms of the output.
    """
    assert links(CHINESE) - links(ENGLISH) == {ENGLISH, "docs/glossary.md"}
    assert links(ENGLISH) - links(CHINESE) == {CHINESE}
    assert TEXTS[ENGLISH].splitlines()[2] == f"繁體中文說明：[{CHINESE}]({CHINESE})"


def test_the_chinese_readme_follows_the_rules_of_the_site():
    """The rules are about punctuation, spaces, characters and words.

    A paragraph is one line, because a line break would be shown as a space between Chinese
    characters. Bold text may not end with Chinese punctuation before a character, because
    CommonMark does not recognise its end.
    """
    cells = [
        cell.lstrip("# ").strip()
        for line in PROSE[CHINESE].splitlines()
        for cell in (line.strip("|").split("|") if line.startswith("|") else [line])
    ]
    assert len([cell for cell in cells if re.search("[\u4e00-\u9fff]", cell)]) > 15
    assert [problem for cell in cells for problem in taiwan_problems(cell)] == []
    assert re.findall(r"^[^-\n].*\n[^-\n].*", PROSE[CHINESE], re.MULTILINE) == []
    assert re.findall(r"[\u3000-\u303f\uff00-\uffef]\*\*\S+", PROSE[CHINESE]) == []
    assert PROSE[CHINESE].count("**") == PROSE[ENGLISH].count("**") > 0


def test_the_picture_is_that_of_the_command_below_it(command, tmp_path):
    """If `draw` changes, the file has to be drawn again."""
    (arguments,) = re.findall(r"`python3 -m perceptron_ref (draw .+?) -o run.svg`", TEXTS[ENGLISH])
    assert command(*arguments.split(), "-o", str(tmp_path / "run.svg"))[0] == 0
    picture = (tmp_path / "run.svg").read_bytes()
    assert picture == (ROOT / "docs" / "assets" / "run.svg").read_bytes()
    assert "docs/assets/run.svg" in TEXTS[ENGLISH]
