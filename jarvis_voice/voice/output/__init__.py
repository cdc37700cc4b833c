"""Speaks answers, and tells Jarvis's own voice from a user's."""
