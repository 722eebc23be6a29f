"""Text files read into a `Dataset`; examples, and tables of results, written as text.

The modules:

    read.py                  has `read`, and detects the format
    options.py               the options of `read`, and the texts of errors
    rules.py                 the rules of docs/formats.md
    lines.py                 the lines that hold data
    delimited.py             reads tables with delimiters; libsvm.py reads the libsvm format
    columns.py               the columns, and how they match those of another file
    numbers.py               the numbers in cells
    labels.py                the labels
    table.py                 what was read, before it becomes a `Dataset`
    unsupported_formats.py   recognizes other formats, and says how to convert them
    write.py                 writes examples
    spreadsheets.py          writes tables of results for spreadsheets
"""
