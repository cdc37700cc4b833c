"""Decides the next step of a turn: the planners, and the rules that hold for all of them."""
