"""Weight files: the manifest, fetching and checking them."""
