"""Text files read into a `Dataset`, and examples written as text."""
