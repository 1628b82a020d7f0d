"""Event cards in tests: executing an option, and looking at what it did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.games.red_dust.cards.events import EVENT_RULES
from sandtable.games.red_dust.printed.decks import EVENT_DECK
from sandtable.games.red_dust.rules.event_round import end_of_round
from sandtable.games.red_dust.state import Mars

from .kit import Played, at, n, play


def unshaded(s: Mars, card: int, who: int, answers: str = "", dice: Sequence[Any] = ()) -> Played:
    """Execute the unshaded option of a card; its EG symbol has been seen to."""
    return play(s, EVENT_RULES[card, False](s, who), answers, dice=dice)


def shaded(s: Mars, card: int, who: int, answers: str = "", dice: Sequence[Any] = ()) -> Played:
    """Execute the shaded option of a card; its EG symbol has been seen to."""
    return play(s, EVENT_RULES[card, True](s, who), answers, dice=dice)


def offered(played: Played, question: int = 0) -> list[str]:
    """The options of one of the questions, in the order of the alphabet."""
    return sorted(played.asked[question][2])


def asked(played: Played, question: int = 0) -> int:
    """The seat one of the questions went to."""
    return played.asked[question][0]


def counts(s: Mars, space: str, pieces: str) -> list[int]:
    """How many pieces of each of these kinds are in one place."""
    return [at(s, space, piece) for piece in pieces.split()]


def across(s: Mars, piece: str, spaces: str) -> list[int]:
    """How many pieces of one kind are in each of these places."""
    return [at(s, space, piece) for space in spaces.split()]


def levels(s: Mars, *spaces: str) -> list[int]:
    """The alignment of some spaces, from -2 to 2."""
    return [s.alignment[n(space)] for space in spaces]


def seats(played: Played) -> list[int]:
    """The seats that were asked, in order."""
    return [seat for seat, _, _ in played.asked]


def next_round(s: Mars) -> None:
    """End the Event Round, with one more Event in the deck."""
    s.events.give(2, EVENT_DECK)
    play(s, end_of_round(s))
