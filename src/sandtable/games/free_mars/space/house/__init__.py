"""The bot that comes with Space Combat."""
