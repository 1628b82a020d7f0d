"""20 Campaign cards: drawing and playing them, and what each changes in the rules while it is in force."""

from __future__ import annotations

from sandtable.engine import Steps, say
from sandtable.engine.asking import Topic, pick

from ..printed.decks import ACTIVE, CAMPAIGN_DECK, DRAWN, GONE
from ..printed.map import CORPORATIONS, RED_DUST
from ..printed.pieces import CORP_BASE, CORP_UNITS, DUG_IN, EG_TROOP, RD_BASE
from ..rules.alignment import ACTIVE_SUPPORT, shift_told
from ..rules.resources import charge
from ..state import Action, Mars, Op
from .hooks import (
    ASSAULTED,
    BASE_PLACED,
    CYCLER_STOPPED,
    MAGLEVS_CLOSED,
    NEUTRAL_SKIPPED,
    PRICE,
    SHIFT_BARRED,
    SUPPLY_ARRIVES,
    SUPPLY_SHARE,
    UNCOUNTED,
    campaign,
)

CAMPAIGN_CARD = Topic(
    "campaign_card",
    "20",
    "The Campaign is in force until the next Reset Phase; the other cards are shuffled back into the deck.",
    "campaign",
)


def draw_and_play(s: Mars, n: int) -> Steps[None]:
    """20 Campaign cards. Red Dust puts one of the cards drawn into play; the rest are shuffled back."""
    put_forced_on_top(s)
    drawn = s.campaigns.draw(CAMPAIGN_DECK, DRAWN, by=RED_DUST, n=n)
    if not drawn:
        return
    yield say("Campaign cards drawn: {n:number}.", n=len(drawn))
    card = yield pick(
        RED_DUST,
        CAMPAIGN_CARD,
        "Which Campaign comes into play?",
        drawn[:],
        label="Play {it}",
        hide_options=True,
        even_if_forced=len(drawn) > 1,
    )
    yield from put_into_play(s, card)
    if s.campaigns.zones[DRAWN]:
        s.campaigns.gather(DRAWN, CAMPAIGN_DECK)
        yield from s.campaigns.shuffle(CAMPAIGN_DECK, "campaign_shuffle")


def play_top(s: Mars) -> Steps[None]:
    """18 "Draw and play" a Campaign card: the top one, with no choice."""
    if s.campaigns.zones[CAMPAIGN_DECK]:
        yield from put_into_play(s, s.campaigns.zones[CAMPAIGN_DECK][-1])


def put_into_play(s: Mars, card: int) -> Steps[None]:
    """20 A Campaign card lies beside those already active, until the next Reset Phase."""
    s.campaigns.play(card, ACTIVE)
    yield say("{campaign} is in play.", campaign=card)
    s.settle_all()  # the card may change who counts for Control


def end_campaign(s: Mars, card: int) -> Steps[None]:
    """An active Campaign card leaves the game."""
    s.campaigns.give(card, GONE)
    yield say("{campaign} is over.", campaign=card)
    s.settle_all()


def put_forced_on_top(s: Mars) -> None:
    """Put the next Campaign card that the scenario imposes, if any, on top of the deck."""
    if s.forced.get("campaign"):
        card, *s.forced["campaign"] = s.forced["campaign"]
        if card in s.campaigns.zones[CAMPAIGN_DECK]:
            s.campaigns.give(card, CAMPAIGN_DECK)


# Cards are numbered from 1 in print and from 0 in the state.


@campaign(1, BASE_PLACED)
def construction_workers_guild(s: Mars, kind: int, space: int) -> Steps[None]:
    """RD1 Construction Workers Guild. New Red Dust Bases in Deserts are Dug-In."""
    if kind == RD_BASE and not s.box.is_labyrinth[space]:
        s.flip(space, RD_BASE, DUG_IN)
        yield say("{campaign}: the Base in {space} is Dug-In.", campaign=1 - 1, space=space)


@campaign(2, BASE_PLACED)
def prison_labor_revolt(s: Mars, kind: int, space: int) -> Steps[None]:
    """RD2 Prison Labor Revolt. The Corporations lose a Profit for each Base they place."""
    if kind == CORP_BASE:
        yield from charge(s, CORPORATIONS, 1, "{campaign} costs {who:the_faction} {n}.", campaign=2 - 1)


@campaign(3, SUPPLY_ARRIVES)
def dock_workers_lockout(s: Mars, n: int) -> Steps[int]:
    """RD3 Dock Workers Lockout. Half of the Supply, rounded up, is discarded."""
    lost = (n + 1) // 2
    yield say("{campaign}: {n:number} Supply discarded.", campaign=3 - 1, n=lost)
    return lost


@campaign(4, MAGLEVS_CLOSED)
def transport_workers(s: Mars) -> bool:
    """RD4 Transport Workers. Secure cannot use Maglev lines."""
    return True


@campaign(5, SHIFT_BARRED)
def water_reclamation_workers(s: Mars, space: int, level: int) -> bool:
    """RD5 Water Reclamation Workers. Labyrinths cannot be shifted to Active Support."""
    return level == ACTIVE_SUPPORT and s.box.is_labyrinth[space]


@campaign(6, ASSAULTED)
def mothers_of_mars(s: Mars, space: int) -> Steps[None]:
    """RD6 Mothers of Mars. A Labyrinth that is Assaulted shifts towards Active Opposition."""
    if s.box.is_labyrinth[space]:
        yield from shift_told(s, space, -1)


@campaign(7, UNCOUNTED)
def torture_video_leaks(s: Mars, space: int) -> int:
    """RD7 Torture Video Leaks. In Labyrinths Corporate units do not count for Control, nor do EG Troops they command."""
    if not s.box.is_labyrinth[space]:
        return 0
    commanded = s.at(space, EG_TROOP) if s.controller() == CORPORATIONS else 0
    return s.count(space, CORP_UNITS) + commanded


@campaign(8, SUPPLY_SHARE)
def earth_based_endorsements(s: Mars) -> int:
    """RD8 Earth-Based Endorsements. One Resource of each Supply goes to Red Dust."""
    return 1


@campaign(9, PRICE)
def legal_injunctions(s: Mars, a: Action, space: int) -> int:
    """RD9 Legal Injunctions. Secure costs 6 instead of 3 in a space with Opposition."""
    return 3 if a.op is Op.SECURE and s.alignment[space] < 0 else 0


@campaign(10, PRICE)
def general_strike(s: Mars, a: Action, space: int) -> int:
    """RD10 General Strike. A space without Support costs 1 more; Train pays only where it places Troops (ruling 17)."""
    return 1 if s.alignment[space] <= 0 else 0


@campaign(11, CYCLER_STOPPED)
def comms_cutoff(s: Mars) -> bool:
    """RD11 Comms Cutoff. Neither Logistics nor a Pass of the Corporations runs the Aldrin Cycler."""
    return True


@campaign(12, NEUTRAL_SKIPPED)
def red_wave_elections(s: Mars) -> bool:
    """RD12 Red Wave Elections. A space that would shift from Support to Neutral goes to Passive Opposition."""
    return True
