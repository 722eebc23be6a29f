"""Files: text into a `Dataset`, and writing."""
