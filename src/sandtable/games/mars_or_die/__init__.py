"""Mars or Die: Victorian science-fiction miniatures on a table measured in inches."""

from .game import GAME, MarsOptions, MarsOrDie

GAMES = [GAME]

__all__ = ["GAME", "GAMES", "MarsOptions", "MarsOrDie"]
