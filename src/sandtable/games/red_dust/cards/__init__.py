"""The cards of Red Dust Rebellion: how they are played, and what each does."""
