"""What people read for throws, and for the moments at which cards may be played."""

THROWS = {
    "flyer check": "Does the unit stand under the flyer?",
    "general": "Does the general get away?",
    "melee": "Melee, both sides",
    "shot": "Shots, attacker against target",
}
WINDOWS = {
    "after_hit": "cards after a hit",
    "after_miss": "cards after a miss",
    "cancel": "cards against cards",
    "fired_on": "cards when fired on",
    "shaken": "cards when shaken",
    "start": "cards at the start of a turn",
    "step_back": "cards when stepping back",
}
