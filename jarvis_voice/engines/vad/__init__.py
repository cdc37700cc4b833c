"""Voice activity detection, and the model that recognises the end of a turn."""
