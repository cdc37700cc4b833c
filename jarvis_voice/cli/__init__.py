"""The `jarvis` command line: one small file for each group of commands, without logic."""
