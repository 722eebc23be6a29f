"""Text files read into a `Dataset`, and atomic writing."""
