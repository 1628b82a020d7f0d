"""16, 17 Operations and Special Activities."""
