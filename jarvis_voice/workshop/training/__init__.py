"""Trains a wake word's head on a CPU: voices, variety, features, fit, export.

Invariant: imported by `jarvis wake` and the benches only; its libraries are the extra [train].
"""
