"""The running program: puts its parts together, starts and ends them in order."""
