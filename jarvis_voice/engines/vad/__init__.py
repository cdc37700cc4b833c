"""Voice activity detection, and the model that hears the end of a turn."""
