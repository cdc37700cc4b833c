"""What every room uses: types, errors, events, ports, settings and paths."""
