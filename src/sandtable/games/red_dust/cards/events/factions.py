"""18 Words of Event cards about Factions: who may do it, who sits out, what they earn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.engine import Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ...printed.decks import CAMPAIGN_DECK
from ...printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from ...rules.earthgov import SUPPLY, place_on_earth
from ...state import Mars
from ..campaigns import play_top

COIN_FACTIONS = (MARS_GOV, CORPORATIONS)
REBEL_FACTIONS = (RED_DUST, RECLAIMERS)
NAME_FACTION = Topic(
    "name_faction",
    "18",
    "The Faction you name may then do what the card allows; it decides whether and how.",
    "faction",
)


def named(s: Mars, who: int, two: Sequence[int]) -> Steps[int]:
    """The card says "MG or CORP may": the executor if it is one of the two, otherwise it names one, which then decides."""
    if who in two:
        return who
    faction: int = yield pick(
        who,
        NAME_FACTION,
        "Which Faction may do what the card allows?",
        tuple(two),
        about={"event": s.current_event()},
    )
    return faction


def named_able(s: Mars, who: int, two: Sequence[int], can: Callable[[int], bool]) -> Steps[int | None]:
    """As `named`; None if the executor is one of the two and cannot do it, or if neither of them can."""
    if who in two:
        return who if can(who) else None
    return (yield from named(s, who, two)) if any(can(faction) for faction in two) else None


def make_ineligible(s: Mars, who: int) -> Steps[None]:
    """Ineligible through the next Event Round: at once, and not brought back at the end of this round."""
    s.barred = (*s.barred, who)
    yield say("Ineligible through the next Event Round: {who:faction}.", who=who)


def keep_eligible(s: Mars, who: int) -> Steps[None]:
    """Remains Eligible: whatever it did in this round."""
    s.staying = (*s.staying, who)
    yield say("Remains Eligible: {who:faction}.", who=who)


RESOURCES, PROFITS = Word("resources", "Resources"), Word("profits", "Profits")


def earn(s: Mars, who: int, n: int) -> Steps[None]:
    """10 Resources or Profits rise or, with a negative number, fall; they stay between 0 and 50."""
    change = s.gain(who, n)
    unit = PROFITS if who == CORPORATIONS else RESOURCES
    if change > 0:
        yield say("{who:faction}: {unit} up by {n:number}.", who=who, unit=unit, n=change)
    elif change < 0:
        yield say("{who:faction}: {unit} down by {n:number}.", who=who, unit=unit, n=-change)


def supply_to_earth(s: Mars, n: int) -> Steps[None]:
    """Place Supply markers on Earth."""
    yield from place_on_earth(s, SUPPLY, n)


THREE_PROFITS = Word("profits", "3 Profits for the Corporations")
THREE_SUPPLY = Word("supply", "3 Supply on Earth")
PROFITS_OR_SUPPLY = Topic(
    "event_gain", "18", "Profits count at once; Supply waits on Earth until the Aldrin Cycler brings it."
)


def profits_or_supply(s: Mars, who: int) -> Steps[None]:
    """16, 17 Three Profits or three Supply on Earth, as the executor likes."""
    gain = yield pick(
        who,
        PROFITS_OR_SUPPLY,
        "Take Profits or Supply?",
        (THREE_PROFITS, THREE_SUPPLY),
        about={"event": s.current_event()},
    )
    if gain == THREE_PROFITS:
        yield from earn(s, CORPORATIONS, 3)
    else:
        yield from supply_to_earth(s, 3)


PLAY_CAMPAIGN = Topic(
    "event_campaign", "18", "If you agree, the top Campaign card comes into play, whichever it is."
)


def may_play_campaign(s: Mars) -> Steps[None]:
    """RD may draw and play a Campaign card; it decides before seeing the card."""
    if s.campaigns.zones[CAMPAIGN_DECK] and (
        yield yes_no(
            RED_DUST, PLAY_CAMPAIGN, "Draw and play a Campaign card?", about={"event": s.current_event()}
        )
    ):
        yield from play_top(s)
