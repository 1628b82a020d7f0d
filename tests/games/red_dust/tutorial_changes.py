"""What a step changed: pieces and money. The statements of `tutorial.json` about that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.red_dust.printed.map import (
    CASUALTIES,
    CORPORATIONS,
    EARTH,
    NUMBER_OF,
    ORBIT,
    RECLAIMERS,
    TRANSIT,
)
from sandtable.games.red_dust.rules.resources import worth
from sandtable.games.red_dust.show.view import View
from sandtable.games.red_dust.state import Action, Op

from .kit import mars
from .tutorial_play import Given, Passage
from .tutorial_table import (
    MARS,
    PIECES,
    SEAT,
    Check,
    active_rebels,
    at,
    box,
    change,
    check,
    grown,
    has,
    on_mars,
    same,
    showing,
)

Pieces = Mapping[str, Mapping[str, int]]


# Pieces


@check("removed")
def _removed(p: Passage, value: Pieces) -> None:
    """Of the enemies in these spaces exactly these went, and none anywhere else."""
    kinds = {piece for pieces in value.values() for piece in pieces}
    for piece in kinds:
        lost = {space: -n for space, n in change(p, piece).items() if n < 0 and NUMBER_OF[space] in MARS}
        same(lost, {space: pieces[piece] for space, pieces in value.items() if piece in pieces})


@check("attrition")
def _attrition(p: Passage, value: Pieces) -> None:
    """Attrition takes Troops, Security and Red Dust Rebels; these and nobody else."""
    found: dict[str, dict[str, int]] = {}
    for piece in ("mg_troop", "security", "rd_rebel"):
        for space, n in change(p, piece).items():
            found.setdefault(space, {})[piece] = -n
    same(found, value)


@check("placed")
def _placed(p: Passage, value: Pieces) -> None:
    for space, pieces in value.items():
        same({piece: change(p, piece).get(space, 0) for piece in pieces}, pieces)


@check("replaced")
def _replaced(p: Passage, value: Pieces) -> None:
    """As many MG Troops stand where the Rebels stood."""
    for space, pieces in value.items():
        same({piece: -change(p, piece).get(space, 0) for piece in pieces}, pieces)
        same(change(p, "mg_troop").get(space), sum(pieces.values()))


@check("rebels_replaced")
def _rebels_replaced(p: Passage, value: int) -> None:
    same(-sum(sum(change(p, piece).values()) for piece in ("rd_rebel", "cr_rebel")), value)


@check("moved")
def _moved(p: Passage, value: Mapping[str, Mapping[str, int]]) -> None:
    """Pieces of these kinds moved like this and not otherwise."""
    for piece, ways in value.items():
        stated: dict[str, int] = {}
        for way, n in ways.items():
            origin, goal = way.split(">")
            stated[origin] = stated.get(origin, 0) - n
            stated[goal] = stated.get(goal, 0) + n
        same(change(p, piece), stated)


@check("new_rebels")
def _new_rebels(p: Passage, value: str) -> None:
    same(value, "hidden")
    same(sum(active_rebels(p.after, n) for n in MARS), sum(active_rebels(p.before, n) for n in MARS))


@check("rebels_activated")
def _rebels_activated(p: Passage, value: Mapping[str, int]) -> None:
    same(
        grown([active_rebels(p.before, n) for n in MARS], [active_rebels(p.after, n) for n in MARS]),
        value,
    )


@check("rebels_activated_total")
def _rebels_activated_total(p: Passage, value: int) -> None:
    same(sum(active_rebels(p.after, n) - active_rebels(p.before, n) for n in MARS), value)


@check("bases_placed")
def _bases_placed(p: Passage, value: list[str]) -> None:
    same({space: n for space, n in change(p, "corp_base").items() if n}, dict.fromkeys(value, 1))


@check("housed")
def _housed(p: Passage, value: Mapping[str, int]) -> None:
    same(grown(p.before.housed, p.after.housed), value)


@check("damage_placed")
def _damage_placed(p: Passage, value: list[str]) -> None:
    same(grown(p.before.damage, p.after.damage), dict.fromkeys(value, 1))


@check("damage_blocked")
def _damage_blocked(p: Passage, value: list[str]) -> None:
    for space in map(NUMBER_OF.__getitem__, value):
        same(p.after.damage[space], p.before.damage[space])
        same(showing(p.after, space, "fortified_troop"), showing(p.before, space, "fortified_troop") - 1)


@check("satellite_used")
def _satellite_used(p: Passage, value: Mapping[str, int]) -> None:
    same(change(p, "satellite"), {**value, "orbit": -sum(value.values())})


@check("satellites_on_mars")
def _satellites_on_mars(p: Passage, value: int) -> None:
    same(on_mars(p.before, "satellite"), value)


@check("satellites_returned")
def _satellites_returned(p: Passage, value: int) -> None:
    same(on_mars(p.before, "satellite") - on_mars(p.after, "satellite"), value)
    same(at(p.after, ORBIT, "satellite") - at(p.before, ORBIT, "satellite"), value)


@check("control_lost")
def _control_lost(p: Passage, value: Mapping[str, str]) -> None:
    for space, who in value.items():
        same(p.before.control[NUMBER_OF[space]], SEAT[who])
        assert p.after.control[NUMBER_OF[space]] != SEAT[who]


@check("pieces_sent")
def _pieces_sent(p: Passage, value: Mapping[str, int]) -> None:
    """What is in Transit has just been sent: everything else has gone on to Phobos."""
    same(box(p.after, TRANSIT), value)


@check("added_to_earth")
def _added_to_earth(p: Passage, value: Mapping[str, int]) -> None:
    before, after = box(p.before, EARTH), box(p.after, EARTH)
    kinds = (*PIECES, "supply", "population")
    added = {it: after.get(it, 0) - before.get(it, 0) for it in kinds}
    same(added, {**dict.fromkeys(kinds, 0), **value})


@check("aldrin_cycler")
def _aldrin_cycler(p: Passage, value: bool) -> None:
    moved = any(box(p.before, place) != box(p.after, place) for place in (EARTH, TRANSIT))
    same(moved, value)


@check("supply_placed")
def _supply_placed(p: Passage, value: int) -> None:
    same(p.after.supply_on_earth - p.before.supply_on_earth, value)


# Money


def _drops(given: list[Given], who: int) -> int:
    """What a Faction spent or owes in the course of some answers."""
    return sum(max(0, has(it.before, who) - has(it.after, who)) for it in given)


@check("operation_cost")
def _operation_cost(p: Passage, value: int) -> None:
    who = SEAT[p.action[0].asked.seat]
    if who == RECLAIMERS:
        same(p.after.cost, value)
    else:
        same(_drops(p.action, who), value)


def _cost_of(sign: Callable[[View], Any]) -> Check:
    """What the answers cost that changed something."""

    def rule(p: Passage, value: int) -> None:
        given = [it for it in p.given if sign(it.before) != sign(it.after)]
        assert given, "Nobody did it."
        same(_drops(given, SEAT[given[0].asked.seat]), value)

    return rule


check("cost_repair")(_cost_of(lambda view: view.damage))
check("cost_shifts")(_cost_of(lambda view: view.alignment))
check("cost_lobby")(_cost_of(lambda view: view.level))


def _cost_of_space(key: str) -> Check:
    def rule(p: Passage, value: int) -> None:
        (given,) = [it for it in p.action if it.key == key]
        same(given.after.cost - given.before.cost, value)

    return rule


check("cost_phobos")(_cost_of_space("train:phobos"))
check("cost_sharma")(_cost_of_space("secure:sharma"))


@check("card_value_used")
def _card_value_used(p: Passage, value: int) -> None:
    """One Asset paid for the Operation, and it is worth so much for it."""
    (op,) = [Op[it.key.partition(":")[2].upper()] for it in p.action if it.asked.topic == "operation"]
    bids = {int(it.key.removeprefix("bid:cr")) - 1 for it in p.given if it.asked.topic == "bid"}
    (card,) = [card for card in p.after.discards if card not in p.before.discards and card not in bids]
    same(worth(mars(), card, Action(op=op)), value)


@check("profits_loss_due")
def _profits_loss_due(p: Passage, value: int) -> None:
    same(at(p.before, CASUALTIES, "corp_base") + at(p.before, CASUALTIES, "security") // 2, value)


@check("mercenary_profits")
def _mercenary_profits(p: Passage, value: int) -> None:
    """Nothing else brings Profits in these steps."""
    same(has(p.after, CORPORATIONS) - has(p.before, CORPORATIONS), value)


def _total_by(word: str) -> Check:
    """By how much an answer changed MarsGov's total."""

    def rule(p: Passage, value: int) -> None:
        (given,) = [it for it in p.given if it.key.endswith(f"/{word}")]
        same(given.after.totals[0] - given.before.totals[0], value)

    return rule


check("mg_total_change_house")(_total_by("house"))
check("mg_total_change_shift")(_total_by("shift"))


@check("enemy_bases_change_whole_operation")
def _enemy_bases_change(p: Passage, value: int) -> None:
    same(p.after.thresholds[RECLAIMERS] - p.action[0].before.thresholds[RECLAIMERS], value)
