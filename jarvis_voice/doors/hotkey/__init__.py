"""The global push-to-talk key on X11, Wayland, Windows and macOS."""
