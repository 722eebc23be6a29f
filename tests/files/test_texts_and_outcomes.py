"""Texts, each with the data set and the notes, or with the error, that `read` gives for it.

A row has a text, options of `read`, and the expected outcome in the notation of `check_read`, in
text_reading.py. Instead of options, a row of FEATURE_ROWS has the value of `features`, and a row of
LABEL_ROWS has the value of `label`. All rows of MISSING_ROWS are read with missing="drop".
"""

from __future__ import annotations

import pytest
from text_reading import check_read, read_as_table

from perceptron_ref import Dataset
from perceptron_ref.files.read import _FOREIGN_FORMAT_CHARACTERS
from perceptron_ref.files.unsupported_formats import _TEXT_FORMATS

POSITIVE_YES = {"positive": "yes"}
DROP_HINT = "--missing drop)"

# The format

SET_OF_TWO_EXAMPLES = "x1, x2: (1/2, 2) +1, (3, 4) -1"
FORMAT_ROWS = [
    # the same examples in each format give the same set; spaces may surround a delimiter
    ("0.5,2,1\n3,4,-1\n", {}, SET_OF_TWO_EXAMPLES),
    ("0.5;2;1\n3;4;-1\n", {}, SET_OF_TWO_EXAMPLES),
    ("0.5\t2\t1\n3\t4\t-1\n", {}, SET_OF_TWO_EXAMPLES),
    ("0.5 2  1\n 3 4 -1\n", {}, SET_OF_TWO_EXAMPLES),
    ("+1 1:0.5 2:2\n-1 1:3 2:4\n", {}, SET_OF_TWO_EXAMPLES),
    ("0.5 ; 2 ;1\n3 ;4;  -1\n", {}, SET_OF_TWO_EXAMPLES),
    # the delimiter is the one that occurs equally often on each line
    ("a,b;c;y\n1;2;1\n", {}, "a,b, c: (1, 2) +1"),
    ("a;b,c,y\n1,2,1\n", {}, "a;b, c: (1, 2) +1"),
    ("0,5;2;1\n3;4;-1\n", {}, "x1, x2: … | data:1: column 1: '0,5' is read as 0.5, with…"),
    # if two delimiters do, or neither does, the program asks; format= or decimal="," answers
    ("0,5;1,5;1\n2,5;1,0;0\n", {}, "data: found ';' and ',' in the first line…--format csv)…"),
    ("a,b;c;y\n1\n", {}, "data: found ';' and ',' in the first line…--format csv)…"),
    ("0,5;1,5;1\n", {"format": "semicolon"}, "x1, x2: (1/2, 3/2) +1 | …"),
    ("0,5;1,5;1\n2,5;1,0;0\n", {"decimal": ","}, "x1, x2: (1/2, 3/2) +1, (5/2, 1) -1"),
    # delimiters in quotes do not count
    ('"a;b","c\td","y,z"\n1,2,1\n', {}, "a;b, c\td: (1, 2) +1"),
    ('"a,b" c y\n1 2 1\n', {}, "a,b, c: (1, 2) +1"),
    # delimiters in comments do not count, either
    ("1 2 1 # a, b\n3 4 -1\n", {}, "x1, x2: (1, 2) +1, (3, 4) -1"),
    # tabs separate the cells if a cell may contain spaces, as in 1 234, if there is a header, or if
    # the lines differ in their number of tabs; the error then names format="space"
    (
        "1 234\t1\n22 345\t-1\n",
        {},
        "data:1: column 1: found '1 234'…format=\"space\" (--format space)…",
    ),
    ("2024 11 30\t1\n2024 12 01\t0\n", {}, "data:1: column 1: found '2024 11 30'…--format space)…"),
    ("1 2\t1\n3\t4\t5\t-1\n", {}, "data:1: column 1: found '1 2'; expected…--format space)…"),
    ("a b\ty\n0.5 2\t1\n3 4\t-1\n", {}, "data:2: column 1 ('a b'): found '0.5 2'…--format space)…"),
    ("1 234\t1\n22 345\t-1\n", {"format": "space"}, "x1, x2: (1, 234) +1, (22, 345) -1"),
    # otherwise one tab on each line separates cells just as spaces do, as in the course's homework
    ("0.5 2\t1\n3 4\t-1\n", {}, SET_OF_TWO_EXAMPLES),
    ("0.5\t2 1\n3\t4 -1\n", {}, SET_OF_TWO_EXAMPLES),
    # a label may contain a space if tabs separate the cells
    ("a\tb\tkind\n1.4\t2\tI. s\n4.7\t1\tI. v\n", {"positive": "I. s"}, "a, b: (7/5, 2) +1, …"),
    # a narrow no-break space, which may separate thousands, is part of the cell
    ("94\u202f972 2 1\n", {}, "data:1: column 1: found '94\\u202f972'; …thousands separators…"),
    # these are not libsvm, because they have no pairs of an index and a number
    ("12:30,1,1\n", {}, "data:1: column 1: found '12:30'; expected a number…"),
    ("a:b,c,y\n1,2,1\n", {}, "a:b, c: (1, 2) +1"),
    ("x:1 y:2 label\n1 2 1\n", {}, "x:1, y:2: (1, 2) +1"),
    # a file is libsvm if one of its first ten lines with data has pairs after at most one label
    ("-1\n-1\n+1 2:1\n", {}, "x1, x2: (0, 0) -1, (0, 0) -1, (0, 1) +1"),
    ("# -1\n\n" + "-1\n" * 9 + "+1 1:1\n", {}, "x1: " + "(0) -1, " * 9 + "(1) +1"),
    (
        "-1\n" * 10 + "+1 2:1\n",
        {},
        "data:1: found only 1 column; expected at least 2: the features and the labels",
    ),
    # a full-width ； between the cells is an error; in a name, ， is an ordinary character
    (
        "38；302；1\n4；5；0\n",
        {},
        "data: found '；' between cells; expected…sed 's/；/,/g' data > NEW.csv`",
    ),
    ("年，月 收入 是\n38 302 1\n", {}, "年，月, 收入: (38, 302) +1"),
    # a first line `sep=;`, which tells a spreadsheet the delimiter, is skipped
    *(
        (
            f"sep={delimiter}\r\n" + "a,b,y\r\n1,2,0\r\n".replace(",", delimiter),
            {},
            "a, b: (1, 2) -1",
        )
        for delimiter in ",;\t"
    ),
    ("sep=;\n1;2;0\n3;4;1\n", {"first": 1}, "x1, x2: (1, 2) -1"),
    # a given format is not checked against the lines; an unknown format is an error
    ("1,5 1\n2,5 -1\n", {"format": "space"}, "data:1: column 1: found '1,5'; expected…"),
    (
        "+1 0:1\n-1 1:2\n",
        {"format": "libsvm", "zero_based": False},
        "data:1: column 2: found '0:1'; … If indices count from 0, use zero_based=True (…",
    ),
    ("1,2\n", {"format": "xml"}, "format: found 'xml'; expected 'csv', 'tsv', …'libsvm' or None"),
]

# Header lines

LABEL_REMEDY = "If another column holds the labels, name it with label=... (--label)"
HEADER_ANSWERS = (
    "If this line holds the names of the columns, use header=True (--header); otherwise use "
    "header=False (--no-header)"
)
HEADER_ANSWER_START = "If this line holds the names of the columns, use header=True (--header)…"
TOO_FEW_NAMES = 'data:1: found 2 names, but 3 cells …features="-0" (--features -0)…--label 2)…'
HEADER_ROWS = [
    # the first line is a header if no cell in it looks like a number
    ("a,b,y\n1,2,1\n", {}, "a, b: (1, 2) +1"),
    ("# comment\n\na b y\n1 2 1\n", {}, "a, b: (1, 2) +1"),
    ('"a ""b""",c,y\n1,2,1\n', {}, 'a "b", c: (1, 2) +1'),
    ('"0,5","1,5","yes"\n', {**POSITIVE_YES, "decimal": ","}, "x1, x2: (1/2, 3/2) +1"),
    (
        "1 234\tno\n5\tyes\n",
        POSITIVE_YES,
        "data:1: column 1: found '1 234'; expected …thousands separators…",
    ),
    # an error about a first line with a number says how to make this line the header
    (
        "x,2,yes\n3,4,no\n",
        POSITIVE_YES,
        f"data:1: column 1: found 'x'; expected…{HEADER_ANSWER_START}",
    ),
    ("id,2019,y\n1,2,yes\n", {}, f"data:1: column 1: found 'id'; …{HEADER_ANSWER_START}"),
    ("land,1990,y\n1,2,0\n", {"features": "-land"}, "data:1: found no column…header=True (…"),
    # an error with header= or about another line does not
    (
        "id,2019,y\n1,2,yes\n",
        {"header": False},
        "data:1: column 1: found 'id'; …(--features -0) (options count columns from 0)",
    ),
    (
        "1,2,yes\n1,x,no\n",
        POSITIVE_YES,
        "data:2: column 2: found 'x'; …(--features -1) (options count columns from 0)",
    ),
    # the program asks whether the first line is the header if one of its names may be a missing
    # value, or is a label of the lines below
    (
        "NA,yes\n1,yes\n2,no\n",
        POSITIVE_YES,
        f"data:1: found 'NA', which may be the name of a column…{HEADER_ANSWERS}",
    ),
    (
        "#\n-,class\n1,yes\n2,no\n",
        POSITIVE_YES,
        f"data:2: found '-', which may be the name of a column…{HEADER_ANSWERS}",
    ),
    (
        "red,no\n1,yes\n2,no\n",
        POSITIVE_YES,
        f"data:1: found 'no', which may be the name of its column, or a label, …{HEADER_ANSWERS}",
    ),
    # it asks, too, if the first line alone has its label, and the other labels look like the real
    # ones; if the numbers of the first line go up by one; or if it consists of four numbers or more
    # that go up in equal steps; header= answers
    (
        "1990,1991,y\n1,2,yes\n3,4,no\n",
        POSITIVE_YES,
        f"data:1: found the label 'y' only on this line…{HEADER_ANSWERS}",
    ),
    (
        "1990,y\n" + "1,yes\n" * 10,
        POSITIVE_YES,
        f"data:1: found the label 'y' only on this line…{HEADER_ANSWERS}",
    ),
    (
        "1990,1991,y\n1,2,yes\n3,4,no\n",
        {**POSITIVE_YES, "header": True},
        "1990, 1991: (1, 2) +1, (3, 4) -1",
    ),
    (
        "1990,1991,1992\n1,2,0\n3,4,1\n",
        {},
        f"data:1: found '1990', '1991', '1992', …{HEADER_ANSWERS}",
    ),
    ("0,1,y\n1,2,1\n", {}, f"data:1: found the label 'y' only on this line…{HEADER_ANSWERS}"),
    (
        "1,3\n2,1\n3,2\n",
        {"positive": 1},
        f"data:1: found the label '3' only on this line…{HEADER_ANSWERS}",
    ),
    (
        "W,90,24\nV,1,yes\n",
        {**POSITIVE_YES, "features": "-0"},
        f"data:1: found the label '24' only on this line…{HEADER_ANSWERS}",
    ),
    # it does not ask if another line has the first label, or if the first line is more likely an
    # example
    ("1,yes\n2,no\n3,other\n", POSITIVE_YES, "x1: (1) +1, (2) -1, (3) -1"),
    ("1,1.0\n2,1\n3,2\n", {"positive": 2}, "x1: (1) -1, (2) -1, (3) +1"),
    ("1,0\n2,1\n", {"positive": 1}, "x1: (1) -1, (2) +1"),
    ("10,20,30\n1,2,30\n3,4,0\n", {}, "x1, x2: (10, 20) +1, (1, 2) +1, (3, 4) -1"),
    ("0,1,y\n1,2,x\n", {}, "data: column 3: found 2 labels: 'y' (1 example), 'x' (1); expected…"),
    (
        "0,3\n1,0\n2,1\n3,2\n",
        {},
        f"data: column 2: found 4 labels: '3' (1 example), …{LABEL_REMEDY}",
    ),
    # header= decides; a header without a line below it is an error
    ("9,8,1\n1,2,0\n", {"header": False}, "x1, x2: (9, 8) +1, (1, 2) -1"),
    (
        "1,2\n",
        {"header": True},
        "data:1: found the names of the columns, but no line below them; expected…",
    ),
    (
        "a,b,y\n",
        {},
        "data:1: found the names of the columns, but no line below them; expected…",
    ),
    # header= takes no other value
    ("1,2\n", {"header": "yes"}, "header: found 'yes'; expected True, False or None"),
    # every column that is used needs a name, and no two may have the same
    ("a,,y\n1,2,1\n", {}, 'data:1: column 2: found no name; …features="-1" …'),
    ("a,b,\n1,2,1\n", {}, 'data:1: column 3: found no name; …features="-2" …'),
    (
        "a;b;y;\n1;2;1;\n",
        {},
        'data:1: column 4: found no name; …features="-3" (--features -3)…',
    ),
    ("a,b,a\n1,2,1\n", {}, "data:1: column 3: found the name 'a', which column …; …features=…"),
    ("b,a, a\n1,2,1\n", {}, "data:1: column 3: found the name 'a', which column …; …"),
    ("a,a,y\n1,2,0\n3,4,1\n", {"features": "-1"}, "a: (1) -1, (3) +1"),
    # a line with only delimiters is skipped, so it is no header
    (
        ",,\n1,2,1\n",
        {},
        "x1, x2: (1, 2) +1 | …: skipped line 1, which holds only delimiters",
    ),
    # a first column without a name is left out if it numbers or names the rows: pandas writes an
    # empty name above it, and R writes one name fewer
    (",a,b,y\n0,1,2,0\n1,3,4,1\n", {}, "a, b: (1, 2) -1, (3, 4) +1 | data: column 1 has no name…"),
    (",a,b,y\n0,1,2,0\n", {"features": "-0"}, "a, b: (1, 2) -1"),
    ('"a" "y"\n"1" 5.1 1\n"2" 4 0\n', {}, "a: (51/10) +1, (4) -1 | data: column 1 has no name…"),
    ("a,y\nAnn,1,0\nBob,2,1\n", {}, "a: (1) -1, (2) +1 | data: column 1 has no name…"),
    # such a column needs a name if `features` chooses it, or if it holds numbers such as 4.5, which
    # number no rows
    (",a,y\n1,2,0\n", {"features": "0,a"}, "data:1: column 1: found no name;…"),
    (
        ",a,y\n4.5,1,0\n7,2,1\n",
        {},
        "data:1: column 1: found no name; expected a name for each column. To…",
    ),
    # in a file of R, first cells in quotes are row names, and are left out, even if they are not 1,
    # 2, 3, ...; without quotes they may be a feature, so the program asks
    ('"a" "y"\n"15" 5 1\n"7" 4 0\n', {}, "a: (5) +1, (4) -1 | data: column 1 has no name…"),
    ('"a" "y"\n"15" 5 "1"\n"7" 4 "0"\n', {}, "a: (5) +1, (4) -1 | data: column 1 has no name…"),
    ("a y\n15 5 1\n15 4 0\n", {}, TOO_FEW_NAMES),
    ("a y\n1.5 5 1\n7 4 0\n", {}, TOO_FEW_NAMES),
    # a comma at the end of each line, but not of the header, is an error
    (
        "a,b,y\n1,2,1,\n",
        {},
        "data:1: found ',' at the end of the lines below, but not of this …[[:space:]]*$//' data…",
    ),
]

# Quotes and comments

TEXT_AFTER_QUOTE = (
    "data:2: found text after the closing quote of the cell '\"2\"x'; expected a delimiter or the "
    'end of the line after this quote. Write a quote inside a cell in quotes as ""'
)
UNMATCHED_QUOTE = (
    "data:2: found a cell that begins with a quote but does not end with one, '…'; expected both…"
)
COMMENTS_AS_EXAMPLES = (
    "If the lines that begin with # are examples, delete the #. If the # belongs to their first "
    "cell, use comments=False (--no-comments)"
)
COMMENT_ANSWERS = (
    "If # begins a comment, use comments=True (--comments); otherwise use comments=False "
    "(--no-comments)"
)
QUOTE_AND_COMMENT_ROWS = [
    # a cell in quotes may contain delimiters and doubled quotes, or be empty
    (
        'a,"b, c",y\n"0.5", "2","s, a"\n1,"3","n ""x"""\n',
        {"positive": "s, a"},
        "a, b, c: (1/2, 2) +1, …",
    ),
    ('"a a" b y\n0.5 "2" "s a"\n1 "3" no\n', {"positive": "s a"}, "a a, b: (1/2, 2) +1, (1, 3) -1"),
    (
        '3 4 ""\n',
        {},
        "data: column 3: found no label; expected a label on each line. …--features -2) …",
    ),
    # if the last column has a name, the error does not suggest that the lines end with a delimiter
    # too many
    (
        "a,b,y\n3,4,\n1,2,\n",
        {},
        f"data: column 3 ('y'): found no label; expected a label on each line. {LABEL_REMEDY}",
    ),
    ('"a\tb"  "c ""d"" e"\ty \n1 2  1\n', {"format": "space"}, 'a\tb, c "d" e: (1, 2) +1'),
    # a quote without a second quote on its line, or text after the second one, is an error
    *((f"3,4,1\n{line}\n5,6,1\n", {}, UNMATCHED_QUOTE) for line in ('1,"2,1', '1,2,"')),
    *((f"3 4 1\n{line}\n5 6 1\n", {}, UNMATCHED_QUOTE) for line in ('1 "2 1', '1 2 "')),
    ('3,4,1\n1,"2"x,1\n', {}, TEXT_AFTER_QUOTE),
    ('3 4 1\n1 "2"x 1\n', {}, TEXT_AFTER_QUOTE),
    # in the format space, a # after a space begins a comment; a # in a word or in quotes does not
    ("1 2 1 # first\n3 4 -1 #second one\n", {}, "x1, x2: (1, 2) +1, (3, 4) -1"),
    ("1 2 1 # first\n3 4 -1\n", {}, "x1, x2: (1, 2) +1, (3, 4) -1"),
    ('a#1 "#b" y # c\n1 2 C#\n3 4 F#\n', {"positive": "C#"}, "a#1, #b: (1, 2) +1, (3, 4) -1"),
    ('1 2 "a #1"\n3 4 "b #2"\n', {"positive": "a #1"}, "x1, x2: (1, 2) +1, (3, 4) -1"),
    # if every line has equally many cells after a #, the program asks; comments= answers
    (
        "5 1 #3 0\n6 0 #4 1\n",
        {},
        f"data: found 2 cells after a # on each line, …{COMMENT_ANSWERS}",
    ),
    ("5 1 #3 0\n6 0 #4 1\n", {"comments": True}, "x1: (5) +1, (6) -1"),
    # a spreadsheet error such as #DIV/0! begins no comment
    ("a,y\n#DIV/0!,0\n2,1\n", {}, "data:2: column 1 ('a'): found '#DIV/0!'; expected a number…"),
    # a skipped line that may be an example gets a note, unless comments= says what # means
    (
        "id,y\n#7,1\n8,0\n# 9\n9,1\n",
        {},
        "id: (8) -1, (9) +1 | data: skipped line 2, which begins with #. If it is an example, "
        "delete the #",
    ),
    (
        "id;y\n# A7;.1\n8;0\n#B\n",
        {},
        "id: (8) -1 | data: skipped line 2, which begins with #…",
    ),
    (
        "id,a,y\n#7,1,1\n8,0,0\n",
        {"features": "a"},
        "a: (0) -1 | data: skipped line 2, which begins with #. If it is an example, use "
        "comments=False (--no-comments)",
    ),
    # without any example, the error says how to read these lines
    (
        "#7,1\n#8,0\n",
        {},
        f"data: found no example; expected at least one line with features. {COMMENTS_AS_EXAMPLES}",
    ),
    (
        "id,y\n#7,1\n#8,0\n",
        {},
        f"data:1: found …; expected at least one example. {COMMENTS_AS_EXAMPLES}",
    ),
    ("id,y\n#7,1\n8,0\n", {"comments": True}, "id: (8) -1"),
    ("id,y\n#7,1\n8,0\n", {"comments": False}, "data:2: column 1 ('id'): found '#7'; …"),
    # comments=False says that no # begins a comment
    ("# 1 2\n1 2\n", {"comments": False}, "data:1: column 1: found '#'; expected…"),
    ("+1 1:2\n# no\n", {"comments": False}, "data:2: column 2: found 'no'; expected index:value…"),
    # in csv, a # after a space is part of the cell; in a label, the program asks; comments= answers
    ("1,2 # two,1\n", {}, "data:1: column 2: found '2 # two'; expected a number…"),
    (
        "1,yes\n2,no # x\n",
        POSITIVE_YES,
        f"data:2: column 2: found the label 'no # x', which may … comment. {COMMENT_ANSWERS}",
    ),
    ("1,yes\n2,no # x\n", {**POSITIVE_YES, "comments": True}, "x1: (1) +1, (2) -1"),
    ("1,yes\n2,no # x\n", {**POSITIVE_YES, "comments": False}, "x1: (1) +1, (2) -1"),
    ("# c\na,y # the label\n1,1\n2,0\n", {}, "a: (1) +1, (2) -1"),
    ('1,"1"\t# sure\n2,0 # 3,4\n', {"comments": True}, "x1: (1) +1, (2) -1"),
    # comments= takes no other value
    ("1,2\n", {"comments": "yes"}, "comments: found 'yes'; expected True, False or None"),
]

# Columns of the features

SHEET = "Nr,a,b,c,y\n7,1,2,3,0\n8,4,5,6,1\n"
ODD_NAMES = '"a,b",-c,d..e,"q""q",c,y\n1,2,3,4,5,0\n6,7,8,9,10,1\n'
SHEET_WITHOUT_HEADER = "7,1,2,3,0\n8,4,5,6,1\n"
EXPECTED_SHEET_COLUMN = "expected one of 'Nr', 'a', 'b', 'c', 'y', or an index from 0 to 4"
SET_AC, SET_ABC = "a, c: (1, 3) -1, (4, 6) +1", "a, b, c: (1, 2, 3) -1, (4, 5, 6) +1"
FEATURE_ROWS = [
    # names, indices from 0 and ranges choose columns; a minus leaves columns out
    *((SHEET, features, SET_AC) for features in ("a,c", " a , c ", "-Nr,-b", "1,3")),
    *((SHEET, features, SET_AC) for features in (["a", "c"], [1, -2], ("-Nr", "-b"), ["a", 3])),
    *((SHEET, features, SET_ABC) for features in ("-Nr", "-0", "1..3", "a..c", "a .. 3", ["a..c"])),
    (SHEET, "c,a", "c, a: (3, 1) -1, (6, 4) +1"),
    (SHEET, "-a..c", "Nr: (7) -1, (8) +1"),
    (SHEET, "Nr..c,-b", "Nr, a, c: (7, 1, 3) -1, (8, 4, 6) +1"),
    # a name may begin with a minus or contain two points; a name with commas needs a list
    (ODD_NAMES, "a,b", "data:1: found no column named 'a'; expected one of 'a,b', …"),
    (ODD_NAMES, ["-a,b"], '-c, d..e, q"q, c: (2, 3, 4, 5) -1, (7, 8, 9, 10) +1'),
    (ODD_NAMES, "-c", "-c: (2) -1, (7) +1"),
    (ODD_NAMES, "--c", 'a,b, d..e, q"q, c: (1, 3, 4, 5) -1, (6, 8, 9, 10) +1'),
    (ODD_NAMES, "d..e", "d..e: (3) -1, (8) +1"),
    (ODD_NAMES, "-d..e", 'a,b, -c, q"q, c: (1, 2, 4, 5) -1, (6, 7, 9, 10) +1'),
    (ODD_NAMES, ["a,b"], "a,b: (1) -1, (6) +1"),
    # a name or an index that the file lacks is an error
    (
        SHEET_WITHOUT_HEADER,
        "a",
        "data:1: found no column named 'a'; expected an index from 0 to 4. If …(--header)…",
    ),
    (SHEET, "z", f"data:1: found no column named 'z'; {EXPECTED_SHEET_COLUMN}"),
    (SHEET, "5", f"data:1: found no column named '5'; {EXPECTED_SHEET_COLUMN}"),
    *(
        (SHEET, empty, f"data:1: found no column named ''; {EXPECTED_SHEET_COLUMN}")
        for empty in ("", [], [""])
    ),
    ("a,y\n1,0\n", "\r,a", "data:1: found no column named ''; expected one of…"),
    # values of other types are errors
    (SHEET, 7, "features: found 7; expected a list or another sequence"),
    (SHEET, [None], f"data:1: found no column named None; {EXPECTED_SHEET_COLUMN}"),
    # a range must name its left column first
    (
        SHEET,
        "c..a",
        "data:1: found the range 'c..a' in features=\"c..a\" (…); expected the left column first, "
        "as in 'a..c'",
    ),
    (
        SHEET,
        "-c..a",
        "data:1: found the range '-c..a' in features=\"-c..a\" (…); expected …, as in '-a..c'",
    ),
    # no column may be chosen twice, or be both a feature and the labels; at least one must be a
    # feature
    (
        SHEET,
        "a,1",
        "data:1: found column 2 ('a') twice in features=…(--features a,1); expected each …",
    ),
    (
        SHEET,
        ["-a", "-1"],
        "data:1: found column 2 ('a') twice in features=... (--features); expected each …",
    ),
    (SHEET, "-Nr..c", "data:1: found no column of features among 5 columns; …not left out and…"),
    (
        SHEET,
        "a,y",
        "data:1: found column 5 ('y') used both as a feature and as the labels; …label=...…",
    ),
    # a column that is left out may hold text
    ("a,y,remark\n1,1,late\n2,0,\n", "-remark", "a: (1) +1, (2) -1"),
    # a name that two columns share chooses neither
    (
        "a,a,y\n1,2,0\n",
        "-a",
        "data:1: found 2 columns named 'a' for …(--features -a); expected one of 'y', or an…",
    ),
]

# The label column

LABELS_FIRST = "y,a,b\n1,2,3\n-1,4,5\n"
SET_OF_LABELS_FIRST = "a, b: (2, 3) +1, (4, 5) -1"
ZEROS_AND_ONES_AT_THE_ENDS = "1,3,9,1\n0,4,2,0\n1,5,7,0\n0,7,8,1\n1,8,3,1\n"
EIGHT_NUMBERS = "1,2,3,4,5,6,7,8\n"
FOUR_LINES_OF_ZEROS_AND_ONES = "1,0,1\n0,1,0\n1,1,0\n0,0,1\n"
ZEROS_AND_ONES = FOUR_LINES_OF_ZEROS_AND_ONES + "1,0,1\n"
LABEL_ROWS = [
    # label= is the name or the index of a column; an index may count from the end
    *((LABELS_FIRST, label, SET_OF_LABELS_FIRST) for label in ("y", 0, "0", -3, "-3")),
    # a name or an index that the file lacks is an error
    ("a,y\n1,1\n", "A", "data:1: found no column named 'A'; …did you mean a?"),
    ("1,2,1\n", "y", "data:1: found no column named 'y'; expected an index…"),
    ("1,2,1\n", 10**5000, "data:1: found no column named …; expected an index…"),
    ("1,2,1\n", "-4", "data:1: found no column named '-4'; …an index from 0 to 2…"),
    (
        "a,b,c,d,e,f,g,h\n" + EIGHT_NUMBERS,
        "z",
        "data:1: found no column named 'z'; … 'h', or an index…",
    ),
    (
        "a,b,c,d,e,f,g,h,i\n" + EIGHT_NUMBERS,
        "z",
        "data:1: found no column named 'z'; … 'g', 'h', ..., …",
    ),
    # if a column other than the last has a usual name for labels, the program asks which of the two
    # holds the labels
    ("Survived,age\n1,3\n0,4\n", None, "data:1: found column 1 ('Survived') and column 2…"),
    ("a,Passed,b\n1,0,7\n2,1,8\n", None, "data:1: found column 2 ('Passed') and column 3…"),
    (
        "a,Y,b\n1,1,4.5\n",
        None,
        "data:1: …and column 3 ('b'), …If column 2 …--label Y). If column 3 …--label b)",
    ),
    # it does not ask if the last column has such a name, too, or if label= is given
    ("a,y,target\n1,1,1\n3,0,0\n", None, "a, y: (1, 1) +1, (3, 0) -1"),
    ("Survived,age\n1,1\n0,0\n", "age", "Survived: (1) +1, (0) -1"),
    # the program also asks if the first and the last column have two values each
    (
        ZEROS_AND_ONES_AT_THE_ENDS,
        None,
        "data:1: found column 1 and column 4, …If column 1 holds the labels, …--label 0). If …",
    ),
    (
        ZEROS_AND_ONES,
        None,
        "data:1: found column 1 and column 3, …If column 1 holds the labels, …--label 0). If …",
    ),
    (
        "won,home\n1,0\n0,1\n1,1\n0,0\n1,0.0\n",
        None,
        "data:1: …('won') and …--label won). If …home)",
    ),
    # it does not ask about fewer than 5 examples, or if label= is given
    (FOUR_LINES_OF_ZEROS_AND_ONES, None, "x1, x2: …"),
    (ZEROS_AND_ONES_AT_THE_ENDS, -1, "x1, x2, x3: …"),
]

# Cells

EXPECTED_NUMBER = "expected a number such as 3, -0.5, 1e-3 or 3/7"
EXPECTED_NUMBER_OR_0_1 = (
    f"{EXPECTED_NUMBER}. If a column holds only two words, write them as 0 and 1"
)
EXPECTED_NO_TITLE = (
    "expected no title above the table. To delete the title, use `sed 1d data > NEW.csv`"
)
CELLS_BY_HINT = {  # for each hint on how to write a number, or "", cells whose error has it
    "": ("1_0", "(5)", "1.2.3"),
    ", written only with ASCII characters": ("\u22125", "\uff18\uff10"),
    ". Write a number without quotes around it": ('="10"',),
    ". Write a percentage without the sign %": ("5%", "-5.5 %", "12.5%"),
    ". Write a number without its unit": (
        "$7.50",
        "12 kg",
        "12kg",
        "7.50\u20ac",
        "-3 \u00b0C",
        "5 m2",
    ),
    ". Write a time as a number of hours or minutes": ("12:30", "9:05:30"),
    ". Write a date as the number of days since the first date": (
        "2026-12-01",
        "31.01.2024",
        "2024.1.5",
        "2026-12-01T10:00",
        "1-2-24",
    ),
}
TITANIC = "Id,Survived,Name,Sex,Cabin,Port\n7,0,Ann,female,,S\n8,1,Bob,male,C85,C\n"
CELL_ROWS = [
    # a fraction gets a note; with a leading zero it may be a date, and is an error
    ("a,y\n3/7,1\n1e-2,-1\n", {}, "a: (3/7) +1, (1/100) -1 | data:2: column 1 ('a'): '3/7' is…"),
    ("a,y\n101/5,1\n2,-1\n", {}, "a: (101/5) +1, (2) -1 | data:2: column 1 ('a'): '101/5' is…"),
    ("a,y\n31/01,1\n2,-1\n", {}, "data:2: column 1 ('a'): found '31/01', which looks like a date…"),
    # a file without examples, a row with more or fewer cells than the first line, and a file of one
    # column are errors
    ("", {}, "data: found no example; expected at least one line with features"),
    (
        "1,2,1\n3,4\n",
        {},
        "data:2: found 2 cells on this line; expected 3 cells, as in data:1. Complete this line, …",
    ),
    (
        "1,2,1\n3,4,5,1\n",
        {},
        "data:2: found 4 cells on this line; expected 3 …. If …, put this cell in quotes",
    ),
    (  # the error points to a line with as many cells as most lines, not to a header with one cell
        # fewer or more
        "a,b\nr1,1,1\nr2,2,-1\nr3,3\n",
        {},
        "data:4: found 2 cells on this line; expected 3 cells, as in data:2. Complete this line, …",
    ),
    (
        "a,b,y,\n1,2,1\n3,4,-1\n5,6\n",
        {},
        "data:4: found 2 cells on this line; expected 3 cells, as in data:2. Complete this line, …",
    ),
    (
        "7\n8\n",
        {},
        "data:1: found only 1 column; expected at least 2: the features and the labels",
    ),
    *(
        (
            f"{line}\n",
            {"format": "csv"},
            "data:1: found only 1 column; expected at least 2: the features and the labels. If "
            f"{remedies}",
        )
        for line, remedies in [
            (" 1 2 0", 'spaces separate the cells, use format="space" (--format space)'),
            (
                "1\t2;0",
                'semicolons separate the cells, use format="semicolon" (--format semicolon); if '
                'tabs separate the cells, use format="tsv" (--format tsv)',
            ),
        ]
    ),
    # the error for a cell that is not a number may have a hint; it says how to leave its column out
    *(
        (
            f"{cell},2,1\n",
            {},
            f"data:1: column 1: found {cell!r}; {EXPECTED_NUMBER}{hint}. …To leave out …-0)…",
        )
        for hint, cells in CELLS_BY_HINT.items()
        for cell in cells
    ),
    ("a;b;y\n1.2.26;2;0\n", {}, "…found '1.2.26'; …To leave out this column…"),
    # the error for a missing cell says how to leave out its line; the error for infinity does not
    ("1,NA,1\n", {}, f"data:1: column 2: found 'NA'; {EXPECTED_NUMBER}…{DROP_HINT}…"),
    ("1,nan,1\n", {}, f"data:1: column 2: found 'nan'; expected a finite number…{DROP_HINT}…"),
    ("1,2,1\n-Inf,2,1\n", {}, "data:2: column 1: found '-Inf'; expected a finite number"),
    # the error for a cell of text says how to make its column the labels, and how to leave it out
    ("Nr,a,b\n1,W,1\n2,V,0\n", {}, '…\'W\'; … holds the labels, …label="a" (…features="-a" (…'),
    ("a b,a,b\nW,1,0\nV,1,0\n", {}, '…label="a b" (…features="-a b" (--features "-a b")'),
    ('"a,b",a,b\nW,1,0\nV,1,0\n', {}, '…label="0" (--label 0)…'),
    (f"{'n' * 41},a,b\nW,1,0\nV,1,0\n", {}, '…label="0" (--label 0)…'),
    # it does not name label= if this option is given, or if the last column has a usual name for
    # labels
    ("Nr,a,b\nW,1,0\nV,1,0\n", {"label": "b"}, f"…'W'; {EXPECTED_NUMBER_OR_0_1}. To leave out…"),
    ("Nr,a,y\nW,1,0\nV,1,0\n", {}, f"…'W'; {EXPECTED_NUMBER_OR_0_1}. To leave out…"),
    # it does not say how to leave out the only feature, or a feature that the model has
    ("a,y\nW,0\n", {}, f"data:2: column 1 ('a'): found 'W'; {EXPECTED_NUMBER_OR_0_1}"),
    (TITANIC, {"label": 1, "features": ["Sex"]}, "…'female'; …only two words…0 and 1"),
    (
        "a,b\n1,\n",
        {"like": Dataset([[1, 2]], [1], names=[*"ab"]), "labels_required": False},
        f"…{DROP_HINT}",
    ),
    # a title above a table, with or without a header, is an error
    *(
        (
            f"Sales 2026\n{text}",
            {},
            f"data:1: found a line without … above lines that have it; {EXPECTED_NO_TITLE}",
        )
        for text in ("a;b;y\n1;2;1\n", "a,b\n1,0\n", "1\t1\t1\n2\t0\t0\n")
    ),
    # if two lines lack the delimiter, the first is not known to be a title
    ("Marks\n2026\n1,0\n3,1\n", {}, "data:1: found only 1 column; …"),
    ("Title\na,b,c\n1,2,1\n", {}, "data:1: found a line without ',' …; …title…"),
    (
        "Sales 2026;;\na;b;y\n1;2;1\n",
        {},
        f"data:1: found … a title …'Sales 2026', …{EXPECTED_NO_TITLE}",
    ),
    # a first line with as many words as the second is no title
    ("a b y\n1,5 2 1\n1,5 3 0\n", {}, "data:2: column 1 ('a'): found '1,5'; …"),
    # if a row has several cells of text, the error says how to leave out all their columns; the
    # advice keeps what `features` leaves out already
    (
        TITANIC,
        {"label": 1},
        "…'Ann'…To leave out the columns of words, …--features -Name,-Sex,-Port)",
    ),
    (TITANIC, {"label": 1, "features": "-Name,-Sex,-Port"}, "…''; …drop…-Sex,-Port,-Cabin)"),
    # if `features` leaves out a column with a usual name for labels, the program asks about it
    (TITANIC, {"features": "Id"}, "data:1: found column 2 ('Survived') and column 6 ('Port'), …"),
    # a long name is shortened
    ("a" * 100_000 + ",y\nx,1\n", {}, "data:2: column 1 ('aaa…... (100,002 characters)): …"),
    # a missing label is an error, unless positive= names it; missing="drop" leaves out its line
    ("1,2,1\n3,4,\n", {}, f"data:2: column 3: found no label; …{DROP_HINT}"),
    (
        "1,yes\n2,?\n3,?\n",
        POSITIVE_YES,
        f"data:2: column 2: found '?'; expected a label. …{DROP_HINT}",
    ),
    ("1,yes\n2,?\n3,?\n", {"positive": "?", "header": False}, "x1: (1) -1, (2) +1, (3) +1"),
    (
        "1,yes\n2,?\n3,no\n",
        {**POSITIVE_YES, "missing": "drop"},
        "x1: (1) +1, (3) -1 | …dropped 1 of 3 …on line 2",
    ),
]

# Decimal commas

DECIMAL_COMMA = 'decimal="," (--decimal ",")'
COMMA_EXAMPLES = "(3/2, 2) +1, (-1/4, 1000) -1"
GERMAN_SHEET = "\ufeffa;b;y\r\n1,5;2;1\r\n-0,25;1,0e3;0\r\n"

DECIMAL_ROWS = [
    # in semicolon files, the first number with a comma or a point shows which of them is decimal;
    # decimal commas get a note
    (
        GERMAN_SHEET,
        {},
        f"a, b: {COMMA_EXAMPLES} | data:2: …: '1,5' is read as 1.5, … as with {DECIMAL_COMMA}",
    ),
    (GERMAN_SHEET, {"decimal": ","}, f"a, b: {COMMA_EXAMPLES}"),
    (GERMAN_SHEET, {"decimal": "."}, "data:2: column 1 ('a'): found '1,5'; expected…"),
    # if this number may have a separator of thousands, the program asks; decimal= answers
    (
        "a;b;y\n1,234;2;1\n",
        {},
        f"…'1,234', which may mean 1.234 or 1234. If …1.234, use {DECIMAL_COMMA}. If …1234, …",
    ),
    (
        "a;y\n 1.020;1\n950;0\n",
        {},
        "…'1.020', which may mean 1.020 or 1020. If it means 1.020, …(--decimal \".\"). If …",
    ),
    (
        "a;y\n1,234;1\n",
        {"decimal": ","},
        f"a: (617/500) +1 | …'1,234' is read as 1.234, … as with {DECIMAL_COMMA}",
    ),
    ("a;y\n1.234;1\n", {"decimal": "."}, "a: (617/500) +1"),
    # these numbers cannot have a separator of thousands
    *((f"a;y\n{cell};1\n", {}, "a: … | …") for cell in ("0,123", "12,5", "1234,567", "1,2345")),
    *((f"a;y\n{cell};1\n", {}, "a: (…) +1") for cell in ("0.123", "12.5", "1234.567", "1.2345")),
    # where commas are decimal, a point is an error; where points are decimal, a comma is an error
    ("a;b;y\n1,5;2.5;1\n", {}, "data:2: column 2 ('b'): found '2.5'; …instead of the point, …sed…"),
    ("a;y\n1,5;1\n", {"decimal": "."}, "…found '1,5'; …no thousands separators. If …"),
    ("2.5;1;1\n1,5;2;0\n", {}, "data:2: column 1: found '1,5'; expected…"),
    (
        "a;y\n1.234;1\n",
        {"decimal": ","},
        "data:2: column 1 ('a'): found '1.234'; …sed…spreadsheet…",
    ),
    # a number with both a separator of thousands and a decimal comma is an error
    *(
        (f"a;b;y\n{cell};2;1\n", options, f"…found {cell!r}; … thousands separators…")
        for cell in ("1.234,5", "1 234,5", "1'234,5", "1\u202f234,5")
        for options in ({}, {"decimal": ","})
    ),
    # in other formats, commas are decimal only with decimal=","; the error names this option
    ("a\tb\ty\n1,5\t2\t1\n-0,25\t1e3\t0\n", {"decimal": ","}, f"a, b: {COMMA_EXAMPLES}"),
    ('"1,5",2,1\n"-0,25",1e3,0\n', {"decimal": ","}, f"x1, x2: {COMMA_EXAMPLES}"),
    (
        "a\tb\ty\n1,5\t2\t1\n",
        {},
        f"data:2: column 1 ('a'): found '1,5'; {EXPECTED_NUMBER}…{DECIMAL_COMMA}…",
    ),
    # before three digits the comma may also separate thousands, and the error names both readings;
    # a number with several commas and a point is an error, too
    *(
        (
            text,
            {},
            "data:3: …'1,020'; …with a decimal point and no thousands separators…",
        )
        for text in ('a,y\n950,0\n"1,020",1\n', "a\ty\n950\t0\n1,020\t1\n", "a y\n950 0\n1,020 1\n")
    ),
    *(
        (
            "a\ty\n1,234,567.5\t1\n",
            options,
            "…found '1,234,567.5'; …with a decimal point and no thousands separators…",
        )
        for options in ({}, {"decimal": ","})
    ),
    # with decimal=",", a note names the first decimal comma if it may separate thousands
    *(
        (
            text,
            {"decimal": ","},
            f"{expected} | data:{line}: …'1,020' is read as 1.020, … as with {DECIMAL_COMMA}",
        )
        for text, expected, line in (
            ('a,y\n950,0\n"1,020",1\n', "a: (950) -1, (51/50) +1", 3),
            ("a\ty\n950\t0\n1,020\t1\n1,5\t0\n", "a: (950) -1, (51/50) +1, (3/2) -1", 3),
            ("a b y\n1,020 950 1\n1 -1,100 0\n", "a, b: (51/50, 950) +1, (1, -11/10) -1", 2),
        )
    ),
    ("a\ty\n1,5\t1\n1,020\t0\n", {"decimal": ","}, "a: (3/2) +1, (51/50) -1"),
    # if both tabs and commas may separate the cells, the program asks
    ("1,020\t1,100\t1\n", {}, "data: found '\\t' and ',' in the first line, …--format csv)…"),
    # decimal="," is an error if no number of a csv file has a comma, because commas outside quotes
    # separate cells
    (
        "1,5,2,5,1\n",
        {"decimal": ","},
        f'data: found {DECIMAL_COMMA}, but no number with a …"0,5"…cells. If no number has …',
    ),
    # format="csv" may be wrong, so the error names the format with semicolons
    (
        "5;2\n1;0\n",
        {"decimal": ",", "format": "csv", "label": 0},
        "data:1: found only 1 column; …--format semicolon)",
    ),
    (
        "5,4;1\n6,2;0\n",
        {"decimal": ",", "format": "csv", "label": 1, "positive": "4;1"},
        f"data: found {DECIMAL_COMMA}, …cells. If semicolons …--format semicolon). If no number …",
    ),
    # the first fraction gets a note, also if it is known that points are decimal
    (
        "0.5,0\n1/2,1\n1/4,1\n",
        {"decimal": "."},
        "x1: … | data:2: column 1: '1/2' is read as a fraction whose value is 0.5",
    ),
    # a label keeps its comma
    ("a;y\n1,5;yes, sir\n2,5;no\n", {"positive": "yes, sir"}, "a: (3/2) +1, (5/2) -1 | …"),
    # decimal= takes no other value
    ("1,2\n", {"decimal": ";"}, "decimal: found ';'; expected ',', '.' or None"),
]

# Numbers that were rounded as floats before the file was written

ROUNDING_NOTE = "data: numbers such as 0.{} are read with all digits. If {} is meant, …"
FLOAT_ROWS = [
    # if most numbers with many digits are close to a short number, a note names the first of them
    (
        "1.000000000000000056e-01,0\n2.0,1\n",
        {},
        f"…| {ROUNDING_NOTE.format('1000000000000000056', 0.1)}",
    ),
    ("0.30000000000000004,0\n2.0,1\n", {}, f"… | {ROUNDING_NOTE.format('30000000000000004', 0.3)}"),
    ("0 1:0.30000000000000004\n1 1:2\n", {}, "… | data: numbers such as 0.3000…"),
    (f"{0.1:.60f},0\n2.0,1\n", {}, f"… | {ROUNDING_NOTE.format('10000000000000000555...', 0.1)}"),
    # there is no note about the float of 1/3, which is close to no short number
    ("0.3333333333333333148,0\n2,1\n", {}, "x1: … -1, (2) +1"),
    # nor about short numbers
    ("2e-30,0\n1e400,1\n", {}, "x1: … -1, … +1"),
    # nor if only one of two numbers with many digits is close to a short number
    ("0.30000000000000004,0\n0.3333333333333333148,0\n", {}, "x1: … -1, … -1"),
    # nor about a number of 15 decimals
    ("0.300000000000001,0\n2,1\n", {}, "x1: … -1, (2) +1"),
]

# Missing cells

MISSING_TEXTS = "? - -- . NA na N/A #N/A #NV k.A. <NA> NaN nan NULL None missing".split()
MISSING_ROWS = [
    # a note says how many examples are dropped, and lists the first ten of their lines
    *(
        (f"1,2,1\n3,{cell},0\n5,6,0\n", "x1, x2: …| …on line 2")
        for cell in ["", " ", *MISSING_TEXTS]
    ),
    *((f"1,2,1\n3,4,{cell}\n5,6,0\n", "x1, x2: …| …on line 2") for cell in ("", "?", "NA")),
    # a word on a dropped line below the first, or below a header, raises no question about names
    ("1,2,1\nx,NA,0\n3,4,0\n", "x1, x2: … | data: dropped 1 of 3 examples, …on line 2"),
    ("1,NA,1\nx,NA,1\n3,4,0\n", "x1, x2: … | data: dropped 2 of 3 examples, …lines 1, 2"),
    ("a,b,y\nx,NA,0\n3,4,0\n", "a, b: … | data: dropped 1 of 2 examples, …on line 2"),
    ("1,2,1\n3,,0\n5,,0\n", "x1, x2: … | data: dropped 2 of 3 examples, …lines 2, 3"),
    ("1,2,1\n" + "3,,0\n" * 12, "x1, x2: … | data: dropped 12 of 13 examples, … 10, 11, ..."),
    # if every line has a missing cell, this is an error
    ("a,b,y\n1,NA,0\n2,NA,1\n", "data: found a missing cell on every line; …--features -COLUMN)"),
]


def rows_with_ids(**tables):
    """Return arguments of parametrize: the rows of all tables, and for each row an id, which is the
    name of its table and its number in it.
    """
    numbered = {f"{name}-{i}": row for name, table in tables.items() for i, row in enumerate(table)}
    return {"argvalues": numbered.values(), "ids": numbered}


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    **rows_with_ids(
        format=FORMAT_ROWS,
        header=HEADER_ROWS,
        quotes=QUOTE_AND_COMMENT_ROWS,
        features=[
            (text, {"features": features}, expected) for text, features, expected in FEATURE_ROWS
        ],
        label=[(text, {"label": label}, expected) for text, label, expected in LABEL_ROWS],
        cells=CELL_ROWS,
        decimal=DECIMAL_ROWS,
        floats=FLOAT_ROWS,
        missing=[(text, {"missing": "drop"}, expected) for text, expected in MISSING_ROWS],
    ),
)
def test_a_text_is_read_or_refused_as_its_row_says(text, options, expected):
    """A text becomes the expected set with its notes, or gives the expected error."""
    check_read(text, expected, **options)


@pytest.mark.parametrize(
    ("name", "N", "options", "has_note"),
    [
        ("id", 10, {}, True),
        ("customer_id", 10, {}, True),
        ("Nr.", 10, {}, True),
        ("valid", 10, {}, False),
        ("id", 9, {}, False),
        ("id", 10, {"features": "id,a"}, False),  # `features` names the column
        ("id", 10, {"features": "-b"}, True),
    ],
)
def test_a_feature_that_looks_like_a_row_number_gets_a_note(name, N, options, has_note):
    """A feature gets a note if there are at least ten examples, if its name ends in a word such as
    id or Nr., and if each example has a different int in it, unless `features` names it.
    """
    lines = "".join(f"{7 * n},{n % 3},{n % 5},{n % 2}\n" for n in range(N))
    table = read_as_table(f"{name},a,b,y\n{lines}", **options)
    table.build_dataset()
    note = f"({name!r}) has a different whole number on each line"
    assert [note in text for text in table.notes] == [True] * has_note


def test_each_mark_of_another_format_has_a_character_that_starts_the_search():
    """`read` looks for the marks of other formats only if the first lines have one of certain
    characters. Each mark contains one of these characters.
    """
    marks = [mark for mark, *_ in _TEXT_FORMATS]
    assert [mark for mark in marks if _FOREIGN_FORMAT_CHARACTERS.isdisjoint(mark)] == []


def test_one_byte_order_mark_at_the_start_is_skipped():
    """Excel writes a byte order mark, and the names of the columns begin after it. A second one is
    ignored, and a note says so.
    """
    assert read_as_table("\ufeffa,y\n1,1\n2,-1\n").build_dataset().names == ("a",)
    with_two = read_as_table("\ufeff\ufeffa,y\n1,1\n2,-1\n")
    [note] = with_two.notes
    assert note.startswith("data:1: ignoring an invisible character, a byte order mark, at the ")
