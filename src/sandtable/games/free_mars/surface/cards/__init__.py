"""The cards of Surface Combat: how they are played, and what each does."""
