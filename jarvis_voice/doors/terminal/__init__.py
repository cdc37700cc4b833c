"""Typed turns, and what a terminal shows."""
