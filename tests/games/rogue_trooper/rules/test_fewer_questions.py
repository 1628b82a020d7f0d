"""What a player is asked once instead of often, and what that may not tell the others."""

from __future__ import annotations

import random
from collections import Counter

import sandtable
from sandtable.engine import RandomSource, Run
from sandtable.games.rogue_trooper import GAME, RogueOptions
from sandtable.games.rogue_trooper.cards.playing import END, MOVEMENT, offer_rogue_cards
from sandtable.games.rogue_trooper.rules.end_phase import declare
from sandtable.games.rogue_trooper.rules.missions import draw_mission
from sandtable.games.rogue_trooper.rules.movement import ASK_ME
from sandtable.games.rogue_trooper.rules.turn_sequence import turn
from sandtable.games.rogue_trooper.state import NOBODY, PASSES_TO_END, Phase

from ..kit import at, card, gi, names, on_top, play, table

#: Answers a round took under the rules of version 3: 1,172 a game, in games of about 42 rounds.
BEFORE = 1172 / 42
GAMES = 20


def test_who_passes_until_his_turn_is_not_asked_before_it() -> None:
    """9.1: in no window of the others' turns; at the beginning of his own turn that ends."""
    s = gi(gi(table(3), 1, hand="bogged_down_1"), 2, hand="wrong_turn_1")
    played = play(s, offer_rogue_cards(s, MOVEMENT), "rogue_movement:pass_on rogue_movement:pass")
    assert played.options("rogue_movement") == ["bogged_down_1", "pass", "pass_on"]
    assert play(s, offer_rogue_cards(s, MOVEMENT), "rogue_movement:pass").who("rogue_movement") == [2]
    s.mover = 1
    s.begin_turn()
    s.mover = 0
    assert play(s, offer_rogue_cards(s, MOVEMENT), "rogue_movement:pass rogue_movement:pass").who(
        "rogue_movement"
    ) == [1, 2]


def test_that_somebody_passes_is_his_secret() -> None:
    """9.1: others see nothing of it, neither in the state they may know nor in their view."""
    s = gi(table(3), 1, hand="bogged_down_1")
    before = [GAME.view(s, seat) for seat in (0, 2, None)]
    play(s, offer_rogue_cards(s, MOVEMENT), "rogue_movement:pass_on")
    assert [GAME.view(s, seat) for seat in (0, 2, None)] == before
    assert [s.passing.knows(seat, 1) for seat in range(3)] == [False, True, False]
    assert GAME.view(s, 1).passes


def test_who_waits_for_a_declaration_is_asked_in_end_phases_only() -> None:
    """9.1: that answer is there for those who hold a card for others' End phases; the order ends with their own turn."""
    s = gi(table(3), 1, hand="bogged_down_1 dead_contact_1")
    played = play(s, offer_rogue_cards(s, MOVEMENT), "rogue_movement:pass_to_end")
    assert played.options("rogue_movement") == ["bogged_down_1", "pass", "pass_to_end", "pass_on"]
    assert not play(s, offer_rogue_cards(s, MOVEMENT)).was_asked("rogue_movement")
    assert GAME.view(s, 1).passes == PASSES_TO_END
    assert [GAME.view(s, seat).passes for seat in (0, 2, None)] == [0, 0, 0]
    s.declared = card("contact_a8")
    played = play(s, offer_rogue_cards(s, END), "rogue_end:pass")
    assert played.options("rogue_end") == ["dead_contact_1", "pass", "pass_on"]
    s.mover = 1
    s.begin_turn()
    assert GAME.view(s, 1).passes == 0


def test_every_mission_is_declared_by_one_answer() -> None:
    """6 (b): it declares the Mission that can be declared now, and from then on nobody is asked; a new Contact can end that."""
    s = gi(table(2), 0, "a8", missions="contact_a8")
    played = play(s, declare(s), "declare:always")
    assert played.options("declare") == ["contact_a8", "always", "not_now"]
    assert names([s.declared]) == ["contact_a8"]
    assert [GAME.view(s, seat).declares for seat in (0, 1, None)] == [True, False, False]
    s.declared = NOBODY
    assert not play(s, declare(s)).was_asked("declare")
    assert names([s.declared]) == ["contact_a8"]
    on_top(s, "contact_b4")
    s.discard(s.missions(0)[0])
    played = play(s, draw_mission(s, 0), "new_mission:keep_and_ask")
    assert played.options("new_mission") == ["keep", "keep_and_ask", "another"]
    assert not GAME.view(s, 0).declares


def test_the_mover_plays_his_card_with_his_move() -> None:
    """9.1, 9.2: he is last, so one question is enough; his card takes the place of what others played."""
    s = gi(gi(gi(table(3), 0, "f6", hand="forced_march_1"), 1, "a1", hand="wrong_turn_1"), 2, "a1")
    s.phase = Phase.MOVEMENT
    assert not play(s, turn(s), "rogue_movement:pass").was_asked("own_card")
    assert s.phase is Phase.MOVING
    played = play(s, turn(s), "move:play_card march:f4")
    assert "play_card" in played.options("move")
    assert s.sector[0] == at("f4")
    assert names(s.hand(0)) == []


def test_a_mover_who_may_not_move_is_asked_alone() -> None:
    """9.2: with Bogged Down in force there is no move to ask with; his own card still comes last."""
    s = gi(gi(gi(table(3), 0, "f6", hand="forced_march_1"), 1, "a1", hand="bogged_down_1"), 2, "a1")
    s.phase = Phase.MOVEMENT
    played = play(s, turn(s), "rogue_movement:bogged_down_1 rogue_movement:forced_march_1")
    assert played.who("rogue_movement") == [1, 0]
    assert play(s, turn(s), "march:f4").was_asked("march")


def test_without_a_card_the_move_looks_the_same_to_others() -> None:
    """The options of a move are the mover's own: whether he could play a card is among them."""
    for hand in ("", "forced_march_1"):
        s = gi(gi(table(2), 0, "f6", hand=hand), 1, "a1")
        s.phase, s.plays_last = Phase.MOVING, True
        run = Run(GAME, s, RandomSource(random.Random(1)))
        assert run.ask is not None
        assert (run.ask.topic, run.ask.hide_options) == ("move", True)


def test_rogue_cards_are_discarded_several_at_once() -> None:
    """6 (e): one question of several answers; those that are left may be kept until one is played."""
    s = gi(table(2), 0, hand="escape_1 escape_2 forced_march_1")
    on_top(s, "air_lift_1 air_lift_2 bodyguard")
    game = sandtable.new(GAME, seed=1, options={"players": 2})
    s.phase = Phase.CARDS
    game = game.imagined(Run(GAME, s, RandomSource(random.Random(0))), bytes(32))
    assert game.ask is not None
    assert (game.ask.kind, game.ask.remaining) == ("several", 3)
    game.choose("rogue_out:escape_1", "rogue_out:escape_2", "done")
    assert names(game.run.state.hand(0)) == ["forced_march_1", "air_lift_1", "air_lift_2"]


def test_a_game_takes_fewer_answers() -> None:
    """At least 38% fewer a round than under version 3; what is given in one go is one answer."""
    answers, rounds = (sum(counts) for counts in zip(*map(_answers, range(GAMES)), strict=True))
    assert answers / rounds < 0.62 * BEFORE


def test_rogue_cards_to_discard_are_seldom_asked_about() -> None:
    """6 (e): under version 5 they were 27% of all keys. Now they are under 10%, orders and all."""
    topics = Counter[str]()
    for seed in range(5):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(RogueOptions(players=4)), RandomSource(random.Random(seed)))
        while run.ask is not None:
            value = GAME.policy(run, rng)
            topics["ask_me" if value == ASK_ME else run.ask.topic] += 1
            run.play(value)
    assert sum(topics[topic] for topic in ("rogue_out", "rogue_order", "ask_me")) < 0.1 * topics.total()


def _answers(seed: int) -> tuple[int, int]:
    """The answers of a game, and its rounds."""
    rng = random.Random(seed)
    run = Run(GAME, GAME.begin(RogueOptions(players=4)), RandomSource(random.Random(seed)))
    count, last = 0, None
    while run.ask is not None:
        ask = run.ask
        series = (ask.topic, ask.seat, run.turn, ask.remaining) if ask.kind in ("several", "order") else None
        if series is None or last is None or series != (*last[:3], last[3] - 1):
            count += 1
        last = series
        run.play(GAME.policy(run, rng))
    return count, run.state.round
