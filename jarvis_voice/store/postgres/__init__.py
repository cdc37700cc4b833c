"""The store in a PostgreSQL database, which several processes may write."""
