"""What the page draws: the board of a battle, and that the page measures as the rules do."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.engine import decode_options
from sandtable.games.mars_or_die import GAME, state
from sandtable.games.mars_or_die.printed.box import STANDS, box_of
from sandtable.games.mars_or_die.rules.action_table import Action
from sandtable.games.mars_or_die.rules.combat import chance_to_beat
from sandtable.games.mars_or_die.rules.firing import attack_dice, defend_dice
from sandtable.games.mars_or_die.rules.geometry import COLUMN, LINE, SQUARE, closed_up, hulls, stands
from sandtable.games.mars_or_die.rules.guards import guns_beside
from sandtable.games.mars_or_die.rules.movement import fitting, stops
from sandtable.games.mars_or_die.rules.reach import allowance, charges, headings, obstacles
from sandtable.games.mars_or_die.rules.set_up import columns, make, rows
from sandtable.games.mars_or_die.rules.sight import can_fire, enemies_in_range, firing_stands, targets
from sandtable.games.mars_or_die.show.board import FATES, PHASES, SHAPES, Board
from sandtable.games.mars_or_die.show.view import View, table_of
from sandtable.games.mars_or_die.state import WAITING, Battle, find_stand, kind_of, on_table, strength

SCENARIOS = ("s1", "s2", "s3", "s4", "s5", "s6")
PAGE = Path(__file__).parents[4] / "web"
CHECK = PAGE / "src/games/mars-or-die/check/run.mjs"


def options(scenario: str) -> Any:
    return decode_options(GAME, {"scenario": scenario})


def board(scenario: str) -> Board:
    return GAME.board(options(scenario))


# The board


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_number_of_the_view_has_its_id(scenario: str) -> None:
    """A page names units, generals and cards of the view as questions and log lines do."""
    made, s = board(scenario), GAME.begin(options(scenario))
    kinds, view = GAME.kinds(s), GAME.view(s, None)
    assert len(made.units) == len(view.poses)
    assert len(made.generals) == len(view.generals)
    for things, kind in ((made.units, "unit"), (made.generals, "general"), (made.cards, "card")):
        names = kinds[kind]
        assert [(thing.id, thing.label) for thing in things] == [
            (names.id(n), names.label(n)) for n in range(len(things))
        ]
    stand = kinds["stand"]
    assert stand.id(made.stands * 1 + 2) == f"{made.units[1].id}-3"
    assert [side.id for side in made.sides] == [seat.id for seat in GAME.seats(options(scenario))]


def test_numbers_of_the_view_have_words() -> None:
    """Phases, fates and shapes are numbered as in the state."""
    assert [getattr(state, phase.upper()) for phase in PHASES] == list(range(len(PHASES)))
    assert [getattr(state, fate.upper()) for fate in FATES] == list(range(len(FATES)))
    assert [SHAPES[LINE], SHAPES[COLUMN], SHAPES[SQUARE]] == ["line", "column", "square"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_has_its_place(scenario: str) -> None:
    """Ground and zones lie on the table; guards follow their units; what wins can be found."""
    made = board(scenario)
    boxes = [ground.box for ground in made.grounds] + [zone for side in made.sides for zone in side.zones]
    for west, south, east, north in boxes:
        assert 0 <= west <= east <= made.width
        assert 0 <= south <= north <= made.height
    half = len(made.units) // 2
    assert [unit.guard_of for unit in made.units] == [None] * half + list(range(half))
    features = {ground.id for ground in made.grounds}
    for side in made.sides:
        for win in side.wins:
            assert win.when != "hold" or win.feature in features or win.at is not None
            assert not win.type or win.type in {kind.id for kind in made.kinds}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_board_survives_the_wire(scenario: str) -> None:
    made = board(scenario)
    assert msgspec.json.decode(msgspec.json.encode(made), type=Board) == made


def test_the_board_holds_no_secret() -> None:
    """It depends on the options alone: it is the same before and after the cards are dealt, for every seed."""
    before = msgspec.json.encode(board("s1"))
    for seed in (1, 2):
        table = sandtable.new("mars-or-die", scenario="s1", seed=seed)
        assert any(card is not None for card in table.view("legion").hands[0])
        assert msgspec.json.encode(board("s1")) == before


# The page measures as the rules do


def measured(view: View) -> dict[str, Any]:
    """What the rules measure on a table, for each unit on it, in the form of the page's check."""
    s = table_of(view)
    s.general_helped = [-1] * len(s.generals)
    units = {}
    for u in [*s.live[0], *s.live[1]]:
        if on_table(s, u):
            units[str(u)] = {
                "stands": [
                    [stand.slot, *stand.centre, *map(list, stand.corners)] for stand in stands(s.poses[u])
                ],
                "hulls": [[list(corner) for corner in hull.corners] for hull in hulls(s.poses[u])],
                "moves": _moves(s, u),
                "charges": sorted(
                    [v, heading, far] for v, ways in _charges(s, u).items() for heading, far in ways.items()
                ),
                "targets": _targets(s, u),
            }
    waiting = [u for u, fate in enumerate(s.fates[: len(s.fates) // 2]) if fate == WAITING]
    places = {str(u): _places(s, u) for u in waiting if not kind_of(s, u).is_flyer}
    return {"units": units, "places": places, "strength": [strength(s, 0), strength(s, 1)]}


def _moves(s: Battle, u: int) -> dict[str, list[int]]:
    """For each heading how many stops there are, the first one, and their sum."""
    pose, most = closed_up(s.poses[u]), allowance(s, u)
    it = Action(u, state.side_of(s, u))
    it.guns = guns_beside(s, it)
    way, fits = obstacles(s, u, pose, most, it.guns), fitting(s, it, None)
    found = {str(heading): stops(pose, heading, most, way, fits) for heading in headings(s, u, pose)}
    return {heading: [len(stops), stops[0], sum(stops)] for heading, stops in found.items() if stops}


def _charges(s: Battle, u: int) -> dict[int, dict[int, int]]:
    able = kind_of(s, u).charge and not s.disordered[u] and not s.guarding[u] and s.poses[u].shape != SQUARE
    return charges(s, u, allowance(s, u, charge=True)) if able else {}


def _targets(s: Battle, u: int) -> list[list[Any]]:
    """Each stand that can be shot at, with the chance to hit it."""
    if state.is_locked(s, u) or not can_fire(s, u):
        return []
    enemies = enemies_in_range(s, u)
    seen = {t for stand in firing_stands(s, u) for t in targets(s, u, stand, enemies)}
    act = Action(u, state.side_of(s, u))
    found = []
    for target in sorted(seen):
        stand = find_stand(s, target)
        assert stand is not None
        against = defend_dice(s, target // STANDS, stand)
        hit = chance_to_beat(attack_dice(s, act, kind_of(s, u).attack, 1), against)
        found.append([target, round(float(hit), 6)])
    return found


def _places(s: Battle, u: int) -> dict[str, list[int]]:
    """How many free places there are in line, by the facing of the side, and the first and last of each column."""
    side = box_of(s).army(state.side_of(s, u))
    pose = make(s, u, COLUMN if side.enters and kind_of(s, u).stands > 1 else LINE, side.facing)
    found = {}
    for x in columns(s, u, pose):
        ys = rows(s, u, pose, x)
        found[str(x)] = [len(ys), ys[0], ys[-1]]
    return found


def moments() -> Iterator[tuple[str, View]]:
    """Some moments of each battle, out of seeded games that fight more than chance would."""
    for scenario in SCENARIOS:
        rng, table = random.Random(scenario), sandtable.new("mars-or-die", scenario=scenario, seed=3)
        shown = {6, *rng.sample(range(60, 260), 3)}
        for n in range(260):
            if table.ask is None:
                break
            if n in shown:
                yield scenario, table.view(None)
            keys = [key for key in table.ask.keys if key not in IDLE] or table.ask.keys
            eager = [key for key in keys if key in EAGER]
            table.choose(rng.choice(eager if eager and rng.random() < 0.8 else keys))


IDLE = ("later", "no_more", "hold", "auto", "no_shot", "stay")
EAGER = ("charge", "fire", "move", "form_move", "wheel", "form_square", "guard")


def test_the_page_measures_as_the_rules_do(tmp_path: Path) -> None:
    """Reach, charges, arcs, sight, chances and places on the page are those of the rules."""
    node = shutil.which("node")
    if node is None or not (PAGE / "node_modules/rolldown").exists():
        pytest.skip("the client's tools are not installed")
    cases: list[dict[str, Any]] = [
        {"scenario": name, "view": view, "measured": measured(view)} for name, view in moments()
    ]
    assert sum(len(case["measured"]["units"]) for case in cases) > 100
    file = tmp_path / "moments.json"
    file.write_bytes(
        msgspec.json.encode({"boards": {name: board(name) for name in SCENARIOS}, "moments": cases})
    )
    done = subprocess.run([node, str(CHECK), str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
