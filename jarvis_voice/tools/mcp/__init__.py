"""Tools of tool servers, by the Model Context Protocol."""
