"""18 Event cards: one small function for each option, under the number of its card."""

from . import (
    cards_01_to_06,
    cards_07_to_12,
    cards_13_to_18,
    cards_19_to_24,
    cards_25_to_30,
    cards_31_to_36,
    cards_37_to_42,
    cards_43_to_48,
)
from .table import EVENT_RULES

__all__ = [
    "EVENT_RULES",
    "cards_01_to_06",
    "cards_07_to_12",
    "cards_13_to_18",
    "cards_19_to_24",
    "cards_25_to_30",
    "cards_31_to_36",
    "cards_37_to_42",
    "cards_43_to_48",
]
