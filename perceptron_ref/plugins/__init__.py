"""Visiting strategies by name: entry points, files, options, and errors in a user's code."""
