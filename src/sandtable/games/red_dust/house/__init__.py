"""The bot that comes with Red Dust Rebellion."""
