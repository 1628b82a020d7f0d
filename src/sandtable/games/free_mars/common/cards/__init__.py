"""The cards of both Free Mars games: how they are played, and what each does."""
