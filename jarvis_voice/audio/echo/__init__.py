"""Removes our own voice from the microphone's sound."""
