"""Everything that the daemon never imports: doctor, training, benches and fault tests."""
