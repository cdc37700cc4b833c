"""Scenarios that the whole program is put through, and their judge."""
