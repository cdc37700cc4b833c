"""How the program asks services over HTTP: bounded in time and size, to the same host alone."""
