"""Timers, alarms, reminders and routines that become due: rings them and runs them."""
