"""How a text is read, one row each: the set and the notes about it, or the message of an error.

An ambiguity is resolved by an option, never by a guess; nothing is dropped or repaired without a
note. A row has a text, options of `read`, and the expectation that `check_read` of text_reading.py
compares.
"""

from __future__ import annotations

import pytest
from text_reading import check_read, read_as_table

from perceptron_ref import Dataset
from perceptron_ref.files import read, unsupported_formats

YES = {"positive": "yes"}
DROP = "--missing drop)"

# The format

ROWS = "x1, x2: (1/2, 2) +1, (3, 4) -1"
DELIMITERS = [
    ("0.5,2,1\n3,4,-1\n", {}, ROWS),
    ("0.5;2;1\n3;4;-1\n", {}, ROWS),
    ("0.5\t2\t1\n3\t4\t-1\n", {}, ROWS),
    ("0.5 2  1\n 3 4 -1\n", {}, ROWS),
    ("+1 1:0.5 2:2\n-1 1:3 2:4\n", {}, ROWS),
    ("0.5 ; 2 ;1\n3 ;4;  -1\n", {}, ROWS),
    # the delimiter is the one that occurs as often in the next lines as in the first
    ("a,b;c;y\n1;2;1\n", {}, "a,b, c: (1, 2) +1"),
    ("a;b,c,y\n1,2,1\n", {}, "a;b, c: (1, 2) +1"),
    ("0,5;2;1\n3;4;-1\n", {}, "x1, x2: … | data:1: column 1: '0,5' is read as 0.5, with…"),
    ("0,5;1,5;1\n2,5;1,0;0\n", {}, "data: found ';' and ',' in the first line…--format csv)…"),
    ("a,b;c;y\n1\n", {}, "data: found ';' and ',' in the first line…--format csv)…"),
    ("0,5;1,5;1\n", {"format": "semicolon"}, "x1, x2: (1/2, 3/2) +1 | …"),
    ("0,5;1,5;1\n2,5;1,0;0\n", {"decimal": ","}, "x1, x2: (1/2, 3/2) +1, (5/2, 1) -1"),
    # delimiters in quotes do not count
    ('"a;b","c\td","y,z"\n1,2,1\n', {}, "a;b, c\td: (1, 2) +1"),
    ('"a,b" c y\n1 2 1\n', {}, "a,b, c: (1, 2) +1"),
    # delimiters in comments do not count, either
    ("1 2 1 # a, b\n3 4 -1\n", {}, "x1, x2: (1, 2) +1, (3, 4) -1"),
    # a table between tabs is never read as blanks
    (
        "1 234\t1\n22 345\t-1\n",
        {},
        "data:1: column 1: found '1 234'…format=\"space\" (--format space)…",
    ),
    ("2024 11 30\t1\n2024 12 01\t0\n", {}, "data:1: column 1: found '2024 11 30'; expected…"),
    ("1 2\t1\n3\t4\t5\t-1\n", {}, "data:1: column 1: found '1 2'; expected a number…"),
    ("a b\ty\n0.5 2\t1\n3 4\t-1\n", {}, "data:2: column 1 ('a b'): found '0.5 2'…--format space)…"),
    ("1 234\t1\n22 345\t-1\n", {"format": "space"}, "x1, x2: (1, 234) +1, (22, 345) -1"),
    # but the homework's files have blanks between features, and one tab before the label
    ("0.5 2\t1\n3 4\t-1\n", {}, ROWS),
    ("0.5\t2 1\n3\t4 -1\n", {}, ROWS),
    ("a\tb\tkind\n1.4\t2\tI. s\n4.7\t1\tI. v\n", {"positive": "I. s"}, "a, b: (7/5, 2) +1, …"),
    # a narrow blank, as between thousands, is part of the cell
    ("94\u202f972 2 1\n", {}, "data:1: column 1: found '94\\u202f972'; …thousands separators…"),
    # libsvm is pairs of index and number after at most one label, in any of ten lines
    ("12:30,1,1\n", {}, "data:1: column 1: found '12:30'; expected a number…"),
    ("a:b,c,y\n1,2,1\n", {}, "a:b, c: (1, 2) +1"),
    ("x:1 y:2 label\n1 2 1\n", {}, "x:1, y:2: (1, 2) +1"),
    ("-1\n-1\n+1 2:1\n", {}, "x1, x2: (0, 0) -1, (0, 0) -1, (0, 1) +1"),
    ("# -1\n\n" + "-1\n" * 9 + "+1 1:1\n", {}, "x1: " + "(0) -1, " * 9 + "(1) +1"),
    (
        "-1\n" * 10 + "+1 2:1\n",
        {},
        "data:1: found only 1 column; expected at least 2, separated by blanks. …--format tsv)…",
    ),
    # a full-width sign is none
    ("38；302；1\n4；5；0\n", {}, "data: found '；' between cells; expected…sed 's/；/,/g' FILE…"),
    ("年，月 收入 是\n38 302 1\n", {}, "年，月, 收入: (38, 302) +1"),
    # spreadsheets write a first line sep=...
    *(
        (f"sep={sign}\r\n" + "a,b,y\r\n1,2,0\r\n".replace(",", sign), {}, "a, b: (1, 2) -1")
        for sign in ",;\t"
    ),
    ("sep=;\n1;2;0\n3;4;1\n", {"first": 1}, "x1, x2: (1, 2) -1"),
    # a given format is not second-guessed
    ("1,5 1\n2,5 -1\n", {"format": "space"}, "data:1: column 1: found '1,5'; expected…"),
    ("1,2\n", {"format": "xml"}, "format: found 'xml'; expected 'csv', 'tsv', …'libsvm' or None"),
]

# Header lines

ANOTHER_COLUMN = "If another column holds the labels, name it with label=... (--label)"
HEADER = (
    "If this line holds the names of the columns, use header=True (--header); otherwise use "
    "header=False (--no-header)"
)
NAMES = "If this line holds the names of the columns, use header=True (--header)…"
LEAVE_OUT = "features="
TOO_FEW_NAMES = 'data:1: found 2 names, but 3 cells …features="-0" (--features -0)…--label 2)…'
HEADERS = [
    ("a,b,y\n1,2,1\n", {}, "a, b: (1, 2) +1"),
    ("# comment\n\na b y\n1 2 1\n", {}, "a, b: (1, 2) +1"),
    ('"a ""b""",c,y\n1,2,1\n', {}, 'a "b", c: (1, 2) +1'),
    ('"0,5","1,5","yes"\n', {**YES, "decimal": ","}, "x1, x2: (1/2, 3/2) +1"),
    # a line with a number is an example; its error says that it may be a header
    ("x,2,yes\n3,4,no\n", YES, f"data:1: column 1: found 'x'; expected…{NAMES}"),
    ("id,2019,y\n1,2,yes\n", {}, f"data:1: column 1: found 'id'; …{NAMES}"),
    ("id,2019,y\n1,2,yes\n", {"header": False}, "data:1: column 1: found 'id'…--features -0)…"),
    ("1,2,yes\n1,x,no\n", YES, "data:2: column 2: found 'x'; …features=\"-1\" (--features -1)…"),
    ("land,1990,y\n1,2,0\n", {"features": "-land"}, "data:1: found no column…header=True (…"),
    # among names a cell that means a missing value, or a label of the lines below, is odd
    (
        "NA,yes\n1,yes\n2,no\n",
        YES,
        f"data:1: found 'NA', which may be the name of a column…{HEADER}",
    ),
    (
        "#\n-,class\n1,yes\n2,no\n",
        YES,
        f"data:2: found '-', which may be the name of a column…{HEADER}",
    ),
    (
        "red,no\n1,yes\n2,no\n",
        YES,
        f"data:1: found 'no', which may be the name of its column or, as on another …{HEADER}",
    ),
    # so is a label in the first line alone
    (
        "1990,1991,y\n1,2,yes\n3,4,no\n",
        YES,
        f"data:1: found the label 'y' only on this line…{HEADER}",
    ),
    ("1990,y\n" + "1,yes\n" * 10, YES, f"data:1: found the label 'y' only on this line…{HEADER}"),
    ("1990,1991,y\n1,2,yes\n3,4,no\n", {**YES, "header": True}, "1990, 1991: (1, 2) +1, (3, 4) -1"),
    ("1,yes\n2,no\n3,other\n", YES, "x1: (1) +1, (2) -1, (3) -1"),
    ("1,3\n2,1\n3,2\n", {"positive": 1}, f"data:1: found the label '3' only on this line…{HEADER}"),
    (
        "W,90,24\nV,1,yes\n",
        {**YES, "features": "-0"},
        f"data:1: found the label '24' only on this line…{HEADER}",
    ),
    ("1,1.0\n2,1\n3,2\n", {"positive": 2}, "x1: (1) -1, (2) -1, (3) +1"),
    ("1,0\n2,1\n", {"positive": 1}, "x1: (1) -1, (2) +1"),
    ("1990,1991,1992\n1,2,0\n3,4,1\n", {}, f"data:1: found '1990', '1991', '1992', …{HEADER}"),
    ("0,1,y\n1,2,1\n", {}, f"data:1: found the label 'y' only on this line…{HEADER}"),
    ("0,1,y\n1,2,x\n", {}, "data: column 3: found 2 labels: 'y' (1 example), 'x' (1); expected…"),
    (
        "0,3\n1,0\n2,1\n3,2\n",
        {},
        f"data: column 2: found 4 labels: '3' (1 example), …{ANOTHER_COLUMN}",
    ),
    # the caller's options decide
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
    ("1,2\n", {"header": "yes"}, "header: found 'yes'; expected True, False or None"),
    # each column that is used has a name of its own
    ("a,,y\n1,2,1\n", {}, f'data:1: column 2: found no name; …{LEAVE_OUT}"-1" …'),
    ("a,b,\n1,2,1\n", {}, f'data:1: column 3: found no name; …{LEAVE_OUT}"-2" …'),
    (
        "a;b;y;\n1;2;1;\n",
        {},
        f'data:1: column 4: found no name; …{LEAVE_OUT}"-3" (--features -3)…',
    ),
    ("a,b,a\n1,2,1\n", {}, f"data:1: column 3: found the name 'a', which column …; …{LEAVE_OUT}…"),
    ("b,a, a\n1,2,1\n", {}, "data:1: column 3: found the name 'a', which column …; …"),
    ("a,a,y\n1,2,0\n3,4,1\n", {"features": "-1"}, "a: (1) -1, (3) +1"),
    (
        ",,\n1,2,1\n",
        {},
        "x1, x2: (1, 2) +1 | …: skipped line 1, which holds only delimiters",
    ),
    # pandas writes an empty name above row numbers; R writes one name less
    (",a,b,y\n0,1,2,0\n1,3,4,1\n", {}, "a, b: (1, 2) -1, (3, 4) +1 | data: column 1 has no name…"),
    (",a,b,y\n0,1,2,0\n", {"features": "-0"}, "a, b: (1, 2) -1"),
    (
        "1 234\tno\n5\tyes\n",
        YES,
        "data:1: column 1: found '1 234'; expected …thousands separators…",
    ),
    ("a,y\n1,0\n", {"features": "\r,a"}, "data:1: found no column named ''; expected one of…"),
    (",a,y\n1,2,0\n", {"features": "0,a"}, "data:1: column 1: found no name;…"),
    ('"a" "y"\n"1" 5.1 1\n"2" 4 0\n', {}, "a: (51/10) +1, (4) -1 | data: column 1 has no name…"),
    ("a,y\nAnn,1,0\nBob,2,1\n", {}, "a: (1) -1, (2) +1 | data: column 1 has no name…"),
    (
        ",a,y\n4.5,1,0\n7,2,1\n",
        {},
        "data:1: column 1: found no name; expected a name for each column. To…",
    ),
    # of a subset its names are other numbers, all different
    ('"a" "y"\n"15" 5 1\n"7" 4 0\n', {}, "a: (5) +1, (4) -1 | data: column 1 has no name…"),
    ("a y\n15 5 1\n15 4 0\n", {}, TOO_FEW_NAMES),
    ("a y\n1.5 5 1\n7 4 0\n", {}, TOO_FEW_NAMES),
    (
        "a,b,y\n1,2,1,\n",
        {},
        "data:1: found ',' at the end of the lines below, but not of this …sed 's/, *$//' FILE…",
    ),
]

# Quotes and comments

TEXT_AFTER_QUOTE = (
    "data:2: found text after the closing quote of the cell '\"2\"x'; expected a delimiter or the "
    'end of the line after this quote. Write a quote inside a cell in quotes as ""'
)
UNMATCHED = (
    "data:2: found a cell that begins with a quote but does not end with one, '…'; expected both…"
)
COMMENTS = (
    "If # begins a comment, use comments=True (--comments); otherwise use comments=False "
    "(--no-comments)"
)
QUOTES = [
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
    ('"a\tb"  "c ""d"" e"\ty \n1 2  1\n', {"format": "space"}, 'a\tb, c "d" e: (1, 2) +1'),
    # unclosed quotes, or text after a closing quote, are refused; lines are not joined
    *((f"3,4,1\n{line}\n5,6,1\n", {}, UNMATCHED) for line in ('1,"2,1', '1,2,"')),
    *((f"3 4 1\n{line}\n5 6 1\n", {}, UNMATCHED) for line in ('1 "2 1', '1 2 "')),
    ('3,4,1\n1,"2"x,1\n', {}, TEXT_AFTER_QUOTE),
    ('3 4 1\n1 "2"x 1\n', {}, TEXT_AFTER_QUOTE),
    # with white space, # after a blank begins a comment; in a word or in quotes it does not
    ("1 2 1 # first\n3 4 -1 #second one\n", {}, "x1, x2: (1, 2) +1, (3, 4) -1"),
    ("1 2 1 # first\n3 4 -1\n", {}, "x1, x2: (1, 2) +1, (3, 4) -1"),
    (
        "5 1 #3 0\n6 0 #4 1\n",
        {},
        f"data: found 2 cells after a # on each line, ……{COMMENTS}",
    ),
    ("5 1 #3 0\n6 0 #4 1\n", {"comments": True}, "x1: (5) +1, (6) -1"),
    ('a#1 "#b" y # c\n1 2 C#\n3 4 F#\n', {"positive": "C#"}, "a#1, #b: (1, 2) +1, (3, 4) -1"),
    # a spreadsheet error such as #REF! begins no comment; a possible example gets a note
    ("a,y\n#DIV/0!,0\n2,1\n", {}, "data:2: column 1 ('a'): found '#DIV/0!'; expected a number…"),
    (
        "id,y\n#7,1\n8,0\n# 9\n9,1\n",
        {},
        "id: (8) -1, (9) +1 | data: skipped line 2, which begins with #…",
    ),
    (
        "id;y\n# A7;.1\n8;0\n#B\n",
        {},
        "id: (8) -1 | data: skipped line 2, which begins with #…",
    ),
    ("id,y\n#7,1\n8,0\n", {"comments": True}, "id: (8) -1"),
    ("id,y\n#7,1\n8,0\n", {"comments": False}, "data:2: column 1 ('id'): found '#7'; …"),
    ('1 2 "a #1"\n3 4 "b #2"\n', {"positive": "a #1"}, "x1, x2: (1, 2) +1, (3, 4) -1"),
    ("Title\na,b,c\n1,2,1\n", {}, "data:1: found a line without ',', …; …title…"),
    ("# 1 2\n1 2\n", {"comments": False}, "data:1: column 1: found '#'; expected…"),
    ("+1 1:2\n# no\n", {"comments": False}, "data:2: column 2: found 'no'; expected index:value…"),
    # with another delimiter # is part of the cell, and in a label a question
    ("1,2 # two,1\n", {}, "data:1: column 2: found '2 # two'; expected a number…"),
    (
        "1,yes\n2,no # x\n",
        YES,
        f"data:2: column 2: found the label 'no # x', which may end in a comment. {COMMENTS}",
    ),
    ("1,yes\n2,no # x\n", {**YES, "comments": True}, "x1: (1) +1, (2) -1"),
    ("1,yes\n2,no # x\n", {**YES, "comments": False}, "x1: (1) +1, (2) -1"),
    ("# c\na,y # the label\n1,1\n2,0\n", {}, "a: (1) +1, (2) -1"),
    ('1,"1"\t# sure\n2,0 # 3,4\n', {"comments": True}, "x1: (1) +1, (2) -1"),
    ("1,2\n", {"comments": "yes"}, "comments: found 'yes'; expected True, False or None"),
]

# Columns of the features

SHEET = "Nr,a,b,c,y\n7,1,2,3,0\n8,4,5,6,1\n"
AWKWARD = '"a,b",-c,d..e,"q""q",c,y\n1,2,3,4,5,0\n6,7,8,9,10,1\n'
BARE = "7,1,2,3,0\n8,4,5,6,1\n"
OF_SHEET = "expected one of 'Nr', 'a', 'b', 'c', 'y', or an index from 0 to 4"
AC, ABC = "a, c: (1, 3) -1, (4, 6) +1", "a, b, c: (1, 2, 3) -1, (4, 5, 6) +1"
FEATURES = [
    *((SHEET, features, AC) for features in ("a,c", " a , c ", "-Nr,-b", "1,3")),
    *((SHEET, features, AC) for features in (["a", "c"], [1, -2], ("-Nr", "-b"), ["a", 3])),
    *((SHEET, features, ABC) for features in ("-Nr", "-0", "1..3", "a..c", "a .. 3", ["a..c"])),
    (SHEET, "c,a", "c, a: (3, 1) -1, (6, 4) +1"),
    (SHEET, "-a..c", "Nr: (7) -1, (8) +1"),
    (SHEET, "Nr..c,-b", "Nr, a, c: (7, 1, 3) -1, (8, 4, 6) +1"),
    # a name that looks like a range is a name; one with commas is a list of its own
    (AWKWARD, "a,b", "data:1: found no column named 'a'; expected one of 'a,b', …"),
    (AWKWARD, ["-a,b"], '-c, d..e, q"q, c: (2, 3, 4, 5) -1, (7, 8, 9, 10) +1'),
    (AWKWARD, "-c", "-c: (2) -1, (7) +1"),
    (AWKWARD, "--c", 'a,b, d..e, q"q, c: (1, 3, 4, 5) -1, (6, 8, 9, 10) +1'),
    (AWKWARD, "d..e", "d..e: (3) -1, (8) +1"),
    (AWKWARD, "-d..e", 'a,b, -c, q"q, c: (1, 2, 4, 5) -1, (6, 7, 9, 10) +1'),
    (AWKWARD, ["a,b"], "a,b: (1) -1, (6) +1"),
    (
        BARE,
        "a",
        "data:1: found no column named 'a'; expected an index from 0 to 4. If …(--header)…",
    ),
    (SHEET, "z", f"data:1: found no column named 'z'; {OF_SHEET}"),
    (SHEET, "5", f"data:1: found no column named '5'; {OF_SHEET}"),
    *((SHEET, empty, f"data:1: found no column named ''; {OF_SHEET}") for empty in ("", [], [""])),
    (SHEET, 7, "features: found 7; expected a list or another sequence"),
    (SHEET, [None], f"data:1: found no column named None; {OF_SHEET}"),
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
    ("a,y,remark\n1,1,late\n2,0,\n", "-remark", "a: (1) +1, (2) -1"),
    (
        "a,a,y\n1,2,0\n",
        "-a",
        "data:1: found 2 columns named 'a' for …(--features -a); expected one of 'y', or an…",
    ),
]

# The column of the labels

LABELS_FIRST = "y,a,b\n1,2,3\n-1,4,5\n"
OTHERS = "a, b: (2, 3) +1, (4, 5) -1"
TWO_VALUED = "1,3,9,1\n0,4,2,0\n1,5,7,0\n0,7,8,1\n1,8,3,1\n"
EIGHT = "1,2,3,4,5,6,7,8\n"
BINARY = "1,0,1\n0,1,0\n1,1,0\n0,0,1\n1,0,1\n"
LABELS = [
    *((LABELS_FIRST, label, OTHERS) for label in ("y", 0, "0", -3, "-3")),
    ("a,y\n1,1\n", "A", "data:1: found no column named 'A'; …did you mean a?"),
    ("1,2,1\n", "y", "data:1: found no column named 'y'; expected an index…"),
    ("1,2,1\n", 10**5000, "data:1: found no column named …; expected an index…"),
    ("1,2,1\n", "-4", "data:1: found no column named '-4'; …an index from 0 to 2…"),
    ("a,b,c,d,e,f,g,h\n" + EIGHT, "z", "data:1: found no column named 'z'; … 'h', or an index…"),
    ("a,b,c,d,e,f,g,h,i\n" + EIGHT, "z", "data:1: found no column named 'z'; … 'g', 'h', ..., …"),
    # a column that may hold the labels is a question
    ("Survived,age\n1,3\n0,4\n", None, "data:1: found column 1 ('Survived') and column 2…"),
    ("a,Passed,b\n1,0,7\n2,1,8\n", None, "data:1: found column 2 ('Passed') and column 3…"),
    (
        "a,Y,b\n1,1,4.5\n",
        None,
        "data:1: …and column 3 ('b'), …If column 2 …--label Y). If column 3 …--label b)",
    ),
    ("a,y,target\n1,1,1\n3,0,0\n", None, "a, y: (1, 1) +1, (3, 0) -1"),
    ("Survived,age\n1,1\n0,0\n", "age", "Survived: (1) +1, (0) -1"),
    # so is the first column, if it has two values like the last
    (
        TWO_VALUED,
        None,
        "data:1: found column 1 and column 4, …If column 1 holds the labels, …--label 0). If …",
    ),
    (
        BINARY,
        None,
        "data:1: found column 1 and column 3, …If column 1 holds the labels, …--label 0). If …",
    ),
    (
        "won,home\n1,0\n0,1\n1,1\n0,0\n1,0.0\n",
        None,
        "data:1: …('won') and …--label won). If …home)",
    ),
    (BINARY[:24], None, "x1, x2: …"),  # few rows, in which most columns have two values
    (TWO_VALUED, -1, "x1, x2, x3: …"),
]

# Cells

NUMBER = "expected a number such as 3, -0.5, 1e-3 or 3/7"
NUMBER_OR_0_1 = f"{NUMBER}. If a column holds only two words, write them as 0 and 1"
TITLE = "expected no title above the table. To delete the title, use `sed 1d FILE > NEW.csv`"
CELLS_BY_ADVICE = {  # what to write in place of a cell that begins like a number
    ", written only with the digits 0 to 9, …point": (
        "1_0",
        "\u22125",
        "\uff18\uff10",
        "(5)",
        "1.2.3",
    ),
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
CELLS = [
    ("a,y\n3/7,1\n1e-2,-1\n", {}, "a: (3/7) +1, (1/100) -1 | data:2: column 1 ('a'): '3/7' is…"),
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
    (
        "7\n8\n",
        {},
        "data:1: found only 1 column; expected at least 2, separated by blanks. …--format tsv)…",
    ),
    *(
        (
            f"{cell},2,1\n",
            {},
            f"data:1: column 1: found {cell!r}; {NUMBER}{form}. …To leave out …--features -0)…",
        )
        for form, cells in CELLS_BY_ADVICE.items()
        for cell in cells
    ),
    ("a;b;y\n1.2.26;2;0\n", {}, "…found '1.2.26'; …To leave out this column…"),
    ("1,NA,1\n", {}, f"data:1: column 2: found 'NA'; {NUMBER}…{DROP}…"),
    ("1,nan,1\n", {}, f"data:1: column 2: found 'nan'; expected a finite number…{DROP}…"),
    ("1,2,1\n-Inf,2,1\n", {}, "data:2: column 1: found '-Inf'; expected a finite number"),
    # a cell of text names the options that leave its column out, or take it for the labels
    ("Nr,a,b\n1,W,1\n2,V,0\n", {}, '…\'W\'; … holds the labels, …label="a" (…features="-a" (…'),
    ("a b,a,b\nW,1,0\nV,1,0\n", {}, '…label="a b" (…features="-a b" (--features "-a b")'),
    ('"a,b",a,b\nW,1,0\nV,1,0\n', {}, '…label="0" (--label 0)…'),
    (f"{'n' * 41},a,b\nW,1,0\nV,1,0\n", {}, '…label="0" (--label 0)…'),
    # the labels have a place if their column is named or called so
    ("Nr,a,b\nW,1,0\nV,1,0\n", {"label": "b"}, "…To leave out this column…"),
    ("Nr,a,y\nW,1,0\nV,1,0\n", {}, "…To leave out this column…"),
    ("a,y\nW,0\n", {}, f"data:2: column 1 ('a'): found 'W'; {NUMBER_OR_0_1}"),
    # the features of the model must be there
    ("a,b\n1,\n", {"like": Dataset([[1, 2]], [1], names=[*"ab"]), "labelled": False}, f"…{DROP}"),
    # a title may stand above the header, or above the lines, of a sheet
    *(
        (
            f"Sales 2026\n{text}",
            {},
            f"data:1: found a line without …, although the next lines have it; {TITLE}",
        )
        for text in ("a;b;y\n1;2;1\n", "a,b\n1,0\n", "1\t1\t1\n2\t0\t0\n")
    ),
    ("Sales 2026;;\na;b;y\n1;2;1\n", {}, f"data:1: found … a title …'Sales 2026', …{TITLE}"),
    ("a b y\n1,5 2 1\n1,5 3 0\n", {}, "data:2: column 1 ('a'): found '1,5'; …"),
    # of a row with several, all at once, beside those that are left out already
    (
        TITANIC,
        {"label": 1},
        "…'Ann'…To leave out the columns of words, …--features -Name,-Sex,-Port)",
    ),
    (TITANIC, {"label": 1, "features": "-Name,-Sex,-Port"}, "…''; …drop…-Sex,-Port,-Cabin)"),
    (TITANIC, {"label": 1, "features": ["Sex"]}, "…'female'; …only two words…0 and 1"),
    (TITANIC, {"features": "Id"}, "data:1: found column 2 ('Survived') and column 6 ('Port'), …"),
    ("a" * 100_000 + ",y\nx,1\n", {}, "data:2: column 1 ('aaa…... (100,002 characters)): …"),
    # labels
    ("1,2,1\n3,4,\n", {}, f"data:2: column 3: found no label; …{DROP}"),
    ("1,yes\n2,?\n3,?\n", YES, f"data:2: column 2: found '?'; expected a label. …{DROP}"),
    ("1,yes\n2,?\n3,?\n", {"positive": "?", "header": False}, "x1: (1) -1, (2) +1, (3) +1"),
    (
        "1,yes\n2,?\n3,no\n",
        {**YES, "missing": "drop"},
        "x1: (1) +1, (3) -1 | …dropped 1 of 3 …on line 2",
    ),
]

# Decimal commas

COMMAS = 'decimal="," (--decimal ",")'
READ_ROWS = "(3/2, 2) +1, (-1/4, 1000) -1"
GERMAN = "\ufeffa;b;y\r\n1,5;2;1\r\n-0,25;1,0e3;0\r\n"

DECIMALS = [
    # with semicolons the first number with a comma or a point decides, and a note says so
    (
        GERMAN,
        {},
        f"a, b: {READ_ROWS} | data:2: column 1 ('a'): '1,5' is read as 1.5, … as with {COMMAS}",
    ),
    (GERMAN, {"decimal": ","}, f"a, b: {READ_ROWS}"),
    (GERMAN, {"decimal": "."}, "data:2: column 1 ('a'): found '1,5'; expected…"),
    (
        "a;b;y\n1,234;2;1\n",
        {},
        f"…'1,234', which may mean 1.234 or 1234. If it means 1.234, use {COMMAS}. If …1234, …",
    ),
    (
        "a;y\n 1.020;1\n950;0\n",
        {},
        "…'1.020', which may mean 1.020 or 1020. If it means 1.020, …(--decimal \".\"). If …",
    ),
    (
        "a;y\n1,234;1\n",
        {"decimal": ","},
        f"a: (617/500) +1 | …'1,234' is read as 1.234, … as with {COMMAS}",
    ),
    ("a;y\n1.234;1\n", {"decimal": "."}, "a: (617/500) +1"),
    *((f"a;y\n{cell};1\n", {}, "a: … | …") for cell in ("0,123", "12,5", "1234,567", "1,2345")),
    *((f"a;y\n{cell};1\n", {}, "a: (…) +1") for cell in ("0.123", "12.5", "1234.567", "1.2345")),
    ("a;b;y\n1,5;2.5;1\n", {}, "data:2: column 2 ('b'): found '2.5'; …instead of the point, …sed…"),
    ("a;y\n1,5;1\n", {"decimal": "."}, "…found '1,5'; …no thousands separators. If …"),
    ("2.5;1;1\n1,5;2;0\n", {}, "data:2: column 1: found '1,5'; expected…"),
    (
        "a;y\n1.234;1\n",
        {"decimal": ","},
        "data:2: column 1 ('a'): found '1.234'; …sed…spreadsheet…",
    ),
    *(
        (f"a;b;y\n{cell};2;1\n", how, f"…found {cell!r}; … thousands separators…")
        for cell in ("1.234,5", "1 234,5", "1'234,5", "1\u202f234,5")
        for how in ({}, {"decimal": ","})
    ),
    # elsewhere decimal= decides; without it a comma is an error that names the option
    ("a\tb\ty\n1,5\t2\t1\n-0,25\t1e3\t0\n", {"decimal": ","}, f"a, b: {READ_ROWS}"),
    ('"1,5",2,1\n"-0,25",1e3,0\n', {"decimal": ","}, f"x1, x2: {READ_ROWS}"),
    ("a\tb\ty\n1,5\t2\t1\n", {}, f"data:2: column 1 ('a'): found '1,5'; {NUMBER}…{COMMAS}…"),
    # but not where it stands before three digits, as between thousands, wherever it does
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
            how,
            "…found '1,234,567.5'; …with a decimal point and no thousands separators…",
        )
        for how in ({}, {"decimal": ","})
    ),
    # with decimal=, commas are decimal; if that may be wrong, a note says so
    *(
        (
            text,
            {"decimal": ","},
            f"{read} | data:{line}: …'1,020' is read as 1.020, … as with {COMMAS}",
        )
        for text, read, line in (
            ('a,y\n950,0\n"1,020",1\n', "a: (950) -1, (51/50) +1", 3),
            ("a\ty\n950\t0\n1,020\t1\n1,5\t0\n", "a: (950) -1, (51/50) +1, (3/2) -1", 3),
            ("a b y\n1,020 950 1\n1 -1,100 0\n", "a, b: (51/50, 950) +1, (1, -11/10) -1", 2),
        )
    ),
    ("a\ty\n1,5\t1\n1,020\t0\n", {"decimal": ","}, "a: (3/2) +1, (51/50) -1"),
    ("1,020\t1,100\t1\n", {}, "data: found '\\t' and ',' in the first line, …--format csv)…"),
    # in csv they stand in quotes: without any, numbers may have fallen apart
    (
        "1,5,2,5,1\n",
        {"decimal": ","},
        f'data: found {COMMAS}, but no number with a …"0,5"…--format semicolon)…',
    ),
    # labels and words keep their commas
    ("a;y\n1,5;yes, sir\n2,5;no\n", {"positive": "yes, sir"}, "a: (3/2) +1, (5/2) -1 | …"),
    ("1,2\n", {"decimal": ";"}, "decimal: found ';'; expected ',', '.' or None"),
]

# Numbers that floats changed on their way to the file

CHANGED = "data: numbers such as 0.{} are read with all digits. If {} is meant, …"
FLOATS = [
    ("1.000000000000000056e-01,0\n2.0,1\n", {}, f"…| {CHANGED.format('1000000000000000056', 0.1)}"),
    ("0.30000000000000004,0\n2.0,1\n", {}, f"… | {CHANGED.format('30000000000000004', 0.3)}"),
    ("0 1:0.30000000000000004\n1 1:2\n", {}, "… | data: numbers such as 0.3000…"),
    (f"{0.1:.60f},0\n2.0,1\n", {}, f"… | {CHANGED.format('10000000000000000555...', 0.1)}"),
    # three decimals, but a short number; or few decimals; or one such number among others
    ("0.3333333333333333148,0\n2,1\n", {}, "x1: … -1, (2) +1"),
    ("2e-30,0\n1e400,1\n", {}, "x1: … -1, … +1"),
    ("0.30000000000000004,0\n0.3333333333333333148,0\n", {}, "x1: … -1, … -1"),
    ("0.300000000000001,0\n2,1\n", {}, "x1: … -1, (2) +1"),
]

# Missing cells

TEXTS = "? - -- . NA na N/A #N/A #NV k.A. <NA> NaN nan NULL None missing".split()
MISSING = [
    *((f"1,2,1\n3,{cell},0\n5,6,0\n", "x1, x2: …| …on line 2") for cell in ["", " ", *TEXTS]),
    *((f"1,2,1\n3,4,{cell}\n5,6,0\n", "x1, x2: …| …on line 2") for cell in ("", "?", "NA")),
    ("1,2,1\n3,,0\n5,,0\n", "x1, x2: … | data: dropped 2 of 3 examples, …lines 2, 3"),
    ("1,2,1\n" + "3,,0\n" * 12, "x1, x2: … | data: dropped 12 of 13 examples, … 10, 11, ..."),
    ("a,b,y\n1,NA,0\n2,NA,1\n", "data: found a missing cell on every line; …--features -COLUMN)"),
]


def named_rows(**tables):
    """Return all rows, each with a name that begins with the name of its table."""
    numbered = {f"{name}-{i}": row for name, table in tables.items() for i, row in enumerate(table)}
    return {"argvalues": numbered.values(), "ids": numbered}


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    **named_rows(
        format=DELIMITERS,
        header=HEADERS,
        quotes=QUOTES,
        features=[(text, {"features": features}, read) for text, features, read in FEATURES],
        label=[(text, {"label": label}, read) for text, label, read in LABELS],
        cells=CELLS,
        decimal=DECIMALS,
        floats=FLOATS,
        missing=[(text, {"missing": "drop"}, read) for text, read in MISSING],
    ),
)
def test_a_text_is_read_or_refused_as_its_row_says(text, options, expected):
    """A text becomes the expected set with its notes, or gives the expected error."""
    check_read(text, expected, **options)


@pytest.mark.parametrize(
    ("name", "options", "has_note"),
    [
        ("id", {}, True),
        ("customer_id", {}, True),
        ("Nr.", {}, True),
        ("valid", {}, False),
        ("id", {"features": "id,a"}, False),  # chosen by name
        ("id", {"features": "-b"}, True),
    ],
)
def test_a_feature_that_looks_like_an_index_gets_a_note(name, options, has_note):
    """A column gets a note if its name is that of an index and it has a different int on each line,
    unless `features` names it.
    """
    lines = "".join(f"{7 * n},{n % 3},{n % 5},{n % 2}\n" for n in range(10))
    read = read_as_table(f"{name},a,b,y\n{lines}", **options)
    read.build_dataset()
    assert [
        f"({name!r}) has a different whole number on each line" in note for note in read.notes
    ] == ([True] * has_note)


def test_other_formats_are_looked_for_in_every_text_that_may_have_one():
    """`read` looks for other formats only in a text with certain characters. The mark of each such
    format contains one of them.
    """
    marks = [mark for mark, *_ in unsupported_formats._TEXT_FORMATS]
    assert [mark for mark in marks if read._FOREIGN_FORMAT_CHARACTERS.isdisjoint(mark)] == []


def test_one_byte_order_mark_at_the_start_is_skipped():
    """Excel writes a byte order mark, and the names of the columns begin after it. A second one is
    ignored, and a note says so.
    """
    assert read_as_table("\ufeffa,y\n1,1\n2,-1\n").build_dataset().names == ("a",)
    with_two = read_as_table("\ufeff\ufeffa,y\n1,1\n2,-1\n")
    [note] = with_two.notes
    assert note.startswith("data:1: ignoring an invisible character, a byte order mark, at the ")
