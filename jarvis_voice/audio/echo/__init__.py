"""Takes our own voice out of what the microphone hears."""
