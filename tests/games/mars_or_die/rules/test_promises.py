"""What an option tells a client is what happens: poses, ways with their keys, chances."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair, Table
from sandtable.games.mars_or_die.printed.box import box_of
from sandtable.games.mars_or_die.rules.geometry.formation import Pose, closed_up, moved
from sandtable.games.mars_or_die.show.page import page_of
from sandtable.games.mars_or_die.state import Battle, kind_of

#: Answers that would keep a game from getting anywhere.
IDLE = ("later", "no_more", "hold", "auto", "no_shot", "stay", "another")
#: Questions whose answers show where a unit would stand.
MOVES = (
    *("move", "half_move", "move_then_form", "move_then_about", "move_then_unlimber", "ride_on"),
    *("wheel", "facing"),
)
EAGER = ("charge", "fire_at", "move", "form_move", "wheel", "form_square", "guard", "place_flyer")


def moments(scenario: str, topics: tuple[str, ...], most: int = 400) -> Iterator[Table]:
    """Questions of these topics in a seeded game that fights more than chance would."""
    rng, table = random.Random(scenario), sandtable.new("mars-or-die", scenario=scenario, seed=3)
    for _ in range(most):
        if table.ask is None:
            return
        if table.ask.topic in topics:
            yield table
        keys = [key for key in table.ask.keys if key not in IDLE] or table.ask.keys
        eager = [key for key in keys if key in EAGER or key.startswith(("action:charge", "action:fire_at"))]
        table.choose(rng.choice(eager if eager and rng.random() < 0.8 else keys))


def battles(scenario: str, topics: tuple[str, ...]) -> Iterator[Table]:
    """The same out of two games of the house, which comes to blows."""
    for seed in (3, 4):
        table, bot = sandtable.new("mars-or-die", scenario=scenario, seed=seed), make_bot("house", seed)
        while table.ask is not None:
            if table.ask.topic in topics:
                yield table
            table.choose(bot.choose(Chair(table, table.ask.seat)))


def state_of(table: Table) -> Battle:
    state = table.run.state
    assert isinstance(state, Battle)
    return state


def unit_of(table: Table) -> int:
    assert table.ask is not None
    args = table.ask.spec.about
    assert args is not None
    return int(args["unit"])


def stopped_at(table: Table, u: int, keys: list[str]) -> Pose:
    """Where a unit stands after some answers."""
    fork = table.fork()
    fork.choose(*keys)
    while fork.ask is not None and fork.ask.topic.startswith("keep_up"):
        fork.choose(fork.ask.keys[-1])
    return state_of(fork).poses[u]


def answers_for(
    ways: Mapping[str, Sequence[int]], way: str, far: int, distances: Mapping[str, str], *, is_choice: bool
) -> list[str]:
    """The answers that send a unit to a stop, as a client finds them. A question with one answer is not asked."""
    if far == ways[way][-1]:
        return [way] if is_choice or len(ways) > 1 or any(len(stops) > 1 for stops in ways.values()) else []
    lengths = {stop for stops in ways.values() for stop in stops[:-1]}
    also = [other for other, stops in ways.items() if far in stops[:-1]]
    return [
        "short",
        *([distances[str(far)]] if len(lengths) > 1 else []),
        *([way] if len(also) > 1 else []),
    ]


@pytest.mark.parametrize("scenario", ["s1", "s2", "s3", "s5", "s6"])
def test_a_course_leads_where_it_says(scenario: str) -> None:
    """From the choice of the action, the keys of a way take the unit exactly there."""
    rng, tried = random.Random(scenario), 0
    for table in moments(scenario, ("action",)):
        assert table.ask is not None
        course = table.ask.facts["journey"]
        if not course["ways"]:
            continue
        way = rng.choice(course["ways"])
        far = rng.choice(way["stops"])
        ways = {one["key"]: one["stops"] for one in course["ways"]}
        keys = answers_for(ways, way["key"], far, course["distances"], is_choice=False)
        there = stopped_at(table, unit_of(table), [course["order"], *keys])
        assert there == moved(course["pose"], way["angle"], far)
        tried += 1
    assert tried > 20


@pytest.mark.parametrize("scenario", ["s1", "s3", "s6"])
def test_a_charge_can_be_given_at_once(scenario: str) -> None:
    """Every enemy that a course names can be charged with the keys it gives."""
    tried = 0
    for table in battles(scenario, ("action",)):
        assert table.ask is not None
        for charge in table.ask.facts["journey"]["charges"]:
            table.fork().choose(*charge["keys"])
            tried += 1
    assert tried > 3


@pytest.mark.parametrize("scenario", ["s1", "s2", "s6"])
def test_a_move_ends_in_the_pose_it_shows(scenario: str) -> None:
    """Of a heading, a wheel and a facing; whatever the unit does after its move is in it."""
    rng, tried = random.Random(scenario), 0
    for table in moments(scenario, MOVES, 700):
        assert table.ask is not None
        u, facts = unit_of(table), table.ask.facts
        option = rng.choice(table.ask.options)
        if option.word or "distance" in table.ask.about:
            continue
        data = option.data
        if table.ask.kind == "heading":
            ways = {one.key: one.data["stops"] for one in table.ask.options if not one.word}
            far = rng.choice(data["stops"])
            keys = answers_for(ways, option.key, far, facts["distances"], is_choice=True)
            shown = moved(data["pose"], data["angle"], far)
            at = stopped_at(table, u, keys)
            assert (shown.shape, shown.mask) == (data["pose"].shape, data["pose"].mask)
            # Rounded once instead of twice.
            assert at.x < -500_000 or (abs(shown.x - at.x) <= 1 and abs(shown.y - at.y) <= 1)
            assert at.x < -500_000 or (at.facing, at.shape) == (data["pose"].facing, data["pose"].shape)
        else:
            at = stopped_at(table, u, [option.key])
            assert at in (data["pose"], closed_up(data["pose"])) or at.x < -500_000
        tried += 1
    assert tried > 20


def test_chances_are_those_of_the_odds() -> None:
    """The chances on a target, and the hits of a charge, are what the exact odds say."""
    tried = {"fire_at": 0, "charge": 0}
    for table in battles("s1", ("action", "charge_heading")):
        assert table.ask is not None
        for option in table.ask.options:
            order = option.data.get("order", "charge" if table.ask.topic == "charge_heading" else "")
            if order not in tried:
                continue
            odds = table.odds(option.key)
            assert odds is not None
            hits = [(line.split(), float(p)) for line, p in odds.items()]
            given = sum(int(words[0]) * p for words, p in hits)
            if order == "charge":
                assert option.data["given"] == pytest.approx(given, abs=1e-3)
                assert option.data["taken"] == pytest.approx(sum(int(w[3]) * p for w, p in hits), abs=1e-3)
            elif len(option.data["shots"]) == 1 and not kind_of(state_of(table), unit_of(table)).second:
                assert option.data["shots"][0]["chance"] == pytest.approx(given)
            tried[order] += 1
    assert min(tried.values()) > 5


@pytest.mark.parametrize("scenario", ["s1", "s3"])
def test_a_placing_can_be_taken_at_once(scenario: str) -> None:
    """From any question of the set-up on, the keys of formation, facing and place put the unit there."""
    topics = ("set_up", "set_up_formation", "set_up_facing", "set_up_x")
    rng, tried = random.Random(scenario), 0
    for table in moments(scenario, topics):
        assert table.ask is not None
        asked, facts = table.ask, table.ask.facts
        option = rng.choice([option for option in asked.options if option.key != "auto"])
        is_unit = asked.topic == "set_up"
        u = option.value if is_unit else unit_of(table)
        placing = rng.choice(option.data["placings"] if is_unit else facts["placings"])
        places = set(free_places(placing, facts["room"]))
        x, y = rng.choice(sorted(places))
        keys = [*([option.key] if is_unit else []), *placing["keys"]]
        if len({a for a, _ in places}) > 1:
            keys.append(facts["room"]["x"][str(x)])
        if len({b for a, b in places if a == x}) > 1:
            keys.append(facts["room"]["y"][str(y)])
        there = stopped_at(table, u, keys)
        assert (there.x, there.y, there.facing, there.shape) == (
            x,
            y,
            placing["pose"].facing,
            placing["pose"].shape,
        )
        tried += 1
    assert tried > 10


def free_places(placing: dict[str, Any], room: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """The places that a client finds free."""
    wide, deep = placing["half"]
    for west, south, east, north in placing["within"]:
        for x in range(west, east + 1, room["step"]):
            for y in range(south, north + 1, room["step"]):
                if not any(
                    box[0] - wide < x < box[2] + wide and box[1] - deep < y < box[3] + deep
                    for box in room["taken"]
                ):
                    yield x, y


def test_a_flyer_can_be_sent_at_once() -> None:
    """The first question of its flight tells the keys of the other two."""
    for table in moments("s4", ("flyer_x",), 900):
        assert table.ask is not None
        u, facts = unit_of(table), table.ask.facts
        fork = table.fork()
        fork.choose("flyer_x:12", facts["rows"]["9000"], facts["facings"]["45"])
        pose = state_of(fork).poses[u]
        assert (pose.x, pose.y, pose.facing) == (12_000, 9000, 45)
        return
    raise AssertionError("no flyer came")


def test_the_page_knows_how_far_a_unit_will_fire_before_it_is_set_up() -> None:
    """While it is dragged to its place, its arc is drawn there."""
    table = sandtable.new("mars-or-die", scenario="s6", seed=3)
    s = state_of(table)
    for u, reach in enumerate(page_of(table.view(None)).reaches or ()):
        if u >= box_of(s).count:  # a guard that nobody has left yet
            assert reach is None
            continue
        kind = kind_of(s, u)
        assert reach is not None
        assert (reach.range, reach.arc > 0) == (kind.range, kind.attack > 0)
        assert (reach.targets, reach.assaults) == ((), ())


def test_the_page_measures_what_the_orders_allow() -> None:
    """Who has a target can fire, who has an assault can charge, and the rest cannot. There are no cards in this battle."""
    tried = {"fire_at": 0, "charge": 0}
    for table in battles("s6", ("action",)):
        assert table.ask is not None
        reaches = page_of(table.view(None)).reaches
        assert reaches is not None
        reach = reaches[unit_of(table)]
        assert reach is not None
        for order, able in (("fire_at", reach.targets), ("charge", reach.assaults)):
            named = {option.data["unit"] for option in table.ask.options if option.data.get("order") == order}
            assert {one.unit for one in able} == named
            tried[order] += bool(able)
        # The numbers on the board are those of the list.
        promised = {
            option.data["unit"]: (option.data["given"], option.data["taken"])
            for option in table.ask.options
            if option.data.get("order") == "charge"
        }
        assert {one.unit: (one.given, one.taken) for one in reach.assaults} == promised
    assert min(tried.values()) > 5
