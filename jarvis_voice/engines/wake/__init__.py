"""Wake words: openWakeWord's networks, streamed."""
