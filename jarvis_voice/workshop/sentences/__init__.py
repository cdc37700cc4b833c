"""Runs sentences of a file through the program without a model and counts what was understood."""
