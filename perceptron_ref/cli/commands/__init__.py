"""The commands, one module each.

A module defines `EPILOG`, the text below its help; `add_options(parser)`, which declares its
options; and `run(args)`, which runs the command and returns its exit status.
"""
