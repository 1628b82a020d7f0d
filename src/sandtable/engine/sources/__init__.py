"""Sources of chance that somebody has prepared."""
