"""The vocabulary of card effects: what a card can say, as data. What each word does is in `words`.

An effect is a small table with the word in `do`: ``{do = "gain_ops", n = 1}``. Some words hold further effects, so a
card is written without Python. The same words make up the outcomes of the action tables and the Mission battles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

from sandtable.engine import Prose, Word

#: A number of cards, points, units: at least one.
Count = Annotated[int, msgspec.Meta(ge=1, le=20)]


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """One word of the vocabulary."""


class GainOps(Saying, frozen=True, tag="gain_ops"):
    """Gain n Ops cards."""

    n: Count = 1


class LoseOps(Saying, frozen=True, tag="lose_ops"):
    """Lose n Ops cards, unseen."""

    n: Count = 1


class Net(Saying, frozen=True, tag="net"):
    """Move the NET marker by n: up, or down if n is below 0."""

    n: Annotated[int, msgspec.Meta(ge=-20, le=20)]


class Points(Saying, frozen=True, tag="points"):
    """Gain n points to recruit with: TP on the surface, AP in space."""

    n: Count = 1


class Reshuffle(Saying, frozen=True, tag="reshuffle"):
    """Surface: shuffle n discards into the Ops deck. Space: shuffle deck and discards, deal as many as there were."""

    n: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0


class Reveal(Saying, frozen=True, tag="reveal"):
    """Turn up the Mission card."""


class Deploy(Saying, frozen=True, tag="deploy"):
    """OPFOR Deployment: NET Level + `plus` units, not fewer than `least`; the battle follows in the Combat phase.

    `edge` is added to the OPFOR's Tactical Edge, `win_lose` is the number of the card's Win/Lose, `including` names
    counters that are always among those picked. `won` and `lost` follow the battle.
    """

    plus: Annotated[int, msgspec.Meta(ge=-20, le=20)] = 0
    least: Annotated[int, msgspec.Meta(ge=0, le=20)] = 1
    edge: Annotated[int, msgspec.Meta(ge=-20, le=20)] = 0
    win_lose: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    including: tuple[str, ...] = ()
    won: tuple[Effect, ...] = ()
    lost: tuple[Effect, ...] = ()


class Challenge(Saying, frozen=True, tag="challenge"):
    """Roll one die for each icon; one Positive is a success. No Burnout."""

    icon: str
    success: tuple[Effect, ...] = ()
    failure: tuple[Effect, ...] = ()


class NetCheck(Saying, frozen=True, tag="net_check"):
    """Roll a die: not above the NET Level is outcome `one`, above it is outcome `two`."""

    one: tuple[Effect, ...] = ()
    two: tuple[Effect, ...] = ()


class Combined(Saying, frozen=True, tag="combined"):
    """Opens a combined special action for this Op: every icon named must have a Positive, or nothing is gained."""

    id: str
    label: Prose
    icons: tuple[str, ...]
    success: tuple[Effect, ...] = ()
    failure: tuple[Effect, ...] = ()

    @property
    def word(self) -> Word:
        """The special action as an option."""
        return Word(self.id, self.label)


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to go: what the player reads on the button, and what follows.

    As an outcome of a table line it can be limited: `once` in an action, or `once_a_mission`.
    """

    id: str
    label: Prose
    effects: tuple[Effect, ...]
    once: bool = False
    once_a_mission: bool = False

    @property
    def word(self) -> Word:
        """The way as an option."""
        return Word(self.id, self.label)


class Choose(Saying, frozen=True, tag="choose"):
    """The player takes one of the ways that can be gone now."""

    ways: tuple[Way, ...]


class First(Saying, frozen=True, tag="first"):
    """The first list of effects that can be carried out now; if there is none, nothing happens."""

    of: tuple[tuple[Effect, ...], ...]


class May(Saying, frozen=True, tag="may"):
    """The player decides whether it happens."""

    prompt: Prose
    effects: tuple[Effect, ...]


class Flip(Saying, frozen=True, tag="flip"):
    """The player turns n effective units of a kind to their crashed (Disrupted) side."""

    kind: str
    n: Count = 1


class Repair(Saying, frozen=True, tag="repair"):
    """The player turns n crashed (Disrupted) units back."""

    n: Count = 1


class Reinforce(Saying, frozen=True, tag="reinforce"):
    """Take the named units, without an action and without points; or n units of a kind, which the player selects."""

    units: tuple[str, ...] = ()
    kind: str = ""
    n: Count = 1


class NetRun(Saying, frozen=True, tag="net_run"):
    """One additional NET Run, at once."""


class Seize(Saying, frozen=True, tag="seize"):
    """Surface: turn the OPFOR Installation in the Team's cell Friendly."""


class Revert(Saying, frozen=True, tag="revert"):
    """Surface: a Friendly Installation, picked at random, turns OPFOR."""


class Taz(Saying, frozen=True, tag="taz"):
    """Surface: place a TAZ in the Team's cell."""


class RevealIntercept(Saying, frozen=True, tag="reveal_intercept"):
    """Space: the player turns up one hidden Intercept marker."""


Effect = (
    GainOps
    | LoseOps
    | Net
    | Points
    | Reshuffle
    | Reveal
    | Deploy
    | Challenge
    | NetCheck
    | Combined
    | Choose
    | First
    | May
    | Flip
    | Repair
    | Reinforce
    | NetRun
    | Seize
    | Revert
    | Taz
    | RevealIntercept
)


def inside(effect: Any) -> Iterator[Any]:
    """An effect and everything it holds."""
    yield effect
    match effect:
        case Deploy():
            held: Iterable[Any] = (*effect.won, *effect.lost)
        case Challenge() | Combined():
            held = (*effect.success, *effect.failure)
        case NetCheck():
            held = (*effect.one, *effect.two)
        case Choose():
            held = [e for way in effect.ways for e in way.effects]
        case First():
            held = [e for ways in effect.of for e in ways]
        case May():
            held = effect.effects
        case _:
            return
    for part in held:
        yield from inside(part)


def every(effects: Iterable[Any]) -> Iterator[Any]:
    """All effects of a list, at any depth."""
    for effect in effects:
        yield from inside(effect)
