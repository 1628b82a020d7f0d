"""8.9 The booklet's example of play, one test a step: every change it lists, and everything it says afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.engine import Note
from sandtable.games.red_dust.nonplayer.priorities import has_vulnerable_enemy_base
from sandtable.games.red_dust.nonplayer.tables import SIDES
from sandtable.games.red_dust.printed.decks import CURRENT, NEXT
from sandtable.games.red_dust.printed.map import (
    AVAILABLE,
    CASUALTIES,
    CORPORATIONS,
    FLASHPOINT,
    NUMBER_OF,
    RECLAIMERS,
    SPACE_IDS,
)
from sandtable.games.red_dust.printed.pieces import CORP_BASE, FACTION, FORCES_OF
from sandtable.games.red_dust.rules.event_round import waiting
from sandtable.games.red_dust.rules.operations.rally import RALLY_AT
from sandtable.games.red_dust.state import Mars, Op, Phase

from ..kit import KIND
from .example import FACTIONS, LEVELS, Game, facts, ledger, played

STEPS = ledger()


class Step:
    """A step of the ledger that has come about: the position before and after it, its lines and its throws."""

    def __init__(self, game: Game, step: dict[str, Any]) -> None:
        start, end = game.spans[step["n"]]
        self.step, self.game = step, game
        self.before, tracked = game.moments[start].state, facts(game.moments[end].state)
        last = end
        self.at_end, turn = game.moments[end].state, game.moments[end].turn
        while (
            last + 1 < len(game.moments)
            and (start == end or game.moments[last + 1].turn == turn)
            and facts(game.moments[last + 1].state) == tracked
        ):
            last += 1
        self.after = game.moments[last].state
        # a line is told before or after the change it speaks of
        until = game.moments[min(last + 1, len(game.moments) - 1)]
        self.notes = game.notes[game.moments[start].notes : until.notes]
        self.throws = game.throws[game.moments[start].throws : until.throws]
        #: The same up to the change itself.
        self.own_notes = game.notes[max(0, game.moments[start].notes - 1) : game.moments[end].notes]

    def said(self, text: str) -> list[Note]:
        return [note for note in self.notes if note.text == text]

    @property
    def who(self) -> int:
        return FACTIONS[self.step["who"]]


Expect = Callable[[Step, Any], None]
EXPECTS: dict[str, Expect] = {}


def expects(*keys: str) -> Callable[[Expect], Expect]:
    def enter(check: Expect) -> Expect:
        for key in keys:
            EXPECTS[key] = check
        return check

    return enter


def np_of(s: Mars) -> Any:
    assert s.nonplayers is not None
    return s.nonplayers


@expects("eligible_first")
def eligible_first(it: Step, value: Any) -> None:
    assert waiting(it.after)[0] == FACTIONS[value] or it.after.acted[:1] == (FACTIONS[value],)


@expects("eligible_second")
def eligible_second(it: Step, value: Any) -> None:
    order = [*it.after.acted, *waiting(it.after)]
    assert order[1] == FACTIONS[value]


@expects("asset_total")
def asset_total(it: Step, value: Any) -> None:
    assert np_of(it.after).asset_total == value


@expects("supply_total")
def supply_total(it: Step, value: Any) -> None:
    assert np_of(it.after).supply_total == value


@expects("agitate_total")
def agitate_total(it: Step, value: Any) -> None:
    assert np_of(it.after).agitate_total == value


@expects("asset_total_after_payment")
def asset_total_after_payment(it: Step, value: Any) -> None:
    (line,) = [n for n in it.own_notes if n.text.startswith("An Asset makes up for the roll")]
    assert line.args["n"] == value


@expects("chosen_action")
def chosen_action(it: Step, value: Any) -> None:
    if value == "event":
        assert it.after.acted[-1] == it.who
        assert it.said("{who:faction}: {event}{side}.")
    else:
        line = it.said("{who:faction}: {box}, {op}.")[0]
        assert (line.args["who"], line.args["box"].id) == (it.who, value)


@expects("operation")
def operation(it: Step, value: Any) -> None:
    assert it.said("{who:faction}: {box}, {op}.")[0].args["op"] is Op[value.upper()]


@expects("activation_number")
def activation_number(it: Step, value: Any) -> None:
    card = it.said("{who:faction}: {op} by card {card}.")[0].args["card"]
    assert next(side for side in SIDES if side.id == card.label).activation == value


@expects("spaces_selected")
def spaces_selected(it: Step, value: Any) -> None:
    assert len(it.at_end.action.chosen) == value


@expects("activation_roll")
def activation_roll(it: Step, value: Any) -> None:
    """Whether a roll follows the space: it is due, or the game has gone on with one."""
    end = it.game.spans[it.step["n"]][1]
    assert np_of(it.game.moments[end].state).is_due is value


@expects("skipped_instruction")
def skipped_instruction(it: Step, value: Any) -> None:
    assert value == "cr_rally_upgrade_deserts"
    assert np_of(it.after).step == 2, "the instruction after it was carried out"


@expects("candidates_with_vulnerable_enemy_base")
def vulnerable(it: Step, value: Any) -> None:
    able = RALLY_AT.all(it.before, it.before.action)
    able = [space for space in able if space not in it.before.action.chosen]
    found = [SPACE_IDS[space] for space in able if has_vulnerable_enemy_base(it.before, RECLAIMERS, space)]
    assert sorted(found) == sorted(value)


@expects("illegal_because_opposition")
def illegal(it: Step, value: Any) -> None:
    able = RALLY_AT.all(it.before, it.before.action)
    for name in value:
        assert NUMBER_OF[name] not in able
        assert it.before.alignment[NUMBER_OF[name]] < 0
        assert has_vulnerable_enemy_base(it.before, RECLAIMERS, NUMBER_OF[name])


@expects("deciding_row")
def deciding_row(it: Step, value: Any) -> None:
    lines = [note for note in it.own_notes if note.text == "{space}: {row}."]
    assert lines[-1].args["row"].label == value


@expects("operation_complete", "turn_complete")
def complete(it: Step, value: Any) -> None:
    """The next thing that happens is something else: another action, or another phase."""
    following = it.game.moments[it.game.spans[it.step["n"]][1] + 1 :]
    busy = (Phase.OPERATION, Phase.EVENT, Phase.ASSET)
    acted = it.before.acted
    assert any(moment.state.phase not in busy for moment in following[:12])
    later = [m.state for m in following if m.state.acted == acted and m.state.phase in busy]
    assert all(facts(s) == facts(it.after) or "operation_complete" in it.step["expect"] for s in later)


@expects("eg_side")
def eg_side(it: Step, value: Any) -> None:
    assert it.after.is_eg_up is (value == "EG+")


@expects("eg_value")
def eg_value(it: Step, value: Any) -> None:
    assert it.after.box.confidence[it.after.level].value == value


@expects("displaced_population")
def displaced(it: Step, value: Any) -> None:
    assert it.after.displaced == value


@expects("displaced_population_change")
def displaced_change(it: Step, value: Any) -> None:
    assert it.after.displaced - it.before.displaced == value


@expects("profits")
def profits(it: Step, value: Any) -> None:
    assert it.after.resources[CORPORATIONS] == value


@expects("profits_change")
def profits_change(it: Step, value: Any) -> None:
    assert it.after.resources[CORPORATIONS] - it.before.resources[CORPORATIONS] == value


@expects("profits_spent_on_extra_pieces")
def no_extra_pieces(it: Step, value: Any) -> None:
    assert it.before.resources[CORPORATIONS] - it.after.resources[CORPORATIONS] == value


@expects("alignment")
def alignment(it: Step, value: Any) -> None:
    for name, level in value.items():
        assert it.after.alignment[NUMBER_OF[name]] == LEVELS[level]


@expects("unpopulated")
def unpopulated(it: Step, value: Any) -> None:
    assert [it.after.population(NUMBER_OF[name]) for name in value] == [0] * len(value)


@expects("current_event")
def current_event(it: Step, value: Any) -> None:
    assert it.after.events.zones[CURRENT][-1] + 1 == value


@expects("next_event")
def next_event(it: Step, value: Any) -> None:
    assert it.after.events.zones[NEXT][-1] + 1 == value


@expects("flashpoint_round")
def flashpoint_round(it: Step, value: Any) -> None:
    assert (it.after.phase is Phase.FLASHPOINT) is value


@expects("flashpoint")
def flashpoint(it: Step, value: Any) -> None:
    assert it.after.flashpoint == value


@expects("event_text")
def event_text(it: Step, value: Any) -> None:
    assert it.said("{who:faction}: {event}{side}.")[0].args["side"].label == f", {value}"


@expects("special_activity", "special_activity_before_operation")
def special_activity(it: Step, value: Any) -> None:
    if value.startswith("ambush"):
        assert SIDES[np_of(it.after).side].boxes[np_of(it.after).before].special[0].activity == value
    elif "special_activity_before_operation" in it.step["expect"]:
        box = SIDES[np_of(it.after).side].boxes[np_of(it.after).before or "sa"]
        assert value in [choice.activity for choice in box.special] or np_of(it.after).activity == value
    else:
        assert np_of(it.after).activity == value


@expects("spaces_in_order")
def spaces_in_order(it: Step, value: Any) -> None:
    lines = it.said("{n:{n} {unit:unit} in {space} turns|{n} {unit:unit:many} in {space} turn} Active.")
    assert [SPACE_IDS[line.args["space"]] for line in lines] == value


@expects("spaces")
def spaces(it: Step, value: Any) -> None:
    lines = it.said("{who:faction}: Ambush in {space}.")
    assert sorted(SPACE_IDS[line.args["space"]] for line in lines) == sorted(value)


@expects("attack_dice")
def attack_dice(it: Step, value: Any) -> None:
    lines = it.said("The dice are set to {a:number} and {b:number}.")
    assert {(line.args["a"], line.args["b"]) for line in lines} == {tuple(value)}


@expects("rd_forces")
def rd_forces(it: Step, value: Any) -> None:
    for name, n in value.items():
        assert it.after.count(NUMBER_OF[name], FORCES_OF[FACTIONS["red_dust"]]) == n


@expects("more_upgradable")
def more_upgradable(it: Step, value: Any) -> None:
    assert any(it.after.at(space, CORP_BASE) for space in it.after.box.deserts) is value


@expects("population_moved")
def population_moved(it: Step, value: Any) -> None:
    assert it.before.population_on_earth - it.after.population_on_earth == value


@expects("attrition_losses")
def attrition_losses(it: Step, value: Any) -> None:
    assert len(it.said("Attrition in {space}: {piece}.")) == value


@expects("eg_side_reason")
def reason(it: Step, value: Any) -> None:
    assert it.after.box.confidence[it.after.level].value < 4


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step['n']:02}-{step['who']}")
def test_a_step_of_the_example(step: dict[str, Any]) -> None:
    """A step has come about if exactly its changes have; then what the booklet says of it holds."""
    game = played()
    assert step["n"] in game.spans, "the changes of this step, or of one before it, did not come about"
    it = Step(game, step)
    for key, value in step["expect"].items():
        assert key in EXPECTS, f"the ledger expects something new: {key}"
        EXPECTS[key](it, value)
    for change in step["does"]:
        _check_box(it, change)


def _check_box(it: Step, change: dict[str, Any]) -> None:
    """Where removed pieces go, what is paid, which marker is set, how far the Flashpoint marker goes."""
    sort = change["action"]
    if sort == "set_eg":
        assert it.after.is_eg_up is (change["to"] == "EG+")
    elif sort == "advance_flashpoint":
        assert it.after.flashpoint == min(FLASHPOINT, it.before.flashpoint + change["spaces"])
    elif sort == "pay_asset_total":
        before = np_of(it.before).asset_total
        if "asset_total_after_payment" not in it.step["expect"]:
            assert before - np_of(it.after).asset_total == change["amount"]
    elif change.get("to") in ("casualties", "available") and sort in ("remove", "move"):
        box, n = {"casualties": CASUALTIES, "available": AVAILABLE}[change["to"]], change.get("count", 1)
        kind = KIND[change["piece"]]
        assert it.after.at(box, kind) - it.before.at(box, kind) == n


def test_the_changes_are_all_there_is() -> None:
    """With every step of the ledger come about, nothing was left over."""
    game = played()
    assert [step["n"] for step in STEPS] == sorted(game.spans)
    assert FACTION.id(RECLAIMERS) == "reclaimers"
