"""The tools: what Jarvis can do, with a folder for each family of tools."""
