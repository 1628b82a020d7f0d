"""The rules of Dark Cargo, in the order and with the numbers of its rulebook (`short_rules` in `__init__.py`)."""

from __future__ import annotations

from functools import partial

from sandtable.engine import DONE, Choice, Line, Listed, Refusal, Roll, Steps, Word, faces, say
from sandtable.engine.asking import Topic, pick

from .state import (
    CONVOY,
    DECK,
    ESCORT,
    FAST,
    FREIGHTERS,
    GONE,
    HAVEN,
    JOINED,
    LAIR,
    LANDED,
    LOOT,
    OWNER,
    PORTS,
    QUAY,
    SUNK,
    WORTH,
    Sea,
)

# 1 Set-up

LOAD = Topic("load", "1", "The crate stays in this hold until the ship lands or is boarded.", "crate")


def set_up(s: Sea) -> Steps:
    """1 Set-up. The Convoy draws six crates and loads four of them; the corsairs see only that it does."""
    yield from s.crates.shuffle(DECK, "crates")
    s.crates.draw(DECK, QUAY, by=CONVOY, n=6)
    for ship in FREIGHTERS:
        quay = s.crates.zones[QUAY][:]
        crate = yield pick(
            CONVOY, LOAD, "Load what into the {ship}?", quay, about={"ship": ship}, private=True
        )
        s.load(crate, ship)
    yield say("The Convoy has loaded four crates.")
    s.round = 1


# 2 A turn

SAIL = Word("sail", "Sail", says="Move a ship to the next area, with a 5 or 6 up to two.")
SHOOT = Word("shoot", "Shoot", says="The escort drives a raider back to its lair.")
SCAN = Word("scan", "Scan", says="Look into the hold of a freighter that is near.")
BOARD = Word("board", "Board", says="Take the crate of a freighter, or find its mine.")
NOBODY_TO = {
    SHOOT: Refusal("No raider is where your escort is."),
    SCAN: Refusal("No freighter with an unknown crate is within one area of your raiders."),
    BOARD: Refusal("No raider of yours is where a freighter is, with a die that can do it."),
}
SPEND = Topic("spend", "2", "One die is spent on it.")


def orders(s: Sea, side: int) -> tuple[Word, ...]:
    """2 What a die can be spent on."""
    return (SAIL, SHOOT) if side == CONVOY else (SAIL, SCAN, BOARD)


def order_refusal(s: Sea, side: int, order: Word) -> Refusal | None:
    """2 A die is spent on something that can be done."""
    able = {SAIL: SAILORS, SHOOT: TARGETS, SCAN: SCANNED, BOARD: PREY}[order]
    return None if able.any(s, side) else NOBODY_TO.get(order, Refusal("You have no ship left."))


ORDERS = Choice(orders, order_refusal)


def side_turn(s: Sea) -> Steps:
    """2 A turn. Roll four dice, or three as one of two corsairs, and spend them one by one."""
    side = s.mover
    number = 4 if side == CONVOY or s.corsairs == 1 else 3
    s.dice.extend((yield Roll(number, faces, topic="orders", by=side)))
    while s.dice and s.freighters():
        order = yield pick(
            side, SPEND, "Spend a die on what?", ORDERS.of(s, side, then=(DONE,)), others=orders(s, side)
        )
        if order == DONE:
            break
        yield from {SAIL: sail, SHOOT: shoot, SCAN: scan, BOARD: board}[order](s, side)
    s.next_side()


# 3 Sailing

NOT_YOURS = Refusal("{it} is not your ship.")
IS_GONE = Refusal("{it} is not at sea.")
SAILOR = Topic("sailor", "3", "This ship sails next.", "ship")
SAIL_TO = Topic("sail_to", "3", "The ship goes there, and the smallest die that will do is spent.", "area")
IS_HERE = Refusal("{ship} is there already.")
IS_PORT = Refusal("{it} is a port: its guns keep raiders away.")
TOO_FAR = Refusal("{it} is more than two areas away.")
NO_FAST_DIE = Refusal("{it} is two areas away, and none of your dice is {n:number} or more.")
BARRED = Refusal("An enemy is on every way to {it}.")


def sailor_refusal(s: Sea, side: int, ship: int) -> Refusal | None:
    """3 Any ship of the side that is at sea."""
    if OWNER[ship] != side:
        return NOT_YOURS
    return IS_GONE if s.where[ship] == GONE else None


SAILORS = Choice(lambda s, side: range(len(OWNER)), sailor_refusal)


def courses(s: Sea, ship: int) -> dict[int, int]:
    """3 Where a ship can go, and the smallest die for it. With a 5 or 6 it goes on through an area that is not barred."""
    here, is_raider = s.where[ship], OWNER[ship] != CONVOY
    slow, fast = min(s.dice), min((die for die in s.dice if die >= FAST), default=0)
    found = dict.fromkeys(JOINED[here], slow)
    if fast:
        for through in JOINED[here]:
            if not s.is_barred(ship, through) and through not in PORTS:
                for area in JOINED[through]:
                    found.setdefault(area, fast)
    return {area: die for area, die in found.items() if area != here and not (is_raider and area in PORTS)}


def no_course(s: Sea, ship: int, area: int) -> Refusal:
    """3 Why `courses` does not lead to an area."""
    here = s.where[ship]
    if area == here:
        return IS_HERE.of(ship=ship)
    if area in PORTS and OWNER[ship] != CONVOY:
        return IS_PORT
    if not any(area in JOINED[through] for through in JOINED[here]):
        return TOO_FAR
    return BARRED if max(s.dice) >= FAST else NO_FAST_DIE.of(n=FAST)


def sail(s: Sea, side: int) -> Steps:
    """3 Sailing. A freighter that reaches Haven lands its crate."""
    ship = yield pick(side, SAILOR, "Which ship sails?", SAILORS.of(s, side))
    ways = courses(s, ship)
    area = yield pick(
        side,
        SAIL_TO,
        "Where does {ship} sail?",
        Listed(list(ways), partial(no_course, s, ship)),
        about={"ship": ship},
        says=lambda area: Line("Spends a {n:number}.").of(n=ways[area]),
    )
    s.pay(ways[area])
    s.sail(ship, area)
    yield say("{ship} sails to {area}.", ship=ship, area=area)
    if area == HAVEN and ship in FREIGHTERS:
        crate = s.unload(ship, LANDED)
        yield say("{ship} lands {crate}.", ship=ship, crate=crate)


# 4 Shooting, scanning, boarding

TARGET = Topic("target", "4.1", "The escort fires at this raider.", "ship")
SHOT = Topic("shot", "4.1", "The shot hits if another die does not show more than this one.", "number")
NOT_A_RAIDER = Refusal("{it} is not a raider.")
OUT_OF_RANGE = Refusal("{it} is not where your escort is.")


def target_refusal(s: Sea, side: int, ship: int) -> Refusal | None:
    """4.1 A raider in the area of the escort."""
    if OWNER[ship] == CONVOY:
        return NOT_A_RAIDER
    return OUT_OF_RANGE if s.where[ship] != s.where[ESCORT] else None


TARGETS = Choice(lambda s, side: range(len(OWNER)), target_refusal)


def shoot(s: Sea, side: int) -> Steps:
    """4.1 Shooting. Spend a die and roll another: if it does not show more, the raider is driven back to its lair."""
    raider = yield pick(side, TARGET, "Shoot at which raider?", TARGETS.of(s, side))
    die = yield pick(
        side, SHOT, "Shoot at {ship} with which die?", sorted(set(s.dice)), about={"ship": raider}
    )
    s.pay(die)
    if (yield Roll(1, topic="shot", by=side)) > die:
        yield say("{ship} gets away.", ship=raider)
        return
    s.sail(raider, LAIR[raider])
    yield say("{ship} is hit and limps back to {area}.", ship=raider, area=LAIR[raider])


SCAN_SHIP = Topic("scan", "4.2", "You alone see the crate in its hold.", "ship")
NO_FREIGHTER = Refusal("{it} is not a freighter.")
NOT_NEAR = Refusal("None of your raiders is within one area of {it}.")
IS_KNOWN = Refusal("You know what {it} carries.")


def scan_refusal(s: Sea, side: int, ship: int) -> Refusal | None:
    """4.2 A freighter in the area of a raider or in one joined to it, whose crate the corsair has not seen."""
    if ship not in FREIGHTERS:
        return NO_FREIGHTER
    if s.where[ship] == GONE:
        return IS_GONE
    near = (s.where[ship], *JOINED[s.where[ship]])
    if not any(s.where[raider] in near for raider in s.ships_of(side)):
        return NOT_NEAR
    return IS_KNOWN if s.crates.knows(side, s.crate_of(ship)) else None


SCANNED = Choice(lambda s, side: range(len(OWNER)), scan_refusal)


def scan(s: Sea, side: int) -> Steps:
    """4.2 Scanning. Spend the smallest die and look into a hold."""
    ship = yield pick(side, SCAN_SHIP, "Scan which freighter?", SCANNED.of(s, side))
    s.pay(min(s.dice))
    s.crates.look([s.crate_of(ship)], side)
    yield say("{who:seat} scans {ship}.", who=side, ship=ship)
    yield say("{ship} carries {crate}.", ship=ship, crate=s.crate_of(ship), seen_by=[side])


BOARDED = Topic("board", "4.3", "Your raider boards this freighter.", "ship")
GRAPPLE = Topic(
    "grapple",
    "4.3",
    "You succeed if another die does not show more than this one, less 2 beside the escort.",
    "number",
)
NOT_ALONGSIDE = Refusal("No raider of yours is where {it} is.")
ESCORTED = Refusal("With the escort beside it, {it} needs a die of 3 or more.")
TOO_LOW = Refusal("Beside the escort a {it} cannot succeed.")


def grip(s: Sea, ship: int, die: int) -> int:
    """4.3 The most that the other die may show: the die itself, less 2 where the escort is."""
    return die - 2 if s.where[ESCORT] == s.where[ship] else die


GRAPPLES = Choice(
    lambda s, ship: sorted(set(s.dice)), lambda s, ship, die: TOO_LOW if grip(s, ship, die) < 1 else None
)


def prey_refusal(s: Sea, side: int, ship: int) -> Refusal | None:
    """4.3 A freighter in the area of a raider, if a die can succeed."""
    if ship not in FREIGHTERS:
        return NO_FREIGHTER
    if s.where[ship] == GONE:
        return IS_GONE
    if not s.here(ship, side):
        return NOT_ALONGSIDE
    return None if GRAPPLES.any(s, ship) else ESCORTED


PREY = Choice(lambda s, side: range(len(OWNER)), prey_refusal)


def board(s: Sea, side: int) -> Steps:
    """4.3 Boarding. The crate is taken and turned up, and the freighter leaves the game. A mine sinks the raider."""
    ship = yield pick(side, BOARDED, "Board which freighter?", PREY.of(s, side))
    die = yield pick(
        side, GRAPPLE, "Board {ship} with which die?", GRAPPLES.of(s, ship), about={"ship": ship}
    )
    s.pay(die)
    if (yield Roll(1, topic="boarding", by=side)) > grip(s, ship, die):
        yield say("{ship} shakes the raider off.", ship=ship)
        return
    raider, is_mine = s.here(ship, side)[0], WORTH[s.crate_of(ship)] == 0
    crate = s.unload(ship, SUNK if is_mine else LOOT + side)
    if is_mine:
        s.sink(raider)
        yield say(
            "{crate} goes off: {ship} and {raider:ship} are lost.", crate=crate, ship=ship, raider=raider
        )
    else:
        yield say("{raider:ship} takes {crate} from {ship}.", raider=raider, crate=crate, ship=ship)
