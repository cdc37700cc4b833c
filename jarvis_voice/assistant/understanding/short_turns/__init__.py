"""Short turns: what a half sentence does to the last things that the conversation touched."""
