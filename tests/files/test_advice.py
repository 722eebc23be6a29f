"""The advice in errors about files works: a user who follows it gets a result.

Each row of ADVICE_ROWS is an `AdviceRow`, or a tuple of its first four fields. Advice that begins
with -- is added to the last command as options. Other advice is typed in a shell, and the last
command then reads the file that the shell wrote.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import shlex
import subprocess
import sys
import zipfile
from typing import NamedTuple

import pytest
from report_tables import facts


class AdviceRow(NamedTuple):
    """Advice in an error, and what a user gets who follows it.

    Attributes:
        files: the content of FILE, or a list with the contents of FILE and FILE2.
        commands: command lines, with " ; " between them. The last one ends with an error.
        advice: a part of this error.
        expected: the size in the report, or the number of lines that `predict` prints.
        user_input: what the user types; "" if it is the advice, word for word.
    """

    files: object
    commands: str
    advice: str
    expected: str
    user_input: str = ""


def zip_archive(name, content, second=0):
    """Return a ZIP archive with one file, which was changed at this second of a minute."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, second)), content)
    return stream.getvalue()


AB_FILE = "a,b,y\n0,1,0\n1,0,1\n"
# Python code that joins two lines of names; %s is a further argument of read_csv
JOIN_NAMES_WITH_PANDAS = (
    "\"import pandas; df = pandas.read_csv('FILE', header=[0, 1]%s, index_col=0); df.columns = "
    "['_'.join(map(str, name)) for name in df.columns]; df.to_csv('NEW.csv', index=False)\""
)
TO_NEW = " > NEW.csv"
ADVICE_ROWS = [
    # advice on header lines
    ("0,1,2\n1.5,10,0\n2,20,1\n", "fit FILE", "--header", "N = 2, d = 2"),
    ("0,1,2\n1.5,10,3\n", "fit FILE", "--no-header", "N = 2, d = 2"),
    ("# a y\n2 1\n3 0\n", "fit FILE", "--header", "N = 2, d = 1"),
    ("# a y\n2 1\n3 0\n", "fit FILE", "--no-header", "N = 2, d = 1"),
    ("a,b\n5,1,1\n7,2,0\n", "fit FILE", "--features -0", "N = 2, d = 1"),
    ("a,b\n5,1,1\n7,2,0\n", "fit FILE", "--label 2", "N = 2, d = 2"),
    ("a y\n3 1 1\n3.1 1 1\n7 5 0\n", "fit FILE", "--features -0", "N = 3, d = 1"),
    ('"1" 1.5 10 0\n"2" 2 20 1\n', "fit FILE", "--features -0", "N = 2, d = 2"),
    ('"1" 1.5 10 0\n"2" 2 20 1\n', "fit FILE", "--features 0..2", "N = 2, d = 3"),
    ("id,2019,y\n1,2,0\n3,4,1\n", "fit FILE", "--header", "N = 2, d = 2"),
    ("1990,y\n1,yes\n2,no\n", "fit FILE --positive yes", "--header", "N = 2, d = 1"),
    ("red,no\n1,yes\n2,no\n", "fit FILE --positive yes", "--header", "N = 2, d = 1"),
    ("NA,y\n1,0\n2,1\n", "fit FILE", "--header", "N = 2, d = 1"),
    ('"1,868.06",y\n950.5,1\n12,0\n', "fit FILE", "--header", "N = 2, d = 1"),
    ("My data\nx 3,b,y\n1,2,0\n3,4,1\n", "fit FILE", f"sed 1d FILE{TO_NEW}", "N = 2, d = 2"),
    ("g,h,g\na,b,y\n1,2,0\n3,4,1\n", "fit FILE", f"sed 1d FILE{TO_NEW}", "N = 2, d = 2"),
    ("5,10,15,20\n1,2,3,0\n2,2,2,1\n", "fit FILE", "--header", "N = 2, d = 3"),
    (
        ";b;2019;y\n0;48.3;5;0\n1;NA;9;1\n2;1;9;0\n",
        "fit FILE --missing drop",
        "--header",
        "N = 2, d = 2",
    ),
    ("red,,5,1\n1,2,3,0\n2,2,2,1\n", "fit FILE --missing drop", "--no-header", "N = 2, d = 3"),
    ("a;b;y\n(kg);(m);\n1;2;1\n3;4;0\n", "fit FILE", f"sed 2d FILE{TO_NEW}", "N = 2, d = 2"),
    # advice on columns
    ("a,,y\n1,,0\n3,,1\n", "fit FILE", "--features -1", "N = 2, d = 1"),
    ("a;b;y;\n1;2;1;\n3;4;0;\n", "fit FILE", "--features -3", "N = 2, d = 2"),
    ("1,1,\n3,0,\n", "fit FILE", "--features -2", "N = 2, d = 1"),
    ("1,yes,\n3,no,\n", "fit FILE --positive yes", "--features -2", "N = 2, d = 1"),
    ("a;b;y;\n1;2;ja;\n3;4;nein;\n", "fit FILE --positive ja", "--features -3", "N = 2, d = 2"),
    ("a,y\n1,1,\n3,0,\n", "fit FILE", f"sed 's/,[[:space:]]*$//' FILE{TO_NEW}", "N = 2, d = 1"),
    (
        "a,y\r\n1,1,\r\n3,0,\r\n",
        "fit FILE",
        f"sed 's/,[[:space:]]*$//' FILE{TO_NEW}",
        "N = 2, d = 1",
    ),
    (
        "| a | y |\r\n|--:|--:|\r\n| 1 | 0 |\r\n| 2 | 1 |\r\n",
        "fit FILE",
        f"sed '/^[-:|[:space:]]*$/d; s/^ *|//; s/|[[:space:]]*$//; s/|/,/g' FILE{TO_NEW}",
        "N = 2, d = 1",
    ),
    (
        '"1.5,2,yes"\r\n"3,4,no"\r\n',
        "fit FILE --positive yes",
        f"""sed 's/^"//; s/"[[:space:]]*$//; s/""/"/g' FILE{TO_NEW}""",
        "N = 2, d = 2",
    ),
    ("a,b,a\n1,2,1\n4,5,0\n", "fit FILE", "--features -0", "N = 2, d = 1"),
    ("a,y,y\n1,2,1\n3,4,0\n", "fit FILE", "--features -1", "N = 2, d = 1"),
    (
        "a,y,y\n1,2,1\n3,4,0\n",
        "fit FILE",
        f"sed '1s/[^,]*$/label/' FILE{TO_NEW}",
        "N = 2, d = 2",
    ),
    ("a,b,\n1,2,1\n3,4,0\n", "fit FILE", "--label 2", "N = 2, d = 2"),
    ("0,1,2,0\n1.5,2,3,1\n4,5,6,0\n", "fit FILE", "--no-header", "N = 3, d = 3"),
    (
        "0,1,2,0\n1.5,2,3,1\n4,5,6,0\n",
        "fit FILE --header",
        f"sed '1s/[^,]*$/y/' FILE{TO_NEW}",
        "N = 2, d = 3",
    ),
    (
        '"","a","y"\n"3",3.25,0\n"3.1",3.25,0\n"1",1,1\n',
        "fit FILE",
        "--features -0",
        "N = 3, d = 1",
    ),
    ("Survived,age\n1,3\n0,4\n", "fit FILE", "--label Survived", "N = 2, d = 1"),
    ("Survived,age\n1,3\n0,4\n", "fit FILE", "--label age", "N = 2, d = 1"),
    (
        "1,3,9,1\n0,4,2,0\n1,5,7,0\n0,7,8,1\n1,8,3,1\n",
        "fit FILE --max-updates 9",
        "--label 0",
        "N = 5, d = 3",
    ),
    (
        "1,3,9,1\n0,4,2,0\n1,5,7,0\n0,7,8,1\n1,8,3,1\n",
        "fit FILE --max-updates 9",
        "--label 3",
        "N = 5, d = 3",
    ),
    # advice on cells
    ("Nr,a,y\nW,1,0\nV,2,1\n", "fit FILE", "--features -Nr", "N = 2, d = 1"),
    ("a,b,y\n1,NA,0\n2,3,1\n", "fit FILE", "--missing drop", "N = 1, d = 2"),
    ("a,b,y\n1,NA,0\n2,3,1\n", "fit FILE", "--features -b", "N = 2, d = 1"),
    ("a,b,y\n1,#DIV/0!,0\n2,3,1\n", "fit FILE", "--missing drop", "N = 1, d = 2"),
    ("a\tb\ty\n1,5\t2\t1\n3\t1\t0\n", "fit FILE", '--decimal ","', "N = 2, d = 2"),
    ("a\ty\n1.868\t1\n12.345\t0\n", "fit FILE", '--decimal "."', "N = 2, d = 1"),
    ("a\ty\n1.868\t1\n12.345\t0\n", "fit FILE", f"sed '2,$s/\\.//g' FILE{TO_NEW}", "N = 2, d = 1"),
    ("a;y\n1,868;1\n2;0\n", "fit FILE", '--decimal ","', "N = 2, d = 1"),
    ("a;y\n1.868;1\n2;0\n", "fit FILE", f"sed '2,$s/\\.//g' FILE{TO_NEW}", "N = 2, d = 1"),
    ("d,a,y\n01/31,1,0\n12/11,2,1\n", "fit FILE", "--features -d", "N = 2, d = 1"),
    ("d,a,y\n2024-01-05,1,0\n2024-01-06,2,1\n", "fit FILE", "--features -d", "N = 2, d = 1"),
    ("a,b,y\nm,kg,-\n1,2,0\n3,4,1\n", "fit FILE", f"sed 2d FILE{TO_NEW}", "N = 2, d = 2"),
    ("5 1 #3 0\n6 0 #4 1\n", "fit FILE", "--comments", "N = 2, d = 1"),
    ("1,yes\n2,no # x\n", "fit FILE --positive yes", "--comments", "N = 2, d = 1"),
    ("1,yes\n2,no # x\n", "fit FILE --positive yes", "--no-comments", "N = 2, d = 1"),
    ("id,a,y\n#1,5,0\n#2,6,1\n", "fit FILE --features -id", "--no-comments", "N = 2, d = 1"),
    ("#1,5,0\n#2,6,1\n", "fit FILE --features -0", "--no-comments", "N = 2, d = 1"),
    (
        'note,a,y\n"two\nlines",1,0\nok,2,1\n',
        "fit FILE --features -note",
        "python3 -c \"import csv, sys; csv.writer(sys.stdout).writerows([' '.join(c.split()) "
        f'for c in r] for r in csv.reader(sys.stdin))" < FILE{TO_NEW}',
        "N = 2, d = 1",
    ),
    AdviceRow(
        'note;a;y\n"two\n\n#lines";1;0\nok;2;1\n',
        "fit FILE --features -note",
        "delimiter=';')",
        "N = 2, d = 1",
        user_input=(
            "python3 -c \"import csv, sys; csv.writer(sys.stdout, delimiter=';').writerows("
            "[' '.join(c.split()) for c in r] for r in csv.reader(sys.stdin, delimiter=';'))\""
            f" < FILE{TO_NEW}"
        ),
    ),
    (
        '"a","note","y"\n1.5,"a \\\\"b\\\\" c",1\n2.5,"d",0\n'.replace("\\\\", "\\"),
        "fit FILE --features -note",
        f"""sed 's/\\\\"/""/g' FILE{TO_NEW}""",
        "N = 2, d = 1",
    ),
    (
        "q;a;y\n0,5;31.200;1\n0,7;1.500;0\n",
        "fit FILE",
        f"sed '2,$s/\\.//g' FILE{TO_NEW}",
        "N = 2, d = 2",
    ),
    ("q;a;y\n0,5;1.5;1\n0,7;2.5;0\n", "fit FILE", f"sed '2,$y/./,/' FILE{TO_NEW}", "N = 2, d = 2"),
    ("a;y\n1.234,50;1\n987,25;0\n", "fit FILE", f"sed '2,$s/\\.//g' FILE{TO_NEW}", "N = 2, d = 1"),
    (
        "a;b;y\n1.200.000;1;1\n500;2;0\n",
        "fit FILE",
        f"sed '2,$s/\\.//g' FILE{TO_NEW}",
        "N = 2, d = 2",
    ),
    ("a;y\n1,234.50;1\n987.25;0\n", "fit FILE", f"sed '2,$s/,//g' FILE{TO_NEW}", "N = 2, d = 1"),
    ("a\ty\n31,200\t1\n1,500\t0\n", "fit FILE", f"sed '2,$s/,//g' FILE{TO_NEW}", "N = 2, d = 1"),
    ("a,b,y\n1,2,0\n3,4,1\nSource: us\n", "fit FILE", f"sed 4d FILE{TO_NEW}", "N = 2, d = 2"),
    ('a,y\n950,0\n"1,234",1\n', "fit FILE", '--decimal ","', "N = 2, d = 1"),
    ("a\ty\n950\t0\n1,234\t1\n", "fit FILE", '--decimal ","', "N = 2, d = 1"),
    ("a,b,y\n1,2,0\na,b,y\n3,4,1\n", "fit FILE", f"sed 3d FILE{TO_NEW}", "N = 2, d = 2"),
    ("1,x,1\n2,y,0\n", "fit FILE", "--features -1", "N = 2, d = 1"),
    ("1,x,1\n2,y,0\n", "fit FILE --positive x", "--label 1", "N = 2, d = 2"),
    ("a,12%,y\n1,2,0\n3,4,1\n", "fit FILE", "--header", "N = 2, d = 2"),
    ("t,a,y\n12:30,1,0\n13:00,2,1\n", "fit FILE", "--features -t", "N = 2, d = 1"),
    ("p,a,y\n12%,1,0\n13%,2,1\n", "fit FILE", "--features -p", "N = 2, d = 1"),
    ("1 234\t1\n22 345\t0\n", "fit FILE", "--format space", "N = 2, d = 2"),
    # advice on labels
    ("a,y\n1,yes\n2,no\n", "fit FILE", "--positive yes", "N = 2, d = 1"),
    ("a,y\n1,se\n2,ve\n3,vi\n", "fit FILE", "--positive se", "N = 3, d = 1"),
    ("a,y\n1,yes\n2,Err:502\n3,no\n", "fit FILE --positive yes", "--missing drop", "N = 2, d = 1"),
    ("a,y\n1,yes\n2,\n3,no\n", "fit FILE --positive yes", "--missing drop", "N = 2, d = 1"),
    ("1,2,1\n2,3,1\n4,5,2\n", "fit FILE --first 2", "--positive 1", "N = 2, d = 2"),
    # advice on formats
    ("0,5;1,5;1\n2,5;1,0;0\n", "fit FILE", "--format semicolon", "N = 2, d = 2"),
    ("1 12:30\n0 13:45\n", "fit FILE", "--format libsvm", "N = 2, d = 13"),
    ("Sales 2026\na,b,y\n1,2,0\n3,4,1\n", "fit FILE", f"sed 1d FILE{TO_NEW}", "N = 2, d = 2"),
    ("#\nT\na,b,y\n1,2,0\n3,4,1\n", "fit FILE", f"sed 1,2d FILE{TO_NEW}", "N = 2, d = 2"),
    ("T,,\na,b,y\n1,2,0\n3,4,1\n", "fit FILE", f"sed 1d FILE{TO_NEW}", "N = 2, d = 2"),
    (",g,g\n,a,y\n0,1.5,0\n1,2,1\n", "fit FILE", f"sed 1d FILE{TO_NEW}", "N = 2, d = 1"),
    *(
        AdviceRow(
            f"{blank_line},a,a,y\n,mean,max,max\ng,,,\n1,1.5,2,0\n2,4,5,1\n",
            "fit FILE",
            f"{JOIN_NAMES_WITH_PANDAS % read_argument}`",
            "N = 2, d = 2",
            user_input=f"python -c {JOIN_NAMES_WITH_PANDAS % read_argument} # > NEW.csv",
        )
        for blank_line, read_argument in [("", ""), ("\n", ", skiprows=1")]
    ),
    ("1|2|0\n3|4|1\n", "fit FILE", f"sed 's/|/,/g' FILE{TO_NEW}", "N = 2, d = 2"),
    (
        "| a | y |\n|--:|--:|\n| 1 | 0 |\n| 2 | 1 |\n",
        "fit FILE",
        f"sed '/^[-:|[:space:]]*$/d; s/^ *|//; s/|[[:space:]]*$//; s/|/,/g' FILE{TO_NEW}",
        "N = 2, d = 1",
    ),
    (
        "1\uff0c2\uff0c0\n3\uff0c4\uff0c1\n",
        "fit FILE",
        f"sed 's/\uff0c/,/g' FILE{TO_NEW}",
        "N = 2, d = 2",
    ),
    (
        "1\uff1b2\uff1b0\n3\uff1b4\uff1b1\n",
        "fit FILE",
        f"sed 's/\uff1b/,/g' FILE{TO_NEW}",
        "N = 2, d = 2",
    ),
    (
        "1\u30002\u30000\n3\u30004\u30001\n",
        "fit FILE",
        f"sed $'s/\\u3000/,/g' FILE{TO_NEW}",
        "N = 2, d = 2",
    ),
    ("1.5,2\r,1\n2.5,3\r,0\n", "fit FILE", f"tr -d '\\r' < FILE{TO_NEW}", "N = 2, d = 2"),
    (
        "a,y\r1,0\r2,1\n3,1\n",
        "fit FILE --missing drop",
        f"tr '\\r' '\\n' < FILE{TO_NEW}",
        "N = 3, d = 1",
    ),
    ("T,,\n,,\na,b,y\n1,2,0\n3,4,1\n", "fit FILE", f"sed 1d FILE{TO_NEW}", "N = 2, d = 2"),
    ("a|b, c|y\n1|5|0\n2|6|1\n", "fit FILE", f"sed 's/|/;/g' FILE{TO_NEW}", "N = 2, d = 2"),
    (
        "id|n|y\n1|O, K|0\n2|P, Q|1\n",
        "fit FILE --features -n",
        f"sed 's/|/;/g' FILE{TO_NEW}",
        "N = 2, d = 1",
    ),
    (
        "  a  | y \n-----+---\n 1.5 | 1\n   2 | 0\n(2 rows)\n",
        "fit FILE",
        f"sed '/^[-+[:space:]]*$/d; /^[(0-9]* rows*[^|]*$/d; s/|/,/g' FILE{TO_NEW}",
        "N = 2, d = 1",
    ),
    (
        "+-----+---+\n|   a | y |\n+-----+---+\n| 1.5 | 0 |\n| 2.0 | 1 |\n+-----+---+\n",
        "fit FILE",
        f"sed '/^[-+[:space:]]*$/d; s/^ *|//; s/|[[:space:]]*$//; s/|/,/g' FILE{TO_NEW}",
        "N = 2, d = 1",
    ),
    AdviceRow(
        "\u250c\u2500\u252c\u2500\u2510\n\u2502a\u2502y\u2502\n\u251c\u2500\u253c\u2500\u2524\n"
        "\u25021\u25020\u2502\n\u25022\u25021\u2502\n\u2514\u2500\u2534\u2500\u2518\n",
        "fit FILE",
        "sed '/^[-",
        "N = 2, d = 1",
        user_input=(
            "sed '/^[-\u2500\u250c\u2510\u2514\u2518\u251c\u2524\u252c\u2534\u253c[:space:]]*$/d; "
            f"s/^ *\u2502//; s/\u2502[[:space:]]*$//; s/\u2502/,/g' FILE{TO_NEW}"
        ),
    ),
    (
        "[[ 1.5  2.   0. ]\n [ 3.   4.   1. ]]\n",
        "fit FILE",
        f"sed 's/[][()]//g; s/,[[:space:]]*$//' FILE{TO_NEW}",
        "N = 2, d = 2",
    ),
    (
        '[1.5,2,"yes"]\n[3,4,"no"]\n',
        "fit FILE --positive yes",
        f"sed 's/[][()]//g; s/,[[:space:]]*$//' FILE{TO_NEW}",
        "N = 2, d = 2",
    ),
    (
        "[(1.5, 2, 0),\n (3, 4, 1)]\n",
        "fit FILE",
        f"sed 's/[][()]//g; s/,[[:space:]]*$//' FILE{TO_NEW}",
        "N = 2, d = 2",
    ),
    (
        '"1.5,2,yes"\n"3,4,""no"""\n',
        "fit FILE --positive yes",
        f"""sed 's/^"//; s/"[[:space:]]*$//; s/""/"/g' FILE{TO_NEW}""",
        "N = 2, d = 2",
    ),
    # advice on files of other programs
    (
        "% x\n@relation r\n@attribute a numeric\n@data\n5,0\n3,1\n",
        "fit FILE",
        "sed '1,/^@[Dd][Aa][Tt][Aa]/d; /^%/d' FILE > FILE.csv",
        "N = 2, d = 1",
    ),
    AdviceRow(
        "a,y\n\xe91,0\n".encode("cp1252"),
        "fit FILE",
        "cp1252 for western Europe",
        "N = 1, d = 1",
        user_input=f"iconv -f cp1252 -t utf-8 FILE | tr -d \u00e9{TO_NEW}",
    ),
    AdviceRow(
        "\u5e74\u9f61,y\n30,0\n40,1\n".encode("big5"),
        "fit FILE",
        "from Taiwan",
        "N = 2, d = 1",
        user_input=f"iconv -f big5 -t utf-8 FILE{TO_NEW}",
    ),
    (
        "a\ty\r\n30\t0\r\n40\t1\r\n".encode("utf-16"),
        "fit FILE",
        "iconv -f utf-16 -t utf-8 FILE > FILE.csv",
        "N = 2, d = 1",
    ),
    (b"a,y\n1,0\n2\0,1\n", "fit FILE", f"tr -d '\\000' < FILE{TO_NEW}", "N = 2, d = 1"),
    (gzip.compress(AB_FILE.encode()), "fit FILE", "gzip -dc FILE > FILE.csv", "N = 2, d = 2"),
    AdviceRow(
        zip_archive("a.csv", AB_FILE.encode()),
        "fit FILE",
        "unzip -p FILE TABLE > FILE.csv`, with the name of its table in place of TABLE; `unzip -l "
        "FILE` lists the names",
        "N = 2, d = 2",
        user_input="python -m zipfile -e FILE . && mv a.csv FILE.csv # > FILE.csv",
    ),
    # advice on a second file
    (
        ["a;y\n1868;1\n950;0\n", "a\n1.868\n950\n"],
        "fit FILE --save M ; predict M FILE2",
        f"sed '2,$s/\\.//g' FILE2{TO_NEW}",
        "2",
    ),
    (["12,0,1\n3,4,0\n", "0,1\n12,0\n"], "fit FILE --save M ; predict M FILE2", "--header", "1"),
    (["12,0,1\n3,4,0\n", "0,1\n12,0\n"], "fit FILE --save M ; predict M FILE2", "--no-header", "2"),
    AdviceRow(
        ["1,0,0\n0,1,1\n", "7,1,5\n8,0,6\n"],
        "fit FILE --save M ; predict M FILE2",
        "--features",
        "2",
        user_input="--features 1,2",
    ),
    AdviceRow(
        ["1,0,0\n0,1,1\n", "7,1,5,3\n8,0,6,2\n"],
        "fit FILE --save M ; predict M FILE2",
        "--features",
        "2",
        user_input="--features 1,2",
    ),
    (
        [AB_FILE, "b,a,z\n0,1,1\n"],
        "fit FILE --test FILE2",
        "--label 2",
        "N = 2, d = 2",
    ),
    (
        ["1 0:5 1:1\n0 0:2\n", "1 1:5 2:7\n"],
        "fit FILE --test FILE2",
        "--zero-based",
        "N = 2, d = 2",
    ),
    (
        ["1 0:5 1:1\n0 0:2\n", "1 1:5 2:7\n0 1:3\n"],
        "fit FILE --save M ; predict M FILE2",
        "--no-zero-based",
        "2",
    ),
    AdviceRow(
        ["a,b,y\n0,1,0\n1,0,1\n", "1,2,5,1\n3,1,5,0\n"],
        "fit FILE --save M ; predict M FILE2",
        "--features 0,1 (options count columns from 0). If the file has labels, name their column "
        "with --label",
        "2",
        user_input="--features 0,1",
    ),
    AdviceRow(
        ["a,b,y\n0,1,0\n1,0,1\n", "1,2,5,1\n3,1,5,0\n"],
        "fit FILE --save M ; margins FILE2 --model M",
        "--features 0,1, and name the label column with --label",
        "N = 2, d = 2",
        user_input="--features 0,1 --label 3",
    ),
    AdviceRow(
        ["a,b,y\n0,1,0\n1,0,1\n", "1,2,5,1\n3,1,5,0\n"],
        "fit FILE --test FILE2",
        "Give this file the columns of the training set, in the same order",
        "N = 2, d = 2",
        user_input=f"cut -d, -f 1,2,4 FILE2{TO_NEW}",
    ),
    (
        [AB_FILE, "a,b,z\n0,1,0\n"],
        "fit FILE --save M ; margins FILE2 --model M",
        "--label z",
        "N = 1, d = 2",
    ),
    (["1 1:5 2:1\n0 1:2\n", "1 0:5\n"], "fit FILE --test FILE2", "--zero-based", "N = 2, d = 3"),
]


@pytest.mark.ci
@pytest.mark.parametrize("row", ADVICE_ROWS, ids=[row[2] for row in ADVICE_ROWS])
def test_following_the_advice_of_an_error_works(command, tmp_path, monkeypatch, row):
    """The error contains the advice. If a user follows it, the command ends without an error, and
    with the result that the row expects.
    """
    files, commands, advice, expected, user_input = AdviceRow(*row)
    monkeypatch.chdir(tmp_path)
    for name, content in zip(
        ("FILE", "FILE2"), [files] if isinstance(files, (str, bytes)) else files
    ):
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    *first_commands, last_command = commands.split(" ; ")
    for line in first_commands:
        assert command(*line.split())[0] == 0
    exit_status, _, err = command(*last_command.split())
    assert exit_status == 1 and advice in err, err
    user_input = user_input or advice
    if "import pandas" in user_input:
        pytest.importorskip("pandas")
    if user_input.startswith("--"):
        exit_status, out, err = command(*last_command.split(), *shlex.split(user_input))
    else:
        run_in_shell(user_input, tmp_path)
        file, new_file = re.findall("FILE2?", last_command)[-1], user_input.rpartition(" > ")[2]
        exit_status, out, err = command(*last_command.replace(file, new_file).split())
    assert exit_status == 0, err
    if expected.isdigit():
        assert len(out.splitlines()) == int(expected)
    else:
        assert size_in_report(out) == expected


REPLACE_SIGN_WITH_HASH = "sed 's|^[^[:alnum:]]*%s[,;[:space:]]*|# |' "
ROWS_OF_SEVERAL_STEPS = [  # a file, the advice of each error in turn, and the result
    ("% a b y\n1 2 0\n3 4 1\n", [REPLACE_SIGN_WITH_HASH % "%", "--header"], "N = 2, d = 2: a, b"),
    (
        "\ufeff% a b y\n1 2 0\n3 4 1\n",
        [REPLACE_SIGN_WITH_HASH % "%", "--header"],
        "N = 2, d = 2: a, b",
    ),
    ("%,a,b,y\n1,2,0\n3,4,1\n", [REPLACE_SIGN_WITH_HASH % "%", "--header"], "N = 2, d = 2: a, b"),
    ("% a;b;y\n1;2;0\n3;4;1\n", [REPLACE_SIGN_WITH_HASH % "%", "--header"], "N = 2, d = 2: a, b"),
    ("//\ta\ty\n1\t0\n3\t1\n", [REPLACE_SIGN_WITH_HASH % "//", "--header"], "N = 2, d = 1: a"),
    ("//a,b,y\n1,2,0\n3,4,1\n", [REPLACE_SIGN_WITH_HASH % "//", "--header"], "N = 2, d = 2: a, b"),
    ("-- by us\n-- today\n1,2,0\n3,4,1\n", [REPLACE_SIGN_WITH_HASH % "--"], "N = 2, d = 2: x1, x2"),
    ("!a,b,y\n!(m),(kg),\n1,2,0\n3,4,1\n", ["--header", "sed 2d "], "N = 2, d = 2: !a, b"),
    ("% fat,b,y\n1,2,0\n3,4,1\n", ["--header"], "N = 2, d = 2: % fat, b"),
    ("--,1\n2,0\n3,1\n", ["--no-header", "--missing drop"], "N = 2, d = 1: x1"),
    ("'a b','y'\n1,0\n2,1\n", ["sed \"s/'/"], "N = 2, d = 1: a b"),
    ("1, 'no'\n2, 'yes'\n", ["sed \"s/'/", "--positive no"], "N = 2, d = 1: x1"),
    ("0,5|1\n2,5|0\n", ["sed 's/|/;/g' ", "--format semicolon"], "N = 2, d = 1: x1"),
    ("5,action|5,1\n1,drama|2,0\n", ["--format csv", "--features -1"], "N = 2, d = 1: x1"),
    ('"a b":"y"\n"1.5":"1"\n"2.5":"0"\n', ["sed 's/:/,/g' "], "N = 2, d = 1: a b"),
    ('"a b":y\n1.5:1\n2.5:0\n', ["sed 's/:/,/g' "], "N = 2, d = 1: a b"),
    ("a b:y\n1.5:1\n2.5:0\n", ["sed 's/:/,/g' "], "N = 2, d = 1: a b"),
    (
        "+---+---+\n| a | y |\n+---+---+\n| 1 | 0 |\n| 2 | 1 |\n+---+---+\n2 rows in set (0 s)\n",
        ["sed '/^[-+"],
        "N = 2, d = 1: a",
    ),
    ("#a,y\n1,0 # ok\n2,1\n", ["--header", "--comments"], "N = 2, d = 1: a"),
    (
        ">50K,35\n<=50K,68\n>50K,59\n",
        ["--label 0", '--positive ">50K"'],
        "N = 3, d = 1: x1 (column 2)",
    ),
    (
        "\u250c\u2500\u252c\u2500\u2510\n\u2502a\u2502y\u2502\n\u251c\u2500\u253c\u2500\u2524\n"
        + "\u25025\u25020\u2502\n\u25022\u25021\u2502\n" * 6
        + "\u2514\u2500\u2534\u2500\u2518\n",
        ["sed '/^["],
        "N = 12, d = 1: a",
    ),
    ("a  y\n-  -\n1  0\n2  1\n", ["sed 2d "], "N = 2, d = 1: a"),
    ("a,y\n1,0\n2,1\n(2 rows)\n", ["sed 4d "], "N = 2, d = 1: a"),
    ("==  ==\na   y\n==  ==\n 1   0\n 2   1\n==  ==\n", ["sed '/^["], "N = 2, d = 1: a"),
    ("Title,Unnamed: 1\na,y\n1,0\n2,1\n", ["sed 1d "], "N = 2, d = 1: a"),
    ("'a','y'\n1,0\n2,1\n(2 rows)\n", ["sed \"s/'/", "sed 4d NEW.csv > "], "N = 2, d = 1: a"),
    ("[[1.5, 'no'], [2, 'yes']]", ["python3 -c", "--positive no"], "N = 2, d = 1: x1"),
]


@pytest.mark.ci
@pytest.mark.parametrize(("content", "steps", "expected"), ROWS_OF_SEVERAL_STEPS)
def test_following_one_advice_after_the_other_gives_a_result(
    command, tmp_path, monkeypatch, content, steps, expected
):
    """A user who follows the advice of one error after the other gets a result.

    A step that begins with -- is added to the options. Any other step is the beginning of a command
    in the error, which the user types in a shell; the next step reads the file that it wrote.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FILE").write_text(content, encoding="utf-8")
    file, options = "FILE", []
    for step in steps:
        exit_status, _, err = command("fit", file, *options)
        assert exit_status == 1 and step in err, err
        if step.startswith("--"):
            options += shlex.split(step)
        else:
            shell_line = next(text for text in re.findall("`([^`]*)`", err) if step in text)
            run_in_shell(shell_line, tmp_path)
            file = shell_line.rpartition(" > ")[2] if " > " in shell_line else f"{file}.csv"
    exit_status, out, err = command("fit", file, *options)
    assert exit_status == 0, err
    assert f"{size_in_report(out)}: {facts(out)['features']}" == expected


def size_in_report(out):
    """Return the part "N = ..., d = ..." of a report."""
    return re.search("N = [^,]*, d = [0-9]*", facts(out)["data"])[0]


def run_in_shell(line, folder):
    """Run a line in bash, as if a user typed it."""
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    subprocess.run(
        ["bash", "-c", line], cwd=str(folder), env={**os.environ, "PATH": path}, check=True
    )


def test_the_advised_removal_of_thousands_separators_keeps_the_header(
    command, tmp_path, monkeypatch
):
    """The command that removes thousands separators changes no name in the header, even below
    comments, so the file still matches the model.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FILE").write_text("# flats\nsq.m;v1.5;y\n1.868;1;1\n950;3.205;0\n")
    _, _, err = command("fit", "FILE")
    run_in_shell(re.search("sed .*? > NEW.csv", err)[0], tmp_path)
    assert (tmp_path / "NEW.csv").read_text() == "# flats\nsq.m;v1.5;y\n1868;1;1\n950;3205;0\n"
    assert command("fit", "NEW.csv", "--save", "M")[0] == 0
    (tmp_path / "FILE").write_text("sq.m;v1.5\n2.868;1\n")
    _, _, err = command("predict", "M", "FILE")
    run_in_shell(re.search("sed .*? > NEW.csv", err)[0], tmp_path)
    assert command("predict", "M", "NEW.csv", "--numbers")[:2] == (0, "+1\n")


@pytest.mark.ci
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("my data.gz", gzip.compress(AB_FILE.encode())),
        ("it's $1.arff", "@relation r\n@data\n5,0\n3,1\n"),
    ],
)
def test_an_advised_command_quotes_the_path(command, tmp_path, monkeypatch, name, content):
    """The command converts a file whose name has spaces, quotes or a dollar sign."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    _, _, err = command("fit", name)
    run_in_shell(re.search("use `(.*)`", err)[1], tmp_path)
    assert command("fit", f"{name}.csv")[0] == 0


COMMANDS_OF_OTHER_PROGRAMS = [  # the name of a file, its first bytes, and the command in the error
    (
        "my data.tgz",
        b"\x1f\x8b",
        "use `tar -xOf 'my data.tgz' TABLE > 'my data.tgz.csv'`, with the name of its table in "
        "place of TABLE; `tar -tf 'my data.tgz'` lists the names",
    ),
    (
        "my x.xlsx",
        b"PK\x03\x04\x14\x00\x06\x00",
        "python3 -c \"import pandas; pandas.read_excel('my x.xlsx', keep_default_na=False)"
        ".to_csv('my x.xlsx.csv', index=False)\"`",
    ),
    # the time in the header of the archive has a line end, \n or \r
    *(
        ("data", zip_archive("data.csv", b"a,y", second), "unzip -p data TABLE > data.csv")
        for second in (20, 26)
    ),
    # zip stores a short file as version 10 of the format, and 10 is a line end
    (
        "data",
        b"PK\x03\x04\n" + bytes(21) + b"\b\0\0\0data.csva,y",
        "unzip -p data TABLE > data.csv",
    ),
    (
        "$x.npy",
        b"\x93NUMPY",
        "`python3 -c 'import numpy as n; n.savetxt('\"'\"'$x.npy.txt'\"'\"', n.",
    ),
    (
        "my x.sql",
        b"CREATE TABLE",
        "sqlite3 -csv -header :memory: '.read \"my x.sql\"' 'SELECT * FROM TABLE' > 'my x.sql.csv",
    ),
]


@pytest.mark.parametrize(("name", "content", "advice"), COMMANDS_OF_OTHER_PROGRAMS)
def test_the_advised_command_of_another_program_fits_the_format_and_the_path(
    command, tmp_path, monkeypatch, name, content, advice
):
    """The first bytes of the file tell its format. The path is quoted for the shell, and in a
    program for its language, too.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(content)
    assert advice in command("fit", name)[2]
