"""The house player, the odds it shows, the board in a terminal, and many games."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import sandtable
from sandtable.engine import PASS, RandomSource, Run, imagine, playout
from sandtable.engine.naming import NUMBER, Names
from sandtable.games.rogue_trooper import GAME, RogueOptions
from sandtable.games.rogue_trooper.game import GIS
from sandtable.games.rogue_trooper.house.policy import ANSWERS, house_policy
from sandtable.games.rogue_trooper.house.rogue_cards import KEEP
from sandtable.games.rogue_trooper.printed.box import HELM
from sandtable.games.rogue_trooper.rules.ways import STAY
from sandtable.games.rogue_trooper.state import NuEarth, Phase
from sandtable.lab import simulate

from ..kit import BOX, at, card, facing, gi, on_board, table
from ..soak import Report, play

VOSS = "voss_brow voss_eyes voss_mouth voss_jaw"
KEY = "sandtable.games.rogue_trooper:GAME"


@pytest.mark.parametrize(("players", "games"), [(2, 12), (4, 8), (6, 4)])
def test_house_games_end_with_a_winner(players: int, games: int) -> None:
    """A short stretch of what the soak does at length: games end, and most are won."""
    report = Report()
    for seed in range(games):
        play(seed, players, report)
    assert len(report.rounds) == games
    assert sum(report.winners.values()) >= games * 0.6


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("options", [{}, {"short": True}, {"literal_evasion": True}, {"first": 2}])
def test_random_games_end(players: int, options: dict[str, bool]) -> None:
    """Random play comes to an end under every option, at the latest with the cap of rounds."""
    rng = random.Random(players)
    run = Run(GAME, GAME.begin(RogueOptions(players=players, rounds=25, **options)), RandomSource(rng))  # type: ignore[arg-type]
    playout(run, rng)
    assert run.outcome is not None
    assert run.state.round <= 26


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 4, 6])
def test_two_thousand_games(players: int) -> None:
    """Every game ends, nine of ten with a winner, in 40 to 95 rounds at the median; every card is used; no seat is better."""
    report = Report()
    for seed in range(2000):
        play(seed, players, report)
    assert not report.unused(), report.text()
    assert report.killed >= 1800, report.text()
    assert 40 <= sorted(report.rounds)[1000] <= 95, report.text()
    shares = [report.winners[seat] / sum(report.winners.values()) for seat in range(players)]
    assert max(shares) - min(shares) < 0.08, report.text()


@pytest.mark.soak
def test_the_house_player_beats_random_players() -> None:
    """At least 80 of 100 games against three random players."""
    report = simulate(
        KEY,
        games=100,
        bots=["house", "random", "random", "random"],
        rotate=True,
        seed=11,
        options={"players": 4},
    ).report()
    assert report.wins_by_bot["house"] >= 80


def test_the_house_player_wins_against_a_random_player() -> None:
    """A few short games: whoever came nearest wins after the last round."""
    report = simulate(
        KEY, games=4, bots=["house", "random"], rotate=True, seed=3, options={"players": 2, "rounds": 15}
    ).report()
    assert not report.errors
    assert report.scores_by_bot["house"] > report.scores_by_bot["random"]


def test_every_question_has_an_answer_of_the_house() -> None:
    """No topic that bot games meet is answered at random."""
    met: set[str] = set()

    def watching(run: Run[Any], rng: random.Random) -> Any:
        assert run.ask is not None
        met.add(run.ask.topic)
        return house_policy(run, rng)

    for seed in range(6):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(RogueOptions(players=4)), RandomSource(rng))
        playout(run, rng, policy=watching)
    assert met <= set(ANSWERS)
    assert len(met) > 25


def _compare_worlds(players: int, games: int, share: float) -> int:
    """Ask the house on the game and on a world its seat cannot tell from it, with the same luck."""
    compared = 0
    for seed in range(games):
        rng = random.Random(f"{seed} {players}")
        run = Run(GAME, GAME.begin(RogueOptions(players=players)), RandomSource(rng))
        while run.ask is not None:
            if len(run.values) > 1 and rng.random() < share:
                world, luck = imagine(run, run.ask.seat, rng), rng.random()
                mine, theirs = (house_policy(one, random.Random(luck)) for one in (run, world))
                assert mine == theirs, run.ask
                compared += 1
            run.play(house_policy(run, rng))
    return compared


@pytest.mark.parametrize("players", [2, 4, 6])
def test_house_answers_by_what_its_seat_knows(players: int) -> None:
    """In worlds that differ only in what its seat cannot know it answers alike, so it can be asked on the game itself."""
    assert _compare_worlds(players, games=1, share=0.2) > 30


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_house_answers_by_what_its_seat_knows_at_length(players: int) -> None:
    """The same over thirty games."""
    assert _compare_worlds(players, games=30, share=0.5) > 2000


def test_odds_of_an_evasion_and_of_a_fight() -> None:
    """4.4, 5: at the Glasshouse a Patrol (Initiative 3, Firepower 1) is evaded by 4 to 6; one GP Mag wins 21 of 36."""
    s = facing(gi(gi(gi(table(3), 0, "b5", gp=1), 1, "a1"), 2, "a1"), "nort_patrol_1")
    game = sandtable.new(GAME, seed=1, options={"players": 3})
    game = game.imagined(Run(GAME, s, RandomSource(random.Random(0))), bytes(32))
    assert game.odds("evade")["evaded"] == Fraction(1, 2)
    assert game.odds("face:gp/1")["won"] == Fraction(21, 36)


def test_odds_while_a_salvo_is_backed_up() -> None:
    """5.3: with one GP Mag and Combat Stims at hand, each answer shows what it makes of the fight."""
    s = facing(gi(gi(gi(table(3), 0, "b5", gp=1, items="combat_stims"), 1, "a1"), 2, "a1"), "nort_patrol_1")
    game = sandtable.new(GAME, seed=1, options={"players": 3})
    game = game.imagined(Run(GAME, s, RandomSource(random.Random(0))), bytes(32)).choose("face:gp/1")
    assert game.odds("done")["won"] == Fraction(21, 36)
    assert game.odds("backing:combat_stims_1")["won"] > Fraction(99, 100)


def test_odds_of_a_confrontation() -> None:
    """13.3: bare hands on Milli-com, equal is enough: 21 of 36."""
    s = gi(table(2), 0, "bridge", open_set="voss_brow voss_eyes voss_mouth voss_jaw")
    gi(s, 1, "a1")
    s.traitor, s.traitor_lives, s.phase = at("bridge"), 4, Phase.END
    game = sandtable.new(GAME, seed=1, options={"players": 2})
    game = game.imagined(Run(GAME, s, RandomSource(random.Random(0))), bytes(32))
    assert game.odds("confront:yes")["won"] == Fraction(21, 36)


def _both_here(lives: int) -> sandtable.Table:
    """Red, with an open set, enters a space of Milli-com that holds the Traitor and Blue."""
    s = gi(table(2), 0, "bridge", lives=lives, open_set="voss_brow voss_eyes voss_mouth voss_jaw")
    gi(s, 1, "bridge")
    s.traitor, s.traitor_lives, s.has_entered, s.phase = at("bridge"), 4, True, Phase.ENCOUNTER
    game = sandtable.new(GAME, seed=1, options={"players": 2})
    return game.imagined(Run(GAME, s, RandomSource(random.Random(0))), bytes(32))


def test_odds_of_turning_to_the_traitor() -> None:
    """13.4, R-RT-37: to choose him is to fight him, so the choice shows the chances of the fight."""
    assert _both_here(4).odds("the_traitor")["won"] == Fraction(21, 36)


@pytest.mark.parametrize(("lives", "key"), [(4, "the_traitor"), (1, "encounter:blue")])
def test_the_house_player_turns_to_the_traitor_only_to_fight(lives: int, key: str) -> None:
    """R-RT-37: he cannot think better of it later, so with his last life he meets the other GI instead."""
    game = _both_here(lives)
    assert game.ask is not None
    answer = house_policy(game.run, random.Random(1))
    assert game.ask.keys[list(game.ask.values).index(answer)] == key


def test_the_picture() -> None:
    """The map, Milli-com, the sheets and the own cards; 100 columns; nothing of others' hands."""
    from rich.text import Text

    s = gi(
        gi(table(2), 0, "e5", hand="escape_1", missions="contact_d4_1", items="lazooka_1"),
        1,
        "gallery",
        hand="air_lift_1",
    )
    seats = GAME.seats(RogueOptions(players=2))
    shown = Text.from_markup(GAME.text_board(GAME.view(s, 0), seats)).plain
    assert max(map(len, shown.split("\n"))) <= 100
    for text in ("E5", "Halfway", "Gallery 2", "Lazooka", "Contact at Crater Nine", "Escape", "Round 1"):
        assert text in shown
    assert "Air Lift" not in shown
    spectator = GAME.text_board(GAME.view(s, None), seats)
    assert "Escape" not in spectator


def test_the_picture_shows_the_stack() -> None:
    """4.3.3: the top card with its numbers, the others as backs."""
    s = facing(gi(table(2), 0, "d7"), "nort_sniper_1 nort_patrol_1")
    s.cards.reveal([s.cards.zones[10][-1]])
    shown = GAME.text_board(GAME.view(s, 0), GAME.seats(RogueOptions(players=2)))
    sniper = "  Nort Sniper (personnel, Initiative 5, Firepower 2, double damage, no surrender)\n  face down"
    assert sniper in shown


def test_the_picture_stays_within_a_hundred_columns() -> None:
    """Many items, prisoners, an open set, long names: lines are broken, not cut, and copies are counted."""
    from rich.text import Text

    items = "lazooka_1 lazooka_2 lazooka_3 found_survival_kit found_hopper_beacon combat_stims_1"
    s = gi(table(6), 0, "g1", items=items, companions="scrap sergeant_mako_reyes old_corporal_vance")
    gi(s, 1, "b5", open_set="voss_brow_1 voss_eyes_1 voss_mouth_1 voss_jaw_1")
    s.prison[1] = 0
    for viewer in (0, 1):
        shown = Text.from_markup(
            GAME.text_board(GAME.view(s, viewer), GAME.seats(RogueOptions(players=6)))
        ).plain
        assert max(map(len, shown.split("\n"))) <= 100
        for text in (
            "Lazooka ×3",
            "the whole face of General Voss",
            "Old Corporal Vance",
            "Glasshouse (B5), prisoner",
        ):
            assert text in " ".join(shown.split())
    own = Text.from_markup(GAME.text_board(GAME.view(s, 0), GAME.seats(RogueOptions(players=6)))).plain
    assert "Lazooka: 4 dice in one shot, 6 against armour, fortification and airborne." in own
    assert "GP Mags Plasma  Sealbu. M-Mines" in own


def test_the_picture_names_what_was_left_behind() -> None:
    """6 (a): Hazards and Fortifications with their sectors, for everybody."""
    s = table(2)
    on_board(s, "d4", "nort_pillbox_1")
    on_board(s, "b3", "chem_storm_1")
    shown = GAME.text_board(GAME.view(s, None), GAME.seats(RogueOptions(players=2)))
    assert "Nort Pillbox at Crater Nine (D4)" in shown
    assert "Chem Storm at B3" in shown


def test_a_position_is_worth_more_with_clues() -> None:
    """For search: matching Clues, then an open set, then the Traitor's lives."""
    s = gi(table(2), 0, clues="voss_brow_1 voss_eyes_1")
    worth = GAME.evaluate(s)
    assert worth[0] > worth[1]
    assert sum(worth) == pytest.approx(1)
    s = gi(s, 1, open_set="pell_brow_1 pell_eyes_1 pell_mouth_1 pell_jaw_1")
    s.traitor, s.traitor_lives = BOX.bridge, 4
    worth = GAME.evaluate(s)
    assert worth[1] > worth[0]


def test_the_last_life_of_the_traitor_is_nearly_the_game() -> None:
    """The chances that the ending draws: a first Clue is a small lead, a hunter beside a Traitor with one life a large one."""
    s = gi(table(3), 0, clues="voss_brow_1")
    assert GAME.evaluate(s)[0] < 0.4
    s = gi(table(3), 0, "bridge", open_set="voss_brow voss_eyes voss_mouth voss_jaw")
    s.traitor, s.traitor_lives = BOX.bridge, 1
    assert GAME.evaluate(s)[0] > 0.85


def test_the_house_stays_for_a_mission_that_was_delayed() -> None:
    """8.1, B8: after a False Lead the GI declares again where he is, rather than leave and come back."""
    s = gi(gi(gi(table(3), 0, "e7", missions="contact_e7", gp=9), 1, "a1"), 2, "a1")
    run = Run(GAME, s, RandomSource(random.Random(0)))
    while run.ask is not None and run.ask.topic != "move":
        run.play(house_policy(run, random.Random(0)))
    assert house_policy(run, random.Random(0)) == STAY


def test_the_house_gives_its_reasons() -> None:
    """A hint says why: most answers of the house to questions that matter have a reason, and none names a secret."""
    rng, told, asked = random.Random(4), 0, 0
    run = Run(GAME, GAME.begin(RogueOptions(players=4)), RandomSource(random.Random(4)))
    kinds = {**GAME.kinds(run.state), "number": NUMBER, "seat": Names([g.lower() for g in GIS], list(GIS))}
    for _ in range(300):
        value = GAME.policy(run, rng)
        line = GAME.advice(run, value)
        asked, told = asked + 1, told + (line is not None and bool(line.words(kinds)))
        run.play(value)
        if run.ask is None:
            break
    assert told > 0.8 * asked


def _asked(s: NuEarth, topic: str) -> Run[Any]:
    """The run of a position when its first question of a topic is open, after the answers of the house."""
    run = Run(GAME, s, RandomSource(random.Random(0)))
    while run.ask is not None and run.ask.topic != topic:
        run.play(house_policy(run, random.Random(0)))
    assert run.ask is not None, f"No question of {topic}."
    return run


def _card_played(s: NuEarth, topic: str) -> str:
    """The id of the Rogue card that the house plays; empty if it passes."""
    value = house_policy(_asked(s, topic), random.Random(0))
    return BOX.card_ids[value] if isinstance(value, int) else ""


def test_the_house_takes_helm_first() -> None:
    """17.3: the Security Zone is the short way to the Battle Computer and from the Bridge to Sick Bay."""
    run = Run(GAME, GAME.begin(RogueOptions(players=2)), RandomSource(random.Random(3)))
    while run.ask is None or run.ask.topic != "slot":
        run.step() if run.ask is None else run.play(run.values[0])
    assert house_policy(run, random.Random(0)) == HELM


@pytest.mark.parametrize(
    ("sector", "lives", "played"),
    [("e5", 4, "bogged_down_1"), ("furlow", 2, ""), ("furlow", 4, "bogged_down_1")],
)
def test_the_house_holds_up_whoever_would_move(sector: str, lives: int, played: str) -> None:
    """B8: Bogged Down costs nothing to a GI who stays to rest; the hand is filled up again anyway."""
    s = gi(
        gi(table(2), 0, "g7" if sector == "furlow" else sector, lives=lives), 1, "a1", hand="bogged_down_1"
    )
    assert _card_played(s, "rogue_movement") == played


def test_the_house_foils_a_mission_rather_than_delay_it() -> None:
    """B8: a Dead Contact costs the Mission, a False Lead a turn; and a second such card beside the first is wasted."""
    s = gi(gi(table(2), 0, "e7", missions="contact_e7"), 1, "a1", hand="false_lead_1 dead_contact_1")
    s.phase = Phase.END
    assert _card_played(s, "rogue_end") == "dead_contact_1"
    s = gi(
        gi(gi(table(3), 0, "e7", missions="contact_e7"), 1, "a1", hand="dead_contact_1"),
        2,
        hand="false_lead_1",
    )
    s.phase = Phase.END
    run = _asked(s, "rogue_end")
    run.play(house_policy(run, random.Random(0)))
    assert run.ask is not None
    assert (run.ask.seat, house_policy(run, random.Random(0))) == (2, PASS)


@pytest.mark.parametrize(("place", "played"), [("bridge", "traitor_flees_1"), ("concourse", "")])
def test_the_house_saves_the_traitor_from_a_hunter_at_hand(place: str, played: str) -> None:
    """12.3: when the hunter could fight him in this turn, however many lives the Traitor has; not before."""
    s = gi(gi(table(2), 0, place, open_set=VOSS), 1, "a1", hand="traitor_flees_1")
    s.traitor, s.traitor_lives = BOX.bridge, 4
    assert _card_played(s, "rogue_movement") == played


def test_the_house_plays_traitor_exposed_and_keeps_it_for_that() -> None:
    """B8: kept from three parts of a face on, and played in the first fight."""
    s = gi(gi(table(2), 0, "bridge", open_set=VOSS, hand="traitor_exposed"), 1, "a1")
    s.traitor, s.traitor_lives, s.phase = BOX.bridge, 4, Phase.END
    assert _card_played(s, "rogue_end") == "traitor_exposed"
    exposed = BOX.rogue(card("traitor_exposed"))
    assert KEEP[exposed.effect](gi(table(2), 0, clues="voss_brow_1 voss_eyes_1 voss_mouth_1"), 0)
    assert not KEEP[exposed.effect](gi(table(2), 0, clues="voss_brow_1 voss_eyes_1"), 0)


def test_the_house_asks_for_a_clue_that_it_was_shown() -> None:
    """4.6: Red offers a part that Blue lacks, for one that Blue does not hold: Blue asks for it against a spare one."""
    s = gi(table(2), 0, "gallery", clues="voss_jaw_1 pell_brow_1 pell_eyes_1")
    gi(s, 1, "gallery", clues="voss_brow_1 voss_eyes_1 pell_mouth_1")
    s.has_entered, s.phase, s.met = True, Phase.MEETING, 1
    game = sandtable.new(GAME, seed=1, options={"players": 2})
    game = game.imagined(Run(GAME, s, RandomSource(random.Random(0))), bytes(32))
    game.choose("exchange_clues").choose("clue_offer:voss_jaw_1").choose("clue_wish:ashgrove_brow")
    run = game.run
    for seat in (1, 1, 1, 0):
        assert run.ask is not None
        assert run.ask.seat == seat
        run.play(house_policy(run, random.Random(0)))
    assert card("voss_jaw_1") in run.state.clues(1)
    assert card("pell_mouth_1") in run.state.clues(0)


def test_the_house_offers_enough_for_a_med_kit_and_takes_what_is_enough() -> None:
    """4.6: a wounded GI gives items that the other one values more, and so the trade comes about."""
    s = gi(table(2), 0, "gallery", lives=2, items="lazooka_1 combat_stims_1 survival_kit_1")
    gi(s, 1, "gallery", items="med_kit_1")
    s.has_entered, s.phase, s.met = True, Phase.MEETING, 1
    run = Run(GAME, s, RandomSource(random.Random(0)))
    while run.ask is not None and run.ask.topic != "trade_reply":
        run.play(house_policy(run, random.Random(0)))
    run.play(house_policy(run, random.Random(0)))
    assert card("med_kit_1") in run.state.items(0) or run.state.lives[0] == 3
    assert card("lazooka_1") in run.state.items(1)
