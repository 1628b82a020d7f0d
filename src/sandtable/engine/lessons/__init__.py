"""Lessons: a game taught by playing it. Each lesson is a data file beside the game's rules; nothing here knows a game."""
