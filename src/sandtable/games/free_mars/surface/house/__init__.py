"""The bot that comes with Surface Combat."""
