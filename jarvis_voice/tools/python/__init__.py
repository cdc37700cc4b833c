"""Small programs in a sandbox."""
