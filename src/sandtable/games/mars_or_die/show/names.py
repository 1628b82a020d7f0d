"""The names that people read for throws, and for the moments at which cards may be played."""

THROWS = {
    "flyer check": "Does the unit hold under the flyer?",
    "general": "Does the general get away?",
    "melee": "Melee",
    "shot": "Shot",
}
WINDOWS = {
    "after_hit": "cards after a hit",
    "after_miss": "cards after a miss",
    "attacked": "cards when attacked",
    "cancel": "cards against cards",
    "charged": "cards when charged",
    "fired_on": "cards when fired on",
    "melee": "cards in melee",
    "shaken": "cards when shaken",
    "shot_at": "cards when shot at",
    "start": "cards at the start of a turn",
    "step_back": "cards when stepping back",
}
