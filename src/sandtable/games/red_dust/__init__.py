"""Red Dust Rebellion: four Factions fight over Mars, each in its own way."""

from .game import GAME, RedDust

__all__ = ["GAME", "RedDust"]
