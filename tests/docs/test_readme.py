"""The README in Chinese says what README.md says: the same sections, commands and links. What holds
the commands of README.md to the code so holds these, too.
"""

from __future__ import annotations

import posixpath
import re

from _tools.chinese import problems
from conftest import ROOT

ENGLISH, CHINESE = "README.md", "docs/README.zh-TW.md"
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in (ENGLISH, CHINESE)}
PROSE = {name: FENCED.sub("", text) for name, text in TEXTS.items()}


def code(readme):
    """Return what prose shows as code, such as a command."""
    return {" ".join(words.split()) for words in re.findall("`([^`]+)`", PROSE[readme])}


def links(readme):
    """Return where links lead, from the repository's folder on."""
    links = re.findall(r"\]\(([^)]+)\)", PROSE[readme])
    return {posixpath.normpath(posixpath.join(posixpath.dirname(readme), link)) for link in links}


def test_both_show_and_name_the_same():
    """Blocks of code in order, sections on the same levels, every command, option and file; and
    where the Chinese pages of the site begin.
    """
    blocks, levels = (
        [re.findall(pattern, text, re.MULTILINE | re.DOTALL) for text in texts.values()]
        for pattern, texts in ((FENCED.pattern, TEXTS), ("^#+ ", PROSE))
    )
    assert blocks[0] == blocks[1] != []
    assert levels[0] == levels[1] != []
    assert code(CHINESE) - code(ENGLISH) == {"site/zh-TW/index.html"}
    assert code(ENGLISH) - code(CHINESE) == set()


def test_links_lead_where_those_of_the_english_one_lead():
    """And each of the two leads to the other one, the English at its top, in Chinese; the terms of
    the output are in the glossary.
    """
    assert links(CHINESE) - links(ENGLISH) == {ENGLISH, "docs/glossary.md"}
    assert links(ENGLISH) - links(CHINESE) == {CHINESE}
    assert TEXTS[ENGLISH].splitlines()[2] == f"繁體中文說明：[{CHINESE}]({CHINESE})"


def test_the_chinese_readme_keeps_the_rules():
    """Of the site: punctuation, spaces, characters, words. A paragraph is one line, as a break is a
    space in Chinese, too; and CommonMark does not see the end of `**bold。**` before a character.
    """
    cells = [
        cell.lstrip("# ").strip()
        for line in PROSE[CHINESE].splitlines()
        for cell in (line.strip("|").split("|") if line.startswith("|") else [line])
    ]
    assert len([cell for cell in cells if re.search("[\u4e00-\u9fff]", cell)]) > 15
    assert [problem for cell in cells for problem in problems(cell)] == []
    assert re.findall(r"^[^-\n].*\n[^-\n].*", PROSE[CHINESE], re.MULTILINE) == []
    assert re.findall(r"[\u3000-\u303f\uff00-\uffef]\*\*\S+", PROSE[CHINESE]) == []
    assert PROSE[CHINESE].count("**") == PROSE[ENGLISH].count("**") > 0


def test_the_picture_is_that_of_the_command_below_it(command, tmp_path):
    """A run as `draw` draws it; where that changes, draw it again."""
    (words,) = re.findall(r"`python3 -m perceptron_ref (draw .+?) -o run.svg`", TEXTS[ENGLISH])
    assert command(*words.split(), "-o", str(tmp_path / "run.svg"))[0] == 0
    picture = (tmp_path / "run.svg").read_bytes()
    assert picture == (ROOT / "docs" / "assets" / "run.svg").read_bytes()
    assert "docs/assets/run.svg" in TEXTS[ENGLISH]
