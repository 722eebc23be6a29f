"""The README in Chinese says what README.md says: the same sections, commands and links. What holds
the commands of README.md to the code so holds these, too.
"""

from __future__ import annotations

import posixpath
import re
import sys

from conftest import ROOT

sys.path.insert(0, str(ROOT / "docs"))
from _tools.chinese import problems  # noqa: E402

ENGLISH, CHINESE = "README.md", "docs/README.zh-TW.md"
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def text_of(readme):
    """Return a README as it is in the repository."""
    return (ROOT / readme).read_text(encoding="utf-8")


def prose(readme):
    """Return a README without its blocks of code."""
    return FENCED.sub("", text_of(readme))


def code(readme):
    """Return what prose shows as code, such as a command."""
    return {" ".join(words.split()) for words in re.findall("`([^`]+)`", prose(readme))}


def links(readme):
    """Return where links lead, from the repository's folder on."""
    folder = posixpath.dirname(readme)
    found = re.findall(r"\]\(([^)]+)\)", prose(readme))
    return {posixpath.normpath(posixpath.join(folder, link)) for link in found}


def lines():
    """Return the lines of the Chinese prose, each without the marks that begin it; those of a table
    cell by cell.
    """
    found = []
    for line in prose(CHINESE).splitlines():
        cells = line.strip("|").split("|") if line.startswith("|") else [line.lstrip("# ")]
        found += [cell.strip() for cell in cells]
    return found


def test_the_blocks_of_code_are_those_of_the_english_one():
    """All of them, in order: commands, what they print, and examples that run."""
    blocks = FENCED.findall(text_of(CHINESE))
    assert blocks
    assert blocks == FENCED.findall(text_of(ENGLISH))


def test_the_sections_are_those_of_the_english_one():
    """As many, on the same levels."""
    levels = [re.findall("^#+ ", prose(readme), re.MULTILINE) for readme in (ENGLISH, CHINESE)]
    assert levels[0] == levels[1] == ["# ", "## ", "## ", "## ", "## "]


def test_what_the_english_one_names_is_named():
    """Every command, option and file; and where the Chinese pages of the site begin."""
    assert code(CHINESE) - code(ENGLISH) == {"site/zh-TW/index.html"}
    assert code(ENGLISH) - code(CHINESE) == set()


def test_links_lead_where_those_of_the_english_one_lead():
    """And each of the two leads to the other one; the terms of the output are in the glossary."""
    assert links(CHINESE) - links(ENGLISH) == {ENGLISH, "docs/glossary.md"}
    assert links(ENGLISH) - links(CHINESE) == {CHINESE}


def test_the_english_one_leads_to_it_at_its_top():
    """In Chinese, so that who looks for Chinese sees it."""
    assert text_of(ENGLISH).splitlines()[2] == f"繁體中文說明：[{CHINESE}]({CHINESE})"


def test_its_chinese_keeps_the_rules():
    """Of the site: punctuation, spaces, characters, words."""
    assert len([line for line in lines() if re.search("[\u4e00-\u9fff]", line)]) > 15
    assert [problem for line in lines() for problem in problems(line)] == []


def test_a_paragraph_is_one_line():
    """In another one a break would show as a space between two characters."""
    assert re.findall(r"^[^-\n].*\n[^-\n].*", prose(CHINESE), re.MULTILINE) == []


def test_bold_ends_before_punctuation():
    """CommonMark does not see the end of `**bold\u3002**` where a character follows."""
    assert re.findall(r"[\u3000-\u303f\uff00-\uffef]\*\*\S+", prose(CHINESE)) == []
    assert prose(CHINESE).count("**") == prose(ENGLISH).count("**") == 12


def test_the_picture_is_that_of_the_command_below_it(command, tmp_path):
    """A run as `draw` draws it; where that changes, draw it again."""
    (words,) = re.findall(r"`python3 -m perceptron_ref (draw .+?) -o run.svg`", text_of(ENGLISH))
    assert command(*words.split(), "-o", str(tmp_path / "run.svg"))[0] == 0
    drawn = (tmp_path / "run.svg").read_bytes()
    assert drawn == (ROOT / "docs" / "assets" / "run.svg").read_bytes()
    assert "docs/assets/run.svg" in text_of(ENGLISH)
