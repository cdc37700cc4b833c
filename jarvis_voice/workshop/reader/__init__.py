"""Trains the reader of sentences from collections and from sentences of our own."""
