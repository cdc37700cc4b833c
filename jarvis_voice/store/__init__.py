"""Stores what Jarvis keeps: ports, a factory and the adapters `sqlite/` and `in_memory/`."""
