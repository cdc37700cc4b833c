"""Tools of sound: volume, players and the voice of Jarvis."""
