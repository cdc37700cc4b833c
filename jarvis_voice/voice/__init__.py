"""One voice session: from microphone frames to spoken answers."""
