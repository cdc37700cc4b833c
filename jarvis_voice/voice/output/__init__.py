"""Spoken answers, and how Jarvis tells its own voice from a user."""
