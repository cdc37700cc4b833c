"""Fuzzers: each tries one subject with what chance gives, a round at a time."""
