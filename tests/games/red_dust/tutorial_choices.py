"""What was asked, told and drawn in a step. The statements of `tutorial.json` about that."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sandtable.games.red_dust.printed.box import box_of
from sandtable.games.red_dust.printed.map import NUMBER_OF, RECLAIMERS
from sandtable.games.red_dust.show.view import View
from sandtable.games.red_dust.state import Phase

from .tutorial_play import Passage
from .tutorial_table import PIECES, SEAT, Check, at, check, same, showing, waiting

#: Options of the sequence of play, as the ledger and as the table call them.
BOX = {
    "operation": {"operation"},
    "operation_and_special_activity": {"operation_and_special"},
    "limited_operation": {"limited_operation"},
    "event": {"event_unshaded", "event_shaded"},
    "pass": {"pass"},
}
#: Boxes of the sequence of play: whether it is the 1st or the 2nd that goes there, and what it chose.
PLACE = {
    "first: operation and special activity": (0, BOX["operation_and_special_activity"]),
    "second: limited operation or event": (1, BOX["limited_operation"] | BOX["event"]),
}


# Cards


@check("cards_drawn")
def _cards_drawn(p: Passage, value: int) -> None:
    same(len(p.after.hand) - len(p.before.hand), value)


@check("cards_discarded")
def _cards_discarded(p: Passage, value: int) -> None:
    same(len(p.after.discards) - len(p.before.discards), value)


@check("cards_drawn_for_upgrades")
def _cards_drawn_for_upgrades(p: Passage, value: int) -> None:
    upgrades = [it for it in p.given if it.key == "rally_way:convert"]
    same(sum(len(it.after.hand) - len(it.before.hand) for it in upgrades), value)


@check("cards_discarded_for_order")
def _cards_for_order(p: Passage, value: int) -> None:
    bids = [it for it in p.given if it.asked.topic == "bid" and it.key != "done"]
    same(len(bids), value)
    same(bids[-1].after.order.index(RECLAIMERS), 3 - value)


@check("campaign_cards_drawn")
def _campaign_cards_drawn(p: Passage, value: int) -> None:
    same(len(p.options("campaign_card")), value)


@check("campaign_played")
def _campaign_played(p: Passage, value: int) -> None:
    same([card + 1 for card in p.after.campaigns if card not in p.before.campaigns], [value])


# Order


def _rank(order: list[int], view: View) -> int:
    """Which Eligible Faction the Reclaimers would be."""
    return [who for who in order if view.eligible[who]].index(RECLAIMERS) + 1


def _discards_for(rank: int) -> Check:
    """12.1 One place to the left for each Asset; tried out at the table as far as the hand goes."""

    def rule(p: Passage, value: int) -> None:
        view = p.before
        others = [who for who in view.order if who != RECLAIMERS]
        orders = [[*others[: 3 - n], RECLAIMERS, *others[3 - n :]] for n in range(4)]
        same(min(n for n in range(4) if _rank(orders[n], view) <= rank), value)
        if len(view.hand) >= value:
            table = p.trial()
            for _ in range(value):
                assert table.ask is not None
                assert _rank(table.view(None).order, view) > rank
                table.choose(next(key for key in table.ask.keys if key.startswith("bid:")))
            same(table.view(None).order, orders[value])

    return rule


check("discards_needed_for_1st")(_discards_for(1))
check("discards_needed_for_2nd")(_discards_for(2))


@check("reclaimer_position")
def _reclaimer_position(p: Passage, value: str) -> None:
    same(f"{waiting(p.after).index('reclaimers') + 1}nd eligible", value)


@check("rd_options")
def _rd_options(p: Passage, value: list[str]) -> None:
    assert p.asked is not None
    same(p.asked.seat, "red_dust")
    _same_boxes(p.asked.keys, value)


@check("second_options")
def _second_options(p: Passage, value: list[str]) -> None:
    """The 2nd Eligible may Pass too, which goes without saying."""
    _same_boxes(p.options("action"), [*value, "pass"])


def _same_boxes(keys: list[str], value: list[str]) -> None:
    """Besides asking others for Resources, just these."""
    same({key for key in keys if not key.startswith("ask_")}, set().union(*(BOX[it] for it in value)))


@check("sop_box")
def _sop_box(p: Passage, value: Mapping[str, str]) -> None:
    for who, what in value.items():
        place, choices = PLACE[what]
        same(p.after.acted[place], SEAT[who])
        same(p.action[0].asked.seat, who)
        assert p.action[0].key in choices


@check("stays_eligible")
def _stays_eligible(p: Passage, value: list[str]) -> None:
    for who in value:
        assert p.after.eligible[SEAT[who]]
        assert SEAT[who] in p.after.passed
        assert SEAT[who] not in p.after.acted


@check("flashpoint_move")
def _flashpoint_move(p: Passage, value: int) -> None:
    assert p.after.next is not None
    same(box_of("default").events[p.after.next].flashpoint, value)
    same(p.after.flashpoint, min(5, p.before.flashpoint + value))


@check("flashpoint_round")
def _flashpoint_round(p: Passage, value: bool) -> None:
    same(p.after.phase is Phase.FLASHPOINT, value)


@check("winner")
def _winner(p: Passage, value: None) -> None:
    same(value, None)
    assert not p.is_over
    assert max(p.after.margins) <= 0


@check("eg_move")
def _eg_move(p: Passage, value: int) -> None:
    same(p.after.level - p.before.level, value)


@check("haboob")
def _haboob(p: Passage, value: bool) -> None:
    """12.7 The Corporations, who come next, are offered no Recon."""
    same(p.after.is_haboob, value)
    asked = p.trial().choose("operation").ask
    assert asked is not None
    same("operation:recon" not in asked.keys, value)


# Spaces


@check("spaces_selected")
def _spaces_selected(p: Passage, value: int) -> None:
    same(len(_chosen(p)), value)


@check("destinations")
def _destinations(p: Passage, value: int | list[str]) -> None:
    chosen = _chosen(p)
    same(len(chosen) if isinstance(value, int) else sorted(chosen), value)


def _chosen(p: Passage) -> list[str]:
    """Spaces chosen for the Operation."""
    (op,) = [it.key.partition(":")[2] for it in p.action if it.asked.topic == "operation"]
    named = [it.key.partition(":")[2] for it in p.action if it.asked.topic == op]
    return [space for space in named if space in NUMBER_OF]


@check("eligible_spaces")
def _eligible_spaces(p: Passage, value: int) -> None:
    same(len(p.options("redistribute")), value)


@check("not_selectable")
def _not_selectable(p: Passage, value: list[str]) -> None:
    assert not {f"exploit:{space}" for space in value} & set(p.options("exploit"))


@check("raging_storm_blocks_movement")
def _blocks_movement(p: Passage, value: str) -> None:
    """Troops are there, but cannot come; and with the Storm's space as destination nobody is asked who moves."""
    assert at(p.after, NUMBER_OF[value], "mg_troop")
    assert f"secure_from:{value}" not in p.options("secure_from")
    table = p.trial().choose("operation_and_special", "operation:secure", f"secure:{value}")
    assert table.ask is not None
    same(table.ask.topic, "secure")


@check("mg_forced_moves")
def _mg_forced_moves(p: Passage, value: int) -> None:
    """MarsGov may stop before it has moved anybody."""
    asked = next(it.asked for it in p.given if it.asked.seat == "marsgov")
    same(0 if "done" in asked.keys else 1, value)


@check("trouvelot_rebel_hidden_on_entry")
def _hidden_on_entry(p: Passage, value: bool) -> None:
    (given,) = [it for it in p.given if it.key == "travel_on:wilderness"]
    trouvelot = NUMBER_OF["trouvelot"]
    arrived = showing(given.before, trouvelot, "cr_rebel") - showing(p.before, trouvelot, "cr_rebel")
    same(arrived == 1, value)


# Dice


@check("dice")
def _dice(p: Passage, value: list[int]) -> None:
    same(_thrown(p), value)


@check("sum")
def _sum(p: Passage, value: int) -> None:
    same(sum(_thrown(p)), value)


@check("removals_allowed")
def _removals_allowed(p: Passage, value: int) -> None:
    """Two for each die that is not above the Rebels there; here fewer enemies were left, and all of them went."""
    (space,) = [NUMBER_OF[it.key.removeprefix("attack:")] for it in p.given if it.asked.topic == "attack"]
    rebels = at(p.before, space, "cr_rebel")
    same(2 * sum(die <= rebels for die in _thrown(p)), value)
    enemies = {piece for piece in PIECES if not piece.startswith("cr_") and at(p.before, space, piece)}
    assert sum(at(p.before, space, piece) for piece in enemies) <= value
    assert not any(at(p.after, space, piece) for piece in enemies)


def _thrown(p: Passage) -> list[int]:
    (line,) = [line for line in p.log if line.startswith("The dice")]
    return [int(die) for die in re.findall(r"\d", line)]


@check("bombard_capacity")
def _bombard_capacity(p: Passage, value: int) -> None:
    """Had the Assault itself removed one only, the Satellite would have taken both others."""
    table = p.trial()
    table.choose("assault:hellas_chaos", "assault_remove:active_cr_rebel/1", "spare", "bombard:yes")
    same(at(p.before, NUMBER_OF["hellas_chaos"], "cr_rebel") - 1, value)
    same(at(table.view(None), NUMBER_OF["hellas_chaos"], "cr_rebel"), 0)


@check("storm_rolls")
def _storm_rolls(p: Passage, value: int) -> None:
    """One for each new marker that approaches, two for one that rages already."""
    new = [after for before, after in zip(p.before.storm, p.after.storm, strict=True) if after and not before]
    same(sum(new), value)
