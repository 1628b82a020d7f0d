"""The house player, the view and the board in a terminal: what the player gets to see, and what the house would do."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair, RandomSource, Run
from sandtable.games.free_mars.surface import GAME, SurfaceOptions
from sandtable.games.free_mars.surface.house.policy import ANSWERS
from sandtable.games.free_mars.surface.house.tactics import gain, known_mission
from sandtable.games.free_mars.surface.state import Phase

from ..kit import BOX, Desk, team
from ..test_soak import TOPICS

HUNTER_CELL = next(i for i, deploy in enumerate(BOX.deploys) if deploy.win_lose == 2)
TEAM = ("firebrand", "netrunner", "organiser", "rail_carbine", "launcher")


def advice(desk: Desk) -> str:
    """What the house player answers, by key."""
    value = GAME.policy(desk.run, random.Random(1))
    return desk.keys[list(desk.run.values).index(value)]


def test_the_house_knows_every_question() -> None:
    """It has an answer for each topic; `reinforce` is asked by cards of other packs only."""
    assert set(ANSWERS) == TOPICS | {"reinforce"}


def test_the_house_answers_with_an_option() -> None:
    """Its answer is always one of those offered, in whole games."""
    for seed in range(5):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(SurfaceOptions(scenario="campaign")), RandomSource(rng))
        while run.ask is not None:
            value = GAME.policy(run, rng)
            assert value in run.values, run.ask.topic
            run.play(value)


def test_the_house_gives_its_reason() -> None:
    """Nine answers in ten come with a sentence."""
    told = asked = 0
    for seed in range(3):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(SurfaceOptions()), RandomSource(rng))
        while run.ask is not None:
            value = GAME.policy(run, rng)
            asked, told = asked + 1, told + (GAME.advice(run, value) is not None)
            run.play(value)
    assert told >= 0.9 * asked


def test_the_house_does_not_look_at_face_down_cards() -> None:
    """The Mission counts for it only once the player knows it."""
    s = team(*TEAM, mission="skyhook")
    assert known_mission(s) is None
    twin = team(*TEAM, mission="rising")
    assert [gain(s, item) for item in range(len(BOX.items))] == [
        gain(twin, item) for item in range(len(BOX.items))
    ]
    assert known_mission(team(*TEAM, mission="skyhook", nexus="a1")) is BOX.missions[2]


@pytest.mark.parametrize("seed", range(3))
def test_the_house_bot_plays_in_a_chair(seed: int) -> None:
    """The bot `house` asks the policy on an imagined run of its chair."""
    table = sandtable.new(GAME, seed=seed)
    bot = make_bot("house", seed)
    for _ in range(25):
        if table.ask is None:
            break
        table.choose(bot.choose(Chair(table, "commander")))
    assert table.run.state.cell >= 0


def test_sensible_answers() -> None:
    """A few positions with one right answer."""
    run = Desk(team(*TEAM, phase=Phase.ACTION, cell="e7"))
    assert advice(run) == "netrun"  # the Mission is face down
    reveal = Desk(team(*TEAM, phase=Phase.ACTION, cell="e7"), {"netrun": [(6, 2)]}).choose("netrun")
    assert advice(reveal) == "reveal"
    nexus = Desk(team(*TEAM, "deck_rig", "banner", cell="e7", nexus="e6"))
    assert advice(nexus) == "move:e6"
    hopeless = team(
        "firebrand_crashed", cell="e7", phase=Phase.ROUND, opfor=["gunship", "assault_team"], has_edge=True
    )
    assert advice(Desk(hopeless, {"opfor fire": [(1,) * 8]})) == "breakoff:firebrand_crashed"
    safe = team(*TEAM, cell="e7", phase=Phase.ROUND, opfor=["patrol"], has_edge=True)
    assert advice(Desk(safe, {"fire": [(1,) * 7], "opfor fire": [1]})) == "keep_fighting"


def test_the_house_enters_a_guarded_nexus() -> None:
    """It stood one cell from a Nexus in an OPFOR Installation until the Ops ran out. A Team that is not ready waits."""
    ready = Desk(team(*TEAM, "deck_rig", "banner", cell="g4", nexus="g3"))
    assert advice(ready) == "move:g3"
    lacks_an_icon = Desk(team(*TEAM, cell="g4", nexus="g3", mission="skyhook", ops=9))
    assert advice(lacks_an_icon) != "move:g3"


def test_burnout_before_an_attempt() -> None:
    """Where the Mission can be tried at once, the House does not stake an icon that it needs for a little."""
    at_nexus = Desk(team(*TEAM, cell="e7", nexus="e7", phase=Phase.ACTION, ops=8))
    assert advice(at_nexus) == "pass"
    near = Desk(team(*TEAM, cell="e7", nexus="e6", phase=Phase.ACTION, ops=8))
    assert advice(near) == "netrun"


def test_the_house_keeps_the_net_low() -> None:
    """12.2: for a battle won it takes Ops, however near the Nexus is."""
    battle: dict[str, Any] = {
        "phase": Phase.ROUND,
        "opfor": ["patrol"],
        "has_edge": True,
        "deployed": (HUNTER_CELL,),
    }
    won = Desk(team(*TEAM, "breaker", cell="e7", nexus="e7", ops=8, **battle), {"fire": [(6,) * 10]})
    assert won.topic == "gain"
    assert advice(won) == "gain:ops"


def test_a_battle_that_can_be_avoided() -> None:
    """12.2: a Checkpoint is fought by a Team that can beat it, and gone round by one that cannot."""
    ops = ["checkpoint", "walkout", "informer", "dust_storm", "system_purge"]
    strong = Desk(team(*TEAM, "breaker", "marksman", cell="e7", phase=Phase.CARD, ops=ops))
    assert advice(strong) == "fight_through"
    weak = Desk(team("firebrand_crashed", "netrunner_crashed", cell="e7", net=3, phase=Phase.CARD, ops=ops))
    assert advice(weak) == "go_round"


# What the player sees


def test_the_view_hides_the_faces_of_cards() -> None:
    """5.0, 7.3: a face-down Ops deck and Mission show nothing; the discards show what was played."""
    s = team(*TEAM, ops=["walkout", "informer"])
    view = GAME.view(s, 0)
    assert view.ops == [None, None]
    assert view.mission is None
    desk = Desk(team(*TEAM, phase=Phase.CARD, cell="e7", ops=["walkout", "informer"])).choose("pass")
    assert GAME.view(desk.s, 0).discards[0] == "Walkout"


def test_the_picture_fits_a_terminal() -> None:
    """100 columns, also in the middle of a battle with a large Team; and it names what matters."""
    s = team(
        *TEAM, "crawler", "miners_militia_crashed", "breaker", cell="f4", nexus="f4", taz=["a1"], friendly=["net_control"],
        opfor=["gunship", "patrol", "patrol"], phase=Phase.ROUND, campaign=True, has_edge=True, net=4,
    )  # fmt: skip
    text = Text.from_markup(GAME.text_board(GAME.view(s, 0), GAME.seats(SurfaceOptions()))).plain
    lines = text.splitlines()
    assert max(map(len, lines)) <= 100
    for words in (
        "F4",
        "Tharsis Rising",
        "Seize the Airwaves",
        "OPFOR",
        "2 Patrol",
        "Firebrand",
        "TN!",
        "+NET C",
        "Z",
    ):
        assert words in text


def test_the_picture_of_every_moment() -> None:
    """It can be drawn at every question of a game, whatever the moment."""
    rng = random.Random(4)
    table = sandtable.new(GAME, seed=4, options={"scenario": "campaign"})
    for _ in range(60):
        if table.ask is None:
            break
        assert "NET" in GAME.text_board(table.view("commander"), table.seats)
        table.choose(rng.choice(table.ask.keys))


def test_questions_cite_their_rule() -> None:
    """Every question of a game names a section of this rulebook."""
    rng = random.Random(9)
    table = sandtable.new(GAME, seed=9)
    cited = {}
    for _ in range(80):
        if table.ask is None:
            break
        cited[table.ask.topic] = table.ask.rule
        table.choose(rng.choice(table.ask.keys))
    assert cited["recruit_unit"] == "17.1"
    assert cited["move"] == "11.0"
    assert all(rule and rule[0].isdigit() for rule in cited.values()), cited


def test_a_whole_campaign_is_saved_resumed_and_replayed(tmp_path: Path) -> None:
    """A campaign kept on the disk goes on from any answer, and its journal gives the same game again."""
    path = tmp_path / "campaign.journal"
    rng = random.Random(5)
    table = sandtable.new(GAME, seed=6, options={"scenario": "campaign"}, journal=path)
    answers = 0
    while (ask := table.ask) is not None:
        table.choose(ask.keys[list(ask.values).index(GAME.policy(table.run, rng))])
        answers += 1
        if answers == 40:
            table.close()
            table = sandtable.load(path, game=GAME)
    assert answers > 40
    again = sandtable.load(table.save(), game=GAME)
    assert again.view("commander") == table.view("commander")
    assert again.reason == table.reason
