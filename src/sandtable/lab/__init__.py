"""The lab: many games at once, and what they show."""

from .match import play
from .proof import Proof, prove
from .report import GameError, Report, Share, TopicUse, wilson
from .simulation import simulate

__all__ = ["GameError", "Proof", "Report", "Share", "TopicUse", "play", "prove", "simulate", "wilson"]
