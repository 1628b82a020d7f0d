"""What survives a crash or an outage."""
