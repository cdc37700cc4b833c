"""A store in memory, for tests that need no file."""
