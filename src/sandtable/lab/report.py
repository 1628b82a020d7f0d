"""What a simulation found, as plain data."""

from __future__ import annotations

from math import sqrt

import msgspec

#: How many standard deviations of a normal distribution a two-sided 95% interval spans to each side.
_Z = 1.959963984540054


class Share(msgspec.Struct, frozen=True):
    """A share of games with its 95% interval."""

    share: float
    low: float
    high: float


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

    number: int
    seed: int
    what: str
    #: The line of code that failed, as "module:line in function"; empty if none did.
    where: str = ""
    decisions: int
    file: str | None = None


class TopicUse(msgspec.Struct, frozen=True):
    """How often a topic was asked, how often the answer was forced, and how many options there were."""

    asked: int
    forced: int
    most_options: int
    mean_options: float
    #: How many different answers were given, and how often each of the most frequent ones.
    answers: int
    chosen: dict[str, int]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The results of many games of one kind.

    `games` counts all, also those in `errors`; wins, scores and lengths are of the games that ended. A shared win is a
    win for each winner; a draw has no winner. `turns` are those completed, `decisions` answers to questions with a choice.
    """

    game: str
    scenario: str
    options: dict[str, object]
    bots: tuple[str, ...]
    rotate: bool
    seed: int
    jobs: int
    games: int
    decisions: int
    seconds: float
    decisions_per_second: float
    games_per_second: float
    #: By seat.
    wins: dict[str, int]
    draws: int
    #: Games of one seat that it did not win.
    losses: int
    #: How those were lost, the most frequent reason first.
    lost_by: dict[str, int]
    scores: dict[str, float]
    win_share: dict[str, Share]
    #: By bot: games in which one of its seats won, and the mean score of its seats.
    wins_by_bot: dict[str, int]
    scores_by_bot: dict[str, float]
    win_share_by_bot: dict[str, Share]
    mean_length: float
    min_length: int
    max_length: int
    mean_turns: float
    errors: list[GameError]
    #: By topic, in alphabetical order; empty unless coverage was asked for.
    topics: dict[str, TopicUse] = {}

    @property
    def ended(self) -> int:
        """How many games were played to their end."""
        return self.games - len(self.errors)
