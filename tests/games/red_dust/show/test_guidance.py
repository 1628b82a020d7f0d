"""What people are told while they choose and while others act: what options do, chapters, sums, whose dice."""

from __future__ import annotations

import random

import sandtable
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RED_DUST
from sandtable.games.red_dust.rules.operations.general import OPERATION_SAYS, OPERATIONS_OF
from sandtable.games.red_dust.rules.operations.next_space import IDLE
from sandtable.games.red_dust.rules.operations.rally import Rally
from sandtable.games.red_dust.rules.special_activities.pairing import Special
from sandtable.games.red_dust.state import Op

from ..kit import mars, operation

#: Every option of these questions says what it does.
SPEAKING = {"action", "operation", "rally_way", "special", "asset", "eg_marker", "coordinate_cubes"}


def test_every_option_of_the_main_questions_says_what_it_does() -> None:
    """12, 16, 17, 18, 19 One line each, and no longer than a button can hold."""
    rng, seen = random.Random(3), set[str]()
    for seed in range(6):
        table = sandtable.new(GAME, seed=seed)
        while (ask := table.ask) is not None:
            if ask.topic in SPEAKING:
                seen.add(ask.topic)
                silent = [option.key for option in ask.options if not option.says and option.word != "done"]
                assert not silent, ask.topic
            table.choose(rng.choice(ask.keys))
    assert seen >= SPEAKING - {"asset", "coordinate_cubes"}


def test_operations_and_special_activities_say_what_they_do() -> None:
    """16, 17 All of them, with the price of a space."""
    assert set(OPERATION_SAYS) == {(who, op) for who, ops in OPERATIONS_OF.items() for op in ops}
    assert all(special.says for special in Special)
    assert all(way.says for way in Rally)
    words = OPERATION_SAYS[MARS_GOV, Op.TRAIN].words(GAME.kinds(mars()))
    assert words.startswith("3 Resources a space")


def test_a_half_of_an_event_says_what_it_does() -> None:
    """18 The text of the card, in our own words."""
    table = sandtable.new(GAME, seed=4)
    while table.ask is not None and table.ask.topic != "action":
        table.choose(table.ask.keys[-1])
    assert table.ask is not None
    says = {option.word: option.says for option in table.ask.options}
    event = table.position.box.events[table.position.current_event()]
    assert says["event_unshaded"] == event.texts[0]
    assert says["event_shaded"] == event.texts[1]
    assert [option.ends for option in table.ask.options if option.word == "pass"] == ["turn"]


def test_a_space_says_what_it_costs() -> None:
    """16 Three Resources for MarsGov, nothing for the Corporations; beside it stands whether any unit can get there."""
    for who, says in ((MARS_GOV, "Costs 3 Resources."), (CORPORATIONS, "")):
        table = sandtable.new(GAME, seed=1)
        rng = random.Random(1)
        while (ask := table.ask) is not None:
            if ask.topic == "secure" and table.position.action.who == who:
                spaces = [option for option in ask.options if option.things]
                assert {option.says.removesuffix(IDLE.text).strip() for option in spaces} == {says}
                break
            table.choose(rng.choice(ask.keys))


def test_an_operation_is_a_chapter_and_its_spaces_are_counted() -> None:
    """A turn of others is told as a story: "Recon in 3 spaces, 2 new Corporate Bases"."""
    rng, sums, chapters = random.Random(5), set[str](), set[str]()
    table = sandtable.new(GAME, seed=5)
    while (ask := table.ask) is not None:
        table.choose(rng.choice(ask.keys))
    for line in table.log():
        if line.sums is not None:
            sums.add(line.sums[1])
            assert "{n}" in line.sums[1]
        if line.opens:
            chapters.add(line.text)
    assert {"Secure in {n} spaces", "Recon in {n} spaces", "Rally in {n} spaces"} <= sums
    assert any(text.endswith("Operation only, Secure.") for text in chapters)
    assert {"Flashpoint Round.", "Dust Storm Round."} <= chapters
    assert any(text.endswith(": Pass.") for text in chapters)


def test_an_event_is_told_with_its_text() -> None:
    """18 Whoever watches reads what the card does."""
    rng, table = random.Random(2), sandtable.new(GAME, seed=2)
    while (ask := table.ask) is not None and ask.topic != "action":
        table.choose(rng.choice(ask.keys))
    text = table.position.box.events[table.position.current_event()].texts[0]
    table.choose("event_unshaded")
    assert f"The card says: {text}" in [line.text for line in table.log()]


def test_attack_dice_say_whose_they_are_and_how_they_are_read() -> None:
    """16.9 The attacker's; against the Rebels and against all pieces in the space."""
    table = sandtable.new(GAME, seed=1)
    rng = random.Random(1)
    while (ask := table.ask) is not None:
        table.choose(rng.choice(ask.keys))
    throws = [line for line in table.log() if line.kind == "roll" and line.mods and line.mods[0]]
    assert throws
    assert all(line.by[0] in ("red_dust", "reclaimers") for line in throws)
    assert "a die up to that removes enemies" in throws[0].mods[0][0]
    storms = [line for line in table.log() if line.kind == "roll" and "Mars" in line.sides]
    assert storms


def test_one_line_for_a_space_of_every_operation() -> None:
    """16.3 The destination is named before anybody moves there."""
    s = mars({"gandhi": {"mg_base": 1}})
    played = operation(s, MARS_GOV, Op.SECURE, "gandhi done", free=True)
    assert played.log[0] == "MarsGov: Secure in Gandhi."
    s = mars({"gandhi": {"rd_rebel": 2}}, alignment={"gandhi": -1})
    assert operation(s, RED_DUST, Op.CAMPAIGN, "", free=True).log[1] == "Red Dust: Campaign in Gandhi."


def test_what_a_client_gathers_is_accepted_in_one_go() -> None:
    """Spaces of a Campaign, Assets of a bid, hubs of a Transport: any number up to `remaining`, Done behind fewer."""
    rng, gathered = random.Random(7), set[str]()
    for seed in range(8):
        table = sandtable.new(GAME, seed=seed)
        while (ask := table.ask) is not None:
            things = [option.key for option in ask.options if option.things]
            if ask.kind != "several" or ask.remaining < 2 or not things:
                table.choose(rng.choice(ask.keys))
                continue
            keys = rng.sample(things, rng.randint(1, min(ask.remaining, len(things))))
            gathered.add(ask.topic)
            table.choose(*keys, *(["done"] if len(keys) < ask.remaining and "done" in ask.keys else []))
    assert gathered >= {"bid", "campaign", "redistribute"}
