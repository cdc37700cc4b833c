"""Weight files: reads their manifest, fetches them and checks them."""
