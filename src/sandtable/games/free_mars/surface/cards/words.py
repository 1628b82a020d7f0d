"""12.2 The effect of each word of the vocabulary on the surface; the shared ones are in `common`."""

from __future__ import annotations

from sandtable.engine import Choice, Draw, Line, Listed, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick

from ...common.cards.effects import (
    Deploy,
    Flip,
    NetRun,
    Reinforce,
    Repair,
    Reshuffle,
    Reveal,
    Revert,
    Seize,
    Taz,
)
from ...common.cards.words import Vocabulary
from ...common.rules.ops_cards import reshuffle_discards, reveal_mission
from ...common.state import PLAYER
from ..printed.box import Kind
from ..rules.deployment import deploy, deployment_count
from ..rules.locations import place_nexus
from ..rules.net_run import net_run
from ..rules.reasons import CRASHED, IS_CRASHED, team_refusal
from ..rules.set_up import box_refusal
from ..rules.worth import item_says, loss_says, worth_of
from ..state import BACK, BOX, FRONT, Team, piece

#: What a card can name, besides a single unit.
KINDS = {"cadre": Kind.CADRE, "gear": Kind.GEAR, "vehicle": Kind.VEHICLE, "special": Kind.SPECIAL}


# Units


CRASH = Topic(
    "crash", "12.2", "The unit turns to its crashed side, which is weaker, until it is repaired.", "unit"
)


def flip(s: Team, effect: Flip) -> Steps:
    """12.2 Crash units of a kind. The player selects which; with too few of them, as many as there are."""
    for _ in range(min(effect.n, len(FLIPPABLE.all(s, effect)))):
        unit = yield pick(
            PLAYER,
            CRASH,
            "Which unit crashes?",
            FLIPPABLE.of(s, effect),
            label="Crash {it}",
            says=lambda it: loss_says(s, it),
        )
        s.put(unit // 2, BACK)
        yield say("{unit} crashes.", unit=unit)


OTHER_KIND = Refusal("{it} is not of the kind that the card names.")


def flip_refusal(s: Team, effect: Flip, unit: int) -> Refusal | None:
    """R-SC-22 Why a card does not crash a unit: only a combat effective one of the kind can be crashed."""
    if (why := team_refusal(s, unit)) is not None:
        return why
    if s.box.kind[unit // 2] is not KINDS[effect.kind]:
        return OTHER_KIND
    return None if s.units[unit // 2] == FRONT else IS_CRASHED


FLIPPABLE = Choice(lambda s, effect: s.pieces(), flip_refusal)


def repair(s: Team, effect: Repair) -> Steps:
    """18.2 Turn crashed units back to their effective side."""
    for _ in range(effect.n):
        yield from repair_one(s)


REPAIR_UNIT = Topic("repair_unit", "18.2", "The unit turns back to its effective side.", "unit")


MENDED = Line("Effective again: {values}.")


def repair_one(s: Team) -> Steps:
    """18.2 Repair. One crashed Cadre, Vehicle or Special Unit is turned to its effective side."""
    if CRASHED.any(s):
        unit = yield pick(
            PLAYER,
            REPAIR_UNIT,
            "Repair which unit?",
            CRASHED.of(s),
            label="Repair {it}",
            says=lambda it: MENDED.of(values=worth_of(s.box, s.box.printed[it // 2][0])),
        )
        s.put(unit // 2, FRONT)
        yield say("{unit} is repaired.", unit=unit - 1)


def reinforce(s: Team, effect: Reinforce) -> Steps:
    """12.2 Reinforcements. (17.5) The named units, or units of a kind that the player selects, without points."""
    for unit in named_units(s, effect):
        if s.box.kind[unit] is Kind.GEAR:
            yield from take_item(s, [i for i, (u, _) in enumerate(s.box.items) if u == unit])
        else:
            s.put(unit, FRONT)
            yield say("{unit} joins the Team.", unit=piece(s, unit))
    for _ in range(effect.n if effect.kind else 0):
        yield from take_item(s, free_items(s, effect))


REINFORCE = Topic("reinforce", "17.5", "It joins the Team at once and costs no points.", "offer")


NOT_ON_CARD = Refusal("The card does not bring {item}.")


def take_item(s: Team, items: list[int]) -> Steps:
    """17.1 17.5 The player selects one of these items, Gear by its side; it joins without points."""
    if items:
        item = yield pick(
            PLAYER,
            REINFORCE,
            "Which reinforcement joins the Team?",
            Listed(items, lambda it: box_refusal(s, it) or NOT_ON_CARD.of(item=it)),
            label="Take {it}",
            says=lambda it: item_says(s, it),
        )
        s.put(*s.box.items[item])
        yield say("{item} joins the Team.", item=item)


def named_units(s: Team, effect: Reinforce) -> list[int]:
    """12.2 The units a card names, as far as they are neither in play nor eliminated."""
    box = s.box
    return [u for u, id in enumerate(box.units) if id in effect.units and s.units[u] == BOX]


def free_items(s: Team, effect: Reinforce) -> list[int]:
    """17.5 The items that a card that names a kind can give."""
    box = s.box
    wanted = KINDS[effect.kind]
    return [i for i, (u, _) in enumerate(box.items) if box.kind[u] is wanted and s.units[u] == BOX]


# Installations, TAZ, Nexus


def seize(s: Team, effect: Seize) -> Steps:
    """19.1 The OPFOR Installation in the Team's cell turns Friendly."""
    if not s.in_opfor_installation():
        yield say("There is no OPFOR Installation here.")
        return
    site = s.installation()
    s.turn_installation(site, 1)
    yield say("{installation} is Friendly.", installation=site)


def revert(s: Team, effect: Revert) -> Steps:
    """19.1 A Friendly Installation, picked at random, turns OPFOR."""
    friendly = [i for i, held in enumerate(s.control) if held]
    if not friendly:
        yield say("No Installation is Friendly.")
        return
    (site,) = yield Draw(friendly, 1, topic="revert", of="installation")
    s.turn_installation(site, 0)
    yield say("{installation} turns OPFOR.", installation=site)


def place_taz(s: Team, effect: Taz) -> Steps:
    """R-SC-38 A Temporary Autonomous Zone in the Team's cell, if a marker is left and the cell has room for it."""
    if not can_place_taz(s, effect):
        yield say("No TAZ can be placed here.")
        return
    s.taz = (*s.taz, s.cell)
    yield say("{cell} is now a Temporary Autonomous Zone.", cell=s.cell)


def can_place_taz(s: Team, effect: Taz) -> bool:
    """R-SC-38 A marker must be left, and the cell have neither an Installation nor a TAZ."""
    return len(s.taz) < s.box.scenario.taz and s.installation() < 0 and s.cell not in s.taz


def reveal(s: Team, effect: Reveal) -> Steps:
    """9.2 9.3 The Mission card is turned up and the Nexus placed at once, at random; both happen once."""
    if s.is_revealed:
        yield say("The Mission is revealed already.")
        return
    yield from reveal_mission(s)
    yield from place_nexus(s)
    yield from WORDS.resolve(s, s.mission_card.revealed)


CHOOSE = Topic("choose", "12.2", "The effects you choose happen at once; the others do not happen.")
MAY = Topic("may", "12.2", "Yes carries out what the card offers; No leaves it undone.")

WORDS: Vocabulary = Vocabulary(
    {
        Deploy: deploy,
        Flip: flip,
        Repair: repair,
        Reinforce: reinforce,
        Seize: seize,
        Revert: revert,
        Taz: place_taz,
        Reveal: reveal,
        Reshuffle: lambda s, effect: reshuffle_discards(s, effect.n),
        NetRun: lambda s, effect: net_run(s, WORDS),
    },
    {
        Flip: lambda s, effect: len(FLIPPABLE.all(s, effect)) >= effect.n,
        Repair: lambda s, effect: CRASHED.any(s),
        Reinforce: lambda s, effect: bool(named_units(s, effect) or (effect.kind and free_items(s, effect))),
        Seize: lambda s, effect: s.in_opfor_installation(),
        Revert: lambda s, effect: any(s.control),
        Taz: can_place_taz,
        NetRun: lambda s, effect: s.value("cyber") > 0,
    },
    choose=CHOOSE,
    may=MAY,
    count=deployment_count,
)
