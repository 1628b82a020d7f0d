"""Free Mars: Space Combat. A squadron on the orbits of Ceres against a system run by Ops cards."""

from .game import GAME, SpaceCombat, SpaceOptions

__all__ = ["GAME", "SpaceCombat", "SpaceOptions"]
