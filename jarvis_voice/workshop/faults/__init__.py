"""Faults that are produced on purpose, and what becomes of the program."""
