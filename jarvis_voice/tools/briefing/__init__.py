"""Tools that tell the briefing and change what it is made of."""
