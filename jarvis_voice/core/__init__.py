"""Types, errors, events, ports, settings and paths that every room uses."""
