"""The bot that comes with Mars or Die."""
