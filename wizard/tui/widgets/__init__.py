"""One widget class a file."""
