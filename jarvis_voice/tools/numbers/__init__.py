"""Tools of numbers: calculation, conversion and chance."""
