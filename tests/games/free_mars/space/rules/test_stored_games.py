"""Games stored under rules 4: what their answers mean at the questions of today."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sandtable.engine import Answered, Ask, Migrated, Question, Steps
from sandtable.games.free_mars.space.rules.actions import special_phase
from sandtable.games.free_mars.space.rules.combat import battle_round, launch_swarms
from sandtable.games.free_mars.space.rules.pods import bring_aboard
from sandtable.games.free_mars.space.rules.stored_games import stored_answer
from sandtable.games.free_mars.space.state import Phase

from ..kit import KINDS, opfor, squadron


def first(steps: Steps) -> Question:
    """The first question of a rule."""
    ask = next(step for step in steps if isinstance(step, Ask))
    values: Sequence[object] = ask.options() if callable(ask.options) else ask.options
    return Question(ask, values, "rebels", KINDS)


def old(*keys: str) -> list[Answered]:
    return [Answered(n=n, seat="rebels", key=key) for n, key in enumerate(keys)]


@pytest.mark.parametrize(
    ("foe", "keys", "meant"),
    [
        ("tender_back", ("hit:tender_back", "fire"), Migrated("fire", used=0)),  # nobody was asked then
        ("tender_back", ("keep_firing",), Migrated("keep_firing")),  # who fired volley by volley was
        ("attack_craft_front", ("break_off", "break_off:sand_viper"), Migrated("break_off")),
    ],
)
def test_ships_did_not_break_off_from_strength_0(foe: str, keys: tuple[str, ...], meant: Migrated) -> None:
    """16.4.3 Where rules 4 asked nothing, the ships fired."""
    s = squadron("sand_viper", "red_lance", phase=Phase.ROUND)
    s.has_edge = True
    opfor(s, foe)
    assert stored_answer(first(battle_round(s)), old(*keys)) == meant


@pytest.mark.parametrize(
    ("keys", "meant"),
    [
        (("stow:sand_viper", "special"), Migrated("otherwise", used=0)),  # each Pod was placed by name
        (("back", "special"), Migrated("back")),
        (("otherwise", "stow:sand_viper"), Migrated("otherwise")),
        (("special",), Migrated("back", used=0)),
    ],
)
def test_pods_that_came_back_were_placed_by_name(keys: tuple[str, ...], meant: Migrated) -> None:
    """19.5.2 Rules 4 asked for the ship of a single Swarm."""
    s = squadron("sand_viper", "night_jackal+p3a")
    launch_swarms(s, s.in_battle())
    assert stored_answer(first(bring_aboard(s, s.ships_at(s.point))), old(*keys)) == meant


def test_a_way_back_that_was_the_only_one_is_dropped() -> None:
    """19.5.2 Rules 4 asked whenever there were several ships, though only one of them had room."""
    question = first(special_phase(squadron("ghost_wire", "night_jackal", phase=Phase.SPECIAL)))
    assert stored_answer(question, old("back", "nothing")) == Migrated(None)
