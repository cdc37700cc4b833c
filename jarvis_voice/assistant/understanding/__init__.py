"""Finds out what a sentence means: grammar, follow-ups and corrections."""
