"""What Jarvis can do, one tool family a file."""
