"""The lab: many games at once, and what they show."""

from .match import Keep, play
from .proof import Proof, prove
from .report import GameError, Report, Share, TopicUse, wilson
from .result import Result
from .simulation import Simulation, simulate

__all__ = [
    "GameError",
    "Keep",
    "Proof",
    "Report",
    "Result",
    "Share",
    "Simulation",
    "TopicUse",
    "play",
    "prove",
    "simulate",
    "wilson",
]
