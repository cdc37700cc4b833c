"""Random rounds against one door each: what is kept, what is sent in, what comes back."""
