"""Tools of the web: search, sites, pages and Wikipedia."""
