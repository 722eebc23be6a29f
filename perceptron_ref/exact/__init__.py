"""What callers pass, checked and exact: numbers, vectors, labels, tables, the layout of a file.

rationals.py            reads numbers exactly, writes them in full or rounded, has square roots
checks.py               checks other arguments, such as counts, vectors and names
sequences.py            converts sequences to lists
sparse.py               has sparse vectors, and arithmetic with them
common_denominator.py   writes numbers as ints over a common denominator
tables.py               reads rows and labels; frames.py reads the tables of other libraries
blocks.py               reads many rows of text together, which takes less time
labels.py               finds the meaning of labels
layout.py               has the layout of a file
id_columns.py           recognizes ID columns
"""
