"""The control socket: server, client and the requests between them."""
