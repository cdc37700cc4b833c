"""Starting with the desktop: a systemd user unit, a launchd agent, a Windows start-up script."""
