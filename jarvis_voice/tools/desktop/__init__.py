"""Tools of the desktop: applications, clipboard, screen and the user's own commands."""
