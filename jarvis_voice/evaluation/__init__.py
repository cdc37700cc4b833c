"""Scenarios that the whole program is put through, and what becomes of them."""
