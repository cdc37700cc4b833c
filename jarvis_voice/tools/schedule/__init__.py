"""Tools of time: clock, calendar, timers, alarms, reminders and routines."""
