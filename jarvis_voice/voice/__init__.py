"""Runs one voice session, from microphone frames to spoken answers."""
