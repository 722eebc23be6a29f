"""The command line: the only package that prints.

`main` parses the arguments with the parser of `options`, and calls `run` of a module of `commands`.
That function turns the options into the typed values of `requests`. `input_data` reads the
examples, `strategy_choice` makes a `run_plan`, `report` prints the result, and `output_files` saves
it. `hints` explains wrong arguments.
"""
