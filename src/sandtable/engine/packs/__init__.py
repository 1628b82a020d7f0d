"""Packs: the data files of a game, read strictly, and what is wrong with them in plain words."""
