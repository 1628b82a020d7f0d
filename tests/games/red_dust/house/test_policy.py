"""The House's policy answers every question of the rules, changes nothing, and does what is plainly best."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from sandtable.engine import RandomSource, Run, decode_options, playout
from sandtable.games.red_dust.game import GAME
from sandtable.games.red_dust.house.policy import ANSWER, LEFT_OPEN, house_policy
from sandtable.games.red_dust.house.stakes import Stakes, cards_to_storm
from sandtable.games.red_dust.nonplayer.answering import ANSWERS
from sandtable.games.red_dust.printed.decks import FIRST_DUST_STORM, NEXT
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, NUMBER_OF, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.population import HOUSE
from sandtable.games.red_dust.state import Mars, Phase

from ..kit import mars, topic_ids

FACTIONS = ("marsgov", "corporations", "red_dust", "reclaimers")
#: Who plays itself: nobody, or everybody but one.
TABLES = ((), *(tuple(it for it in FACTIONS if it != seat) for seat in FACTIONS))


def begun(nonplayers: tuple[str, ...], seed: int) -> tuple[Run[Mars], random.Random]:
    rng = random.Random(seed)
    options = decode_options(GAME, {"nonplayers": list(nonplayers)})
    return Run(GAME, GAME.begin(options), RandomSource(rng)), rng


def questions(games: int, often: float = 0.3) -> Iterator[tuple[Run[Mars], random.Random]]:
    """Every question of games in which the House decides or chance does."""
    for seed in range(games):
        run, rng = begun(TABLES[seed % len(TABLES)], seed)
        while run.outcome is None:
            yield run, rng
            values = run.values
            at_random = rng.random() < often
            run.play(values[int(rng.random() * len(values))] if at_random else house_policy(run, rng))


def test_every_answer_is_an_option_and_changes_nothing() -> None:
    """A policy is asked in playouts, where a change would be one of the game."""
    for n, (run, rng) in enumerate(questions(5)):
        before = run.state.digest() if n % 20 == 0 else None
        assert house_policy(run, rng) in run.values, run.ask
        assert before is None or run.state.digest() == before


def test_the_same_chance_gets_the_same_answer() -> None:
    """Nothing is remembered from one question to the next."""
    for n, (run, _) in enumerate(questions(5)):
        if n % 5 == 0:
            assert house_policy(run, random.Random(n)) == house_policy(run, random.Random(n))


def test_games_of_the_house_end() -> None:
    """The policy plays games out by itself, in playouts that cannot be forked."""
    for seed, nonplayers in enumerate(TABLES):
        run, rng = begun(nonplayers, seed)
        playout(run, rng, 20_000, GAME.policy)
        assert run.outcome is not None


def test_topics_are_those_of_the_rules() -> None:
    """A topic that is renamed must not fall back to the tables of the non-players unnoticed."""
    assert set(ANSWER) <= topic_ids()
    assert topic_ids() - set(ANSWER) - set(ANSWERS) <= LEFT_OPEN


def asked(s: Mars, topic: str, seat: int, values: list[Any], **about: Any) -> Any:
    ask = SimpleNamespace(topic=topic, seat=seat, about=about, kind="pick", options=values)
    return house_policy(SimpleNamespace(ask=ask, values=values, state=s), random.Random(0))


def test_people_move_in_where_they_support_one() -> None:
    """5.1 Another marker counts as much as the space is devoted."""
    s = mars(alignment={"europa": 2, "gandhi": -2}, displaced=2)
    homes: list[Any] = [(NUMBER_OF[it], HOUSE) for it in ("gandhi", "tenzing", "europa")]
    assert asked(s, "improve", MARS_GOV, homes)[0] == NUMBER_OF["europa"]
    assert asked(s, "improve", RED_DUST, homes)[0] == NUMBER_OF["gandhi"]


def test_a_shift_goes_where_most_people_live() -> None:
    """6 Support counts by Population."""
    s = mars(housed={"tenzing": 1})
    spaces = [NUMBER_OF[it] for it in ("arsia_mons", "tenzing", "europa")]
    assert asked(s, "event_to_support", MARS_GOV, spaces) == NUMBER_OF["tenzing"]
    assert asked(s, "event_to_opposition", RED_DUST, spaces) == NUMBER_OF["tenzing"]


def test_the_cheapest_asset_that_is_enough_pays() -> None:
    """10 What an Asset is worth beyond the price is lost."""
    s = mars(hand=(1, 7, 14))
    s.action.who = RECLAIMERS
    assert asked(s, "pay", RECLAIMERS, [0, 6, 13], owed=2) == 0
    assert asked(s, "pay", RECLAIMERS, [0, 6, 13], owed=3) == 6
    assert asked(s, "pay", RECLAIMERS, [0, 6, 13], owed=9) == 13


def test_whoever_is_near_victory_counts_most() -> None:
    """15 A point of a rival that would win at the next check is worth more than one of a rival far behind."""
    s = mars(resources=(20, 36, 20))
    k = Stakes(s, MARS_GOV)
    assert k.sign[MARS_GOV] > 0
    assert k.sign[CORPORATIONS] < k.sign[RED_DUST] < 0
    assert k.piece(0) > 0 > k.piece(9)


def test_the_next_dust_storm_lies_in_the_lower_half_of_its_stack() -> None:
    """11 Nobody knows where, until it is the Next Event."""
    for run, _ in questions(2):
        s = run.state
        if s.phase is not Phase.ACTION:
            continue
        if s.events.zones[NEXT][-1] >= FIRST_DUST_STORM:
            assert cards_to_storm(s) < 1
        else:
            assert 1 <= cards_to_storm(s) <= 18
