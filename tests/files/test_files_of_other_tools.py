"""Files that other tools write and that people send: how the command line reads them.

A row has four parts:

- the tool or the kind of file;
- the contents of the files: FILE is the first, FILE2 the second, and MODEL a model;
- command lines with " ; " between them;
- the result of the last command line, in one of four notations. "N = 2, d = 2: a, b" is the size
  and the features in a report. "labels: ..." is another entry of the report. After "= " stand the
  lines of `predict`, and after "? " an error, in which "…" stands for any text.
"""

from __future__ import annotations

import pytest
from messages import check_parts
from report_tables import facts

from perceptron_ref import Hypothesis
from perceptron_ref.exact.layout import Layout

HEADER_ANSWERS = "--header; otherwise use --no-header"
FIT_AND_PREDICT = "fit FILE --save MODEL ; predict MODEL FILE2"


def row(case, files, command_lines, expected):
    """Return a row. `files` is the content of one file, or a list with the contents of two."""
    return case, [files] if isinstance(files, (str, bytes)) else files, command_lines, expected


NUMBERS_AS_NAMES = [  # frames without names, whose header has numbers, and files typed by hand
    row(
        "pandas 3.1, to_csv(index=False) of a frame without names",
        "0,1,2\n1.5,10,0\n2,20,1\n",
        "fit FILE",
        f"? FILE:1: found '0', '1', '2', which may be the names…{HEADER_ANSWERS}",
    ),
    row(
        "pandas 3.1, a frame without names, read with --header",
        "0,1,2\n1.5,10,0\n2,20,1\n",
        "fit FILE --header",
        "N = 2, d = 2: 0, 1",
    ),
    row(
        "pandas 3.1, a frame without names and with one row, read as examples",
        "0,1,2\n1.5,10,3\n",
        "fit FILE --no-header",
        "N = 2, d = 2: x1, x2",
    ),
    row(
        "pandas 3.1, a frame without names, a feature and a label",
        "0,1\n5,1\n4,0\n",
        "fit FILE",
        f"? FILE:1: …{HEADER_ANSWERS}",
    ),
    row(
        "pandas 3.1, a frame without names, labels 1 and 2",
        "0,1\n5,1\n4,2\n",
        "fit FILE",
        f"? FILE:1: …{HEADER_ANSWERS}",
    ),
    row(
        "pandas 3.1, a frame without names, labels first",
        "0,1,2\n1,5,3\n0,4,2\n",
        "fit FILE --label 0",
        f"? FILE:1: …{HEADER_ANSWERS}",
    ),
    row(
        "pandas 3.1, a frame without names, labels that are words",
        "0,1,2\n1,5,yes\n0,4,no\n",
        "fit FILE --positive yes",
        f"? FILE:1: …{HEADER_ANSWERS}",
    ),
    row(
        "pandas 3.1, sep='\\t'",
        "0\t1\t2\n1\t5\t1\n0\t4\t0\n",
        "fit FILE",
        f"? FILE:1: …{HEADER_ANSWERS}",
    ),
    row("pandas 3.1, sep=' '", "0 1 2\n1 5 1\n0 4 0\n", "fit FILE", f"? FILE:1: …{HEADER_ANSWERS}"),
    row(
        "pandas 3.1, rows for prediction",
        ["12,0,1\n3,4,0\n8.5,1,1\n7,5,0\n", "0,1\n12,0\n"],
        FIT_AND_PREDICT,
        f"? FILE2:1: found '0', '1', …{HEADER_ANSWERS}",
    ),
    row(
        "pandas 3.1, rows for prediction, read with --header",
        ["12,0,1\n3,4,0\n8.5,1,1\n7,5,0\n", "0,1\n12,0\n"],
        f"{FIT_AND_PREDICT} --header",
        "= 1",
    ),
    row(
        "pandas 3.1, a second file",
        ["12,0,1\n3,4,0\n8.5,1,1\n", "0,1,2\n3,4,0\n"],
        "fit FILE --test FILE2",
        f"? FILE2:1: found '0', '1', '2', …{HEADER_ANSWERS}",
    ),
    row(
        "pandas 3.1, a Series",
        ["5,1\n3,0\n", "0\n1\n5\n"],
        FIT_AND_PREDICT,
        f"? FILE2:1: …{HEADER_ANSWERS}",
    ),
    row(
        "pandas 3.1, a pivot by years",
        "2019,2020,2021\n1,2,0\n3,4,1\n",
        "fit FILE",
        f"? FILE:1: found '2019', …{HEADER_ANSWERS}",
    ),
    row(
        "pandas 3.1, a pivot by every fifth year",
        "2005,2010,2015,2020\n1,2,3,0\n3,4,5,1\n",
        "fit FILE",
        f"? FILE:1: found '2005', …{HEADER_ANSWERS}",
    ),
    row(
        "pandas 3.1, to_csv() with the index",
        ",0,1,2\n0,1.5,10,0\n1,2,20,1\n",
        "fit FILE",
        "N = 2, d = 2: 0, 1",
    ),
    row(
        "pandas 3.1, concat([DataFrame(X), Series(y)], axis=1)",
        "0,1,2,0\n1.5,10,3,0\n2,20,4,1\n",
        "fit FILE",
        f"? FILE:1: found '0', '1', '2', '0', …{HEADER_ANSWERS}",
    ),
    row(
        "pandas 3.1, concat([DataFrame(X), Series(y)], axis=1), two features",
        "0,1,0\n1.5,10,0\n2,20,1\n",
        "fit FILE",
        f"? FILE:1: …{HEADER_ANSWERS}",
    ),
    row(
        "pandas 3.1, concat([Series(y), DataFrame(X)], axis=1)",
        "0,0,1,2\n1,1.5,10,3\n0,2,20,4\n",
        "fit FILE --label 0",
        f"? FILE:1: found '0', '0', '1', '2', …{HEADER_ANSWERS}",
    ),
    row(
        "typed by hand, the point (0, 0) first",
        "0,0,1\n0.3,1,-1\n",
        "fit FILE",
        "N = 2, d = 2: x1, x2",
    ),
    row(
        "typed by hand, x1 and not x2",
        "0,1,0\n1,0,1\n1,1,0\n0,0,0\n",
        "fit FILE",
        "N = 4, d = 2: x1, x2",
    ),
    row(
        "pandas 3.1, a label column in a frame without names, with the index",
        ",0,1,target\n0,1.5,10,0\n1,2,,1\n2,3,4,1\n",
        "fit FILE --missing drop --header",
        "N = 2, d = 2: 0, 1",
    ),
    row(
        "pandas 3.1, a label column in a frame without names, with the index, without --header",
        ",0,1,target\n0,1.5,10,0\n1,2,,1\n",
        "fit FILE --missing drop",
        f"? FILE:1: …{HEADER_ANSWERS}",
    ),
    row(
        "pandas 3.1, a label column in a frame without names, with the index, no missing cell",
        ",0,1,target\n0,1.5,10,0\n1,2,3,1\n",
        "fit FILE",
        "N = 2, d = 2: 0, 1",
    ),
]
AFTER_HASH = [  # names and cells after #
    row("a column named #", "a\t#\ty\n1.5\t7\t0\n2.5\t5\t1\n", "fit FILE", "N = 2, d = 2: a, #"),
    row(
        "NumPy 2.4, savetxt(header='a b y')",
        "# a b y\n1.5 10 0\n2 20 1\n",
        "fit FILE",
        f"? FILE:1: found 'a', 'b', 'y' after a #, which may be the names…{HEADER_ANSWERS}",
    ),
    row(
        "NumPy 2.4, savetxt(header='a y'), read with --header",
        "# a y\n2 1\n3 0\n4 0\n5 1\n",
        "fit FILE --label y --header --max-updates 9",
        "N = 4, d = 1: a",
    ),
    row(
        "NumPy 2.4, savetxt(header='a b y'), a comment that is no header",
        "# a b y\n1.5 10 0\n2 20 1\n",
        "fit FILE --no-header",
        "N = 2, d = 2: x1, x2",
    ),
    row(
        "NumPy 2.4, two lines of header",
        "# made by us\n# a,b,y\n5,1,0\n2,2,1\n",
        "fit FILE",
        f"? FILE:2: found 'a', 'b', 'y' …{HEADER_ANSWERS}",
    ),
    row(
        "gnuplot, a line of hyphens below",
        "# a b y\n#------\n1 2 0\n3 4 1\n",
        "fit FILE --header",
        "N = 2, d = 2: a, b",
    ),
    row(
        "a header of its own below a comment of as many words",
        "# by us today\na b y\n1 2 0\n3 4 1\n",
        "fit FILE --header",
        "N = 2, d = 2: a, b",
    ),
    row(
        "MATLAB, names after %",
        "% a b y\n1 2 0\n3 4 1\n",
        "fit FILE",
        "? FILE:1: found '%' at the beginning of this line, which may begin a comment…sed …",
    ),
    row(
        "a name that begins with %",
        "% fat;b;y\n1;2;0\n3;4;1\n",
        "fit FILE --header",
        "N = 2, d = 2: % fat, b",
    ),
    row(
        "a missing cell in the first line",
        "--,red,1\n3,blue,0\n1,red,1\n",
        "fit FILE --no-header --features 0 --label 2 --missing drop",
        "N = 2, d = 1: x1",
    ),
    row(
        "NumPy 2.4, delimiter='\\t'",
        "# a\tb\ty\n5\t1\t0\n2\t2\t1\n",
        "fit FILE --header",
        "N = 2, d = 2: a, b",
    ),
    row(
        "NumPy 2.4, delimiter=';'",
        "# a;b;y\n5;1;0\n2;2;1\n",
        "fit FILE",
        f"? FILE:1: …{HEADER_ANSWERS}",
    ),
    row(
        "Kaggle's Pokemon.csv",
        "#,Total,y\n4,318,1\n9,405,0\n",
        "fit FILE --header",
        "N = 2, d = 2: #, Total",
    ),
    row(
        "names after # in a file for prediction",
        ["a,b,y\n0,1,0\n1,0,1\n", "#b,a\n0,1\n"],
        FIT_AND_PREDICT,
        "= 1",
    ),
    row(
        "astropy 8, commented_header",
        ["a,b,y\n0,1,0\n1,0,1\n", "#b,a,y\n0,1,1\n1,0,0\n"],
        "fit FILE --test FILE2",
        "test: N = 2, mistakes = 0",
    ),
    row(
        "pandas 3.1, the first column called #a",
        "#a,b,y\n1.5,10,0\n2,20,1\n",
        "fit FILE",
        f"? FILE:1: found 'a', 'b', 'y' after a #, …{HEADER_ANSWERS}",
    ),
    row(
        "astropy 8, commented_header, and margins",
        ["a,b,y\n0,1,0\n1,0,1\n", "#b,a,y\n0,1,1\n1,0,0\n"],
        "fit FILE --save MODEL ; margins FILE2 --model MODEL",
        "N = 2, d = 2: a, b",
    ),
    row(
        "a table with # before numbers",
        "5 1 #3 0\n6 0 #4 1\n",
        "fit FILE",
        "? FILE: found 2 cells after a # …--comments; otherwise use --no-comments",
    ),
    row(
        "a table with # before numbers, read with --comments",
        "5 1 #3 0\n6 0 #4 1\n",
        "fit FILE --comments",
        "N = 2, d = 1: x1",
    ),
    row("remarks at the end of some lines", "5 1 # odd\n6 0\n", "fit FILE", "N = 2, d = 1: x1"),
    row(
        "remarks of several lengths",
        "5 1 # odd\n6 0 # not so odd\n",
        "fit FILE",
        "N = 2, d = 1: x1",
    ),
]
R_AND_PRINTED_FRAMES = [  # files of R 4.2, frames that R or pandas prints, and lookalikes
    row(
        "write.table(d)",
        '"a" "b" "y"\n"1" 1.5 10 0\n"2" 2 20 1\n',
        "fit FILE",
        "N = 2, d = 2: a, b",
    ),
    row(
        "write.table(d[c(3, 3, 1), ])",
        '"a" "b" "y"\n"3" 5 1 0\n"3.1" 5 1 0\n"1" 2 0 1\n',
        "fit FILE",
        "N = 3, d = 2: a, b",
    ),
    row(
        "write.table(d, quote=FALSE)",
        "a b y\n1 1.5 10 0\n2 2 20 1\n",
        "fit FILE",
        "? FILE:1: found 3 names, but 4 cells on the lines below…--features -0…--label 3",
    ),
    row(
        "write.table(d, quote=FALSE), repeated rows",
        "a y\n3 1 1\n3.1 1 1\n7 5 0\n",
        "fit FILE --features -0",
        "N = 3, d = 1: a",
    ),
    row(
        "a label whose name was forgotten",
        "a,b\n5,1,1\n7,2,0\n",
        "fit FILE --label -1",
        "N = 2, d = 2: a, b",
    ),
    row(
        "a label whose name was forgotten, without an option",
        "a,b\n5,1,1\n7,2,0\n",
        "fit FILE",
        "? FILE:1: found 2 names, but 3 cells on the lines below…--features -0…--label 2",
    ),
    row(
        "write.table(mtcars[c(1, 4), c('mpg', 'am')])",
        '"mpg" "am"\n"Mazda RX4" 21 1\n"Hornet 4 Drive" 21.4 0\n',
        "fit FILE",
        "N = 2, d = 1: mpg",
    ),
    row(
        "write.table(d, col.names=FALSE)",
        '"1" 1.5 10 0\n"2" 2 20 1\n',
        "fit FILE",
        "? FILE:1: found quotes around the first cells but…--features -0…--features 0..2",
    ),
    row(
        "write.csv(d)",
        '"","a","b","y"\n"1",1.5,10,0\n"2",2,20,1\n',
        "fit FILE",
        "N = 2, d = 2: a, b",
    ),
    row("write.csv2(d)", '"";"a";"y"\n"1";1,5;0\n"2";2;1\n', "fit FILE", "N = 2, d = 1: a"),
    row(
        "write.csv(d[c(3, 3, 1), ])",
        '"","a","y"\n"3",3.25,0\n"3.1",3.25,0\n"1",1,1\n',
        "fit FILE",
        "? FILE:1: column 1: found no name…--features -0",
    ),
    row(
        "print(d), copied",
        "     a  b y\n1 1.50 10 0\n2 2.00 20 1\n",
        "fit FILE --features -0",
        "N = 2, d = 2: a, b",
    ),
    row(
        "print(d), or pandas 3.1, to_string(): a space in a name",
        "   body mass  y\n0         50  0\n1         61  1\n",
        "fit FILE",
        "? FILE:1: found the first name 'body' to the right of the first column; …sed …",
    ),
    row(
        "pandas 3.1, to_string(index=False)",
        "   mass  y\n 50.001  0\n 61.002  1\n",
        "fit FILE",
        "N = 2, d = 1: mass",
    ),
    row(
        "write.table(d, sep='\\t', quote=FALSE, col.names=NA)",
        "\ta\tb\ty\n1\t1.5\t10\t0\n2\t2\t20\t1\n",
        "fit FILE",
        "N = 2, d = 2: a, b",
    ),
    row(
        "format(x, big.mark=',')",
        '"1,868.06","2,500.50",lots\n950.5,800.25,few\n',
        "fit FILE --positive lots",
        "? FILE:1: column 1: found '1,868.06'; …",
    ),
]
ROW_NUMBERS = [  # columns that number the rows or name them, and many columns
    row(
        "pandas 3.1, to_csv() of what read_csv made of an index",
        "Unnamed: 0,a,y\n0,1.5,0\n1,2,1\n",
        "fit FILE",
        "N = 2, d = 1: a",
    ),
    row(
        "pandas 3.1, to_csv() with a second index of what read_csv made of an index",
        ",Unnamed: 0.1,Unnamed: 0,a,y\n0,0,5,1.5,0\n1,1,3,2,1\n",
        "fit FILE",
        "N = 2, d = 1: a",
    ),
    row("readr 2, of R's row names", "...1,a,y\nx,1.5,0\nz,2,1\n", "fit FILE", "N = 2, d = 1: a"),
    row(
        "pandas 3.1, an index that an option chooses",
        "Unnamed: 0,a,y\n0,1.5,0\n1,2,1\n",
        "fit FILE --features 0,1",
        "N = 2, d = 2: Unnamed: 0, a",
    ),
    row(
        "a column named Unnamed: 0 with decimals, which are no row numbers",
        "Unnamed: 0,a,y\n0.5,1.5,0\n1,2,1\n",
        "fit FILE",
        "N = 2, d = 2: Unnamed: 0, a",
    ),
    row(
        "UCI's breast cancer, one id twice",
        "id,a,y\n61634,1,0\n1000025,2,1\n1000025,3,1\n",
        "fit FILE --max-updates 9",
        "N = 3, d = 2: id, a",
    ),
    row(
        "pandas 3.1, an index with a name",
        "id,a,y\n0,1.5,0\n1,2,1\n",
        "fit FILE",
        "N = 2, d = 2: id, a",
    ),
    row(
        "polars 2.1, with_row_index()",
        "index,a,y\n0,1.5,0\n1,2,1\n",
        "fit FILE",
        "N = 2, d = 2: index, a",
    ),
    row(
        "thirty columns",
        ",".join(f"c{k}" for k in range(30)) + ",y\n" + "1," * 30 + "0\n" + "2," * 30 + "1\n",
        "fit FILE",
        "N = 2, d = 30: c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, ..., c21, c22, "
        "c23, c24, c25, c26, c27, c28, c29",
    ),
]
LIBSVM = [  # scikit-learn 1.9 and libsvm, and a lookalike
    row(
        "dump_svmlight_file(X, y), then zero_based=False for prediction",
        ["0 0:1.5 1:10\n1 0:2 1:20\n", "0 1:1.5 2:10\n1 1:2 2:20\n"],
        FIT_AND_PREDICT,
        "? FILE2: found indices up to 2 but no index 0, …--zero-based; otherwise …--no-zero-based",
    ),
    row(
        "dump_svmlight_file(X, y), then zero_based=False with no value in the first column",
        ["0 0:1.5 1:10 2:1\n1 0:2 1:20\n", "0 1:1.5 2:10\n1 1:20\n"],
        "fit FILE --test FILE2",
        "N = 2, d = 3: x1, x2, x3",
    ),
    row(
        "dump_svmlight_file(X, y)", "0 0:1.5 1:10\n1 0:2 1:20\n", "fit FILE", "N = 2, d = 2: x1, x2"
    ),
    row(
        "dump_svmlight_file(X, y, comment='x')",
        "# Generated by dump_svmlight_file from scikit-learn 1.9.1\n"
        "# Column indices are zero-based\n#\n# x\n0 1:1.5 2:10\n1 1:2 2:20\n",
        "fit FILE",
        "N = 2, d = 3: x1, x2, x3",
    ),
    row(
        "dump_svmlight_file(X, y), a first column of zeros",
        "0 1:1.5 2:10\n1 1:2 2:20\n",
        "fit FILE --zero-based",
        "N = 2, d = 3: x1, x2, x3",
    ),
    row(
        "dump_svmlight_file(..., query_id=...)",
        "0 qid:1 1:5\n1 qid:2 1:2\n",
        "fit FILE",
        "N = 2, d = 1: x1",
    ),
    row(
        "dump_svmlight_file(..., multilabel=True)",
        "1 1:2\n0,1 1:3\n",
        "fit FILE --positive 1",
        "? FILE:2: column 1: found the labels '0,1'; …Keep one label on each line",
    ),
    row(
        "a test file with one feature more",
        ["+1 1:1\n-1 2:1\n", "+1 1:1 3:1\n-1 2:1\n"],
        "fit FILE --test FILE2",
        "test: N = 2, mistakes = 0",
    ),
    row(
        "rows for prediction with one feature more",
        ["+1 1:1\n-1 2:1\n", "1:1 3:1\n2:1\n"],
        FIT_AND_PREDICT,
        "= +1 -1",
    ),
    row(
        "a file for margins with one feature more",
        ["+1 1:1\n-1 2:1\n", "+1 1:1 3:1\n"],
        "fit FILE --save MODEL ; margins FILE2 --model MODEL",
        "N = 1, d = 2: x1, x2",
    ),
    row(
        "zero-based training, test without index 0",
        ["1 0:5 1:1\n0 0:2\n", "1 0:5\n0 1:1\n"],
        "fit FILE --test FILE2",
        "N = 2, d = 2: x1, x2",
    ),
    row(
        "one-based training, zero-based test",
        ["1 1:5 2:1\n0 1:2\n", "1 0:5\n"],
        "fit FILE --test FILE2",
        "? FILE2:1: column 2: found '0:5'…If indices count from 0 in both files, use --zero-based",
    ),
    row(
        "a timetable",
        "1 12:30\n0 13:45\n",
        "fit FILE",
        "? FILE:1: found '12:30', which may be a time …--format libsvm. If it is a time, …750",
    ),
    row(
        "libsvm, values from 13 to 38, which may be minutes",
        "1 1:38 2:25\n0 1:20 2:13\n",
        "fit FILE",
        "N = 2, d = 2: x1, x2",
    ),
]
NUMBERS = [  # cells of the features and labels
    row("blood pressures", "a,y\n120/80,0\n140/90,1\n", "fit FILE", "N = 2, d = 1: a"),
    row(
        "months and years",
        "a,y\n1/2020,0\n2/2020,1\n",
        "fit FILE --max-updates 9",
        "N = 2, d = 1: a",
    ),
    row(
        "dates of a spreadsheet",
        "d,a,y\n01/31,1,0\n12/11,2,1\n",
        "fit FILE",
        "? FILE:2: column 1 ('d'): found '01/31', which looks like a date…--features -d",
    ),
    row(
        "Excel, U+2212 from a paper",
        "\u22125,3,yes\n7,8,no\n",
        "fit FILE --positive yes",
        "? FILE:1: column 1: found '−5'; …",
    ),
    row(
        "U+2212 from a paper in features and labels",
        "\u22125,\u22122\n7,8\n",
        "fit FILE",
        "? FILE:1: column 1: found '−5'…--header",
    ),
    row(
        "LibreOffice 7.4, format 0%",
        "12%,yes\n0.5,no\n",
        "fit FILE --positive yes",
        "? FILE:1: column 1: found '12%'…--header",
    ),
    row(
        "a currency format",
        "$1868,yes\n950,no\n",
        "fit FILE --positive yes",
        "? FILE:1: column 1: found '$1868'…--header",
    ),
    row(
        "narrow spaces between thousands",
        "1\u202f868;yes\n950;no\n",
        "fit FILE --positive yes",
        "? FILE:1: column 1: found '1\\u202f868'…--header",
    ),
    row(
        "German Excel, text divided by tabs",
        "a\ty\n1.868\t1\n12.345\t0\n",
        "fit FILE",
        "? FILE:2: column 1 ('a'): found '1.868', which may mean 1.868 or 1868…--decimal \".\"…",
    ),
    row(
        "German Excel, text divided by tabs, a number below a thousand",
        "a\ty\n950\t1\n12.345\t0\n",
        "fit FILE",
        "? FILE:3: column 1 ('a'): found '12.345', …--decimal \".\"…",
    ),
    row(
        "German Google Sheets, CSV",
        "a,y\n950,1\n12.345,0\n",
        "fit FILE",
        "? FILE:3: column 1 ('a'): found '12.345', …--decimal \".\"…",
    ),
    row(
        "pandas 3.1, float_format='%.3f'", "a,y\n1.868,0\n12.345,1\n", "fit FILE", "N = 2, d = 1: a"
    ),
    row(
        "pandas 3.1, float_format='%.3f', tabs",
        "a\tb\ty\n1.868\t0.5\t0\n12.345\t1\t1\n",
        "fit FILE",
        "N = 2, d = 2: a, b",
    ),
    row(
        "polars 2.1, decimal_comma=True",
        "a;b;y\n1,5;10;0\n2,0;20;1\n",
        "fit FILE",
        "N = 2, d = 2: a, b",
    ),
]
LABELS = [  # the meaning of labels, and missing labels
    row(
        "pandas 3.1, to_csv(sep=';', decimal=',') of labels that are floats",
        "a;y\n1,5;1,0\n2,0;0,0\n",
        "fit FILE",
        "labels: y: +1 is '1.0', -1 is '0.0'",
    ),
    row(
        "pandas 3.1, decimal=',', the label for +1 is named as in the file",
        "a;y\n1,5;1,0\n2,0;0,0\n2,5;2,0\n",
        "fit FILE --positive 2,0",
        "labels: y: +1 is '2,0', -1 is '1,0' (1), '0,0' (1)",
    ),
    row(
        "pandas 3.1, decimal=',', features without decimals",
        "a\ty\n1\t1,5\n2\t0,5\n",
        "fit FILE --decimal ,",
        "labels: y: +1 is '1.5', -1 is '0.5'",
    ),
    row(
        "LibreOffice 7.4, =SQRT(-1)",
        "a,y\n1,yes\n2,Err:502\n3,no\n",
        "fit FILE --positive yes",
        "? FILE:3: column 2 ('y'): found 'Err:502'…--missing drop",
    ),
    *(
        row(
            f"the error {cell} of a spreadsheet",
            f"a,y\n1,yes\n2,{cell}\n3,no\n",
            "fit FILE --positive yes",
            f"? FILE:3: column 2 ('y'): found '{cell}'…--missing drop",
        )
        for cell in ("#NUM!", "#VALEUR!", "#BEZUG!", "#NAME?", "#N/A")
    ),
    row(
        "pandas 3.1, str(NaT)",
        "a,y\n1,yes\n2,NaT\n3,no\n",
        "fit FILE --positive yes",
        "? FILE:3: column 2 ('y'): found 'NaT'…--missing drop",
    ),
    row(
        "MySQL, SELECT INTO OUTFILE",
        "a,y\n1,yes\n2,\\N\n3,no\n",
        "fit FILE --positive yes --missing drop",
        "N = 2, d = 1: a",
    ),
    row(
        "Python, str(None)",
        "a,y\n1,yes\n2,None\n3,no\n4,maybe\n",
        "fit FILE --positive yes --missing drop",
        "N = 3, d = 1: a",
    ),
    row(
        "SAS, a missing value",
        "a,y\n1,yes\n2,.\n3,no\n",
        "fit FILE --positive yes --missing drop",
        "N = 2, d = 1: a",
    ),
    row(
        "UCI's credit approval",
        "a,y\n1,+\n2,-\n3,-\n",
        "fit FILE --positive + --missing drop",
        "N = 3, d = 1: a",
    ),
    row(
        "Windows, copy a.csv+b.csv",
        "yes,1,2\nno,3,4\n\ufeffyes,5,6\n",
        "fit FILE --label 0 --positive yes --max-updates 9",
        "labels: column 1: +1 is 'yes', -1 is 'no'",
    ),
    row(
        "several species",
        "a,y\n1,se\n2,ve\n3,vi\n4,vi\n",
        "fit FILE --positive se",
        "labels: y: +1 is 'se', -1 is 've' (1), 'vi' (2)",
    ),
    row(
        "labels 0 and 1, then 1 and 2",
        ["a,y\n1,0\n2,1\n", "a,y\n1,1\n2,2\n"],
        "fit FILE --positive 1 --test FILE2",
        "? FILE2:3: column 2 ('y'): found the label '2'; …",
    ),
    row(
        "a label that the first file lacks",
        ["a,y\n1,no\n2,yes\n", "a,y\n1,maybe\n"],
        "fit FILE --positive yes --test FILE2",
        "? FILE2:2: column 2 ('y'): found the label 'maybe'…",
    ),
    row(
        "UCI's adult.test, a full stop after the label",
        ["a,y\n1,<=50K\n2,>50K\n", "a,y\n1,<=50K.\n"],
        "fit FILE --positive >50K --test FILE2",
        "? FILE2:2: column 2 ('y'): found the label '<=50K.'…",
    ),
    row(
        "labels 1 and 2, the first two examples",
        "1,2,1\n2,3,1\n4,5,2\n6,7,2\n",
        "fit FILE --first 2",
        "? FILE:1: column 3: found only the label '1' in the first 2 examples; …",
    ),
    row(
        "three labels",
        "a,y\n1,se\n2,ve\n3,vi\n",
        "fit FILE",
        "? FILE: column 2 ('y'): found 3 labels: 'se' (1 example), 've' (1), …--positive se…",
    ),
    row(
        "pandas 3.1, True and False",
        "a,y\n1,True\n2,False\n",
        "fit FILE --positive True",
        "labels: y: +1 is 'True', -1 is 'False'",
    ),
]
COLUMN_CHOICE = [  # which columns hold the features and the labels
    row(
        "Kaggle, a column with a usual name for labels, not the last",
        "a,is_fraud,region\n1,1,1\n2,0,2\n4,1,2\n",
        "fit FILE",
        "? FILE:1: found column 2 ('is_fraud') and column 3 ('region'), which may both…",
    ),
    row(
        "a test file without the ids that an option leaves out",
        ["id,h,y\n1,12,1\n2,3,0\n", "h,y\n12,1\n3,0\n"],
        "fit FILE --features -id --test FILE2",
        "test: N = 2, mistakes = 0",
    ),
    row(
        "a test file without names, where options name columns",
        ["id,h,y,z\n1,12,2,0\n2,3,1,0\n4,9,2,1\n", "7,12,2,1\n8,3,1,0\n"],
        "fit FILE --features -id,-z --label y --test FILE2",
        "test: N = 2, mistakes = 0",
    ),
    row(
        "a test file without names, where features are chosen by their names",
        ["id,h,y,z\n1,12,2,0\n2,3,1,0\n4,9,2,1\n", "7,12,2,1\n8,3,1,0\n"],
        "fit FILE --features h --label y --test FILE2",
        "test: N = 2, mistakes = 0",
    ),
    row(
        "a test file without names and with one column fewer",
        ["id,h,y,z\n1,12,2,0\n2,3,1,0\n", "12,2,1\n3,1,0\n"],
        "fit FILE --features h --label y --test FILE2",
        "? FILE2:1: found no column named 'y'…--header…",
    ),
    row(
        "a name that the first file lacks",
        ["id,h,y\n1,12,1\n2,3,0\n", "h,y\n12,1\n3,0\n"],
        "fit FILE --features -ID --test FILE2",
        "? FILE:1: found no column named 'ID' …; …",
    ),
    row(
        "labels first",
        ["1,5,1\n0,1,0\n1,4,1\n0,2,0\n", "1,9,1\n0,0,0\n"],
        "fit FILE --label 0 --save MODEL ; predict MODEL FILE2",
        "= 1 0",
    ),
    row(
        "labels first, and margins",
        ["1,5,1\n0,1,0\n1,4,1\n0,2,0\n", "1,9,1\n0,0,0\n"],
        "fit FILE --label 0 --save MODEL ; margins FILE2 --model MODEL",
        "N = 2, d = 2: x1, x2 (columns 2, 3)",
    ),
    row(
        "an id that an option leaves out",
        ["7,1,2,0\n9,3,4,1\n", "4,1,2,0\n5,3,4,1\n"],
        "fit FILE --features -0 --save MODEL ; predict MODEL FILE2",
        "= 0 1",
    ),
    row(
        "--features without a feature of the model",
        ["a,h,y\n1,2,0\n3,4,1\n", "id,a,h\n9,1,2\n"],
        f"{FIT_AND_PREDICT} --features id,h",
        "? FILE2:1: found --features id,h, which leaves out column 2 ('a'), but the model needs "
        "this feature; …. Without --features, these are used",
    ),
    row(
        "--features with a column that is no feature of the model",
        ["a,h,y\n1,2,0\n3,4,1\n", "id,a,h\n9,1,2\n"],
        f"{FIT_AND_PREDICT} --features id,a,h",
        "? FILE2:1: found --features id,a,h, which includes column 1 ('id'), but the model has no "
        "such feature; expected the features of the model: 'a', 'h'. Without --features, …",
    ),
    row(
        "a column that is no feature of the model, without --features",
        ["a,h,y\n1,2,0\n3,4,1\n", "id,a,h\n9,1,2\n"],
        FIT_AND_PREDICT,
        "= 0",
    ),
    row(
        "names x1, x2 in another order",
        ["x1,x2,y\n0,1,0\n1,0,1\n", "x2,x1\n0,1\n"],
        FIT_AND_PREDICT,
        "= 1",
    ),
    row(
        "a header only in the first file",
        ["a,b,y\n0,1,0\n1,0,1\n", "1,0\n"],
        FIT_AND_PREDICT,
        "= 1",
    ),
    row(
        "an id in front of the features, instead of labels",
        ["3,1,0\n2,5,1\n", "7,1,5.5\n8,2,6.5\n"],
        FIT_AND_PREDICT,
        "? FILE2:1: column 3: found the label '5.5'…--features",
    ),
    row(
        "one column more than in the first file",
        ["a,b,y\n0,1,0\n1,0,1\n", "9,1,0,4\n"],
        FIT_AND_PREDICT,
        "? FILE2:1: found 4 columns; …",
    ),
]
OTHER_FORMATS = [  # formats that are not read, and odd line ends and delimiters
    row(
        "Vowpal Wabbit 9",
        "1 | a:0.5 b:3\n-1 | a:1 b:2\n",
        "fit FILE",
        "? FILE: found a Vowpal…",
    ),
    row(
        "NumPy 2.4, savez",
        b"PK\x03\x04-\x00\x00\x00\x00\x00\x00\x00!\x00\xb6O\xec\xa6\xff\xff\xff\xff\xff\xff\xff\xff\x05\x00\x14\x00X.npy",
        "fit FILE",
        "? FILE: found NumPy arrays; …column_stack…",
    ),
    row(
        "pandas 3.1, to_pickle",
        b"\x80\x04\x95\xb3\x02",
        "fit FILE",
        "? FILE: found a Python pickle; …read_pickle…",
    ),
    row(
        "pandas 3.1, to_stata",
        b"r\x01\x01\x00\x04",
        "fit FILE",
        "? FILE: found a Stata file; …read_stata…",
    ),
    row(
        "SciPy 1.17, savemat",
        b"MATLAB 5.0 MAT-file\x00\x01",
        "fit FILE",
        "? FILE: found a MATLAB file; …loadmat…",
    ),
    row(
        "sqlite3",
        b"SQLite format 3\x00\x10",
        "fit FILE",
        "? FILE: found an SQLite database; …, with the name of its table in place of TABLE; "
        "`sqlite3 FILE .tables` lists the names",
    ),
    row(
        "SciPy 1.17, mmwrite",
        "%%MatrixMarket matrix array real general\n%\n2 2\n1.5\n2\n0\n1\n",
        "fit FILE",
        "? FILE: found a Matrix Market file; …mmread…",
    ),
    row(
        "sqlite3 .dump",
        "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n",
        "fit FILE",
        "? FILE: found SQL statements; …; `sqlite3 :memory: '.read FILE' .tables` lists the names",
    ),
    row(
        "polars 2.1, print",
        "shape: (2, 2)\n\u250c\u2500\u2510\n",
        "fit FILE",
        "? FILE: found a table printed by polars…",
    ),
    row(
        "pandas 3.1, groupby(...).agg of several, to_csv",
        ",a,a,y\n,mean,max,max\ng,,,\n1,1.5,2,0\n2,4,5,1\n",
        "fit FILE",
        "? FILE:1: found two lines of names, '', 'a', 'a', 'y' above '', 'mean', …; …'_'.join…The "
        "last column is then 'y_max'",
    ),
    row(
        "GNU coreutils 9.1, paste -d, of two files from Windows",
        b"1.5,2\r,1\r\n2.5,3\r,0\r\n",
        "fit FILE --missing drop",
        "? FILE:1: found carriage returns (\\r) as well as other line ends; …`tr '\\r' '\\n' < "
        "FILE > NEW.csv`…`tr -d '\\r' < FILE > NEW.csv`",
    ),
    row(
        "GNU coreutils 9.1, paste -d, after lines of Linux and of Windows",
        b"a,y\n1,0\r\n2.5\r,1\n3,1\n",
        "fit FILE",
        "? FILE:3: found carriage returns (\\r) as well as other line ends; …",
    ),
    row(
        "csv.writer on Windows without newline=''",
        b"a,y\r\r\n1,0\r\r\n2,1\r\r\n",
        "fit FILE",
        "N = 2, d = 1: a",
    ),
    row("two files joined, one of Windows", b"a,y\r\n1,0\n2,1\r\n", "fit FILE", "N = 2, d = 1: a"),
    row(
        "LibreOffice 7.4, cells that were emptied",
        "a;y;\n1;0;\n;;\n2;1;\n;;\n;;\n",
        "fit FILE --features -2",
        "N = 2, d = 1: a",
    ),
    row(
        "Weka, ARFF",
        "% x\n@relation r\n@attribute a numeric\n@data\n1,0\n",
        "fit FILE",
        "? FILE: found an ARFF file; …sed …",
    ),
    row(
        "pandas 3.1, to_json",
        '{"a":{"0":1.5},"y":{"0":0}}',
        "fit FILE",
        "? FILE: found JSON; …read_json…, precise_float=True, convert_dates=False)…",
    ),
    row(
        "pandas 3.1, to_json, in one line",
        '{"a":{"0":1.5,"1":2},"b":{"0":1,"1":2},"y":{"0":0,"1":1}}',
        "fit FILE",
        "? FILE: found JSON; …read_json('FILE', precise_float=…",
    ),
    row(
        "pandas 3.1, to_json(orient='index')",
        '{"0":{"a":1.5,"y":0},"1":{"a":2,"y":1}}',
        "fit FILE",
        "? FILE: found JSON; …read_json('FILE', orient='index', precise_float=…",
    ),
    row(
        "Weka, sparse ARFF, without its header",
        "{0 5,2 1.5}\n{1 3,2 7,3 yes}\n",
        "fit FILE",
        "? FILE: found a sparse ARFF file; …In Weka, open it in Tools > ArffViewer, and save it as",
    ),
    row(
        "polars 2.1, write_ndjson",
        '{"a":1.5,"y":0}\n{"a":2,"y":1}\n',
        "fit FILE",
        "? FILE: found JSON; …lines=True…",
    ),
    row(
        "a page saved for a file",
        "<!DOCTYPE html>\n<html>\n",
        "fit FILE",
        "? FILE: found an HTML…",
    ),
    row(
        "polars 2.1, write_parquet",
        b"PAR1\x15\x04\x15\x80\xff",
        "fit FILE",
        "? FILE: found a Parquet file; …",
    ),
    row(
        "polars 2.1, write_avro",
        b"Obj\x01\x04\x14avro.codec\x80",
        "fit FILE",
        "? FILE: found an Avro file; …polars.read_avro('FILE').write_csv('FILE.csv')…",
    ),
    row(
        "Excel, .xlsx",
        b"PK\x03\x04\x14\x00\x06\x00",
        "fit FILE",
        "? FILE: found a workbook …read_excel…",
    ),
    row(
        "NumPy 2.4, save",
        b"\x93NUMPY\x01\x00v\x00{",
        "fit FILE",
        "? FILE: found a NumPy array; …",
    ),
    row("gzip", b"\x1f\x8b\x08\x08\x00", "fit FILE", "? FILE: found a compressed file; …gzip -dc…"),
    row(
        "astropy 8, fixed_width",
        "|   a | y |\n| 1.5 | 0 |\n| 2.0 | 1 |\n",
        "fit FILE",
        "? FILE: found '|' between cells; …",
    ),
    row(
        "astropy 8, rdb",
        "a\tb\ty\nN\tN\tN\n1.5\t10\t0\n2\t20\t1\n",
        "fit FILE",
        "? FILE:2: column 1 ('a'): found 'N'; …sed 2d…",
    ),
    row(
        "pandas 3.1, two levels of names",
        ",g,g\n,a,y\n0,1.5,0\n1,2,1\n",
        "fit FILE",
        "? FILE:1: found a line that looks like a title above the names…'', 'g', 'g'…",
    ),
    row(
        "a Chinese keyboard",
        "1\uff0c2\uff0c0\n3\uff0c4\uff0c1\n",
        "fit FILE",
        "? FILE: found '，' between…",
    ),
]

ALL_ROWS = [
    *NUMBERS_AS_NAMES,
    *AFTER_HASH,
    *R_AND_PRINTED_FRAMES,
    *ROW_NUMBERS,
    *LIBSVM,
    *NUMBERS,
    *LABELS,
    *COLUMN_CHOICE,
    *OTHER_FORMATS,
]


def test_each_row_has_its_own_name():
    """The name is the id of the test."""
    names = [case for case, *_ in ALL_ROWS]
    assert [name for name in names if names.count(name) > 1] == []


@pytest.mark.parametrize(
    ("case", "files", "command_lines", "expected"),
    ALL_ROWS,
    ids=[case for case, *_ in ALL_ROWS],
)
def test_a_file_of_another_tool_is_read_or_refused_with_advice(
    command, tmp_path, case, files, command_lines, expected
):
    """A file gives the expected result. If its meaning is not clear, the error asks the user to
    decide. If it cannot be read, the error says what to do.
    """
    paths = {"MODEL": tmp_path / "model.json"}
    for name, content in zip(("FILE", "FILE2"), files):
        paths[name] = tmp_path / f"{name}.txt"
        paths[name].write_bytes(content if isinstance(content, bytes) else content.encode())
    for command_line in command_lines.split(" ; "):
        exit_status, out, err = command(*[paths.get(word, word) for word in command_line.split()])
    if expected[:2] == "? ":
        assert (exit_status, out) == (1, "")
        error = err.replace(f"{tmp_path}/", "").replace(".txt", "").splitlines()[-1]
        check_parts(f"perceptron-ref: error: {expected[2:]}", error)
    elif expected[:2] == "= ":
        assert (exit_status, out.split()) == (0, expected[2:].split())
    else:
        report_facts = facts(out)
        size = report_facts["data"].partition(", ")[2].partition(", x_0")[0]
        report_facts = {**report_facts, "size": f"{size}: {report_facts['features']}"}
        key, value = expected.split(": ", 1) if expected[:2] != "N " else ("size", expected)
        assert (exit_status, report_facts[key]) == (0, value)


def test_a_saved_model_remembers_columns_and_labels(command, file, tmp_path):
    """The model stores the number of columns, the indices of the columns with the features and the
    labels, and the labels that mean -1.
    """
    path = tmp_path / "model.json"
    text = "yes,5,1\nno,1,0\nperhaps,2,0\n"
    arguments = ["fit", file(text, "data.csv"), "--label", "0", "--positive", "yes", "--save", path]
    assert command(*arguments)[0] == 0
    layout = Hypothesis.load(path)._layout
    assert layout == Layout(3, (1, 2), label=0, negatives=("no", "perhaps"))
