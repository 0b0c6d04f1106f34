"""The vocabulary of the house: frozen models without I/O. Every other package speaks in these words."""
