"""Sizing: memory, speed, queueing and search over configurations. Pure: no files, no clock."""
