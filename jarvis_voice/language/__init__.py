"""Pure knowledge of human languages; no I/O."""
