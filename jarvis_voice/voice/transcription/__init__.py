"""Transcribes an utterance during its pause, and chooses the best hypothesis."""
