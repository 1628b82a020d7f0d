"""Free Mars: Space Combat. The rules by chapter; the public name is `GAME`."""

from .game import GAME

__all__ = ["GAME"]
