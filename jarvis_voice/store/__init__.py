"""Threads on disk: the only room that knows aiosqlite."""
