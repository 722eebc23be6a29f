"""Find and load visiting strategies: entry points, files, errors in their code; parse options."""
