"""Finds reports of acts in sentences."""
