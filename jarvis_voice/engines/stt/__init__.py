"""Speech to text: Whisper."""
