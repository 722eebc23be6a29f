"""The commands of the command line, one module each: `add_to(commands)` declares one, `run(args)`
does it.
"""
