"""Positions of Rogue Trooper built by hand, and rules played through in them with answers by key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.engine import Ask, Draw, Note, Shuffle
from sandtable.engine.chance import CHANCES
from sandtable.engine.naming import NUMBER, Names, id_of
from sandtable.engine.question import topic_of
from sandtable.engine.templates import render
from sandtable.games.rogue_trooper import GAME, RogueOptions
from sandtable.games.rogue_trooper.game import GIS
from sandtable.games.rogue_trooper.printed.box import box_of
from sandtable.games.rogue_trooper.state import (
    BOARD,
    CHIP,
    CLUE,
    CLUES,
    COMPANION,
    ENCOUNTERS,
    HAND,
    ITEM,
    MISSION,
    MISSIONS,
    NOBODY,
    ROGUES,
    SET,
    STACK,
    SUPPLIES,
    NuEarth,
    Phase,
)

BOX = box_of("default")
SLOTS = {"rifle": 0, "helmet": 1, "backpack": 2}
AMMUNITION = {name: n for n, name in enumerate(BOX.weapon_ids[: BOX.types])}
DECKS = (ENCOUNTERS, SUPPLIES, MISSIONS, ROGUES, CLUES)
_NUMBER = {name: n for n, name in enumerate(BOX.card_ids)}


def card(name: str) -> int:
    """A card by its id; the first copy of a kind that has several."""
    return _NUMBER[name] if name in _NUMBER else _NUMBER[f"{name}_1"]


def at(sector: str) -> int:
    return BOX.at[sector]


def table(players: int = 3, **options: Any) -> NuEarth:
    """A game in the first player's Movement phase: GIs in the open at F6, without anything."""
    s = GAME.begin(RogueOptions(players=players, **options))
    s.phase = Phase.MOVEMENT
    s.sector = [at("f6") for _ in range(players)]
    s.cup = ()
    s.begin_turn()
    return s


def gi(
    s: NuEarth,
    seat: int,
    sector: str = "",
    *,
    lives: int = 4,
    chips: str = "",
    items: str = "",
    companions: str = "",
    hand: str = "",
    missions: str = "",
    clues: str = "",
    open_set: str = "",
    **rounds: int,
) -> NuEarth:
    """Equip a GI. Cards go by id, several in one string; `gp=3` and so on are rounds on the tracks."""
    if sector:
        s.sector[seat] = at(sector)
    s.lives[seat] = lives
    for name in chips.split():
        s.slots[3 * seat + SLOTS[name]] = CHIP
    for name, n in rounds.items():
        s.ammunition[seat * BOX.types + AMMUNITION[name]] = n
    for zone, names in ((ITEM, items), (COMPANION, companions), (SET, open_set)):
        for name in names.split():
            s.cards.play(card(name), s.zone(seat, zone))
    for zone, names in ((HAND, hand), (MISSION, missions), (CLUE, clues)):
        for name in names.split():
            s.cards.give(card(name), s.zone(seat, zone))
            s.cards.look([card(name)], seat)
    return s


def on_top(s: NuEarth, names: str) -> None:
    """Put these cards on top of their decks, the first one topmost."""
    for name in reversed(names.split()):
        s.cards.give(card(name), 2 * BOX.deck[card(name)])


def on_board(s: NuEarth, sector: str, names: str) -> None:
    """Cards left behind face up."""
    for name in names.split():
        s.cards.play(card(name), BOARD)
        s.board[card(name)] = at(sector)


def facing(s: NuEarth, names: str) -> NuEarth:
    """The first GI faces a stack of these cards, the first one on top."""
    s.phase, s.has_entered = Phase.FACING, True
    for name in reversed(names.split()):
        s.cards.give(card(name), STACK)
    return s


def names(cards: Sequence[int]) -> list[str]:
    return [BOX.card_ids[number] for number in cards]


class Played:
    """What happened while a rule ran: its result, every question (seat, topic, option ids), every log line."""

    def __init__(self) -> None:
        self.result: Any = None
        self.asked: list[tuple[int, str, list[str]]] = []
        self.log: list[str] = []
        self.rolled: list[tuple[str, int]] = []

    def options(self, topic: str) -> list[str]:
        """The options of the first question with this topic."""
        for _, name, options in self.asked:
            if name == topic:
                return options
        raise AssertionError(f"Nobody was asked about {topic}; asked were {[t for _, t, _ in self.asked]}.")

    def was_asked(self, topic: str) -> bool:
        return any(name == topic for _, name, _ in self.asked)

    def who(self, topic: str) -> list[int]:
        """The seats that were asked about this topic, in order."""
        return [seat for seat, name, _ in self.asked if name == topic]

    def dice(self, topic: str) -> int:
        """How many dice were first rolled for this topic."""
        return next(n for name, n in self.rolled if name == topic)

    def says(self, text: str) -> bool:
        return any(text in line for line in self.log)


def play(s: NuEarth, rule: Any, answers: str = "", dice: Mapping[str, Any] | None = None) -> Played:
    """Run a rule (a generator) to its end.

    `answers` are "topic:key" words in order. A question with one option answers itself, unless it is always asked.
    Dice come from `dice`, by topic, a tuple of faces for each roll; shuffles change nothing. Every answer and every
    die must be used, and every question answered.
    """
    kinds = {**GAME.kinds(s), "number": NUMBER, "seat": Names([g.lower() for g in GIS], list(GIS))}
    left, played = answers.split(), Played()
    thrown = {topic: list(faces) for topic, faces in (dice or {}).items()}
    send: Any = None
    while True:
        try:
            step = rule.send(send)
        except StopIteration as end:
            played.result = end.value
            break
        send = None
        if isinstance(step, Note):
            played.log.append(render(step.text, step.args, kinds))
        elif step.__class__ in CHANCES:
            send = _thrown(step, thrown, played)
        elif isinstance(step, Ask):
            send = _answered(step, kinds, left, played)
    assert not left, f"These answers were not asked for: {left}."
    unused = {topic: faces for topic, faces in thrown.items() if faces}
    assert not unused, f"These dice were not rolled: {unused}."
    return played


def _thrown(step: Any, thrown: dict[str, list[Any]], played: Played) -> Any:
    if isinstance(step, Shuffle):
        return tuple(step.items)
    if isinstance(step, Draw):
        assert thrown.get(step.topic), f"A draw is needed for {step.topic!r}."
        return thrown[step.topic].pop(0)
    played.rolled.append((step.topic, step.dice))
    if step.dice == 0:
        return step.value(())
    assert thrown.get(step.topic), f"{step.dice} dice are needed for {step.topic!r}."
    raw = thrown[step.topic].pop(0)
    raw = raw if isinstance(raw, tuple) else (raw,)
    step.check(raw)
    return step.value(raw)


def _answered(step: Ask, kinds: Any, left: list[str], played: Played) -> Any:
    values = list(step.options() if callable(step.options) else step.options)
    ids = [id_of(value, step.of, kinds) for value in values]
    render(step.prompt, step.about, kinds)
    topic = topic_of(step)
    if len(values) == 1 and not step.even_if_forced:
        return values[0]
    played.asked.append((step.seat, topic, ids))
    assert left, f"An answer is needed for {topic}: one of {ids}."
    wanted, _, key = left.pop(0).partition(":")
    assert wanted == topic, f"Asked was {topic} ({ids}), not {wanted}."
    assert key in ids, f"{topic} offers {ids}, not {key!r}."
    return values[ids.index(key)]


def dice_summing(total: int, n: int) -> tuple[int, ...]:
    """Faces of n dice with this sum."""
    faces = [1] * n
    left = total - n
    for i in range(n):
        more = min(5, left)
        faces[i] += more
        left -= more
    assert left == 0, f"{n} dice cannot show {total}."
    return tuple(faces)


def effect_in_force(s: NuEarth) -> str:
    """9.2 The effect of the Rogue card that counts in this phase; empty if none does."""
    return "" if s.force == NOBODY else s.box.rogue(s.force).effect
