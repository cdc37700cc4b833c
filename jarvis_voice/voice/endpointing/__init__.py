"""Decides when the user has finished speaking."""
