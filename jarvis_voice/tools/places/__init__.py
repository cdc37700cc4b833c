"""Tools of places: cities, countries and their weather."""
