"""The cards of Rogue Trooper: how they are played, and what each does."""
