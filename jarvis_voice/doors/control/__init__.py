"""The control socket: its server, its client and the requests between them."""
