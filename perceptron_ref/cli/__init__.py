"""The command line: its modules print, and those that compute are in other packages.

`main` parses the arguments with the parser of `options`, and calls `run` of a module of `commands`.
That function turns the options into the typed values of `requests`. `input_data` reads the
examples, `strategy_choice` makes a `run_plan`, `report` prints the result, and `output_files`
writes the files that options name. `hints` explains wrong arguments.
"""
