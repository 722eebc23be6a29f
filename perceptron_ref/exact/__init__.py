"""What callers pass, checked and exact: numbers, vectors, labels, tables, the layout of a file."""
