"""The command line, the only place that prints: a command parses, loads, runs and reports.

`main` starts the one that is asked for, a module of `commands`. `parse` says what its words mean,
`load` reads data, `plan` runs it, once or many times, and `report` prints what came of it.
"""
