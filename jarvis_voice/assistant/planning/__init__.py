"""Chooses the next step of a turn: the planners, and the rules that bind all of them."""
