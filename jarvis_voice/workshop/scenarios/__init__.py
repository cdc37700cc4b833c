"""Runs the whole program through scenarios and judges the results."""
