"""Hears the wake word: gate, second stage and recorded takes."""
