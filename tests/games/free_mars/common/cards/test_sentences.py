"""What is read on the cards: plain sentences, made from what the cards do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from sandtable.engine import decode_options
from sandtable.games import find_game
from sandtable.games.free_mars.common.cards.effects import (
    Challenge,
    Choose,
    Combined,
    Deploy,
    Effect,
    First,
    Flip,
    GainOps,
    LoseOps,
    May,
    Net,
    NetCheck,
    NetRun,
    Points,
    Reinforce,
    Repair,
    Reshuffle,
    Way,
    every,
)
from sandtable.games.free_mars.common.cards.sentences import joined
from sandtable.games.free_mars.common.printed.box import Box
from sandtable.games.free_mars.space.cards.words import WORDS as IN_SPACE
from sandtable.games.free_mars.space.printed.box import box_of as space_box
from sandtable.games.free_mars.surface.cards.sentences import mission_text
from sandtable.games.free_mars.surface.cards.words import WORDS as ON_THE_SURFACE
from sandtable.games.free_mars.surface.printed.box import box_of as surface_box

SURFACE, SPACE = surface_box("default"), space_box("default")
BATTLE_1 = "If you win the battle, gain 1 Ops card or 1 NET Level. If you lose it, you lose 1 of either."
BATTLE_2 = "If you win the battle, gain 2 Ops cards or 2 NET Levels. If you lose it, you lose 2 of either."
#: The cards as a player reads them, to be compared with the rulebook by people.
ON_SURFACE = {
    "patrol_sweep": "Fight as many enemies as the NET Level, including a Patrol. If you lose the battle, lose 1 Ops card.",
    "checkpoint": "Either lose 1 Ops card, or fight as many enemies as the NET Level, including Troopers. "
    "If you win the battle, make a NET Run at once.",
    "drone_picket": "Fight as many enemies as the NET Level minus 1, but at least 1, including Drones. "
    f"They add 1 to their Tactical Edge. {BATTLE_1}",
    "hunter_cell": f"Fight as many enemies as the NET Level plus 1. {BATTLE_2}",
    "supply_convoy": "You may fight as many enemies as the NET Level. If you win the battle, gain 2 Team Points. "
    "If you lose it, lose 1 Ops card.",
    "dust_storm": "Roll your Pilot dice. Without a Positive, lose 1 Ops card.",
    "suit_breach": "Roll your Nano-Morph dice. Without a Positive, either crash one of your Cadres or lose 1 Ops card.",
    "data_cache": "Roll your Cyber dice. With a Positive, gain 1 Ops card. Otherwise, lower the NET Level by 1. "
    "If that is not possible, lose 1 Ops card.",
    "informer": "Roll your Leader dice. With a Positive, gain 1 Team Point. "
    "Otherwise, turn a random Friendly Installation over to the OPFOR. If that is not possible, lose 1 Ops card.",
    "overwatch": "Roll your Sniper dice. With a Positive, gain 1 Ops card. "
    f"Otherwise, fight as many enemies as the NET Level. {BATTLE_1}",
    "walkout": "Take the Miners' Militia into your Team. If that is not possible, take the Sleeper Cell into your Team.",
    "trace_program": "Roll a die. If it is higher than the NET Level, raise the NET Level by 1. Otherwise, fight as many "
    "enemies as the NET Level, including the Counter-NET Agent. If you lose the battle, lower the NET Level by 1.",
    "system_purge": "Roll a die. If it is no higher than the NET Level, lower the NET Level by 1. "
    "Otherwise, gain 1 Ops card.",
    "quiet_sol": "Shuffle 2 random discards into the Ops deck. Repair one crashed unit. As a special action in this Op, "
    "you may roll your Leader dice and your Cyber dice. With a Positive for each, gain 2 Ops cards.",
}
OF_MISSIONS = {
    "airwaves": "At the Nexus, fight as many enemies as the NET Level plus 1, including the Counter-NET Agent. "
    "They add 2 to their Tactical Edge.",
    "blackout": "At the Nexus, fight as many enemies as the NET Level plus 1. "
    "If you do not meet the Objective, lower the NET Level by 1.",
    "skyhook": "At the Nexus, fight as many enemies as the NET Level plus 1, including the Gunship. "
    "They add 1 to their Tactical Edge.",
    "rising": "At the Nexus, fight as many enemies as the NET Level plus 3. When the Mission is revealed, "
    "take the Miners' Militia into your Team, unless already in play or lost.",
}
ABOVE = {
    "patrol_contact": f"Fight as many enemies as the NET Level. {BATTLE_1}",
    "picket_line": "Fight as many enemies as the NET Level plus 1, including a Picket. "
    "If you win the battle, reveal a hidden Intercept marker where you have no ships. If you lose it, lose 1 Ops card.",
    "swarm_screen": "Fight as many enemies as the NET Level plus 1, including two Swarms. "
    f"They take 1 off their Tactical Edge. {BATTLE_1}",
    "ambush_orbit": f"Fight as many enemies as the NET Level plus 1. They add 1 to their Tactical Edge. {BATTLE_2}",
    "solar_flare": "Roll your Assembly dice. Without a Positive, either Disrupt one ship of the Task Force or lose 1 Ops card.",
    "orbital_lull": "Shuffle the Ops deck and the discards together, and deal a new deck of the same size. "
    "Repair one Disrupted ship of the Task Force for free.",
    "broken_cipher": "You may make an extra NET Run.",
    "data_spike": "Roll your Cyber dice. With a Positive, gain 1 Assembly Point and raise the NET Level by 1. "
    "Otherwise, lower the NET Level by 1. If that is not possible, lose 1 Ops card.",
    "tanker_rendezvous": "Take one Pod of your choice for free, if there is room. Gain 1 Assembly Point.",
    "defectors": "Gain 1 Assembly Point. As a special action in this turn, you may roll your Cyber dice and your "
    "Assembly dice. With a Positive for each, gain 2 Assembly Points and 1 Ops card.",
    "sensor_sweep": "Roll a die. If it is higher than the NET Level, reveal a hidden Intercept marker where you have "
    f"no ships. Otherwise, fight as many enemies as the NET Level. {BATTLE_1}",
    "firewall": "Roll a die. If it is no higher than the NET Level, lower the NET Level by 1. "
    "Otherwise, gain 1 Ops card.",
    "intervention": f"Fight as many enemies as the NET Level plus 2. {BATTLE_2}",
    "nemesis": f"Fight as many enemies as the NET Level plus 1, including the Cyborg. {BATTLE_2}",
}


def texts(box: Box) -> dict[str, str]:
    return dict(zip([card.id for card in box.ops], box.texts, strict=True))


def test_the_cards_read_as_they_should() -> None:
    assert texts(SURFACE) == ON_SURFACE
    assert texts(SPACE) == ABOVE
    assert {m.id: mission_text(SURFACE.sentences, m) for m in SURFACE.missions} == OF_MISSIONS


@pytest.mark.parametrize("text", [*ON_SURFACE.values(), *ABOVE.values(), *OF_MISSIONS.values()])
def test_a_text_is_short_plain_sentences(text: str) -> None:
    """No shorthand of the rulebook: Win/Lose 1, OPFOR NET+1, NET Check, 2 TP. It must fit on a card, on a phone too."""
    assert not re.search(r"Win/Lose|NET\s?[+-]|NET Check|\b[TA]P\b|\bOp\.|[()/:;+]|\s{2}", text)
    sentences = text.split(". ")
    assert all(sentence[0].isupper() for sentence in sentences)
    assert max(len(sentence.split()) for sentence in sentences) <= 21
    assert len(text) <= 260


#: What a newcomer cannot read: NET+1, NET −1, Win/Lose 2, W/L 1, edge +2, 1 TP, 2 AP, lose 1 Op.
SHORTHAND = re.compile(r"\bNET\s?[+−-]|Win/Lose \d|W/L|\bedge [+−-]|\d [TA]P\b|\d Ops?\b(?! card)")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *[
            (text, True)
            for text in ("OPFOR NET+1.", "Win/Lose 2.", "NET −1", "lose 1 Op", "Gain 2 TP", "edge +1")
        ],
        *[(text, False) for text in ("gain 2 Ops cards", "The NET Level plus 1", "1 Team Point", "NET Run")],
    ],
)
def test_shorthand_is_noticed(text: str, found: bool) -> None:
    """The check itself: it finds what it forbids, and nothing else."""
    assert bool(SHORTHAND.search(text)) is found


@pytest.mark.parametrize("key", ["surface-combat", "space-combat"])
def test_no_card_or_outcome_has_shorthand(key: str) -> None:
    """Everything that a pack says on cards and in its table of actions can be read by somebody who has no rulebook."""
    game = find_game(key)
    board = game.board(decode_options(game, {}))
    cards = [msgspec.to_builtins(card) for card in (*board.cards, *board.missions)]
    said = [text for card in cards for text in card.values() if isinstance(text, str)]
    for entries in (game.pack("default")["ops"], game.pack("default")["actions"]):
        said += [effect.label for entry in entries for effect in labelled(entry)]
    assert len(said) > 30
    assert [text for text in said if SHORTHAND.search(text)] == []


def labelled(value: Any) -> Iterator[Any]:
    """Every entry with a label, at any depth."""
    if isinstance(value, msgspec.Struct):
        if hasattr(value, "label"):
            yield value
        value = [getattr(value, name) for name in value.__struct_fields__]
    if isinstance(value, (list, tuple)):
        for it in value:
            yield from labelled(it)


def is_read(box: Box, effect: Any, field: str) -> bool:
    """Whether a number of an effect matters: the least number of enemies, those of named units and of a whole shuffle need not."""
    is_whole = isinstance(effect, Reshuffle) and box is SPACE
    is_named = isinstance(effect, Reinforce) and not effect.kind
    return isinstance(getattr(effect, field), int) and not is_whole and not is_named and field != "least"


@pytest.mark.parametrize("box", [SURFACE, SPACE], ids=["surface", "space"])
def test_every_number_on_a_card_is_in_its_text(box: Box) -> None:
    """Another number is another text: nothing that a card does is left out of it."""
    for card in box.ops:
        before = box.sentences.text(card.effects)
        for effect in every(card.effects):
            for field in effect.__struct_fields__:
                if is_read(box, effect, field):
                    other = msgspec.structs.replace(effect, **{field: getattr(effect, field) + 2})
                    changed = [replaced(it, effect, other) for it in card.effects]
                    assert box.sentences.text(changed) != before, (card.id, effect, field)


def replaced(value: Any, old: Any, new: Any) -> Any:
    """Data with one effect in the place of another."""
    if value is old:
        return new
    if isinstance(value, msgspec.Struct):
        fields = {name: replaced(getattr(value, name), old, new) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **fields)
    return tuple(replaced(it, old, new) for it in value) if isinstance(value, tuple) else value


def test_every_word_of_the_vocabulary_can_be_told() -> None:
    """A word that a game carries out has words in its language too."""
    kinds: dict[type, list[Any]] = {
        Net: [Net(1)],
        Challenge: [Challenge("cyber", (GainOps(),), (LoseOps(),))],
        NetCheck: [NetCheck((GainOps(),), (LoseOps(),))],
        Choose: [Choose((Way("a", "A", (GainOps(),)), Way("b", "B", (LoseOps(),))))],
        First: [First(((GainOps(),), (LoseOps(),)))],
        May: [May("?", (GainOps(),))],
    }
    for box, words, icons, flips, takes in (
        (
            SURFACE,
            ON_THE_SURFACE,
            ("leader", "cyber"),
            "cadre gear vehicle special",
            "cadre gear vehicle special",
        ),
        (SPACE, IN_SPACE, ("cyber", "assembly"), "ship", "pod"),
    ):
        own: dict[type, list[Any]] = {
            **kinds,
            Combined: [Combined("a", "A", icons, (GainOps(),))],
            Flip: [Flip(kind) for kind in flips.split()],
            Reinforce: [Reinforce(kind=kind) for kind in takes.split()]
            + [Reinforce(units=(unit,)) for unit in box.sentences.names.units],
        }
        for word in get_args(Effect):
            if word in words.do:
                for effect in own.get(word) or [word()]:
                    text = box.sentences.text((effect,))
                    assert text.endswith(".")
                    assert text[0].isupper()


def on_surface(*effects: Any) -> str:
    return SURFACE.sentences.text(effects)


@pytest.mark.parametrize(
    ("effects", "text"),
    [
        ((), "Nothing happens."),
        ((GainOps(1), LoseOps(2)), "Gain 1 Ops card. Lose 2 Ops cards."),
        ((Net(-2),), "Lower the NET Level by 2."),
        ((Repair(2), Reshuffle(0)), "Repair 2 crashed units. Shuffle the Ops deck."),
        ((Reshuffle(1),), "Shuffle one random discard into the Ops deck."),
        ((Flip("cadre", 2),), "Crash 2 of your Cadres."),
        ((Deploy(plus=-3, least=0),), "Fight as many enemies as the NET Level minus 3."),
        ((Deploy(least=3),), "Fight as many enemies as the NET Level, but at least 3."),
        (
            (Deploy(including=("troopers", "troopers", "gunship", "assault_team")),),
            "Fight as many enemies as the NET Level, including two Troopers, the Gunship and the Assault Team.",
        ),
        (
            (Deploy(win_lose=1, won=(Points(2),), lost=(Net(-1),)),),
            (
                "Fight as many enemies as the NET Level. If you win the battle, gain 1 Ops card or 1 NET Level, and 2 Team Points. "
                "If you lose it, you lose 1 of either and lower the NET Level by 1."
            ),
        ),
        (
            (Challenge("nano", success=(Deploy(win_lose=1),), failure=(LoseOps(),)),),
            (
                "Roll your Nano-Morph dice. Without a Positive, lose 1 Ops card. "
                f"Otherwise, fight as many enemies as the NET Level. {BATTLE_1}"
            ),
        ),
        (
            (NetCheck(two=(GainOps(),)),),
            "Roll a die. If it is higher than the NET Level, gain 1 Ops card.",
        ),
        (
            (Challenge("cyber", success=(First(((Net(1),), (Points(),))), GainOps())),),
            (
                "Roll your Cyber dice. With a Positive, raise the NET Level by 1. If that is not possible, gain 1 Team Point. "
                "Then gain 1 Ops card."
            ),
        ),
        (
            (Choose((Way("a", "A", (Deploy(edge=1),)), Way("b", "B", (Deploy(edge=-1),)))),),
            (
                "Choose one. (1) Fight as many enemies as the NET Level. They add 1 to their Tactical Edge. "
                "(2) Fight as many enemies as the NET Level. They take 1 off their Tactical Edge."
            ),
        ),
        (
            (Combined("a", "A", ("leader", "nano", "cyber"), (GainOps(),), (LoseOps(),)),),
            (
                "As a special action in this Op, you may roll your Leader dice, your Nano-Morph dice and your Cyber dice. "
                "With a Positive for each, gain 1 Ops card. Otherwise, lose 1 Ops card."
            ),
        ),
        (
            (Reinforce(units=("miners_militia", "sleeper_cell")),),
            "Take the Miners' Militia and the Sleeper Cell into your Team, unless already in play or lost.",
        ),
        (
            (Reinforce(units=("sleeper_cell",), kind="gear", n=2),),
            "Take the Sleeper Cell into your Team, unless already in play or lost, and take 2 Gear counters of your choice for free.",
        ),
        ((May("?", (NetRun(),)),), "You may make a NET Run at once."),
    ],
)
def test_cards_that_somebody_could_write(effects: tuple[Any, ...], text: str) -> None:
    """Forms for none, for one and for many; and effects inside effects."""
    assert on_surface(*effects) == text


def test_you_may_is_said_once() -> None:
    assert SPACE.sentences.text((May("?", (NetRun(),)),)) == "You may make an extra NET Run."


def test_a_pack_can_have_its_own_words() -> None:
    """Whoever types in a printed card may type in what it says; of a Mission card, what it says besides its numbers."""
    mission = msgspec.structs.replace(SURFACE.missions[0], text="The Agent is there.", win_lose=1)
    assert mission_text(SURFACE.sentences, mission) == (
        f"At the Nexus, fight as many enemies as the NET Level plus 1. {BATTLE_1} The Agent is there."
    )


def test_parts_of_a_sentence_are_joined() -> None:
    assert joined([], "and") == ""
