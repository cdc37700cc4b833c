"""The store in one SQLite file: threads, facts, notes, schedule and measurements."""
