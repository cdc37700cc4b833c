"""What is kept: ports, the door to a store, and the adapters behind it: `sqlite/`, `in_memory/`."""
