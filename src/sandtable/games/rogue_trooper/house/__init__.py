"""The bot that comes with Rogue Trooper."""
