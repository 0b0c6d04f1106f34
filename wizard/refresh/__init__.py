"""Reads current prices online, once a person asks for it. The only package of the program that goes online.

Nothing but the command ``catalog refresh`` imports it, and nothing a client said is part of any request.
"""
