"""Microphone, loudspeaker and PCM: the only room that knows sounddevice."""
