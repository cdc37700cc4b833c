"""Produces faults on purpose and checks that the program recovers."""
