"""The HTTP port: turns, events and what is kept, for programs and other devices."""
