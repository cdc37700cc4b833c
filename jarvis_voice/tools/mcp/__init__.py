"""Tools from tool servers, through the Model Context Protocol (MCP)."""
