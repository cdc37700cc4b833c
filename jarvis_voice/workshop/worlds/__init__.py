"""Scripted worlds around the program: services, rooms and sound servers."""
