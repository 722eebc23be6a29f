"""Visiting strategies by name: the registry, strategy files, options, and whose error it was."""
