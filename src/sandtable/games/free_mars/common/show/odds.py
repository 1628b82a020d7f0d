"""How odds speak in both games: the words for hits, Positives and Burnouts, and rows few enough to read."""

from __future__ import annotations

#: A battle that costs this many hits or more is one row.
MANY_HITS = 4


def hits_taken(hits: int) -> str:
    """The cost of a battle, in words.

    >>> [hits_taken(n) for n in (0, 1, 2, 4, 9)]
    ['no hit taken', '1 hit taken', '2 hits taken', '4 hits or more taken', '4 hits or more taken']
    """
    if hits >= MANY_HITS:
        return f"{MANY_HITS} hits or more taken"
    return "no hit taken" if not hits else "1 hit taken" if hits == 1 else f"{hits} hits taken"


def dice_words(positives: int, has_burnout: bool) -> str:
    """The result of the dice of an action, in words.

    >>> dice_words(0, True), dice_words(1, False), dice_words(2, False)
    ('no Positive, a Burnout', '1 Positive', '2 Positives')
    """
    text = "no Positive" if not positives else "1 Positive" if positives == 1 else f"{positives} Positives"
    return f"{text}, a Burnout" if has_burnout else text
