"""The tray icon and the notifications of a desktop."""
