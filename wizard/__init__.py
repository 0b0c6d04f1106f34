"""Rechenwerk: sizing, cost and decision support for AI hardware. This module stays free of imports."""

__version__ = "0.1.0"
