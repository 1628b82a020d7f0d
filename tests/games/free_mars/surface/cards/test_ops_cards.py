"""SC 12.0 Ops cards: the deck, and each of the fourteen cards of the default set."""

from __future__ import annotations

import pytest

from sandtable.games.free_mars.common.rules.ops_cards import LOSABLE, Stake
from sandtable.games.free_mars.common.state import DISCARDS, IN_PLAY, OPS, RESERVE
from sandtable.games.free_mars.surface.state import Phase

from ..kit import BOX, OPS_NUMBER, Desk, kinds, opfor, showing, team

TEAM = ("firebrand", "netrunner", "nanosmith", "rail_carbine")
#: Cards to follow.
REST = ["system_purge", "walkout"]


def drawn(card: str, dice: dict[str, list[object]] | None = None, *units: str, **more: object) -> Desk:
    """The Op in which a card is drawn, up to the first question after it."""
    after = [id for id in ("system_purge", "walkout", "checkpoint", "patrol_sweep") if id != card][:3]
    settings: dict[str, object] = {"ops": [card, *after], "phase": Phase.CARD, **more}
    return Desk(team(*(units or TEAM), **settings), dice)  # type: ignore[arg-type]


# The deck


def test_12_1_the_top_card_must_be_taken() -> None:
    """12.1, 8.1: the top card of the deck is carried out; it is not a choice."""
    desk = drawn("walkout")
    assert "miners_militia" in showing(desk.s)
    assert desk.s.cards.zones[OPS][-1] == OPS_NUMBER["system_purge"]


def test_12_3_gained_cards_come_from_the_reserve_to_the_bottom() -> None:
    """12.3: face down from the top of the Reserve to the bottom of the Ops deck."""
    desk = drawn(
        "system_purge", {"net check": [6]}, reserve=["overwatch", "informer"], ops=["system_purge", "walkout"]
    )
    assert desk.s.cards.zones[OPS] == [OPS_NUMBER["overwatch"], OPS_NUMBER["walkout"]]
    assert desk.s.cards.zones[RESERVE] == [OPS_NUMBER["informer"]]


def test_12_3_an_empty_reserve_is_made_of_the_discards() -> None:
    """12.3, R-SC-21: the discards are shuffled, what is owed is dealt, the rest is the new Reserve; the card in play stays out."""
    order = sorted(n for id, n in OPS_NUMBER.items() if id not in ("system_purge", "walkout"))
    desk = drawn(
        "system_purge",
        {"net check": [6], "reserve": [tuple(order)]},
        ops=["system_purge", "walkout"],
        reserve=[],
    )
    cards = desk.s.cards
    assert cards.zones[OPS] == [order[-1], OPS_NUMBER["walkout"]]
    assert cards.zones[RESERVE] == order[:-1]
    assert cards.zones[DISCARDS] == [OPS_NUMBER["system_purge"]]


def test_r_sc_21_a_gain_takes_what_there_is() -> None:
    """R-SC-21: with one card in Reserve and no discards a gain of two is a gain of one."""
    s = team(*TEAM, ops=13, reserve=1)
    from sandtable.games.free_mars.common.rules.ops_cards import gain_ops

    for _ in gain_ops(s, 2):
        pass
    assert (s.ops_left, s.cards.count(RESERVE)) == (14, 0)


def test_12_4_lost_cards_are_discarded_unseen() -> None:
    """12.4: from the top of the deck, face down."""
    desk = drawn("dust_storm")
    lost = OPS_NUMBER["system_purge"]
    assert desk.s.cards.zones[DISCARDS][-2:] == [lost, OPS_NUMBER["dust_storm"]]
    assert not desk.s.cards.knows(0, lost)


def test_w_13_losing_the_last_op_is_an_immediate_loss() -> None:
    """12.4, R-SC-19, W-13: a deck of one card, and a card that says lose 1 Op: the deck is at zero, the Mission lost."""
    desk = drawn("dust_storm", ops=["dust_storm", "walkout"])
    assert desk.is_won is False
    assert desk.run.outcome is not None
    assert desk.run.outcome.reason == "The Ops deck has run out."


def test_r_sc_19_a_loss_that_cannot_be_paid_in_full() -> None:
    """R-SC-19: with no card left to lose the Mission is lost on the spot."""
    assert drawn("dust_storm", ops=["dust_storm"]).is_won is False


def test_12_5_a_played_card_is_discarded() -> None:
    """12.5: after it is carried out, and not before (R-SC-21)."""
    desk = drawn("walkout")
    assert desk.s.cards.zones[DISCARDS][-1] == OPS_NUMBER["walkout"]
    fight = drawn(
        "patrol_sweep", {"opfor": [kinds("patrol")], "edge": [((6,), (1,))], "fire": [(1, 1, 1, 1, 1)]}
    )
    assert fight.topic == "breakoff"
    assert fight.s.cards.zones[IN_PLAY] == [OPS_NUMBER["patrol_sweep"]]


def test_12_6_reshuffle_takes_discards_at_random() -> None:
    """12.6, R-SC-21: Reshuffle 2 puts two discards into the deck; nobody knows where they are."""
    desk = drawn("quiet_sol", ops=["quiet_sol", "walkout"], reserve=4)
    assert desk.s.ops_left == 3
    assert desk.s.cards.count(DISCARDS) == 14 - 4 - 3 - 0
    assert not any(desk.s.cards.knows(0, card) for card in desk.s.cards.zones[OPS])


def test_12_6_reshuffle_takes_what_there_is() -> None:
    """R-SC-21: with one discard only that one goes back."""
    desk = drawn("quiet_sol", ops=["quiet_sol", "walkout"], reserve=11)
    assert desk.s.ops_left == 2


# Instruction kinds


def test_w_11_net_check() -> None:
    """12.2, W-11: with NET 2 a die of 2 is outcome (1), a die of 3 is outcome (2)."""
    low = drawn("system_purge", {"net check": [2]}, net=2)
    assert (low.s.net, low.s.ops_left) == (1, 3)
    high = drawn("system_purge", {"net check": [3]}, net=2)
    assert (high.s.net, high.s.ops_left) == (2, 4)


def test_w_17_a_challenge_has_no_burnout() -> None:
    """12.2, 16.6, W-17: Challenge Nano, value 2, dice 1,1: failure and no Burnout."""
    desk = drawn("suit_breach", {"challenge": [(1, 1)]})
    assert desk.topic == "choose"
    assert "nanosmith" in showing(desk.s)


def test_12_2_a_challenge_without_icons_fails_without_dice() -> None:
    """12.2: no matching icons, no roll, failure."""
    desk = drawn("dust_storm")
    assert "challenge" not in desk.thrown
    assert desk.s.ops_left == 2


def test_12_2_one_positive_meets_a_challenge() -> None:
    """12.2: at least one Positive; a 5 and a 6 are Positive (R-SC-3), a 4 is not."""
    for dice, ops in (((5, 1), 3), ((1, 6), 3), ((4, 4), 2)):
        desk = drawn("dust_storm", {"challenge": [dice]}, "throttle")
        assert desk.s.ops_left == ops


def test_12_2_crash_or_lose_without_such_a_unit() -> None:
    """12.2: with no effective Cadre (R-SC-22) an Op must be lost; nothing is asked."""
    desk = drawn("suit_breach", {}, "firebrand_crashed", "crawler_crashed")
    assert desk.s.ops_left == 2
    assert desk.s.cards.zones[DISCARDS][-1] == OPS_NUMBER["suit_breach"]


def test_r_sc_22_the_player_selects_the_cadre() -> None:
    """R-SC-22: any combat effective Cadre; Gear and crashed ones are not offered."""
    desk = drawn("suit_breach", {"challenge": [(1, 2, 3)]}, *TEAM, "organiser", "ghost_crashed")
    desk.choose("crash_cadre")
    assert desk.keys == ["crash:firebrand", "crash:organiser", "crash:netrunner", "crash:nanosmith"]
    desk.choose("crash:organiser")
    assert "organiser_crashed" in showing(desk.s)


@pytest.mark.parametrize(
    ("net", "ops", "n", "expected"),
    [
        (3, 5, 2, [Stake.OPS, Stake.NET]),  # both can be paid in full
        (2, 5, 2, [Stake.OPS]),  # NET would fall under 1
        (2, 2, 2, [Stake.OPS, Stake.NET]),  # Ops would lose the Mission, so NET may be paid as far as it goes
        (1, 1, 2, [Stake.NET]),  # Ops cannot be paid in full, and NET does not lose the Mission
    ],
)
def test_r_sc_20_what_can_be_lost(net: int, ops: int, n: int, expected: list[Stake]) -> None:
    """12.2, R-SC-20: the whole n from one kind; a kind that cannot be paid only to save the Mission."""
    assert LOSABLE.all(team(*TEAM, net=net, ops=ops), n) == expected


def test_r_sc_20_a_capped_gain_may_be_chosen() -> None:
    """R-SC-20: NET can be gained on the highest space; the excess is lost."""
    hunter_cell = next(i for i, deploy in enumerate(BOX.deploys) if deploy.win_lose == 2)
    desk = Desk(
        team(
            *TEAM,
            net=6,
            phase=Phase.ROUND,
            opfor=["patrol"],
            ops=REST,
            deployed=(hunter_cell,),
            has_edge=True,
        ),
        {"fire": [(6, 6, 1, 1, 1)]},
    )
    assert desk.topic == "gain"
    assert desk.keys == ["gain:ops", "gain:net"]
    desk.choose("gain:net")
    assert desk.s.net == 6


# The fourteen cards


@pytest.mark.parametrize(
    ("card", "net", "units"),
    [("patrol_sweep", 2, 2), ("drone_picket", 3, 2), ("hunter_cell", 2, 3)],
)
def test_battle_cards_deploy(card: str, net: int, units: int) -> None:
    """O1, O3, O4: NET, NET-1, NET+1 units."""
    desk = drawn(card, {"fire": [(1,) * 5]}, net=net)
    assert "opfor" in desk.thrown
    assert sum(BOX.bin) - sum(desk.s.bin) == units


def test_o_3_drone_picket_has_at_least_one_unit_and_a_better_edge() -> None:
    """O3: NET-1 but at least 1, and Drones are among them; the OPFOR's edge is 1 higher: 4 + NET 1 against 2 + 2 + 1."""
    fires: dict[str, list[object]] = {"fire": [(1,)], "opfor fire": [(1,) * 2]}
    picket = drawn("drone_picket", {"edge": [((3,), (2,))], **fires}, "netrunner", cell="e7")
    assert opfor(picket.s) == ["drones"]
    assert "opfor" not in picket.thrown
    assert picket.s.has_edge is False
    assert drawn("drone_picket", {"edge": [((4,), (2,))], **fires}, "netrunner", cell="e7").s.has_edge is True


def test_o_1_patrol_sweep_brings_a_patrol() -> None:
    """O1: a Patrol is always among them; a battle lost costs an Op."""
    desk = drawn(
        "patrol_sweep",
        {"edge": [((6,), (1,))], "fire": [(1,) * 5], "opfor fire": [(1,)], "breakoff": [1], "escape": [1, 1]},
        cell="e7",
    )
    assert opfor(desk.s) == ["patrol"]
    assert desk.choose("breakoff:firebrand").s.ops_left == 2


def test_o_2_checkpoint_is_fought_or_gone_round() -> None:
    """O2: lose 1 Op, or fight OPFOR NET with Troopers among them; a battle won is a NET Run at once (14.1)."""
    assert drawn("checkpoint", cell="e7").keys == ["fight_through", "go_round"]
    round_it = drawn("checkpoint", cell="e7").choose("go_round")
    assert (round_it.s.ops_left, opfor(round_it.s)) == (2, [])
    won = drawn(
        "checkpoint", {"edge": [((6,), (1,))], "fire": [(6, 6, 6, 6, 6)], "netrun": [(6, 2)]}, cell="e7"
    ).choose("fight_through")
    assert won.topic == "netrun"
    assert "reveal" in won.keys
    assert won.choose("reveal").topic == "action"  # the phase's own action is still to come


def test_o_5_supply_convoy_may_be_attacked() -> None:
    """O5: declined, nothing happens; attacked and beaten it gives 2 TP. The offer says how many come and what is at stake."""
    offer = drawn("supply_convoy", None, *TEAM, net=2)
    assert offer.keys == ["may:yes", "may:no"]
    yes, no = offer.question.options
    assert yes.says == "2 enemies come, and a battle follows. Won: 2 TP more. Lost: 1 Ops card fewer."
    assert no.says == "Nothing happens."
    left = drawn("supply_convoy").choose("may:no")
    assert (left.s.points, left.s.ops_left, opfor(left.s)) == (0, 3, [])
    dice: dict[str, list[object]] = {
        "opfor": [kinds("patrol")],
        "edge": [((6,), (1,))],
        "fire": [(6, 6, 1, 1, 1)],
    }
    won = drawn("supply_convoy", dice).choose("may:yes")
    assert (won.s.points, won.s.ops_left) == (2, 3)


def test_o_6_dust_storm() -> None:
    """O6: Challenge Pilot; failure loses 1 Op, success nothing."""
    assert drawn("dust_storm", {"challenge": [(2, 3)]}, "throttle").s.ops_left == 2
    assert drawn("dust_storm", {"challenge": [(2, 6)]}, "throttle").s.ops_left == 3


def test_o_7_suit_breach() -> None:
    """O7: Challenge Nano; failure: crash one Cadre or lose 1 Op, as the player chooses."""
    desk = drawn("suit_breach", {"challenge": [(2, 3)]})
    assert desk.keys == ["crash_cadre", "lose_op"]
    desk.choose("lose_op")
    assert desk.s.ops_left == 2


def test_o_8_data_cache() -> None:
    """O8: Challenge Cyber; success 1 Op; failure NET -1, or 1 Op if NET is 1."""
    met = drawn("data_cache", {"challenge": [(5, 2)]}, net=2)
    assert (met.s.net, met.s.ops_left) == (2, 4)
    failed = drawn("data_cache", {"challenge": [(4, 2)]}, net=2)
    assert (failed.s.net, failed.s.ops_left) == (1, 3)
    low = drawn("data_cache", {"challenge": [(4, 2)]}, net=1)
    assert (low.s.net, low.s.ops_left) == (1, 2)


def test_o_9_informer() -> None:
    """O9: Challenge Leader; success 1 TP; failure a random Friendly Installation turns OPFOR, with none 1 Op is lost."""
    assert drawn("informer", {"challenge": [(5, 2)]}).s.points == 1
    assert drawn("informer", {"challenge": [(4, 2)]}).s.ops_left == 2
    held = drawn(
        "informer", {"challenge": [(4, 2, 1)], "revert": [(3,)]}, friendly=["net_control", "broadcast_spire"]
    )
    assert held.s.control == (1, 0, 0, 0, 0, 0)
    assert held.s.ops_left == 3


def test_o_10_overwatch() -> None:
    """O10: Challenge Sniper; success 1 Op; failure OPFOR NET with Win/Lose 1."""
    assert drawn("overwatch", {"challenge": [(6, 1)]}, "marksman").s.ops_left == 4
    desk = drawn(
        "overwatch",
        {"opfor": [kinds("drones")], "edge": [((6,), (1,))], "fire": [(1,) * 5], "opfor fire": [(1, 1)]},
    )
    assert desk.topic == "breakoff"
    assert opfor(desk.s) == ["drones"]


def test_o_11_walkout() -> None:
    """O11: the Militia if it is neither in play nor eliminated, else the Sleeper Cell, else nothing."""
    assert "miners_militia" in showing(drawn("walkout").s)
    second = drawn("walkout", {}, *TEAM, "miners_militia_crashed")
    assert {"miners_militia_crashed", "sleeper_cell"} <= set(showing(second.s))
    third = drawn("walkout", {}, *TEAM, "miners_militia", "sleeper_cell")
    assert len(showing(third.s)) == 6


def test_o_11_walkout_after_the_militia_is_eliminated() -> None:
    """O11, R-SC-28: an eliminated Militia does not come back in this Mission."""
    s = team(*TEAM, "miners_militia_crashed", phase=Phase.CARD, ops=["walkout", "system_purge"])
    s.hit(next(u for u in s.team() if BOX.units[u] == "miners_militia"))
    desk = Desk(s)
    assert "sleeper_cell" in showing(desk.s)
    assert "miners_militia" not in showing(desk.s)


def test_o_12_trace_program() -> None:
    """O12: NET Check: (1) OPFOR NET, the Counter-NET Agent among them; (2) NET +1."""
    assert drawn("trace_program", {"net check": [2]}).s.net == 2
    desk = drawn("trace_program", {"net check": [1], "edge": [((6,), (1,))], "fire": [(1,) * 5]}, cell="e7")
    assert opfor(desk.s) == ["agent"]


def test_o_13_system_purge() -> None:
    """O13: NET Check: (1) NET -1, which stops at 1; (2) gain 1 Op."""
    assert drawn("system_purge", {"net check": [1]}, ops=["system_purge", "walkout"]).s.net == 1


def test_o_14_quiet_sol() -> None:
    """O14: Reshuffle 2, repair one crashed unit the player selects, and a combined action in this Op."""
    desk = drawn("quiet_sol", {}, *TEAM, "organiser_crashed", "ghost_crashed")
    assert desk.keys == ["repair_unit:organiser_crashed", "repair_unit:ghost_crashed"]
    desk.choose("repair_unit:ghost_crashed")
    assert "ghost" in showing(desk.s)
    assert "radio" in desk.keys


def test_no_two_cards_of_the_set_are_alike() -> None:
    """B7 Every Ops card has an effect of its own."""
    assert len({card.effects for card in BOX.ops}) == len(BOX.ops)


def test_12_2_events_are_carried_out_at_once() -> None:
    """12.2 Events: what the card says happens before anything else is asked."""
    assert drawn("walkout").topic == "action"
