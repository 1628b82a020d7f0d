"""The levels of bots: four opponents a game, from a recruit who overlooks things to one who looks far ahead.

All of them play by the House and by the value of positions; they differ in how many answers and worlds they look at. How
strong each is stands in a file beside the value, which `sandtable lab levels --keep` writes.
"""

from __future__ import annotations

import random
from functools import cache
from math import ceil
from typing import Any

import msgspec

from sandtable.engine import CannotImagine, Chair, Game

from .ahead import AheadBot, worlds_of
from .bot import Bot, asked
from .house import HouseBot
from .lookahead import Sight, look_ahead

#: The level that plays by the House's tactics alone.
HOUSE_LEVEL = 2
#: The level that gives hints where it is offered.
HINTS = "level:3"
#: How far a recruit sees: two worlds, and whatever looks best in them.
GLANCE = Sight(worlds=2, errors=0.0, margin=0.0)
#: The file beside a game's value that holds what was measured of its levels.
STRENGTHS_FILE = "levels.json"


class Level(msgspec.Struct, frozen=True):
    """One level: its number, its name for programs and for people, and one sentence of character."""

    number: int
    spec: str
    name: str
    about: str
    #: How far it sees; None plays by the House's tactics alone.
    sight: Sight | None
    #: The share of the answers to a question that it notices, two at least; 1: it overlooks none.
    notices: float = 1.0

    @property
    def face(self) -> str:
        """Whose portrait it has."""
        return self.name.lower()


class Neighbours(msgspec.Struct, frozen=True):
    """How a level does against the one below it, as it was measured."""

    level: int
    games: int
    #: Its mean score, and that of the level below in its place.
    score: float
    below: float
    #: The 95% interval of the difference.
    low: float
    high: float
    #: The difference as a rating.
    elo: int
    #: The time that 95% of its answers stay within, in seconds.
    seconds: float


class Strengths(msgspec.Struct, frozen=True):
    """The measured levels of a game: with which rules, pack and value, and a pair for each level above the first."""

    game: str
    rules: int
    pack: str
    #: The first letters of the SHA-256 of the value's file; empty for a game without one.
    value: str
    games: int
    pairs: tuple[Neighbours, ...]


LEVELS: tuple[Level, ...] = (
    Level(
        1,
        "level:1",
        "Recruit",
        "Knows the rules, and overlooks half of what could be done.",
        None,
        notices=0.5,
    ),
    Level(2, "level:2", "Veteran", "Has fought this war before, and does at once what worked then.", None),
    Level(
        3,
        "level:3",
        "Captain",
        "Thinks every order through before giving it.",
        Sight(leaves=100, plays=100, milliseconds=300),
    ),
    Level(
        4,
        "level:4",
        "Marshal",
        "Weighs everything, and takes the time it needs.",
        Sight(leaves=600, plays=600, finalists=3, milliseconds=2000),
    ),
)


class RecruitBot:
    """Notices some of the options, by chance. If the House's answer is among them it gives that, or else what looks best at a glance."""

    def __init__(self, seed: int = 0, notices: float = 0.5, name: str = "level:1") -> None:
        self.name, self.notices = name, notices
        self._rng = random.Random(seed)

    def choose(self, chair: Chair) -> str:
        """The House's answer if it is noticed, or the best of those that are, as two imagined worlds show them."""
        game, rng = chair.game, self._rng
        options = asked(chair).options
        own = [option for option in options if not game.asks_favour(option.value)] or options
        if len(own) == 1:
            return own[0].key
        seen = rng.sample(own, min(len(own), max(2, round(self.notices * len(own)))))
        try:
            house = game.policy(chair.world(rng), rng)
        except CannotImagine:
            return seen[0].key
        for option in seen:
            if option.value == house:
                return option.key
        values = [option.value for option in seen]
        found = look_ahead(game, chair.index, values, values[0], worlds_of(chair), GLANCE, rng)
        return next(option.key for option in seen if option.value == found.value)


class Offer(msgspec.Struct, frozen=True):
    """A level as people choose it: its spec, its name, its character, and what was measured of it."""

    spec: str
    name: str
    about: str
    #: What was measured, and how long an answer takes, in a sentence; empty if nobody has measured it.
    figure: str = ""
    #: Whose portrait it has.
    face: str = ""


#: The automatic player that a rulebook prints: the House of such a game.
NONPLAYER = Offer(
    "house", "House", "The printed non-player: cards and tables decide for it.", "", "nonplayer"
)


@cache
def strengths_of(game: Game[Any]) -> Strengths | None:
    """The measured strengths of a game's levels; None if nobody has measured them."""
    if game.value_file is None:
        return None
    path = game.value_file.with_name(STRENGTHS_FILE)
    try:
        return msgspec.json.decode(path.read_bytes(), type=Strengths)
    except FileNotFoundError:
        return None


def offers(game: Game[Any]) -> list[Offer]:
    """The levels that people can choose, the strongest first.

    The Veteran is one of them where a game has tactics of its own. Others are offered where they were measured, and beyond
    chance not in the wrong order. A game that prints a non-player has it too, under its own name.
    """
    if not has_tactics(game):
        return [NONPLAYER] if game.nonplayer_option else []
    found = strengths_of(game)
    pairs = {} if found is None else {pair.level: pair for pair in found.pairs}
    is_measured = (pair := pairs.get(2)) is not None and pair.low > 0
    listed = [offer(LEVELS[1], pair if is_measured else None)]
    if is_measured:
        listed.append(offer(LEVELS[0]))
    for level in LEVELS[2:]:
        pair = pairs.get(level.number)
        if pair is None or pair.low <= 0:
            break
        listed.insert(0, offer(level, pair))
    if game.nonplayer_option:
        # Beside it the levels mean something only to those who can see how they compare.
        return [*listed, NONPLAYER] if len(listed) > 1 else [NONPLAYER]
    return listed


def has_tactics(game: Game[Any]) -> bool:
    """Whether a game comes with tactics of its own."""
    return type(game).policy is not Game.policy


def has_trained_value(game: Game[Any]) -> bool:
    """Whether the value of a position is a chance that was learned from games, and not a guess."""
    return game.value is not None


def offer(level: Level, pair: Neighbours | None = None) -> Offer:
    """A level as people choose it, with what was measured against the one below."""
    figure = "Answers at once." if pair is None and level.sight is None else ""
    if pair is not None:
        figure = measured(pair, LEVELS[level.number - 2].name)
    return Offer(level.spec, level.name, level.about, figure, level.face)


def measured(pair: Neighbours, below: str) -> str:
    """The measured figures of a pair as a sentence for somebody who chooses an opponent.

    >>> measured(Neighbours(3, 400, 0.62, 0.53, 0.05, 0.13, 64, 0.31), "Veteran")
    'Scores 62% where the Veteran scores 53% (400 games); answers within 0.4 s.'
    """
    time = "at once" if pair.seconds < 0.05 else f"within {ceil(10 * pair.seconds) / 10:.1f} s"
    return f"Scores {pair.score:.0%} where the {below} scores {pair.below:.0%} ({pair.games:,} games); answers {time}."


def level_of(spec: str) -> Level | None:
    """The level that a spec names; None for other bots. The House is the second one.

    >>> level_of("level:3").name, level_of("house").name, level_of("search:20")
    ('Captain', 'Veteran', None)
    """
    name, _, number = spec.partition(":")
    if spec == "house" or spec == "level":
        return LEVELS[HOUSE_LEVEL - 1]
    if name == "level" and number.isdecimal() and 1 <= int(number) <= len(LEVELS):
        return LEVELS[int(number) - 1]
    return None


def level_bot(number: int, seed: int = 0, name: str = "") -> Bot:
    """The bot of a level.

    >>> level_bot(2).name
    'level:2'
    """
    level = LEVELS[number - 1]
    name = name or level.spec
    if level.notices < 1:
        return RecruitBot(seed, level.notices, name)
    return HouseBot(seed, name) if level.sight is None else AheadBot(seed, level.sight, name)
