"""The benches: measure Jarvis and the stock way side by side, in one run."""
