"""Tools of the long memory: facts, notes and lists."""
