"""Why not: every thing that a question leaves out has a reason that names the condition it fails."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable.engine import Choice, HiddenQuestion, RandomSource, Refusal, Run, Table, Thing
from sandtable.engine.contract.reasons import disagreement, left_out
from sandtable.games.rogue_trooper import GAME
from sandtable.games.rogue_trooper.cards.movement_phase import FLEE_TO, NO_PLACE, THERE_ALREADY
from sandtable.games.rogue_trooper.cards.playing import ENCOUNTER, why_not_playable
from sandtable.games.rogue_trooper.printed.box import CLUE, ROGUE
from sandtable.games.rogue_trooper.rules.bargains import (
    CLUES_TO_WISH_FOR,
    GOODS,
    HE_LACKS,
    IN_OFFER,
    NO_GOOD,
    SAME_CLUE,
    WISHED_BEFORE,
    YOU_LACK,
)
from sandtable.games.rogue_trooper.rules.battlefield import NO_EVADING, evade_refusal
from sandtable.games.rogue_trooper.rules.choices import (
    CONTACTS,
    DEAD,
    HIDDEN_CLUES,
    IN_OPEN_SET,
    IN_PRISON,
    NO_COMPANION,
    NO_CONTACT,
    NO_ITEM,
    NOT_HELD,
    NOT_HERE,
    NOT_YOUR_COMPANION,
    OTHER_DECK,
    ROGUE_CARDS,
    SPECIAL_ITEMS,
    YOURSELF,
)
from sandtable.games.rogue_trooper.rules.dead import SLOT_FOR_CHIP, TAKEN
from sandtable.games.rogue_trooper.rules.gi_encounter import (
    COMPANIONS_TO_GIVE,
    COMPANIONS_TO_KIDNAP,
    HAS_MOVED,
    NOT_HIS,
)
from sandtable.games.rogue_trooper.rules.lives import COMPANION_KILLED, MISSED
from sandtable.games.rogue_trooper.rules.turn_sequence import (
    ENCOUNTERED,
    NO_SET,
    THE_TRAITOR,
    TRAITOR_ELSEWHERE,
)
from sandtable.games.rogue_trooper.state import NOWHERE, SET, NuEarth, Phase

from ..kit import at, card, facing, gi, on_board, on_top, table

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


def test_where_the_traitor_does_not_flee() -> None:
    """12.3: to a named place or a Drop Zone, other than where he is."""
    s = table(2)
    s.traitor = at("h9")
    why = FLEE_TO.why(s)
    unnamed = next(place for place in range(s.box.sectors) if place not in s.box.destinations)
    assert (why(at("h9")), why(unnamed), why(at("f5"))) == (THERE_ALREADY, NO_PLACE, None)
    assert set(FLEE_TO.all(s)) == {*s.box.destinations} - {at("h9")}


def test_no_clue_is_wished_for_twice_with_the_same_offer() -> None:
    """R-RT-17: an offer that was made is not made again; the same wish with another Clue is."""
    kinds = [table(2).box.clue_kind(card(name)) for name in ("pell_brow_1", "voss_eyes_1", "ashgrove_jaw_1")]
    mine, wish, other = kinds
    s, made = table(2), [(mine, wish)]
    assert CLUES_TO_WISH_FOR.why(s, mine, made)(wish) is WISHED_BEFORE
    assert CLUES_TO_WISH_FOR.why(s, other, made)(wish) is None
    assert CLUES_TO_WISH_FOR.why(s, mine, made)(mine) is SAME_CLUE


@pytest.mark.parametrize(
    ("good", "reason"),
    [("lazooka_1", IN_OFFER), ("med_kit_1", None), ("nort_patrol_1", NO_GOOD), ("lazooka_2", YOU_LACK)],
)
def test_which_goods_can_be_named(good: str, reason: Refusal | None) -> None:
    """4.6: Special Items that one holds and rounds that one has, each once in an offer."""
    s = gi(gi(table(2), 0, "f6", gp=2, items="lazooka_1 med_kit_1"), 1, "f6")
    first = s.box.cards
    assert GOODS.why(s, 0, 0, [card("lazooka_1")])(card(good)) is reason
    assert [GOODS.why(s, 0, 0, [])(first + n) for n in (0, 1)] == [None, YOU_LACK]
    assert GOODS.all(s, 0, 0, [card("lazooka_1")]) == [card("med_kit_1"), first]
    lacks = GOODS.why(s, 1, 0, [])(first + 1)
    assert lacks is not None
    assert lacks.text == HE_LACKS.text


#: 4.3.4, 7.2, 8, 9, 10: what Red holds of a kind, what Blue holds, and a card of another kind.
CARDS = [
    (SPECIAL_ITEMS, "med_kit_1", "lazooka_1", NOT_HELD, "nort_patrol_1", NO_ITEM),
    (HIDDEN_CLUES, "pell_brow_1", "voss_jaw_1", NOT_HELD, "med_kit_1", OTHER_DECK[CLUE]),
    (CONTACTS, "contact_a3", "contact_d4_1", NOT_HELD, "tank_buster", NO_CONTACT),
    (ROGUE_CARDS, "escape_1", "air_lift_1", NOT_HELD, "contact_a3", OTHER_DECK[ROGUE]),
    (COMPANIONS_TO_KIDNAP, "k_for_ken", "pilot_juno_vale", NOT_HIS, "nort_patrol_1", NOT_HIS),
]


@pytest.mark.parametrize(("choice", "mine", "theirs", "not_mine", "other", "no_such"), CARDS)
def test_which_cards_of_a_player_can_be_chosen(
    choice: Choice[int], mine: str, theirs: str, not_mine: Refusal, other: str, no_such: Refusal
) -> None:
    """A card of one's own, no card of somebody else, and none of another kind."""
    s = gi(
        gi(
            table(2),
            0,
            "f6",
            items="med_kit_1",
            clues="pell_brow_1",
            missions="contact_a3 tank_buster",
            hand="escape_1",
            companions="k_for_ken",
        ),
        1,
        "a1",
        items="lazooka_1",
        clues="voss_jaw_1",
        missions="contact_d4_1",
        hand="air_lift_1",
        companions="pilot_juno_vale",
    )
    assert choice.all(s, 0) == [card(mine)]
    for name, reason in ((theirs, not_mine), (other, no_such)):
        why = choice.why(s, 0)(card(name))
        assert why is not None
        assert why.text == reason.text


def test_an_open_set_stays_whole() -> None:
    """R-RT-35: a card of a set is neither discarded nor offered, whoever has it."""
    s = gi(gi(table(2), 0, "f6", clues="pell_brow_1", open_set="voss_jaw_1"), 1, "a1")
    assert [HIDDEN_CLUES.why(s, seat)(card("voss_jaw_1")) for seat in (0, 1)] == [IN_OPEN_SET] * 2
    assert HIDDEN_CLUES.all(s, 0) == [card("pell_brow_1")]


def test_whom_a_gi_encounters() -> None:
    """4.1, R-RT-9, 13.4: living GIs in the sector who are no prisoners, or with a whole face the Traitor who is there."""
    s = gi(gi(gi(gi(table(4), 0, "f6"), 1, "f6"), 2, "a1"), 3, "f6", lives=0)
    why = ENCOUNTERED.why(s, 0, at("f6"))
    assert [why(whom) for whom in range(4)] == [YOURSELF, None, NOT_HERE, DEAD]
    assert ENCOUNTERED.all(s, 0, at("f6")) == [1]
    s.prison[1] = 0
    assert why(1) is IN_PRISON
    assert why(THE_TRAITOR) is NO_SET
    s.traitor = at("h9")
    for part in ("brow", "eyes", "mouth", "jaw"):
        s.take(card(f"voss_{part}_1"), 0, SET)
    assert why(THE_TRAITOR) is TRAITOR_ELSEWHERE
    s.traitor = at("f6")
    assert why(THE_TRAITOR) is None


def test_which_slot_a_chip_goes_into() -> None:
    """11.2: into a free one; a chip is discarded for another only if there is none."""
    s = gi(table(2), 0, "f6", chips="rifle helmet")
    assert [SLOT_FOR_CHIP.why(s, 0)(slot) for slot in range(3)] == [TAKEN, TAKEN, None]
    s = gi(table(2), 0, "f6", chips="rifle helmet backpack")
    assert SLOT_FOR_CHIP.all(s, 0) == [0, 1, 2]


def test_which_companion_dies_or_changes_hands() -> None:
    """5.8: one of the Initiative that the die shows. 4.6: each changes hands once in an encounter."""
    s = gi(gi(table(2), 0, "f6", companions="k_for_ken"), 1, "f6", companions="pilot_juno_vale")
    ken, juno = card("k_for_ken"), card("pilot_juno_vale")
    initiative = s.box.foes[ken].initiative
    assert COMPANION_KILLED.all(s, 0, initiative) == [ken]
    assert COMPANION_KILLED.why(s, 0, initiative + 1)(ken) is MISSED
    assert COMPANIONS_TO_GIVE.why(s, 0, [])(juno) is NOT_YOUR_COMPANION
    assert COMPANIONS_TO_GIVE.why(s, 0, [])(card("nort_patrol_1")) is NO_COMPANION
    assert COMPANIONS_TO_GIVE.why(s, 0, [ken])(ken) is HAS_MOVED


def phase(s: NuEarth, which: Phase, *, has_entered: bool = False) -> NuEarth:
    s.phase, s.has_entered = which, has_entered
    return s


@pytest.mark.parametrize("name", ["reinforcements_1", "no_way_out_1", "jammed_feed_1"])
def test_why_no_card_is_played_on_a_prisoners_encounter(name: str) -> None:
    """4.5.3: a prisoner has no encounters."""
    s = gi(gi(table(2), 0, "b5"), 1, "a1", hand=name)
    s.prison[0] = 0
    refused = why_not_playable(s, 1, ENCOUNTER, card(name))
    assert refused is not None
    assert refused.text == "A prisoner meets nobody."


@pytest.mark.parametrize(("traitor", "is_offered"), [("h9", False), ("d4", True)])
def test_covering_fire_helps_against_the_traitor(traitor: str, is_offered: bool) -> None:
    """9.1, 13.1: a GI who stays and faces nothing may still fire, at the Traitor in his sector."""
    s = gi(gi(table(2), 0, "d4", hand="covering_fire_1"), 1, "a1")
    s.traitor = at(traitor)
    ask = at_table(phase(s, Phase.ENCOUNTER)).ask
    assert ask is not None
    assert ("rogue_encounter:covering_fire_1" in ask.keys) is is_offered


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nort_patrol_1", "Another card of the same kind is offered."),
        ("nort_hopper_1", "Nort Hopper has another Initiative and so its own place."),
        ("nort_gunship_1", "Nort Gunship is not among the cards to face."),
    ],
)
def test_why_a_card_is_not_put_in_order(name: str, reason: str) -> None:
    """4.3.2: by Initiative, highest first; the left player orders equals, and copies need no order."""
    s = gi(gi(table(2), 0, "d7"), 1, "a1")
    on_top(s, "nort_patrol_2 nort_rifle_squad_1 nort_patrol_1 nort_hopper_1")
    s.extra_cards = 2
    assert why(phase(s, Phase.DRAWING, has_entered=True), "card", name) == reason


def test_no_way_out_leaves_the_others_their_evasion() -> None:
    """4.4.1, 4.6.3: the card forbids the GI whose turn it is to evade, not the Defender he attacks."""
    s = gi(gi(table(2), 0, "f6"), 1, "f6")
    s.no_evading = True
    assert [evade_refusal(s, seat) for seat in (0, 1)] == [NO_EVADING, None]


@pytest.mark.parametrize(
    ("gone", "reasons"),
    [
        (
            "",
            {
                "pell_jaw_2": "Another card of the same part is offered.",
                "ashgrove_jaw_1": "{it} is not the part you lack.",
                "pell_brow_1": "{it} is not in the Clue deck.",
            },
        ),
        (
            "pell_jaw_1 pell_jaw_2 voss_jaw_1 voss_jaw_2",
            {
                "ashgrove_jaw_2": "Another card of the same part is offered.",
                "pell_jaw_1": "{it} is not in the Clue deck.",
            },
        ),
    ],
)
def test_why_the_battle_computer_does_not_give_a_clue(gone: str, reasons: dict[str, str]) -> None:
    """15, R-RT-32: the missing part if it is in the deck, otherwise any card; of copies one."""
    held = "pell_brow_1 pell_eyes_1 pell_mouth_1 voss_brow_1 voss_eyes_1 voss_mouth_1"
    s = gi(gi(table(2), 0, "battle_computer", clues=held), 1, "a1")
    for name in gone.split():
        s.discard(card(name))
    game = at_table(phase(s, Phase.REST))
    game.choose("search:yes")
    assert game.ask is not None
    assert game.ask.topic == "search_take"
    told = {name: game.ask.why_not(Thing("card", name)) for name in reasons}
    assert told == {
        name: text.replace("{it}", s.box.card_labels[card(name)]) for name, text in reasons.items()
    }


def test_why_plasma_grenades_miss_what_flies() -> None:
    """16: Plasma Grenades are not fired at Airborne targets, whether GP Mags hurt them or not."""
    s = facing(gi(gi(table(2), 0, "f6", plasma=1), 1, "a1"), "nort_hopper_1")
    assert why(s, "weapon", "plasma") == "Plasma Grenades cannot be fired at Airborne targets."


def test_no_companion_of_another_gi_is_killed() -> None:
    """5.8: a Companion of the GI who loses the life, whatever Initiative the die shows."""
    s = gi(gi(table(2), 0, "f6", companions="k_for_ken"), 1, "f6", companions="pilot_juno_vale")
    juno = card("pilot_juno_vale")
    initiative = s.box.foes[juno].initiative
    for face in (initiative, initiative + 1):
        assert COMPANION_KILLED.why(s, 0, face)(juno) is NOT_YOUR_COMPANION


def test_why_a_gi_leaves_no_chip_behind() -> None:
    """11.2, R-RT-28: the GI nearest to a dead one's chip goes nearer to it; other sectors say so."""
    s = moving(gi(gi(gi(table(3), 0, "f6"), 1, "a1"), 2, lives=0))
    s.chip[2], s.sector[2] = at("h4"), NOWHERE
    ask = at_table(s).ask
    assert ask is not None
    nearer, label = ask.keys, s.box.sector_labels[at("h4")]
    away = [n for n in s.box.near[at("f6")] if f"move:{s.box.kinds['sector'].id(n)}" not in nearer]
    assert away
    for n in away:
        reason = ask.why_not(Thing("sector", s.box.kinds["sector"].id(n)))
        assert reason == f"You must go nearer to the dead GI's chip at {label}."


def test_why_nobody_stays_in_the_sea() -> None:
    """3.1: no move ends in Scum Sea without a Survival Kit, and a stay is no way out."""
    s = gi(gi(table(2), 0, "d2"), 1, "a1")
    s.sector[0] = next(n for n in s.box.near[at("d2")] if s.box.is_sea[n])
    ask = at_table(moving(s)).ask
    assert ask is not None
    assert {it.key: it.why for it in ask.refused}["stay"] == (
        "Nobody stays in Scum Sea without a Survival Kit."
    )
