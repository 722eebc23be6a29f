"""Find and load visiting strategies: entry points, files, options, and errors in their code."""
