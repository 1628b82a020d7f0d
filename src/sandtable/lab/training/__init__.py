"""Training the value of a game's positions: games, labels, trees, and a player that plays the next games better."""

from .plan import TrainingPlan, plan_for
from .rounds import cards_in, train

__all__ = ["TrainingPlan", "cards_in", "plan_for", "train"]
