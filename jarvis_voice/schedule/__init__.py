"""Rings timers, alarms and reminders when they are due, and runs routines."""
