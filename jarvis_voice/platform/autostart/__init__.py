"""Starts Jarvis at login: a systemd user unit, a launchd agent, a Windows start-up script."""
