"""Free Mars: Surface Combat. A Hyper Team on a hex map of Mars against a system run by Ops cards."""

from .game import GAME, SurfaceCombat, SurfaceOptions

__all__ = ["GAME", "SurfaceCombat", "SurfaceOptions"]
