"""The benches: ours beside the stock way, measured in one run."""
