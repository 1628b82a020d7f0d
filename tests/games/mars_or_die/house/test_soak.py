"""Long play: every scenario many times over, everything in use, the house against random, the contract on real scenarios."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from sandtable.bots import make_bot
from sandtable.engine import PASS, RandomSource, Run, Word, decode_options, playout
from sandtable.engine.contract import check_contract
from sandtable.games.mars_or_die import GAME
from sandtable.games.mars_or_die.rules import action_table as a
from sandtable.games.mars_or_die.state import Battle

pytestmark = pytest.mark.soak
SCENARIOS = ("s1", "s2", "s3", "s4", "s5", "s6")
GAMES = 150
#: The id of each action in the table of MD 4.
ACTIONS = {
    "A1": a.FORM_MOVE,
    "A2": a.MOVE_FORM,
    "A3": a.MOVE,
    "A4": a.ABOUT_MOVE,
    "A5": a.MOVE_ABOUT,
    "A6": a.WHEEL,
    "A7": a.WHEEL_MOVE,
    "A8": a.LIMBER_MOVE,
    "A9": a.MOVE_UNLIMBER,
    "A10": a.FIRE,
    "A11": a.FIRE_LIMBER,
}


def begin(scenario: str, rng: random.Random) -> Run[Battle]:
    return Run(GAME, GAME.begin(decode_options(GAME, {"scenario": scenario})), RandomSource(rng))


class Uses:
    """Plays like the house and counts what was used to effect: actions that changed the table, cards nobody cancelled."""

    def __init__(self) -> None:
        self.actions: Counter[str] = Counter()
        self.cards: Counter[str] = Counter()
        self._doing: tuple[str, object] | None = None

    def __call__(self, run: Run[Any], rng: random.Random) -> Any:
        ask, s = run.ask, run.state
        assert ask is not None
        answer = GAME.policy(run, rng)
        names = GAME.kinds(s)["card"]
        if self._doing is not None and ask.topic in ("unit", "action"):
            action, before = self._doing
            self.actions[action] += before != self.table(s)
            self._doing = None
        if ask.topic == "action" and isinstance(answer, Word):
            self._doing = answer.id, self.table(s)
        elif ask.of == "card" and answer != PASS:
            self.cards[names.id(answer)] += 1
            if ask.topic == "cancel":
                assert ask.about is not None
                self.cards[names.id(ask.about["played"])] -= 1
        return answer

    @staticmethod
    def table(s: Battle) -> object:
        return s.poses[:], s.labels[:], s.limbered[:], s.locks[:], s.fates[:]


@pytest.fixture(scope="module")
def played() -> tuple[Uses, dict[str, Counter[tuple[int, ...]]]]:
    """All scenarios, each played many times by the house."""
    uses = Uses()
    won: dict[str, Counter[tuple[int, ...]]] = {}
    for scenario in SCENARIOS:
        won[scenario] = Counter()
        for seed in range(GAMES):
            rng = random.Random(f"{scenario} {seed}")
            run = begin(scenario, rng)
            playout(run, rng, policy=uses)
            assert run.outcome is not None
            won[scenario][run.outcome.winners] += 1
    return uses, won


def test_everything_is_used(played: tuple[Uses, Any]) -> None:
    """MD 4, MD 11 The house uses A1 to A11 and all 27 cards, and all of them to effect."""
    uses, _ = played
    assert not [name for name, word in ACTIONS.items() if not uses.actions[word.id]]
    assert not [card.id for card in GAME.pack("default")["cards"] if uses.cards[card.id] <= 0]


def test_no_battle_belongs_to_one_side(played: tuple[Any, dict[str, Counter[tuple[int, ...]]]]) -> None:
    """MD 2 Balance by scenario: no side wins more than 70% of the games, and what chance may add."""
    _, won = played
    assert not {scenario: wins for scenario, wins in won.items() if max(wins[0,], wins[1,]) > GAMES * 0.75}


@pytest.mark.parametrize("scenario", ["s1", "s6"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_house_beats_random(scenario: str, seat: int) -> None:
    """The house wins at least 95 of 100 games against random answers, on each side of S1 and S6."""
    won = 0
    for seed in range(100):
        rng = random.Random(seed)
        run = begin(scenario, rng)
        while run.outcome is None:
            assert run.ask is not None
            mine = run.ask.seat == seat
            run.play(GAME.policy(run, rng) if mine else run.values[int(rng.random() * len(run.values))])
        won += run.outcome.winners == (seat,)
    assert won >= 95


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_contract_of_every_scenario(scenario: str) -> None:
    """Every promise of the engine holds in random games of every scenario."""
    seen = check_contract(
        GAME,
        games=3,
        seed=1,
        options={"scenario": scenario},
        worlds=40,
        hides_nothing=scenario == "s6",  # it has no cards
        share=0.25,
        bot=lambda seed: make_bot("house", seed),
    )
    assert seen.games == 3
