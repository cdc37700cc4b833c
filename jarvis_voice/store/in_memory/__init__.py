"""A store that lasts as long as its tables: what tests use where a file is not the point."""
