"""Rogue Trooper: GIs on Nu-Earth hunt the Traitor, and get in each other's way."""

from .game import GAME, RogueOptions, RogueTrooper

__all__ = ["GAME", "RogueOptions", "RogueTrooper"]
