"""Visiting strategies by name: the registry, files, options, and errors in user code."""
