"""Pure decisions about turn-taking: no I/O, no clock, no logging."""
