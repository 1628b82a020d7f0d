"""The names that people read for throws, and for the windows in which Rogue cards are played."""

THROWS = {
    "bio-chips": "Bio-chips drawn",
    "borrowed data": "Is the data there?",
    "companion": "Is a Companion hit instead?",
    "drop zone": "Drop Zone",
    "enemy": "The enemy attacks",
    "escape": "Escaping from prison",
    "evade": "Evading",
    "traitor": "The Traitor fights",
}
WINDOWS = {
    "rogue.discard": "discarding Rogue cards",
    "rogue.encounter": "Rogue cards before Encounters",
    "rogue.end": "Rogue cards in the End phase",
    "rogue.movement": "Rogue cards before a move",
}
