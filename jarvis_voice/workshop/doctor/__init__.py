"""`jarvis doctor`: examines the installation and writes the file for a bug report."""
