"""Traces of turns, for a collector that speaks OpenTelemetry's protocol."""
