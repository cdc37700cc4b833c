"""Jarvis Voice: a voice assistant daemon for your own machine."""

__version__ = "0.1.0"
