"""The cards of Space Combat: how they are played, and what each does."""
