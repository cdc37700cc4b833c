"""Puts the parts of the running program together, and starts and ends them in order."""
