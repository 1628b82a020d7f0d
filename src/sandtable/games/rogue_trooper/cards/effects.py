"""B8 The effect of each Rogue card, in a sentence, by the name of its effect; {n} is the number on the card."""

SAYS = {
    "march": "Move up to {n:{n} sector|{n} sectors}.",
    "fly": "Fly up to {n:{n} sector|{n} sectors} over anything.",
    "stay": "The GI whose turn it is may not move.",
    "lead": "You say where the GI whose turn it is moves.",
    "shuttle": "From a Souther City straight to the Shuttle Bay.",
    "traitor_flees": "The Traitor goes to a place or Drop Zone of your choice on Nu-Earth.",
    "traitor_recalled": "The Traitor goes back to the Bridge.",
    "escape": "Out of prison, as if you had rolled a 6.",
    "clearance": "You may enter the Security Zone.",
    "miss_turn": "The GI whose turn it is misses the next one.",
    "reinforce": "The GI whose turn it is meets {n:{n} more Encounter card|{n} more Encounter cards}.",
    "no_evading": "The GI whose turn it is may not evade.",
    "no_chips": "The bio-chips of the GI whose turn it is do not work.",
    "discard_top": "Discard the top card of your stack, unless it is a Hazard or Fortification.",
    "first_salvo": "{n:{n} more die|{n} more dice} in your first salvo.",
    "foil": "The Mission that was declared fails.",
    "delay": "The Mission that was declared must wait a turn.",
    "extra_clue": "{n:{n} more Clue card|{n} more Clue cards} for the Mission you complete.",
    "traitor_dice": "The Traitor rolls {n:{n} more die|{n} more dice} in this fight.",
    "dice_at_traitor": "You roll {n:{n} more die|{n} more dice} against the Traitor.",
}

#: The same for a card that is about to be played: it names the GI whose turn it is.
SAYS_OF_MOVER = {
    "stay": "{mover:seat} may not move.",
    "lead": "You say where {mover:seat} moves.",
    "miss_turn": "{mover:seat} misses the next turn.",
    "reinforce": "{mover:seat} meets {n:{n} more Encounter card|{n} more Encounter cards}.",
    "no_evading": "{mover:seat} may not evade.",
    "no_chips": "{mover:seat}'s bio-chips do not work.",
    "foil": "{mover:seat}'s Mission fails.",
    "delay": "{mover:seat}'s Mission must wait a turn.",
}
