"""The bot that comes with both Free Mars games."""
