"""Mail that goes out: by a mail server, or by a service over HTTP."""
