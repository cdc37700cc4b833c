"""Hears wake words with openWakeWord's networks, frame by frame."""
