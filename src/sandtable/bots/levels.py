"""The levels of bots: four opponents a game, from a recruit who overlooks things to one who looks far ahead.

All of them play by the House and by the value of positions; they differ in how many answers and worlds they look at. How
strong each is stands in a file beside the value, which `sandtable lab ladder --levels` writes.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec

from sandtable.engine import CannotImagine, Chair, Game

from .ahead import AheadBot
from .bot import Bot, asked
from .house import HouseBot
from .lookahead import Sight

#: The level that plays by the House's tactics alone.
HOUSE_LEVEL = 2
#: The file beside a game's value that holds what was measured of its levels.
STRENGTHS_FILE = "levels.json"


class Level(msgspec.Struct, frozen=True):
    """One level: its number, what it is called, and one sentence of character."""

    number: int
    name: str
    about: str
    #: How far it sees; None plays by the House's tactics alone.
    sight: Sight | None
    #: How many answers it notices at a question, if it overlooks the others; 0: none.
    notices: int = 0


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
    """The measured levels of a game: with which rules and pack, and a pair for each level above the first."""

    game: str
    rules: int
    pack: str
    games: int
    pairs: tuple[Neighbours, ...]


LEVELS: tuple[Level, ...] = (
    Level(1, "Recruit", "Knows the rules, and overlooks half of what could be done.", None, notices=3),
    Level(2, "House", "Plays by this game's own tactics, at once.", None),
    Level(3, "Captain", "Thinks every order through before giving it.", Sight(leaves=100, milliseconds=500)),
    Level(
        4, "Marshal", "Weighs everything, and takes the time it needs.", Sight(leaves=1200, milliseconds=2000)
    ),
)


class RecruitBot:
    """Sees a few of the options, by chance. If the House's answer is among them it gives that, or else any of them."""

    def __init__(self, seed: int = 0, notices: int = 3, name: str = "level:1") -> None:
        self.name, self.notices = name, notices
        self._rng = random.Random(seed)

    def choose(self, chair: Chair) -> str:
        """The House's answer if it is noticed, or another one that is."""
        game, rng = chair.game, self._rng
        options = asked(chair).options
        own = [option for option in options if not game.asks_favour(option.value)] or options
        if len(own) == 1:
            return own[0].key
        seen = rng.sample(own, min(len(own), self.notices))
        try:
            house = game.policy(chair.world(rng), rng)
        except CannotImagine:
            return seen[0].key
        return next((option.key for option in seen if option.value == house), seen[0].key)


class Offer(msgspec.Struct, frozen=True):
    """A level as people choose it: its spec, its name, and what was measured of it in a sentence or two."""

    spec: str
    name: str
    about: str


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

    The House is always one of them. Others are offered where they were measured, and beyond chance not in the wrong order.
    """
    found = strengths_of(game)
    pairs = {} if found is None else {pair.level: pair for pair in found.pairs}
    first, second = LEVELS[0], LEVELS[1]
    house = Offer("level:2", second.name, second.about)
    listed = [house]
    if (pair := pairs.get(2)) is not None and pair.low > 0:
        listed = [house_told(house, pair), Offer("level:1", first.name, first.about)]
    for level in LEVELS[2:]:
        pair = pairs.get(level.number)
        if pair is None or pair.low <= 0:
            break
        below = LEVELS[level.number - 2].name
        listed.insert(0, Offer(f"level:{level.number}", level.name, f"{level.about} {measured(pair, below)}"))
    return listed


def house_told(house: Offer, pair: Neighbours) -> Offer:
    return msgspec.structs.replace(house, about=f"{house.about} {measured(pair, LEVELS[0].name)}")


def measured(pair: Neighbours, below: str) -> str:
    """The measured figures of a pair as a sentence for somebody who chooses an opponent."""
    return f"Scores {pair.score:.0%} where the {below} scores {pair.below:.0%} ({pair.games:,} games); answers within {pair.seconds:.1f} s."


def level_bot(number: int, seed: int = 0, name: str = "") -> Bot:
    """The bot of a level.

    >>> level_bot(2).name
    'level:2'
    """
    level = LEVELS[number - 1]
    name = name or f"level:{number}"
    if level.notices:
        return RecruitBot(seed, level.notices, name)
    return HouseBot(seed, name) if level.sight is None else AheadBot(seed, level.sight, name)
