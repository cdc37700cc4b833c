"""Tools that run small Python programs in a sandbox."""
