"""The bench of echo: who is heard over our own voice."""
