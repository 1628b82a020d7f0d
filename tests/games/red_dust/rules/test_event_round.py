"""12 The Event Round: order and bids, what the 1st and the 2nd may do, Pass, eligibility, Limited Operations."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Steps
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.cards.events import EVENT_RULES
from sandtable.games.red_dust.cards.events.factions import keep_eligible, make_ineligible
from sandtable.games.red_dust.printed.decks import CURRENT, DISCARDS, EVENT_DECK, HAND, NEXT
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.event_round import bids_phase, faction_order, waiting
from sandtable.games.red_dust.rules.operations.run import can_operate, free_operation
from sandtable.games.red_dust.state import Did, Mars, Op, Phase

from ..kit import Played, at, mars, n, operation, play, stack_assets

M, C, D, R = MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS
#: Event 1 prints M C D R, Event 5 M D C R.
EVENT, OTHER_EVENT, DUST_STORM = 1, 5, 49
EVERYTHING = ["operation", "operation_and_special", "event_unshaded", "event_shaded"]


@pytest.fixture(autouse=True)
def _quiet_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests are about who may do what: the Event itself is to do nothing."""

    def nothing(s: Mars, who: int) -> Steps[None]:
        yield from ()

    for option in ((EVENT, False), (EVENT, True)):
        monkeypatch.setitem(EVENT_RULES, option, nothing)


def stack_events(s: Mars, *numbers: int) -> None:
    """Put these Events on top of the deck, the first one topmost."""
    for number in reversed(numbers):
        s.events.give(number - 1, EVENT_DECK)


def turns(
    s: Mars, until: tuple[Phase, ...] = (Phase.BIDS, Phase.FLASHPOINT, Phase.DUST_STORM)
) -> Steps[None]:
    """The game goes on until the next round of any kind begins."""
    while True:
        yield from GAME.turn(s)
        if s.phase in until:
            return


def act(s: Mars, answers: str) -> Played:
    """The Eligible Factions act or pass, one after the other, to the end of the round; Event 5 is the new Next one."""
    stack_events(s, OTHER_EVENT)
    return play(s, turns(s), answers)


def boxes(played: Played, turn: int = 0) -> list[str]:
    """What a Faction was offered in its turn, transfers apart; `turn` counts those who were asked."""
    offers = [options for _, topic, options in played.asked if topic == "action"]
    return [option for option in offers[turn] if not option.startswith("ask_")]


def actors(played: Played) -> list[int]:
    """Who was asked what to do, in order."""
    return [seat for seat, topic, _ in played.asked if topic == "action"]


# 12.1 Order


@pytest.mark.parametrize(
    ("bids", "order"), [(0, (M, C, D, R)), (1, (M, C, R, D)), (2, (M, R, C, D)), (3, (R, M, C, D))]
)
def test_each_discard_moves_the_reclaimers_one_place_left(bids: int, order: tuple[int, ...]) -> None:
    """12.1: one place to the left for each Asset discarded, up to three, before anyone acts."""
    s = mars(hand=[7, 8, 9, 10])
    cards = ["cr7", "cr8", "cr9"][:bids]
    played = play(s, bids_phase(s), " ".join([*cards, "done"] if bids < 3 else cards))
    assert faction_order(s) == order
    assert s.assets.zones[DISCARDS] == [6, 7, 8][:bids]
    assert played.who("bid") == R


def test_places_count_icons_that_are_not_eligible() -> None:
    """12.1: a place is a printed icon, Eligible or not: past an Ineligible RD the first discard gains nothing yet."""
    s = mars(hand=[7, 8])
    s.eligible = [True, True, False, True]
    play(s, bids_phase(s), "cr7 cr8")
    assert waiting(s) == [M, R, C]


@pytest.mark.parametrize(
    ("ineligible", "buys"),
    [
        (
            (),
            [
                "Red Dust and be 3rd of 4?",
                "the Corporations and be 2nd of 4?",
                "MarsGov and be 1st of 4?",
            ],
        ),
        (
            (D,),
            [
                "Red Dust (Ineligible)? You are still 3rd of 3.",
                "the Corporations and be 2nd of 3?",
                "MarsGov and be 1st of 3?",
            ],
        ),
        (
            (C, D),
            [
                "Red Dust (Ineligible)? You are still 2nd of 2.",
                "the Corporations (Ineligible)? You are still 2nd of 2.",
                "MarsGov and be 1st of 2?",
            ],
        ),
    ],
)
def test_a_bid_says_the_place_among_the_eligible_and_what_a_card_buys(
    ineligible: tuple[int, ...], buys: list[str]
) -> None:
    """12.1 A card moves the icon past one printed icon, Eligible or not; only the Eligible ones count for the place."""
    s = mars(hand=[7, 8, 9])
    s.eligible = [who not in ineligible for who in range(4)]
    assert play(s, bids_phase(s), "cr7 cr8 cr9").prompts == [
        f"Discard an Asset to pass {past}" for past in buys
    ]


def test_the_leftmost_eligible_is_first() -> None:
    """12.1: with MG and CORP Ineligible, RD is 1st and CR 2nd Eligible."""
    s = mars()
    s.eligible = [False, False, True, True]
    assert waiting(s) == [D, R]


def test_an_ineligible_church_does_not_bid() -> None:
    """12.1: only an Eligible CR may discard."""
    s = mars(hand=[7])
    s.eligible = [True, True, True, False]
    assert not play(s, bids_phase(s)).asked


def test_bids_come_before_anyone_acts() -> None:
    """12: the round asks for bids, then CR acts first by them."""
    s = mars(hand=[7, 8, 9])
    s.phase = Phase.BIDS
    played = act(s, "bid:cr7 bid:cr8 bid:cr9 action:pass action:pass action:pass action:pass")
    assert actors(played) == [R, M, C, D]


# 12.2, 12.3 What the 1st and the 2nd may do


def test_the_first_may_do_everything() -> None:
    """12.2: Operation, Operation and Special Activity, either option of the Event, or Pass."""
    played = act(mars(), "pass pass pass pass")
    assert boxes(played) == [*EVERYTHING, "pass"]


def test_after_an_operation_only_a_limited_operation() -> None:
    """12.3: after Operation only, the 2nd has a Limited Operation or Pass."""
    s = mars(hand=[14])
    played = act(s, "operation train 1 pass pass pass")
    assert actors(played)[:2] == [M, C]
    assert boxes(played, 1) == ["limited_operation", "pass"]


def test_after_operation_and_special_the_event_is_open() -> None:
    """12.3: after Operation and Special Activity, the 2nd has a Limited Operation or the Event."""
    s = mars({"gandhi": {"mg_troop": 2}}, hand=[14])
    answers = "operation_and_special train phobos 1 train:entrench entrench_base:no fortify:1 train:done done"
    played = act(s, answers + " pass pass pass")
    assert boxes(played, 1) == ["limited_operation", "event_unshaded", "event_shaded", "pass"]


def test_an_operation_without_the_special_activity_keeps_the_event_closed() -> None:
    """12.2: what the 1st did fixes the options of the 2nd; a Special Activity it did not take opens nothing."""
    s = mars(hand=[14])
    played = act(s, "operation_and_special train 1 train:done pass pass pass")
    assert boxes(played, 1) == ["limited_operation", "pass"]


def test_after_an_event_an_operation_with_or_without_special() -> None:
    """12.3: after an Event, the 2nd has an Operation with or without Special Activity, but not the Event again."""
    played = act(mars(hand=[14]), "event_unshaded pass pass pass")
    assert boxes(played, 1) == ["operation", "operation_and_special", "pass"]


def test_a_card_with_one_option_offers_one() -> None:
    """18: Event 32 has one option only."""
    played = act(mars(current=32), "pass pass pass pass")
    assert boxes(played) == ["operation", "operation_and_special", "event", "pass"]


def test_the_church_may_play_an_asset_wherever_it_could_execute_the_event() -> None:
    """12.3: CR as 1st, and as 2nd after Operation and Special Activity; not after Operation only."""
    s = mars(hand=[10, 14])
    s.eligible = [False, False, False, True]
    assert "asset" in boxes(act(s, "pass"))

    troops = {"gandhi": {"mg_troop": 2}}
    s = mars(troops, hand=[10, 14])
    s.eligible = [True, False, False, True]
    answers = "operation_and_special train phobos 1 train:entrench entrench_base:no fortify:1 train:done done"
    played = act(s, answers + " pass")
    assert boxes(played, 1) == ["limited_operation", "event_unshaded", "event_shaded", "asset", "pass"]

    s = mars(troops, hand=[10, 14])
    s.eligible = [True, False, False, True]
    assert "asset" not in boxes(act(s, "operation train phobos 1 train:done done pass"), 1)


def test_an_asset_event_counts_as_an_event() -> None:
    """12.3: after CR's Asset Event, the 2nd has an Operation with or without Special Activity."""
    s = mars(hand=[12, 14])
    s.eligible = [True, False, False, True]
    s.bids = 3
    played = act(s, "asset asset:cr12 pavonis_mons europa pass")
    assert actors(played) == [R, M]
    assert boxes(played, 1) == ["operation", "operation_and_special", "pass"]
    assert s.assets.zones[DISCARDS] == [11]


def test_resource_cards_are_no_events() -> None:
    """19: with Resource cards only, CR is not offered an Asset Event."""
    s = mars(hand=[14, 15])
    s.eligible = [False, False, False, True]
    assert boxes(act(s, "pass")) == [*EVERYTHING, "pass"]


def test_the_second_acts_and_the_round_is_over() -> None:
    """12.5: two have acted: RD and CR are not asked."""
    s = mars()
    played = act(s, "event_shaded operation logistics earth stock:1/0 done")
    assert actors(played) == [M, C]


# 12.4 Pass


@pytest.mark.parametrize(("who", "resources"), [(M, [23, 20, 20]), (D, [20, 20, 21])])
def test_pass_brings_resources(who: int, resources: list[int]) -> None:
    """12.4: MG +3, RD +1."""
    s = mars()
    s.eligible = [seat == who for seat in range(4)]
    act(s, "pass")
    assert s.resources == resources


def test_pass_brings_the_church_a_card() -> None:
    """12.4: CR draws one Asset."""
    s = mars()
    stack_assets(s, 12)
    s.eligible = [False, False, False, True]
    act(s, "pass")
    assert s.assets.zones[HAND] == [11]


def test_pass_runs_the_cycler_for_the_corporations() -> None:
    """12.4, 13: CORP runs the Cycler as in Logistics: it chooses all of it, and sends Population only if it likes."""
    s = mars(
        {"transit": {"security": 1}, "earth": {"eg_troop": 4, "security": 3}}, level=6, resources=(0, 0, 0)
    )
    s.population_on_earth = 1
    s.eligible = [False, True, False, False]
    played = act(s, "pass cycler:eg_troop/3 cycler:security/2 done")
    assert {seat for seat, topic, _ in played.asked} == {C}
    assert (at(s, "phobos", "security"), s.population_on_earth) == (1, 1)
    assert (at(s, "transit", "eg_troop"), at(s, "transit", "security")) == (3, 2)


def test_the_next_faction_takes_over_the_slot() -> None:
    """12.4: after a Pass the next Eligible Faction has all options of the 1st, and those that pass stay Eligible."""
    s = mars(hand=[14])
    played = act(s, "pass event_unshaded pass pass")
    assert actors(played) == [M, C, D, R]
    assert boxes(played, 1) == [*EVERYTHING, "pass"]
    assert boxes(played, 2) == boxes(played, 3) == ["operation", "operation_and_special", "pass"]
    assert s.eligible == [True, False, True, True]


def test_a_second_that_passes_leaves_the_slot_of_the_second() -> None:
    """12.4: the slot passed on is the same: after Operation only, the third Faction has a Limited Operation too."""
    s = mars(hand=[14], resources=(20, 20, 1))
    played = act(s, "operation train 1 pass limited_operation gandhi")
    assert boxes(played, 2) == ["limited_operation", "pass"]
    assert s.eligible == [False, True, False, True]


# 12.5 Eligibility


def test_who_acted_is_ineligible_and_the_others_are_eligible() -> None:
    """12.5: the Ineligible come back; those that acted go; those that passed or were not reached stay."""
    s = mars(hand=[14])
    s.eligible = [True, False, True, True]
    act(s, "event_unshaded pass pass")
    assert s.eligible == [False, True, True, True]


def test_all_passed_leaves_all_eligible() -> None:
    """12.5: the round ends when all have passed."""
    s = mars()
    act(s, "pass pass pass pass")
    assert s.eligible == [True] * 4


def test_made_ineligible_means_through_the_next_round() -> None:
    """18: to the Ineligible box at once, not brought back at the end of this round, but at the end of the next."""
    s = mars(hand=[14])
    play(s, make_ineligible(s, C))
    assert C not in waiting(s)
    played = act(s, "pass pass pass")
    assert actors(played) == [M, D, R]
    assert s.eligible == [True, False, True, True]
    stack_events(s, 7)
    play(s, turns(s), "bid:done pass pass pass")
    assert s.eligible == [True] * 4


def test_kept_eligible_means_even_after_acting() -> None:
    """18: "remains Eligible": Eligible at the end of the round wherever its cylinder is."""
    s = mars(hand=[14])
    play(s, keep_eligible(s, M))
    act(s, "event_unshaded pass pass pass")
    assert s.eligible == [True] * 4


# 12.6 The next card


def test_the_next_event_becomes_current_and_the_marker_moves() -> None:
    """12.6: the new Next Event moves the Flashpoint marker by its value, 2 for Event 5."""
    s = mars(current=1, following=7)
    act(s, "pass pass pass pass")
    assert (s.events.zones[CURRENT][-1], s.events.zones[NEXT][-1]) == (6, 4)
    assert (s.flashpoint, s.phase) == (2, Phase.BIDS)
    assert (s.acted, s.passed, s.bids, s.first_did) == ((), (), 0, Did.NOTHING)


@pytest.mark.parametrize(("marker", "phase"), [(2, Phase.BIDS), (3, Phase.FLASHPOINT), (4, Phase.FLASHPOINT)])
def test_the_fifth_step_brings_a_flashpoint_round(marker: int, phase: Phase) -> None:
    """12.6: at the fifth step a Flashpoint Round runs now; surplus steps are ignored."""
    s = mars(current=1, following=7)
    s.flashpoint = marker
    act(s, "pass pass pass pass")
    assert s.phase is phase
    assert s.flashpoint == min(5, marker + 2)


def test_a_dust_storm_comes_at_once() -> None:
    """12.6: a Dust Storm that becomes Current starts its Round without revealing another card."""
    s = mars(current=1, following=DUST_STORM)
    s.flashpoint = 4
    cards = len(s.events.zones[EVENT_DECK])
    play(s, turns(s), "pass pass pass pass")
    assert s.phase is Phase.DUST_STORM
    assert (s.events.zones[CURRENT][-1], s.events.zones[NEXT]) == (DUST_STORM - 1, [])
    assert len(s.events.zones[EVENT_DECK]) == cards
    assert s.flashpoint == 4


# 12.7 Haboob

EVERYBODY = {"gandhi": {"mg_troop": 1, "security": 1, "rd_rebel": 1, "cr_rebel": 1}}


@pytest.mark.parametrize("following", [2, DUST_STORM, DUST_STORM + 2])
def test_haboob_bars_recon_and_march(following: int) -> None:
    """12.7: while the Next Event is a Dust Storm nobody does Recon or March; Secure and Travel go on. Free ones too."""
    s = mars(EVERYBODY, hand=[7], following=following)
    for who, op in ((M, Op.RECON), (C, Op.RECON), (D, Op.MARCH)):
        for free in (False, True):
            assert can_operate(s, who, op, free=free) is (following == 2)
    for who, op in ((M, Op.SECURE), (C, Op.SECURE), (R, Op.TRAVEL)):
        assert can_operate(s, who, op)


def test_haboob_makes_a_free_march_do_nothing() -> None:
    """12.7, ruling: free March from an Event is barred as well."""
    s = mars(EVERYBODY, following=DUST_STORM)
    assert not play(s, free_operation(s, D, Op.MARCH)).asked
    assert at(s, "gandhi", "rd_rebel") == 1


def test_haboob_shows_in_the_operations_offered() -> None:
    """12.7: Red Dust is offered its other Operations."""
    s = mars(EVERYBODY, following=DUST_STORM)
    s.eligible = [False, False, True, False]
    played = play(s, turns(s), "operation rally gandhi done")
    assert played.options("operation") == ["rally", "attack", "campaign"]


# 12.1 Limited Operations


def test_a_limited_operation_is_in_one_space_without_special() -> None:
    """12.1 Limited Operation: after one space nothing more is offered, no Special Activity either."""
    s = mars({"gandhi": {"rd_rebel": 1}}, resources=(0, 0, 20))
    operation(s, D, Op.RALLY, "rally:gandhi", limited=True)
    assert (at(s, "gandhi", "rd_rebel"), s.resources[D]) == (2, 19)


def test_limited_movement_has_one_destination_and_many_origins() -> None:
    """12.1: one destination, any number of origins."""
    s = mars(
        {space: {"rd_rebel": 1} for space in ("coronae_montes", "sharma", "radau")}, resources=(0, 0, 20)
    )
    answers = "march:gandhi march_from:sharma march_from:coronae_montes"
    operation(s, D, Op.MARCH, answers, limited=True)
    assert at(s, "gandhi", "rd_rebel") == 2
    assert s.resources[D] == 19


def test_limited_rally_still_digs_in() -> None:
    """12.1: Dig-In after Rally, in a Desert that need not be the selected space."""
    s = mars({"radau": {"rd_base": 1}, "marth": {"rd_base": 1}}, resources=(0, 0, 20))
    operation(s, D, Op.RALLY, "rally:gandhi dig_in:marth", limited=True)
    assert at(s, "marth", "dug_in_base") == 1


def test_limited_logistics_still_places_security() -> None:
    """12.1: one Security for each CORP Base at 1 Profit, after Logistics on Earth."""
    s = mars({"gandhi": {"corp_base": 2}, "radau": {"corp_base": 1}})
    answers = "logistics:earth stock:0/0 gandhi gandhi radau"
    operation(s, C, Op.LOGISTICS, answers, limited=True)
    assert (at(s, "gandhi", "security"), at(s, "radau", "security")) == (2, 1)
    assert s.resources[C] == 17


def test_limited_train_pacifies_in_its_one_space() -> None:
    """12.1: Pacify in the one Train space, and in no other."""
    s = mars({"gandhi": {"mg_troop": 1}, "sharma": {"mg_troop": 1}}, resources=(20, 0, 0))
    played = operation(
        s, M, Op.TRAIN, "train:gandhi 1 train_pacify:gandhi/shift train_pacify:done", limited=True
    )
    assert played.options("train_pacify") == ["gandhi/shift", "done"]
    assert s.alignment[n("gandhi")] == 1
    assert s.resources[M] == 20 - 3 - 3


def test_limited_secure_builds_houses_and_drops_pods() -> None:
    """12.1: Satellites, a Base, and House or Repair in the one destination."""
    s = mars({"gandhi": {"security": 2}, "phobos": {"eg_troop": 2}, "orbit": {"satellite": 1}}, displaced=1)
    answers = (
        "secure:gandhi secure_from:done drop_pods:2 build_base:gandhi improve:gandhi/house eg_marker:leave"
    )
    operation(s, C, Op.SECURE, answers, limited=True)
    assert (at(s, "gandhi", "eg_troop"), at(s, "gandhi", "satellite"), at(s, "gandhi", "corp_base")) == (
        2,
        1,
        1,
    )
    assert s.housed[n("gandhi")] == 1


# 12.1 Desert Efficiency


def test_desert_efficiency_spends_one_card_on_several_spaces() -> None:
    """12.1: a CR Limited Operation may select several spaces, as many as one card pays for; then CR draws a card."""
    s = mars(hand=[7, 1], resources=(0, 0, 0))
    stack_assets(s, 20)
    answers = "gandhi sharma europa rally:done pay:cr7"
    played = operation(s, R, Op.RALLY, answers, limited=True)
    assert [at(s, space, "cr_rebel") for space in ("gandhi", "sharma", "europa")] == [1, 1, 1]
    assert [options for _, topic, options in played.asked if topic == "rally"][-1] == ["done"]
    assert played.options("pay") == ["cr7"]
    assert s.assets.zones[HAND] == [0, 19]


def test_desert_efficiency_draws_for_a_free_journey() -> None:
    """10, 12.1: Travel from the Wilderness costs nothing, no card is spent, and one is drawn."""
    s = mars({"wilderness": {"cr_rebel": 1}}, resources=(0, 0, 0))
    stack_assets(s, 20)
    operation(s, R, Op.TRAVEL, "travel_to:radau", limited=True)
    assert s.assets.zones[HAND] == [19]


def test_an_ordinary_operation_of_the_church_draws_nothing() -> None:
    """12.1: Desert Efficiency is for Limited Operations; a full one may spend several cards."""
    s = mars(hand=[1, 2], resources=(0, 0, 0))
    operation(s, R, Op.RALLY, "gandhi sharma europa tenzing rally:done pay:cr1")
    assert s.assets.zones[HAND] == []


# 12.2 Special Activity timing


@pytest.mark.parametrize(
    "answers",
    [
        "redistribute redistribute:gandhi redistribute:done rally:gandhi rally:sharma rally:done",
        "rally:gandhi redistribute redistribute:gandhi redistribute:done rally:sharma rally:done",
        "rally:gandhi rally:sharma redistribute redistribute:gandhi redistribute:done rally:done",
    ],
)
def test_a_special_activity_comes_before_between_or_after_the_spaces(answers: str) -> None:
    """12.2: at any time, but not inside the resolution of one space, and once."""
    s = mars({"gandhi": {"rd_rebel": 1}, "shepard": {"rd_rebel": 1}}, resources=(0, 0, 10))
    operation(s, D, Op.RALLY, answers, special=True)
    assert s.resources[D] == 10 + 2 - 2


def test_what_a_special_activity_brings_can_be_spent_on_the_operation() -> None:
    """10: without Resources Red Dust cannot Rally, but Redistribute taken first pays for it."""
    s = mars({"gandhi": {"rd_rebel": 1}}, resources=(0, 0, 0))
    assert not can_operate(s, D, Op.RALLY)
    assert can_operate(s, D, Op.RALLY, special=True)
    operation(s, D, Op.RALLY, "rally:gandhi rally:sharma", special=True)
    assert s.resources[D] == 0


def test_petition_waits_for_the_end() -> None:
    """12.2: Petition is offered only after the whole Operation."""
    s = mars({"gandhi": {"mg_troop": 2, "active_cr_rebel": 1}}, resources=(20, 20, 0))
    played = operation(
        s, M, Op.ASSAULT, "assault:gandhi active_cr_rebel/1 assault:done special:petition", special=True
    )
    offered: list[Any] = [options for _, topic, options in played.asked if topic == "assault"]
    assert all("petition" not in options for options in offered)
    assert s.supply_on_earth == 1
