"""The command line, the only place that prints.

`main` parses the words with `options` and starts a module of `commands`. Its `run` turns the
options into `requests`; `input_data` reads examples, `strategy_choice` makes a `run_plan`, and
`report` and `output_files` show the result. `hints` explains wrong words.
"""
