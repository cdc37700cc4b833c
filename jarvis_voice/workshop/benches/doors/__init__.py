"""What the doors carry: streams, users and turns at the HTTP port of a whole program."""
