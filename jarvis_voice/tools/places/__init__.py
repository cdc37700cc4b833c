"""Places of the world, and their weather."""
