"""Typed turns, and what Jarvis shows on a terminal."""
