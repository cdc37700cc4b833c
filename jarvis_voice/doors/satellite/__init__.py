"""Rooms with a browser in them: a microphone and a loudspeaker behind one socket each."""
