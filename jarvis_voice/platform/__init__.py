"""The machine that Jarvis runs on: processes, memory, logs, autostart and weight files."""
