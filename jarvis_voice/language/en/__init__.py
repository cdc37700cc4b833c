"""English: numbers, times, names, normalization and text for speech. Pure."""
