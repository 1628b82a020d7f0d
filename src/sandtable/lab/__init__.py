"""The lab: many games at once, and what they show."""

from .match import play
from .report import GameError, Report, Share, TopicUse, wilson
from .simulation import simulate

__all__ = ["GameError", "Report", "Share", "TopicUse", "play", "simulate", "wilson"]
