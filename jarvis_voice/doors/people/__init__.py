"""Decides who may come in through a door: users, their tokens, and what each token allows."""
