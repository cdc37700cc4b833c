"""How people and programs reach Jarvis: terminal, control socket, hotkey and desktop."""
