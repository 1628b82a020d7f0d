"""Positions of Red Dust built by hand, and rules played through in them with answers by key."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sandtable.engine import Ask, Cards, Note, Shuffle
from sandtable.engine.asking import Topic
from sandtable.engine.chance import CHANCES
from sandtable.engine.naming import NUMBER, id_of
from sandtable.engine.templates import render
from sandtable.games import red_dust
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.printed.box import box_of
from sandtable.games.red_dust.printed.decks import (
    ACTIVE,
    ASSET_DECK,
    CAMPAIGN_DECK,
    CAPABILITIES,
    CURRENT,
    HAND,
    NEXT,
)
from sandtable.games.red_dust.printed.map import AVAILABLE, COIN, NUMBER_OF, PHOBOS, PLACES, SPACES
from sandtable.games.red_dust.printed.pieces import BASIC, KINDS, PIECE
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.operations.run import OPERATIONS, operate
from sandtable.games.red_dust.state import Mars, Op, Phase

#: What the default pack prints.
BOX = box_of("default")
KIND = {PIECE.id(kind): kind for kind in range(KINDS)}
SIDES = {"approaching": 1, "raging": 2}


def mars(
    pieces: Mapping[str, Mapping[str, int]] | None = None,
    *,
    alignment: Mapping[str, int] | None = None,
    damage: Mapping[str, int] | None = None,
    housed: Mapping[str, int] | None = None,
    storm: Mapping[str, str] | None = None,
    resources: Sequence[int] = (20, 20, 20),
    level: int = 3,
    is_eg_up: bool = False,
    displaced: int = 0,
    hand: Sequence[int] = (),
    capabilities: Sequence[int] = (),
    campaigns: Sequence[int] = (),
    current: int = 1,
    following: int = 2,
) -> Mars:
    """An empty planet but for what is named, all other pieces Available. Spaces and pieces go by their ids.

    `alignment` runs from -2 (Active Opposition) to 2 (Active Support). `resources`: MG, Profits, RD. Cards go by their
    printed numbers: `hand` and `capabilities` CR1 to CR30, `campaigns` RD1 to RD12, `current` and `following` Events.
    """
    s = GAME.begin(GAME.options_type())
    s.pieces = [0] * (PLACES * KINDS)
    for place, kinds in (pieces or {}).items():
        for piece, n in kinds.items():
            s.pieces[NUMBER_OF[place] * KINDS + KIND[piece]] = n
    for kind, n in BOX.pool.items():
        used = sum(sum(s.pieces[k::KINDS]) for k in range(KINDS) if BASIC[k] == kind)
        assert used <= n, f"There are only {n} of {PIECE.id(kind)}."
        s.pieces[AVAILABLE * KINDS + kind] = n - used
    for field, given in (("alignment", alignment), ("damage", damage), ("housed", housed)):
        setattr(s, field, [0] * len(SPACES))
        for space, value in (given or {}).items():
            getattr(s, field)[NUMBER_OF[space]] = value
    s.keep()
    s.storm = [0] * len(SPACES)
    for space, side in (storm or {}).items():
        s.storm[NUMBER_OF[space]] = SIDES[side]
    s.resources, s.level, s.is_eg_up, s.displaced = list(resources), level, is_eg_up, displaced
    s.supply_on_earth = s.supply_in_transit = s.population_on_earth = s.population_in_transit = 0
    _deal(s.assets, HAND, [n - 1 for n in hand], seen_by=3)
    _deal(s.assets, CAPABILITIES, [n - 1 for n in capabilities])
    _deal(s.campaigns, ACTIVE, [n - 1 for n in campaigns])
    _deal(s.events, CURRENT, [current - 1])
    _deal(s.events, NEXT, [following - 1])
    s.phase = Phase.ACTION
    s.control[PHOBOS] = COIN
    s.settle_all()
    return s


def _deal(cards: Cards, zone: int, which: Sequence[int], seen_by: int | None = None) -> None:
    for card in which:
        cards.give(card, zone)
        if seen_by is None:
            cards.reveal([card])
        else:
            cards.look([card], seen_by)


def stack_assets(s: Mars, *numbers: int) -> None:
    """Put these Assets on top of the deck, the first one topmost."""
    for number in reversed(numbers):
        s.assets.give(number - 1, ASSET_DECK)


def stack_campaigns(s: Mars, *numbers: int) -> None:
    """Put these Campaign cards on top of the deck, the first one topmost."""
    for number in reversed(numbers):
        s.campaigns.give(number - 1, CAMPAIGN_DECK)


@cache
def topic_ids() -> frozenset[str]:
    """The ids of all topics of the game, so that a test cannot look for one that is no more."""
    modules = [module for name, module in sys.modules.items() if name.startswith(red_dust.__name__)]
    return frozenset(it.id for module in modules for it in vars(module).values() if isinstance(it, Topic))


class Played:
    """What happened while a rule ran: its result, every question (topic and option ids), every log line."""

    def __init__(self) -> None:
        self.result: Any = None
        self.asked: list[tuple[int, str, list[str]]] = []
        #: What was asked, in the words of the question.
        self.prompts: list[str] = []
        self.log: list[str] = []

    def options(self, topic: str) -> list[str]:
        """The options of the first question with this topic."""
        assert topic in topic_ids(), f"No question has the topic {topic}."
        for _, name, options in self.asked:
            if name == topic:
                return options
        raise AssertionError(f"Nobody was asked about {topic}; asked were {[t for _, t, _ in self.asked]}.")

    def was_asked(self, topic: str) -> bool:
        assert topic in topic_ids(), f"No question has the topic {topic}."
        return any(name == topic for _, name, _ in self.asked)

    def who(self, topic: str) -> int:
        """The seat that was first asked about this topic."""
        return next(seat for seat, name, _ in self.asked if name == topic)


def play(s: Mars, rule: Any, answers: str = "", *, dice: Sequence[Any] = ()) -> Played:
    """Run a rule (a generator) to its end.

    `answers` are words such as "rally:gandhi rally_way:base" (topic:key; the topic may be left out), in order. A
    question with one option answers itself, unless it is always asked. Dice come from `dice`, a tuple of faces for each
    roll; shuffles change nothing.
    Every answer must be used, and every question answered. Only what an Attack or Purify removes "up to" need not be said
    where it is pieces of one kind: as many as may go then go.
    """
    kinds = {**GAME.kinds(s), "number": NUMBER, "seat": NUMBER}
    left, thrown, played = answers.split(), list(dice), Played()
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
            send = _thrown(step, thrown)
        elif isinstance(step, Ask):
            values = list(step.options() if callable(step.options) else step.options)
            ids = [id_of(value, step.of, kinds) for value in values]
            assert ids, f"No options: {step.prompt}"
            assert len(set(ids)) == len(ids), f"Options that look alike: {ids}"
            if len(ids) == 1 and not step.even_if_forced:
                send = values[0]
                continue
            played.asked.append((step.seat, step.topic, ids))
            played.prompts.append(render(step.prompt, step.about, kinds))
            if step.topic in UP_TO and _needs_no_answer(left, step.topic, ids):
                send = values[0]
                continue
            assert left, f"No answer left for {step.topic}: {step.prompt} {ids}"
            if step.kind == "amount" and "piece" in (step.about or {}):
                _count_pieces(
                    left, PIECE.id((step.about or {})["piece"]), max(map(int, filter(str.isdigit, ids)))
                )
            elif step.of == ("piece", "number"):
                _group_pieces(left, ids)
            topic, _, key = left.pop(0).rpartition(":")
            topic = (
                topic.removesuffix("_number") + "_number"
                if step.topic.endswith("_number") and topic
                else topic
            )
            assert topic in ("", step.topic), (
                f"The answer {topic}:{key} met {step.topic} ({step.prompt}) {ids}"
            )
            assert key in ids, f"{key} is no option of {step.topic} ({step.prompt}) {ids}"
            send = values[ids.index(key)]
    assert not left, f"Answers left over: {left}"
    assert not thrown, f"Dice left over: {thrown}"
    return played


#: 16.9, 17.10 What is removed or replaced, up to a number of pieces.
UP_TO = ("attack_remove", "purify_piece")


def _needs_no_answer(left: list[str], topic: str, ids: list[str]) -> bool:
    """Whether there is one kind of pieces to remove, and the next answer is about something else."""
    *pieces, stop = ids
    kinds = {it.partition("/")[0] for it in pieces}
    said = left[0] if left else ""
    answers = {*ids, *kinds} - {"done"} | {f"{topic}:{stop}"}
    return len(kinds) == 1 and said not in answers and not said.isdigit()


def _count_pieces(left: list[str], piece: str, most: int) -> None:
    """Where a number is asked, pieces may be named one by one, and "done" when it is to be fewer."""
    number = 0
    while number < most and left and left[0].rpartition(":")[2] == piece:
        left.pop(0)
        number += 1
    if number < most and left and left[0].rpartition(":")[2] == "done":
        left.pop(0)
    elif not number:
        return
    left.insert(0, str(number))


def _group_pieces(left: list[str], ids: list[str]) -> None:
    """Where pieces and their number are asked, pieces may be named one by one: "rd_rebel rd_rebel" for "rd_rebel/2".

    A number by itself is one of the first kind that is offered, and 0 spares them all.
    """
    topic, colon, piece = left[0].rpartition(":")
    if piece.isdigit():
        left[0] = f"{ids[0].rpartition('/')[0]}/{piece}" if piece != "0" else "spare"
        return
    number = 0
    while f"{piece}/{number + 1}" in ids and left and left[0].rpartition(":")[2] == piece:
        left.pop(0)
        number += 1
    if number:
        left.insert(0, f"{topic}{colon}{piece}/{number}")
    elif piece == "done":
        left[0] = "spare"


def _thrown(step: Any, thrown: list[Any]) -> Any:
    """The reading of dice that a test sets; a shuffle leaves everything where it was."""
    if isinstance(step, Shuffle):
        return step.items
    assert thrown, f"No dice left for {step.topic}."
    return step.value(tuple(thrown.pop(0)))


def operation(
    s: Mars,
    who: int,
    op: Op,
    answers: str = "",
    *,
    dice: Sequence[Any] = (),
    limited: bool = False,
    special: bool = False,
    **limits: Any,
) -> Played:
    """Play a whole Operation, its price included."""
    begin_operation(s, who, op, limited=limited, special=special, **limits)

    def rule() -> Any:
        while (yield from operate(s)):
            pass

    return play(s, rule(), answers, dice=dice)


def spaces_for(s: Mars, who: int, op: Op, **limits: Any) -> list[str]:
    """The ids of the spaces an Operation may choose (money apart)."""
    a = begin_operation(s, who, op, **limits)
    return [GAME.kinds(s)["space"].id(space) for space in OPERATIONS[op].where.all(s, a)]


def at(s: Mars, space: str, piece: str) -> int:
    """How many pieces of a kind are in a place, by ids."""
    return s.at(NUMBER_OF[space], KIND[piece])


def n(space: str) -> int:
    """The number of a space."""
    return NUMBER_OF[space]


def in_play(s: Mars, campaign: int) -> bool:
    """Whether a Campaign card, by its printed number, is in force."""
    return campaign - 1 in s.campaigns.zones[ACTIVE]
