"""What Jarvis knows of words, and what it says for fun."""
