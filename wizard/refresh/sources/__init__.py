"""The sources, one module each."""
