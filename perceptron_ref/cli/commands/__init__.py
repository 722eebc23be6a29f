"""The commands, a module each: `EPILOG` below its help, `add_options(parser)`, `run(args)`."""
