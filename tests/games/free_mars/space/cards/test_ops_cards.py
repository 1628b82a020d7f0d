"""Chapters 13 to 15: Ops cards, the NET and NET Runs."""

from __future__ import annotations

import pytest

from sandtable.games.free_mars.common.rules.net import awareness, shift_net
from sandtable.games.free_mars.common.rules.ops_cards import (
    gain_ops,
    lose_ops,
    reshuffle_all,
    settle_win_lose,
)
from sandtable.games.free_mars.common.state import IN_PLAY, OPS, MissionEnded
from sandtable.games.free_mars.space.rules.actions import special_phase
from sandtable.games.free_mars.space.rules.combat import GAIN, LOSE, combat_phase, end_battle
from sandtable.games.free_mars.space.rules.net_run import runners
from sandtable.games.free_mars.space.rules.ops_cards import ops_card
from sandtable.games.free_mars.space.state import Phase, Squadron

from ..kit import BOX, DISCARDS, RESERVE, Told, card, disrupt, mark, places, point, run, squadron, unit


def draw(
    s: Squadron, dice: dict[str, list[tuple[int, ...]]] | None = None, answers: tuple[str, ...] = ()
) -> Told:
    """The Operations Card phase."""
    s.phase = Phase.OPS_CARD
    return run(ops_card(s), dice, answers)


def test_the_top_card_is_taken_and_discarded_after_the_battle() -> None:
    """13.1 13.5 R-SP-21 The top card is carried out; it reaches the discards only when its battle is settled."""
    s = squadron("sand_viper", deck=("defectors", "patrol_contact", "firewall"))
    draw(s)
    assert (places(s, DISCARDS), s.points, s.phase) == (["defectors"], 1, Phase.SPECIAL)
    draw(s, {"opfor": [(0,)]})
    assert (places(s, IN_PLAY), places(s, OPS), s.phase) == (["patrol_contact"], ["firewall"], Phase.COMBAT)
    run(end_battle(s, won=True), answers=["gain:net"])
    assert (places(s, IN_PLAY), places(s, DISCARDS)) == ([], ["patrol_contact", "defectors"])


def test_net_check() -> None:
    """13.2 NET Check at NET 2: a die of 2 is the first outcome, a 3 the second (Firewall: NET -1, or gain an Op)."""
    for die, net, ops in ((2, 1, 0), (3, 2, 1)):
        s = squadron("sand_viper", net=2, deck=("firewall",))
        draw(s, {"net check": [(die,)]})
        assert (s.net, s.ops_left) == (net, ops)


def test_sensor_sweep_reveals_a_marker_of_choice() -> None:
    """13.2 12.4 Sensor Sweep's second outcome turns up a hidden marker that the player selects."""
    s = squadron("sand_viper", deck=("sensor_sweep",))
    mark(s, "h5", "fuel")
    mark(s, "l3", "cyber")
    told = draw(s, {"net check": [(6,)]}, ("reveal_intercept:l3",))
    assert told.keys("reveal_intercept") == ["reveal_intercept:h5", "reveal_intercept:l3"]
    assert s.hidden_sites() == [point("h5")]


def test_sensor_sweep_brings_opfor() -> None:
    """13.2 16.3 Its first outcome is a deployment of NET units, fought in the Combat phase."""
    s = squadron("sand_viper", deck=("sensor_sweep",))
    draw(s, {"net check": [(1,)], "opfor": [(2,)]})
    assert (s.opfor_left, s.phase) == (1, Phase.COMBAT)


def test_challenge_met() -> None:
    """13.2 Challenge: one die per Cyber point, one Positive is enough (Data Spike: 1 AP and NET +1)."""
    s = squadron("ghost_wire", deck=("data_spike",))
    draw(s, {"challenge": [(2, 5)]})
    assert (s.points, s.net) == (1, 2)


def test_challenge_failed_without_burnout() -> None:
    """13.2 17.6 Data Spike failed at NET 2 costs 1 NET; two 1s burn nothing out."""
    s = squadron("ghost_wire", net=2, deck=("data_spike", "firewall"))
    told = draw(s, {"challenge": [(1, 1)]})
    assert (s.net, s.ops_left, s.is_flipped[unit("ghost_wire")], told.topics) == (1, 1, False, [])


def test_challenge_failed_at_net_one_costs_an_op() -> None:
    """13.2 B8 Data Spike at NET 1 costs an Op instead; a Task Force without Cyber fails without dice."""
    s = squadron("sand_viper", deck=("data_spike", "firewall", "defectors"))
    draw(s)
    assert (s.net, s.ops_left) == (1, 1)


def test_flip_a_ship_or_lose_an_op() -> None:
    """13.2 R-SP-21 Solar Flare failed: the player selects an effective ship of the Task Force, or loses an Op."""
    deck = ("solar_flare", "firewall", "defectors")
    s = squadron("sand_viper", "wadi_runner", "red_lance", deck=deck)
    disrupt(s, "red_lance")
    told = draw(s, answers=("flip_ship", "flip:wadi_runner"))
    assert told.keys("flip") == ["flip:sand_viper", "flip:wadi_runner"]
    assert s.is_flipped[unit("wadi_runner")]
    s = squadron("sand_viper", "wadi_runner", deck=deck)
    draw(s, answers=("lose_op",))
    assert s.ops_left == 1


def test_no_ship_to_flip_must_lose_an_op() -> None:
    """13.2 With every ship Disrupted there is no choice: an Op is lost."""
    s = squadron("sand_viper", deck=("solar_flare", "firewall", "defectors"))
    disrupt(s, "sand_viper")
    draw(s)
    assert s.ops_left == 1


def test_reinforcements() -> None:
    """13.2 Tanker Rendezvous: a Pod of choice without AP, on a side of choice, if there is room; and 1 AP."""
    s = squadron("sand_viper", "night_jackal+p1a", deck=("tanker_rendezvous",))
    told = draw(s, answers=("reinforce:p3b", "stow:night_jackal"))
    assert s.cargo[unit("night_jackal")] == (unit("p1a"), unit("p3b"))
    assert "reinforce:p1b" not in told.keys("reinforce")
    assert s.points == 1
    s = squadron("sand_viper+p1a", deck=("tanker_rendezvous",))
    draw(s)
    assert (s.cargo[unit("sand_viper")], s.points) == ((unit("p1a"),), 1)


def test_orbital_lull_repairs_and_reshuffles() -> None:
    """13.2 13.6 Orbital Lull: the Reshuffle, then a Disrupted ship of the Task Force is repaired free."""
    s = squadron("sand_viper", "red_lance", deck=("orbital_lull", "firewall"))
    disrupt(s, "sand_viper", "red_lance")
    draw(s, answers=("repair:red_lance",))
    assert (s.is_flipped[unit("red_lance")], s.is_flipped[unit("sand_viper")]) == (False, True)
    assert s.points == 0


def test_the_extra_net_run_settles_no_marker() -> None:
    """13.2 R-SP-22 Broken Cipher: a free NET Run in the Ops phase; the marker in the Point stays hidden; it may be declined."""
    s = squadron("ghost_wire", at="m3", deck=("broken_cipher",))
    mark(s, "m3", "weapons")
    draw(s, {"net_run": [(6, 2)], "net dice": [(2,)]}, ("extra_runner:ghost_wire", "point"))
    assert (s.points, s.sites, s.captured) == (1, (point("m3"),), 0)
    s = squadron("ghost_wire", deck=("broken_cipher",))
    draw(s, answers=("pass",))
    assert s.points == 0


def test_named_reinforcements() -> None:
    """13.2 A card may name units: a ship joins the Task Force, a Pod comes aboard."""
    from sandtable.games.free_mars.common.cards.effects import Reinforce
    from sandtable.games.free_mars.space.cards.words import reinforce

    s = squadron("sand_viper", at="m2")
    run(reinforce(s, Reinforce(units=("clay_hand", "p3a"))), answers=["stow:clay_hand"])
    assert (s.at[unit("clay_hand")], s.tf) == (point("m2"), (unit("sand_viper"), unit("clay_hand")))
    assert s.cargo[unit("clay_hand")] == (unit("p3a"),)


@pytest.mark.parametrize(("answer", "ops", "net"), [("gain:ops", 3, 2), ("gain:net", 1, 4)])
def test_a_battle_won_brings_ops_or_net(answer: str, ops: int, net: int) -> None:
    """13.2 Win/Lose 2: after a won battle the player takes 2 Ops or 2 NET."""
    s = squadron("sand_viper", net=2, deck=("firewall",))
    run(settle_win_lose(s, GAIN, LOSE, 2, won=True), answers=[answer])
    assert (s.ops_left, s.net) == (ops, net)


def test_a_battle_lost_costs_ops_or_net() -> None:
    """13.2 R-SP-21 All of one kind; NET that cannot be paid in full is offered only if Ops would lose the game."""
    s = squadron("sand_viper", net=3)
    run(settle_win_lose(s, GAIN, LOSE, 2, won=False), answers=["lose:net"])
    assert s.net == 1
    s = squadron("sand_viper", net=2)  # four cards: 2 Ops can be paid, 2 NET cannot
    told = run(settle_win_lose(s, GAIN, LOSE, 2, won=False))
    assert (told.keys("lose"), s.ops_left) == (["lose:ops"], 2)
    s = squadron("sand_viper", net=2, deck=("firewall",))
    run(settle_win_lose(s, GAIN, LOSE, 2, won=False))
    assert (s.net, s.ops_left) == (1, 1)  # NET stops at 1


def test_gained_cards_go_to_the_bottom() -> None:
    """13.3 A card gained comes unseen from the top of the Reserve to the bottom of the Ops deck."""
    s = squadron("sand_viper", deck=("firewall",))
    top = s.cards.zones[RESERVE][-1]
    run(gain_ops(s, 1))
    assert s.cards.zones[OPS] == [top, card("firewall")]
    assert s.cards.known[top] == 0


def test_an_empty_reserve_is_made_of_the_discards() -> None:
    """13.3 R-SP-21 Discards are shuffled, the debt dealt, the rest is the Reserve; too few are all there are."""
    s = squadron("sand_viper", deck=("firewall",))
    s.cards.gather(RESERVE, DISCARDS)
    order = tuple(sorted(s.cards.zones[DISCARDS]))
    run(gain_ops(s, 2), {"reserve": [order]})
    assert (s.ops_left, s.cards.count(RESERVE), s.cards.count(DISCARDS)) == (3, len(order) - 2, 0)
    s.cards.gather(RESERVE, OPS)
    run(gain_ops(s, 1))
    assert s.cards.count(RESERVE) == 0


def test_losing_ops_to_zero_loses() -> None:
    """13.4 R-SP-8 Cards are lost from the top, unseen; a deck at zero, or a debt that cannot be paid, loses at once."""
    s = squadron("sand_viper", deck=("firewall", "defectors"))
    run(lose_ops(s, 1))
    assert (places(s, OPS), places(s, DISCARDS)) == (["defectors"], ["firewall"])
    assert s.cards.known[card("firewall")] == 0
    with pytest.raises(MissionEnded):
        run(lose_ops(s, 1))


def test_reshuffle_keeps_the_size_of_the_deck() -> None:
    """13.6 R-SP-21 Deck and discards are shuffled, as many dealt as the deck had, the rest discarded; the Reserve stays."""
    s = squadron("sand_viper", deck=("orbital_lull", "firewall", "defectors"))
    run(lose_ops(s, 1))  # Orbital Lull itself goes to the discards here
    reserve = list(s.cards.zones[RESERVE])
    cards = tuple(sorted(card(n) for n in ("orbital_lull", "firewall", "defectors")))
    run(reshuffle_all(s), {"ops deck": [cards]})
    assert (s.ops_left, s.cards.count(DISCARDS), s.cards.zones[RESERVE]) == (2, 1, reserve)


def test_the_net_marker_stays_on_its_track() -> None:
    """14.1 14.2 The NET Level starts at 1 and goes from 1 to 6."""
    s = squadron("sand_viper")
    run(shift_net(s, -1))
    assert s.net == 1
    run(shift_net(s, 9))
    assert s.net == 6


def test_what_the_net_level_does() -> None:
    """14.3 It is the number of OPFOR picked and the number of extra dice of a NET Run (the edge: see W-10)."""
    s = squadron("ghost_wire", net=3, deck=("patrol_contact",))
    draw(s, {"opfor": [(0, 1, 2)]})
    assert s.opfor_left == 3
    s = squadron("ghost_wire", net=3, phase=Phase.SPECIAL)
    run(special_phase(s), {"net_run": [(2, 2)], "net dice": [(2, 2, 2)]}, ["net_run"])


def test_full_system_awareness() -> None:
    """14.4 On the highest space the player looks through the Ops deck, unasked; order is kept, nobody else sees it."""
    s = squadron("sand_viper", net=6)
    order = list(s.cards.zones[OPS])
    told = run(awareness(s))
    assert told.topics == []
    assert told.said[0].endswith("from the top: Picket Line, Swarm Screen, Firewall and Data Spike.")
    assert s.cards.zones[OPS] == order
    assert s.cards.seen(OPS, 0) == order
    assert s.cards.seen(OPS, None) == [None] * 4
    assert run(awareness(s)).said == []  # nothing more to see
    assert run(awareness(squadron("sand_viper", net=5))).said == []


def test_who_can_make_a_net_run() -> None:
    """15.1 A ship with printed Cyber, a Cyber Pod, a Hyper Cadre or a Cyber marker, in the Task Force and not broken off."""
    s = squadron("ghost_wire", "sand_viper+p3b", "red_lance+cyber_intercept", "night_jackal+p8a", "clay_hand")
    able = [unit(n) for n in ("red_lance", "night_jackal", "ghost_wire", "sand_viper")]
    assert runners(s) == able
    s.off = (unit("ghost_wire"),)
    assert unit("ghost_wire") not in runners(s)


def test_net_run_dice() -> None:
    """W-5 15.2 R-SP-23 Cyber 2 at NET 3: two ability dice and three NET dice; 1s on NET dice burn nothing out."""
    s = squadron("ghost_wire", net=3, phase=Phase.SPECIAL)
    told = run(special_phase(s), {"net_run": [(3, 3)], "net dice": [(1, 1, 1)]}, ["net_run"])
    assert "burnout" not in told.topics
    assert not s.is_flipped[unit("ghost_wire")]


def test_net_run_with_a_cyberwar_pod() -> None:
    """C-7 15.2 Ghost Wire with Cyberwar at NET 2: three Cyber dice and two NET dice."""
    s = squadron("ghost_wire+p3b", net=2, phase=Phase.SPECIAL)
    run(special_phase(s), {"net_run": [(2, 3, 4)], "net dice": [(2, 3)]}, ["net_run"])


def test_each_positive_buys_an_outcome() -> None:
    """15.3 9.2 Three Positives: the Mission revealed, NET +1, an Ops card; a second Ops card is not for sale in one run."""
    s = squadron("ghost_wire", net=3, phase=Phase.SPECIAL, deck=("firewall",))
    dice = {"net_run": [(5, 6)], "net dice": [(6, 2, 6)]}
    told = run(special_phase(s), dice, ["net_run", "reveal", "op", "net_up", "point"])
    assert (s.is_revealed, s.net, s.ops_left, s.points) == (True, 4, 2, 1)
    offers = [keys for topic, keys in told.asked if topic == "net_run"]
    assert "reveal" in offers[0]
    assert "reveal" not in offers[1]
    assert "op" not in offers[2]


def test_burnout_strikes_the_runner_or_its_pod() -> None:
    """R-SP-23 R-SP-30 Of a run with Burnout the runner or one of its Cyber Pods is the victim, not another ship."""
    s = squadron("ghost_wire+p3b", "wadi_runner", phase=Phase.SPECIAL)
    dice = {"net_run": [(1, 1, 2, 2)], "net dice": [(3,)]}
    told = run(special_phase(s), dice, ["net_run", "runner:ghost_wire", "burnout:p3b"])
    assert told.keys("burnout") == ["burnout:ghost_wire", "burnout:p3b"]
    assert s.cargo[unit("ghost_wire")] == ()
    assert unit("p3b") in s.pods_left()
    assert BOX.first_pod <= unit("p3b")


def test_a_disrupted_runner_cannot_burn_out() -> None:
    """R-SP-30 R-SP-24 Disrupted, Ghost Wire runs with Cyber 1 and its Pod gives nothing; a 1 has no victim."""
    s = squadron("ghost_wire+p3b", phase=Phase.SPECIAL)
    disrupt(s, "ghost_wire")
    told = run(special_phase(s), {"net_run": [(1,)], "net dice": [(3,)]}, ["net_run"])
    assert "burnout" not in told.topics


def test_no_two_cards_of_the_set_are_alike() -> None:
    """B8 Every Ops card has an effect of its own."""
    assert len({card.effects for card in BOX.ops}) == len(BOX.ops)


@pytest.mark.parametrize(
    ("name", "net", "named", "picked"),
    [
        ("picket_line", 1, ["picket_front"], (0,)),
        ("picket_line", 2, ["picket_front"], (0, 2)),
        ("swarm_screen", 1, ["swarm_front", "swarm_front"], ()),
        ("swarm_screen", 2, ["swarm_front", "swarm_front"], (0,)),
    ],
)
def test_cards_bring_what_their_titles_promise(
    name: str, net: int, named: list[str], picked: tuple[int, ...]
) -> None:
    """B8 16.3 Picket Line: NET+1 units, a Picket among them. Swarm Screen: NET+1 units, two Swarms among them."""
    s = squadron("sand_viper", net=net, deck=(name,))
    dice: dict[str, list[tuple[int, ...]]] = {"opfor": [picked]} if picked else {}
    if name == "swarm_screen":
        dice["swarm side"] = [(1, 1)]
    draw(s, dice)
    shown = [side.id for side, n in zip(BOX.sides, s.opfor, strict=True) for _ in range(n)]
    assert sorted(shown) == sorted([*named, *(BOX.sides[BOX.fronts[kind]].id for kind in picked)])


def test_a_picket_line_broken_shows_what_it_guarded() -> None:
    """B8 Picket Line: a battle won reveals a hidden Intercept marker, one lost costs an Op; there is no Win/Lose."""
    for won, hidden, ops in ((True, [], 2), (False, [point("h5")], 1)):
        s = squadron("sand_viper", deck=("picket_line", "firewall", "defectors"))
        mark(s, "h5", "fuel")
        draw(s, {"opfor": [(0,)]})
        run(end_battle(s, won=won))
        assert (s.hidden_sites(), s.ops_left) == (hidden, ops)


def test_a_swarm_screen_is_slow() -> None:
    """B8 Swarm Screen: the OPFOR's edge is 1 lower: Clay Hand's 1 + 2 + 1 ties 5 - 1."""
    s = squadron("clay_hand", deck=("swarm_screen",))
    draw(s, {"swarm side": [(1, 1)]})
    run(combat_phase(s), {"edge": [((1,), (5,))]})
    assert s.has_edge
