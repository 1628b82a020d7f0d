"""The cards of Mars or Die: how they are played, and what each does."""
