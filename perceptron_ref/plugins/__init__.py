"""Find and load visiting strategies: entry points, files, errors in their code; parse options.

registry.py          finds strategies by name
entries.py           has strategies before they are loaded
strategy_files.py    loads a strategy from a file
strategy_checks.py   checks that an object can be a strategy
user_errors.py       describes errors in a user's code
options.py           parses NAME:key=value, also of generated sets and --split
option_types.py      finds the types of options, and converts their values
"""
