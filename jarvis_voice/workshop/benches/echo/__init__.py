"""The echo bench: measures whom Jarvis hears while it speaks."""
