"""Tools of the desktop: applications, clipboard, screen and own commands."""
