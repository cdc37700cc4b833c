"""Text to speech: Piper."""
