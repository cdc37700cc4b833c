"""Rounds of random trouble: each makes something hostile and says what gave way."""
