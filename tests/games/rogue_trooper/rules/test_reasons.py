"""Why not: every thing that a question leaves out has a reason that names the condition it fails."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable.engine import HiddenQuestion, RandomSource, Run, Table, Thing
from sandtable.engine.contract.reasons import disagreement, left_out
from sandtable.games.rogue_trooper import GAME
from sandtable.games.rogue_trooper.state import NuEarth, Phase

from ..kit import at, facing, gi, on_board, table

POSITIONS = 200


def at_table(s: NuEarth) -> Table:
    game = sandtable.new(GAME, seed=1, options={"players": s.players})
    return game.imagined(Run(GAME, s, RandomSource(random.Random(0))), bytes(32))


def why(s: NuEarth, kind: str, name: str) -> str | None:
    ask = at_table(s).ask
    assert ask is not None
    return ask.why_not(Thing(kind, name))


def moving(s: NuEarth) -> NuEarth:
    s.phase, s.plays_last = Phase.MOVING, True
    return s


def test_everything_left_out_is_explained() -> None:
    """In 200 positions of random games: all of it, and options and refusals agree on every thing."""
    rng, positions, things = random.Random(3), 0, 0
    seed = 0
    while positions < POSITIONS:
        seed += 1
        game = sandtable.new(GAME, seed=seed, options={"players": 2 + seed % 5})
        while (ask := game.ask) is not None and positions < POSITIONS:
            if rng.random() < 0.1 and (missing := list(left_out(game, ask))):
                assert disagreement(game, ask) == ""
                assert [thing for thing in missing if not ask.why_not(thing)] == [], ask.topic
                positions, things = positions + 1, things + len(missing)
            game.choose(rng.choice(ask.keys))
    assert things > 10 * POSITIONS


@pytest.mark.parametrize(
    ("sector", "reason"),
    [
        ("f6", "F6 is where the GI is."),
        ("a1", "A1 does not adjoin F6."),
        ("bridge", "Bridge is on Milli-com, and only a shuttle goes there."),
    ],
)
def test_why_a_gi_does_not_move_there(sector: str, reason: str) -> None:
    """3.1, 3.2: one sector, on the same board."""
    assert why(moving(gi(gi(table(2), 0, "f6"), 1, "a1")), "sector", sector) == reason


def test_why_the_sea_and_the_security_zone_are_closed() -> None:
    """3.1, 15: Scum Sea takes a Survival Kit, the Security Zone a Helm chip or a clearance."""
    s = moving(gi(gi(table(2), 0, "d2"), 1, "a1"))
    sea = next(n for n in s.box.near[at("d2")] if s.box.is_sea[n])
    name = s.box.kinds["sector"].id(sea)
    assert why(s, "sector", name) == f"{s.box.sector_labels[sea]} is Scum Sea, which takes a Survival Kit."
    s = moving(gi(gi(table(2), 0, "gallery"), 1, "a1"))
    zone = s.box.security_zone
    s.sector[0] = s.box.near[zone][0]
    assert why(s, "sector", "security_zone") == (
        "Security Zone is closed to a GI without a Helm chip or a Security Clearance."
    )


def test_why_a_rogue_card_cannot_be_played() -> None:
    """9.1: its phase, its target, what it needs; shown greyed beside those that can be played."""
    s = gi(gi(table(2), 0, "f6"), 1, "a1", hand="bogged_down_1 lucky_break_1 forced_march_1")
    ask = at_table(s).ask
    assert ask is not None
    assert ask.keys == ["rogue_movement:bogged_down_1", "pass", "pass_on"]
    assert {it.label: it.why for it in ask.refused} == {
        "Play Lucky Break": "Lucky Break is played in the Encounter phase.",
        "Play Forced March": "Forced March is played in your own turn.",
    }


def test_why_a_weapon_cannot_be_fired() -> None:
    """16, R-RT-20: GP Mags do nothing to a tank, mines hit Personnel only, and no rounds are no salvo."""
    s = facing(gi(gi(table(2), 0, "f6", gp=2, micro_mine=1), 1, "a1"), "nort_battle_tank_1")
    assert why(s, "weapon", "gp") == "GP Mags do nothing to a GP-proof target."
    assert why(s, "weapon", "micro_mine") == "Micro-Mines can be fired only at Personnel."
    assert why(s, "weapon", "plasma") == "You have no Plasma Grenades."


def test_why_nobody_surrenders_or_evades() -> None:
    """4.4.1, 4.5: not in a Glass Zone, not to a Hazard; both are shown with the reason."""
    s = facing(gi(gi(table(2), 0, "d5", plasma=1), 1, "a1"), "chem_storm_1")
    ask = at_table(s).ask
    assert ask is not None
    assert [(it.key, it.why) for it in ask.refused] == [
        ("evade", "Nobody evades in a Glass Zone."),
        ("surrender", "Nobody surrenders to a Hazard."),
    ]


def test_why_a_mission_cannot_be_declared() -> None:
    """6 (b): the reason is the owner's alone, as the question is."""
    s = gi(gi(table(2), 0, "d4", missions="contact_d4_1 contact_a3"), 1, "a1")
    s.phase = Phase.END
    game = at_table(s)
    assert game.ask is not None
    assert [(it.key, it.why) for it in game.ask.refused] == [
        ("declare:contact_a3", f"You are not at {s.box.sector_labels[at('a3')]}.")
    ]
    assert isinstance(game.ask_for("blue"), HiddenQuestion)


def test_why_a_way_to_meet_is_not_offered() -> None:
    """4.6: what the Attacker can see would come to nothing."""
    s = gi(gi(table(2), 0, "f6"), 1, "f6")
    s.has_entered, s.met, s.phase = True, 1, Phase.MEETING
    ask = at_table(s).ask
    assert ask is not None
    assert {it.key: it.why for it in ask.refused} == {
        "kidnap": "Blue has no Companion.",
        "exchange_companions": "You have no Companion.",
        "exchange_missions": "You have no Contact Mission.",
        "exchange_clues": "You have no hidden Clue card.",
    }


def test_a_reason_tells_nothing_about_cards_of_others() -> None:
    """10.2: whoever holds a card that is not mine, the reason is the same."""
    reasons = set()
    for holder in (1, 2):
        s = gi(gi(gi(table(3), 0, "f6", hand="forced_march_1 traitor_flees_1"), 1, "a1"), 2, "a1")
        gi(s, holder, hand="escape_1")
        s.phase = Phase.CARDS
        reasons.add(why(s, "card", "escape_1"))
    assert reasons == {"You do not hold Escape."}


def test_every_option_of_a_fight_says_what_it_takes() -> None:
    """5.2, 4.4: dice and rounds of each weapon, and what an evasion needs: Initiative 3 in the open at B5 takes a 4."""
    s = facing(gi(gi(table(2), 0, "b5", gp=2), 1, "a1"), "nort_patrol_1")
    ask = at_table(s).ask
    assert ask is not None
    says = {option.key: option.says for option in ask.options}
    assert says["face:gp/2"] == "2 dice."
    assert says["evade"] == "You need a 4 or more on a die; if you fail you can still fight."
    assert all(says.values())


def test_bare_hands_say_where_they_have_no_effect() -> None:
    """R-RT-19: against anything but Personnel they roll no die; the option must not promise one."""
    ask = at_table(facing(gi(gi(table(2), 0, "b5", gp=2), 1, "a1"), "nort_battle_tank_1")).ask
    assert ask is not None
    says = {option.key: option.says for option in ask.options}
    assert says["bare_hands"] == "No dice: bare hands hurt only Personnel."


def test_a_rogue_card_names_whom_it_is_played_on() -> None:
    """9.1: in another's turn the GI, in one's own "your": nobody has to work out whose turn it is."""
    s = gi(gi(table(2), 0, "f6"), 1, "a1", hand="bogged_down_1")
    s.phase = Phase.MOVEMENT
    ask = at_table(s).ask
    assert ask is not None
    assert ask.prompt == "Red is about to move. Play a Rogue card?"
    assert next(option.says for option in ask.options) == "Red may not move."
    s = gi(gi(table(2), 0, "f6", hand="lucky_break_1"), 1, "a1")
    s.phase, s.has_entered = Phase.ENCOUNTER, True
    ask = at_table(s).ask
    assert ask is not None
    assert ask.prompt == "Your Encounter phase begins. Play a Rogue card?"


def test_a_sector_says_what_waits_there() -> None:
    """4.1, 4.3.1: a GI, or as many cards as its rating, or those left behind."""
    s = moving(gi(gi(table(2), 0, "f6"), 1, "f5"))
    on_board(s, "e6", "chem_storm_1 marked_minefield_1 forgotten_minefield_1")
    ask = at_table(s).ask
    assert ask is not None
    says = {option.key: option.says for option in ask.options}
    assert says["move:f5"] == "Blue is there, so no cards are drawn."
    if "move:e6" in says:
        assert says["move:e6"] == "3 Encounter cards to face."
    assert all(says.values())


def test_why_a_wish_for_a_clue_cannot_be_granted() -> None:
    """R-RT-17: who does not hold the Clue is asked all the same, and told why he cannot agree; the Attacker is not."""
    s = gi(gi(table(2), 0, "f6", clues="pell_brow_1"), 1, "f6", clues="ashgrove_jaw_1")
    s.has_entered, s.met, s.phase = True, 1, Phase.MEETING
    game = at_table(s)
    game.choose("exchange_clues")
    if game.ask is not None and game.ask.topic == "clue_offer":
        game.choose("clue_offer:pell_brow_1")
    game.choose("clue_wish:ashgrove_eyes")
    assert game.ask is not None
    assert game.ask.topic == "clue_reply"
    assert [it.why for it in game.ask.refused] == ["You do not hold the Clue that is asked for."]
    assert isinstance(game.ask_for("red"), HiddenQuestion)
