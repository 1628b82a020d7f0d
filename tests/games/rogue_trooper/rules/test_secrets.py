"""What each seat knows and what it can imagine: hands, missions, clues, stacks, decks, and what exchanges taught whom."""

from __future__ import annotations

import random

import msgspec
import pytest

import sandtable
from sandtable.bots.house import HouseBot
from sandtable.engine import Choice, Run, Word, imagine
from sandtable.engine.chance import RandomSource
from sandtable.engine.contract import check_contract, check_planted_leaks
from sandtable.games.rogue_trooper import GAME, RogueOptions, RogueTrooper
from sandtable.games.rogue_trooper.rules import gi_encounter
from sandtable.games.rogue_trooper.rules.dead import die
from sandtable.games.rogue_trooper.rules.gi_encounter import EXCHANGE_CLUES, EXCHANGE_MISSIONS, TALK
from sandtable.games.rogue_trooper.rules.places import is_suitable
from sandtable.games.rogue_trooper.rules.turn_sequence import turn
from sandtable.games.rogue_trooper.state import STACK, NuEarth, Phase
from tests.lengths import a_tenth, games

from ..kit import BOX, at, card, facing, gi, names, on_top, play, table

#: An odd number, the fewest and the most; `make soak` plays with every number.
PLAYERS = [3, 2, 6]


@pytest.mark.parametrize("players", a_tenth(PLAYERS))
def test_the_contract_holds(players: int) -> None:
    """Saves, undo, forks, and no seat can tell worlds apart that differ in what it cannot know."""
    options = {"players": players, "rounds": 4 if players == 2 else 2}
    seen = check_contract(GAME, games=1, worlds=12, share=0.25, options=options, seed=20 + players)
    assert seen.compared > 10
    assert seen.observers > 20, "secrets were changed while somebody watched"


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_contract_holds_at_length(players: int) -> None:
    """The same over more and longer games, at every decision, with the house player asked in pairs of worlds."""
    options = {"players": players, "rounds": 8}
    check_contract(GAME, games=4, worlds=25, options=options, seed=100 * players, bot=HouseBot)


def test_the_house_player_sees_nothing_its_seat_cannot_see() -> None:
    """A bot with one seed answers alike in worlds its seat cannot tell apart."""
    options = {"players": 3, "rounds": 3}
    seen = check_contract(GAME, games=games(2), worlds=12, options=options, seed=7, bot=HouseBot)
    assert seen.asked_bot > games(3)


class Meeting(RogueTrooper):
    """The game from the moment two GIs meet, both with Clues and Missions, others looking on."""

    def begin(self, options: RogueOptions) -> NuEarth:
        s = table(options.players, rounds=1)
        cards = (
            ("voss_jaw_1 voss_brow_1 pell_eyes_1", "contact_d4_1", "escape_1 forced_march_1"),
            ("voss_eyes_1 ashgrove_jaw_1", "contact_e5_1 tank_buster", "dead_contact_1"),
            ("pell_brow_1", "contact_a3", "bogged_down_1"),
            ("pell_jaw_1", "contact_h9", "air_lift_1"),
            ("ashgrove_brow_1 voss_mouth_1", "wrong_place", "no_way_out_1"),
            ("ashgrove_eyes_2", "contact_g1", "escape_2"),
        )
        for seat, (clues, missions, hand) in enumerate(cards[: options.players]):
            gi(s, seat, "f6", clues=clues, missions=missions, hand=hand, gp=2)
        s.has_entered, s.met, s.phase = True, 1, Phase.MEETING
        return s


def _exchange(way: Word, players: int, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    why = gi_encounter.meet_refusal
    monkeypatch.setattr(
        gi_encounter,
        "WAYS_TO_MEET",
        Choice(
            gi_encounter.every_way,
            lambda *asked: why(*asked) if asked[-1] in (way, TALK) else gi_encounter.NO_CLUE,
        ),
    )
    seen = check_contract(
        Meeting(),
        games=games,
        worlds=12,
        share=0.5,
        options={"players": players},
        seed=10 + players,
        package="sandtable.games.rogue_trooper",
    )
    assert seen.compared > 10
    assert seen.topics["meet"] > 0
    assert way is EXCHANGE_MISSIONS or seen.topics.get("clue_reply", 0) > 0


EXCHANGES = pytest.mark.parametrize("way", [EXCHANGE_CLUES, EXCHANGE_MISSIONS], ids=lambda way: way.id)


@EXCHANGES
@pytest.mark.parametrize("players", a_tenth(PLAYERS))
def test_exchanges_teach_two_and_nobody_else(
    players: int, way: Word, monkeypatch: pytest.MonkeyPatch
) -> None:
    """4.6: the whole contract over exchanges: nobody but the two can tell what was offered, wished for or given."""
    _exchange(way, players, 4, monkeypatch)


@pytest.mark.soak
@EXCHANGES
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_exchanges_at_length(players: int, way: Word, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same over thirty meetings each."""
    _exchange(way, players, 30, monkeypatch)


World = tuple[tuple[str, str], tuple[str, str]]
#: Two worlds that differ in what Red and Blue hold: a Clue and a Mission of each.
WORLDS: tuple[World, World] = (
    (("voss_jaw_1", "contact_d4_1"), ("pell_eyes_1", "contact_e5_1")),
    (("ashgrove_brow_2", "contact_h9"), ("voss_mouth_1", "contact_a3")),
)


def _meeting(world: World, players: int) -> sandtable.Table:
    """Red has entered Blue's sector."""
    s = table(players, rounds=1)
    for seat, (clue, mission) in enumerate(world):
        gi(s, seat, "f6", clues=clue, missions=mission)
    for seat in range(2, players):
        gi(s, seat, "a1", missions=("contact_c3_1", "contact_c6_1", "contact_d8_1", "contact_e7_1")[seat - 2])
    s.has_entered, s.met, s.phase = True, 1, Phase.MEETING
    return sandtable.new(GAME, seed=1, options={"players": players}).imagined(_run(s), bytes(32))


def _shown(game: sandtable.Table, seat: str | None) -> bytes:
    """All that a seat is shown."""
    ask = game.ask_for(seat)
    question = None if ask is None or ask.hidden else ask.plain()
    return msgspec.json.encode([game.view(seat), [line.text for line in game.log(seat)], question])


def _wish(world: int, owner: int) -> str:
    """The kind of Clue a GI holds in a world: "voss_jaw" for "voss_jaw_1"."""
    return WORLDS[world][owner][0].rpartition("_")[0]


def _answers(way: str, world: int) -> list[str]:
    red, blue = (WORLDS[world][seat][0] for seat in (0, 1))
    offer = [f"clue_offer:{red}", f"clue_wish:{_wish(world, 1)}"]
    return {
        "missions": ["exchange_missions"],
        "accepted": ["exchange_clues", *offer, "accept"],
        "refused": ["exchange_clues", *offer, "refuse"],
        "not held": ["exchange_clues", offer[0], "clue_wish:pell_jaw", "refuse"],
        "nothing": ["exchange_clues", "no_offer"],
        "changed": [
            "exchange_clues",
            *offer,
            "change",
            f"clue_offer:{blue}",
            f"clue_wish:{_wish(world, 0)}",
            "accept",
        ],
    }[way]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("way", ["missions", "accepted", "refused", "not held", "nothing", "changed"])
def test_onlookers_see_the_same_whatever_is_exchanged(way: str, players: int) -> None:
    """4.6: the same exchange of other cards looks the same to everybody else, after every answer; not to the two."""
    games = [_meeting(world, players) for world in WORLDS]
    onlookers = [None, *(seat.id for seat in games[0].seats[2:])]
    for steps in zip(*(_answers(way, world) for world in (0, 1)), strict=True):
        for game, key in zip(games, steps, strict=True):
            game.choose(key)
        for seat in onlookers:
            assert _shown(games[0], seat) == _shown(games[1], seat), (seat, steps)
    assert _shown(games[0], "red") != _shown(games[1], "red")


def test_who_refuses_does_not_tell_whether_he_has_it() -> None:
    """R-RT-17: to the Attacker a refusal looks the same with and without the Clue he wished for."""
    red, blue = WORLDS[0]
    games = [_meeting((red, blue), 3), _meeting((red, ("ashgrove_jaw_1", blue[1])), 3)]
    for answer in (
        "exchange_clues",
        "clue_offer:voss_jaw_1",
        "clue_wish:pell_eyes",
        "refuse",
    ):
        for game in games:
            game.choose(answer)
        assert _shown(games[0], "red") == _shown(games[1], "red"), answer


class Window(RogueTrooper):
    """The game from a Movement phase on: everybody holds three Rogue cards, some of which can be played."""

    def begin(self, options: RogueOptions) -> NuEarth:
        s = table(options.players, rounds=1)
        hands = (
            "forced_march_1 reinforcements_1 false_lead_1",
            "bogged_down_1 no_way_out_1 dead_contact_1",
            "wrong_turn_1 jammed_feed_1 traitor_flees_1",
            "escape_1 shuttle_pass_1 double_agent",
            "bogged_down_2 bogged_down_3 heavy_reinforcements_1",
            "lucky_break_1 covering_fire_1 bodyguard",
        )
        missions = (
            "contact_f5_1",
            "contact_d4_1",
            "tank_buster",
            "contact_e5_1",
            "wrong_place",
            "contact_h9",
        )
        for seat in range(options.players):
            gi(
                s,
                seat,
                ("g5", "d4", "f4", "g2", "e5", "h8")[seat],
                hand=hands[seat],
                missions=missions[seat],
                gp=3,
            )
        return s


def _windows(players: int, games: int, worlds: int) -> None:
    seen = check_contract(
        Window(),
        games=games,
        worlds=worlds,
        options={"players": players},
        seed=players,
        package="sandtable.games.rogue_trooper",
    )
    windows = ("rogue_movement", "rogue_encounter", "rogue_end")
    assert sum(seen.topics.get(topic, 0) for topic in windows) > players
    assert seen.compared > 10


@pytest.mark.parametrize("players", a_tenth(PLAYERS))
def test_being_asked_about_rogue_cards_leaks_nothing(players: int) -> None:
    """RT 9: over a round of turns nobody can tell worlds apart in which others hold, or are asked about, other cards."""
    _windows(players, games=3, worlds=6)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_being_asked_at_length(players: int) -> None:
    """The same over ten rounds each, in more worlds."""
    _windows(players, games=10, worlds=25)


@pytest.mark.soak
def test_planted_leaks_are_found() -> None:
    """The suite would notice: a leak in view, log, label, prompt or the order of options is caught."""
    check_planted_leaks(GAME, games=2, options={"players": 3, "rounds": 2})


class Late(RogueTrooper):
    """The game when somebody searches, somebody hunts, and a dead GI's chip lies next to the fourth."""

    def begin(self, options: RogueOptions) -> NuEarth:
        s = table(4, rounds=2)
        gi(
            s,
            0,
            "battle_computer",
            clues="pell_brow_1 pell_eyes_1 pell_mouth_1 voss_jaw_1",
            missions="contact_a3",
        )
        gi(
            s,
            1,
            "e5",
            clues="ashgrove_jaw_1 ashgrove_brow_1",
            missions="contact_d8_1",
            gp=3,
            items="lazooka_1",
        )
        gi(s, 2, "bridge", open_set="voss_brow_1 voss_eyes_1 voss_mouth_1 voss_jaw_2", hand="traitor_exposed")
        gi(s, 3, "e4", missions="contact_e5_1", clues="pell_jaw_1", hand="bodyguard traitor_flees_1")
        s.traitor, s.traitor_lives = at("bridge"), 4
        s.lives[1] = 0
        play(s, die(s, 1))
        s.begin_turn()
        return s


def test_the_contract_holds_late_in_the_game() -> None:
    """Searching, hunting, dying and forming teams keep every promise, too."""
    seen = check_contract(
        Late(), games=3, worlds=12, share=0.3, options={"players": 4}, package="sandtable.games.rogue_trooper"
    )
    assert {"search", "dead_gi_slot", "flee"} <= set(seen.topics)


def _run(s: NuEarth) -> Run[NuEarth]:
    return Run(GAME, s, RandomSource(random.Random(0)))


def test_nobody_is_seen_to_be_asked_about_rogue_cards() -> None:
    """RT 9: others see that somebody decides, not who, not what; a lone pass leaves no trace."""
    s = gi(gi(table(3), 0, "c4", missions="contact_d4_1"), 2, "a1", hand="bogged_down_1")
    game = sandtable.new(GAME, seed=1, options={"players": 3})
    game = game.imagined(_run(s), bytes(32))
    assert game.ask is not None
    assert game.ask.seat == "green"  # Blue has nothing to play and was passed over
    for seat in ("red", "blue", None):
        seen = game.ask_for(seat)
        assert seen is not None
        assert (seen.hidden, seen.seat, seen.options) == (True, None, [])
    before = [line.text for line in game.log("red")]
    game.choose("pass")
    assert [line.text for line in game.log("red")] == before


def test_a_standing_order_passes_in_the_windows() -> None:
    """RT 9: "pass until my turn" answers for a seat, as does an order for one phase only."""
    s = gi(gi(table(3), 0, "c4", missions="contact_d4_1"), 2, "a1", hand="bogged_down_1")
    game = sandtable.new(GAME, seed=1, options={"players": 3}).imagined(_run(s), bytes(32))
    game.add_standing_order("green", "rogue.movement", "withdrawn")
    assert game.ask is not None
    assert (game.ask.seat, game.ask.topic) == ("red", "move")


def test_views_show_hands_to_their_owners_only() -> None:
    """Each seat sees its own Rogue, Mission and Clue cards, and the backs of all others."""
    s = table(3)
    for seat, names_ in enumerate(
        (("escape_1", "contact_d4_1", "voss_jaw_1"), ("escape_2", "contact_d8_1", "pell_jaw_1"))
    ):
        gi(s, seat, hand=names_[0], missions=names_[1], clues=names_[2])
    for viewer in (0, 1, 2, None):
        view = GAME.view(s, viewer)
        for owner in (0, 1):
            shown = [*view.gis[owner].hand, *view.gis[owner].missions, *view.gis[owner].clues]
            assert [one is not None for one in shown] == [viewer == owner] * 3
            assert len(shown) == 3


def test_only_the_left_player_sees_under_the_top_of_a_stack() -> None:
    """4.3.3: the GI and others see the top card once it is faced."""
    s = gi(table(3), 0, "d7")
    on_top(s, "nort_sniper_1 nort_battle_tank_1")
    s.has_entered, s.phase = True, Phase.DRAWING
    play(s, turn(s))
    assert GAME.view(s, 1).stack == [card("nort_battle_tank_1"), card("nort_sniper_1")]
    assert GAME.view(s, 0).stack == GAME.view(s, 2).stack == GAME.view(s, None).stack == [None, None]


def test_imagined_stacks_are_sorted_and_suitable() -> None:
    """4.3.2: what lies under the top card has no higher Initiative and suits the sector; anything of that may lie there."""
    s = facing(
        gi(gi(gi(table(3), 0, "g5"), 1, "a1"), 2, "a1"), "millifuzz_patrol_1 deserter_band_1 supply_cache_1"
    )
    s.cards.look(s.cards.zones[STACK], 1)
    run = _run(s)
    rng, found = random.Random(3), set()
    for _ in range(60):
        world = imagine(run, 0, rng).state
        stack = world.cards.zones[STACK]
        assert stack[-1] == card("millifuzz_patrol_1")
        levels = [BOX.foes[number].initiative for number in stack]
        assert levels == sorted(levels)  # the top is last
        assert all(is_suitable(BOX, number, at("g5")) for number in stack)
        found.update(stack[:-1])
    assert len(found) > 20
    assert all(
        imagine(run, 1, rng).state.cards.zones[STACK] == run.state.cards.zones[STACK] for _ in range(5)
    )


def test_imagined_hands_hold_what_the_seat_has_seen() -> None:
    """What an exchange taught is dealt as it was; what it did not teach varies."""
    s = gi(gi(gi(table(3), 0, "c4", clues="voss_jaw_1"), 1, "a1", clues="pell_brow_1 pell_eyes_1"), 2, "a2")
    gi(s, 0, missions="contact_d4_1", hand="forced_march_1")
    s.cards.look([card("pell_brow_1")], 0)
    run = _run(s)
    rng, second = random.Random(1), set()
    for _ in range(40):
        clues = imagine(run, 0, rng).state.clues(1)
        assert card("pell_brow_1") in clues
        second.update(clues)
    assert len(second) > 8


def test_deck_orders_are_hidden_from_everybody() -> None:
    """1.1: over imagined worlds the top of every deck varies for every seat."""
    s = gi(table(2), 0, "c4", hand="forced_march_1", missions="contact_d4_1")
    run = _run(s)
    rng = random.Random(2)
    for seat in (0, 1):
        worlds = [imagine(run, seat, rng).state for _ in range(12)]
        for deck in (0, 2, 4, 6, 8):
            assert len({world.cards.zones[deck][-1] for world in worlds}) > 3


def test_who_searched_the_clue_deck_knows_what_it_holds_but_not_its_order() -> None:
    """15 Battle Computer: everything was seen, then shuffled."""
    from sandtable.games.rogue_trooper.rules.clues import search_battle_computer

    s = gi(table(2), 0, "battle_computer", clues="pell_brow_1 pell_eyes_1 pell_mouth_1")
    for name in ("pell_jaw_1", "pell_jaw_2"):
        s.discard(card(name))
    gi(s, 1, "a1", clues="voss_jaw_1", missions="contact_d4_1")
    play(s, search_battle_computer(s, 0), "search:yes search_take:voss_brow_1")
    assert names(s.clues(0))[-1] == "voss_brow_1"
    s.phase = Phase.MOVEMENT
    gi(s, 0, hand="forced_march_1", missions="contact_d4_2")
    run = _run(s)
    deck = sorted(s.cards.zones[8])
    for seed in range(10):
        assert sorted(imagine(run, 0, random.Random(seed)).state.cards.zones[8]) == deck
