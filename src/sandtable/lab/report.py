"""The report of a simulation, as plain data."""

from __future__ import annotations

from math import sqrt

import msgspec

#: How many standard deviations of a normal distribution a two-sided 95% interval spans to each side.
_Z = 1.959963984540054


class Share(msgspec.Struct, frozen=True):
    """A share of games with its 95% interval."""

    share: float  #: The share, from 0 to 1.
    low: float  #: The lower end of the interval.
    high: float  #: The upper end.


def wilson(wins: int, games: int) -> Share:
    """The share of wins with Wilson's 95% interval, which stays sensible near 0 and 1 and for few games.

    >>> interval = wilson(95, 100)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.8882, 0.9785)
    """
    if games == 0:
        return Share(0.0, 0.0, 1.0)
    share, z2 = wins / games, _Z * _Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    reach = _Z / (1 + z2 / games) * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    # At 0 and 1 the bound is exact; rounding must not push it beyond.
    low = 0.0 if wins == 0 else max(0.0, middle - reach)
    high = 1.0 if wins == games else min(1.0, middle + reach)
    return Share(share, low, high)


class GameError(msgspec.Struct, frozen=True, kw_only=True):
    """A game that could not be played to its end.

    `file` is its journal, if the simulation was told where to keep such games. When a rule failed, the journal's last
    answer is the one that made it fail: `sandtable.load` fails there again, and its error holds the table before.
    """

    number: int  #: The number of the game in the simulation.
    seed: int  #: Its seed.
    what: str  #: What went wrong, in words.
    #: The line of code that failed, as "module:line in function"; empty if none did.
    where: str = ""
    decisions: int  #: How many decisions had been made.
    file: str | None = None  #: The path of its journal, if it was kept.


class TopicUse(msgspec.Struct, frozen=True):
    """Counts of a topic: how often it was asked or forced, and how many options there were."""

    asked: int  #: How often it was asked with a choice.
    forced: int  #: How often there was only one answer.
    most_options: int  #: The most options it ever had.
    mean_options: float  #: How many it had on average.
    answers: int  #: How many different answers were given.
    chosen: dict[str, int]  #: How often each of the most frequent answers was given, by key.


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The results of many games of one kind.

    `games` counts all, also those in `errors`; wins, scores and lengths are of the games that ended. A shared win is a
    win for each winner; a draw has no winner. `turns` are those completed, `decisions` answers to questions with a choice.
    """

    game: str  #: The key of the game.
    scenario: str  #: The scenario.
    options: dict[str, object]  #: The other options.
    bots: tuple[
        str, ...
    ]  #: The bots of the first game, in the order of the seats; "non-player" where the rules play.
    rotate: bool  #: Whether the bots changed seats after every game.
    seed: int  #: The seed of the simulation.
    jobs: int  #: How many processes played.
    games: int  #: All games, those in `errors` included.
    decisions: int  #: Answers to questions with a choice, in all games.
    of_nonplayers: int  #: Choices that the rules made for non-players, in all games that ended.
    seconds: float  #: How long it took.
    decisions_per_second: float  #: Decisions in a second, those of non-players included.
    games_per_second: float  #: Games in a second.
    wins: dict[str, int]  #: By seat: how many games it won.
    draws: int  #: Games that nobody won, in a game of several seats.
    losses: int  #: Games of one seat that it did not win.
    #: How those were lost, the most frequent reason first.
    lost_by: dict[str, int]
    scores: dict[str, float]  #: By seat: its mean score.
    win_share: dict[str, Share]  #: By seat: its share of wins.
    wins_by_bot: dict[str, int]  #: By bot: games in which one of its seats won.
    scores_by_bot: dict[str, float]  #: By bot: the mean score of its seats.
    win_share_by_bot: dict[str, Share]  #: By bot: its share of wins.
    mean_length: float  #: The mean number of decisions in a game.
    min_length: int  #: The fewest decisions in a game.
    max_length: int  #: The most decisions in a game.
    mean_turns: float  #: The mean number of turns in a game.
    errors: list[GameError]  #: The games that could not be played to their end.
    #: By topic, in alphabetical order; empty unless coverage was asked for.
    topics: dict[str, TopicUse] = {}

    @property
    def ended(self) -> int:
        """The number of games that were played to their end."""
        return self.games - len(self.errors)
