"""The command line: a module for each command, the only place that prints."""
