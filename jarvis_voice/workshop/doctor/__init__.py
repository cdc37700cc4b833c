"""Examines the installation from outside: `jarvis doctor` and what it writes for a bug report."""
