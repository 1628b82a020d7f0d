"""The bot that searches: how well it plays, and that it plays from its own seat's knowledge."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable import Chair, Table
from sandtable.bots import SearchBot, make_bot
from sandtable.engine import UNSEAL, CannotImagine, Game, Moment, Outcome, Over, Run, State, Steps, Word
from sandtable.engine.asking import Topic, pick, yes_no
from sandtable.lab import simulate

# Strength


def test_search_beats_random_at_connect_four() -> None:
    """Guards the strength of search without secrets and chance, from both seats."""
    report = simulate("connect-four", games=12, seed=1, bots=["search:200", "random"], rotate=True).report()
    assert report.wins_by_bot["search:200"] >= 11


def test_search_beats_random_at_stash() -> None:
    """Guards the strength of search with hidden hands, dice and sealed answers, from both seats."""
    report = simulate("stash", games=60, seed=1, bots=["search:100", "random"], rotate=True, jobs=2).report()
    assert report.errors == []
    assert report.win_share_by_bot["search:100"].low > report.win_share_by_bot["random"].high


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ("1 7 1 7 1 6", "drop:1"),  # red completes four upright
        ("1 1 2 2 3 3", "drop:4"),  # red completes four level
        ("1 7 1 6 1", "drop:1"),  # yellow must block a column
        ("1 1 2 2 3", "drop:4"),  # yellow must block the open end of a row
    ],
)
def test_search_takes_a_win_and_blocks_a_loss(moves: str, best: str) -> None:
    """Guards that search sees one move ahead for itself and one for the other, whatever the seed."""
    table = sandtable.new("connect-four", seed=1)
    for move in moves.split():
        table.choose(f"drop:{move}")
    assert table.ask is not None
    chair = Chair(table, table.ask.seat)
    assert {make_bot("search:400", seed).choose(chair) for seed in range(5)} == {best}


# Determinism and budgets


def test_the_same_seed_gives_the_same_answers() -> None:
    """Guards that a search with a number of iterations depends on its seed and on how often it was asked."""
    table = sandtable.new("stash", seed=2)
    assert table.ask is not None
    chair = Chair(table, table.ask.seat)
    many = [[make_bot("search:3", seed).choose(chair) for seed in range(20)] for _ in range(2)]
    assert many[0] == many[1]
    assert len(set(many[0])) > 1
    bot, twin = make_bot("search:3", 7), make_bot("search:3", 7)
    series = [bot.choose(chair) for _ in range(20)]
    assert series == [twin.choose(chair) for _ in range(20)]
    assert len(set(series)) > 1


def test_a_time_budget_is_kept() -> None:
    """Guards that the budget in milliseconds ends a search that would otherwise take very long."""
    chair = Chair(sandtable.new("connect-four", seed=1), "red")
    assert make_bot("search:1000000000,milliseconds=15").choose(chair) in _keys(chair)
    assert make_bot("search:15ms").choose(chair) in _keys(chair)


def test_searching_changes_nothing_at_the_table() -> None:
    """Guards that imagining leaves the real game alone."""
    table = sandtable.new("stash", seed=2)
    before = table.save(), table.run.state.encode(), table.run.start.encode()
    make_bot("search:50").choose(Chair(table, table.ask.seat))  # type: ignore[union-attr]
    assert (table.save(), table.run.state.encode(), table.run.start.encode()) == before


def _keys(chair: Chair) -> list[str]:
    assert chair.ask is not None
    return [option.key for option in chair.ask.options]


# Secrets


def _other_world(table: Table, seat: int, rng: random.Random) -> Table:
    """The same game with everything dealt anew that a seat does not know."""
    moment = msgspec.json.decode(table.moment(), type=Moment)
    start, now = table.run.start.copy(), table.run.state
    start.cards.redeal(seat, rng, pinned={c for c in range(len(now.cards.known)) if now.cards.knows(seat, c)})
    return sandtable.load(
        msgspec.json.encode(msgspec.structs.replace(moment, state=msgspec.Raw(start.encode())))
    )


def test_search_answers_alike_in_worlds_its_seat_cannot_tell_apart() -> None:
    """Guards that search never sees another's hand or the deck: what its seat cannot know changes no answer."""
    rng = random.Random(3)
    compared = differed = 0
    for seed in range(4):
        table = sandtable.new("stash", seed=seed)
        while table.ask is not None:
            seat = table.ask.seat
            if (seat, table.ask.topic) != ("bob", "show"):  # Ann's sealed answer may not fit the other world
                chair = Chair(table, seat)
                other = _other_world(table, chair.index, rng)
                twin = Chair(other, seat)
                assert twin.view == chair.view
                assert len({make_bot("search:30", seed).choose(c) for c in (chair, twin)}) == 1
                compared += 1
                differed += other.run.state.cards != table.run.state.cards
            table.choose(rng.choice(table.ask.keys))
    assert compared > 40
    assert differed > compared / 2


class Sheet(State):
    """How many turns have passed."""

    turns: int = 0


class Small(Game[Sheet]):
    """A game of a few lines; tests give it its turn."""

    key = "small"
    title = "Small"
    state_type = Sheet
    has_secrets = False

    def begin(self, options: Any) -> Sheet:
        return Sheet()

    def outcome(self, s: Sheet) -> Outcome | None:
        return None

    def view(self, s: Sheet, seat: int | None) -> Any:
        return s.turns


SHOW = Topic(
    "show", "1", "Equal sides win for the first; a sure tenth is worth a little whatever the other shows."
)


class Pennies(Small):
    """Both show a side in secret; equal sides win for the first. Or the first takes a sure tenth of a win."""

    def turn(self, s: Sheet) -> Steps[None]:
        sides = [Word("heads", "Heads"), Word("tails", "Tails")]
        mine = yield pick(
            0, SHOW, "Show what?", [Word("tenth", "A tenth"), *sides], private=True, sealed=True
        )
        yours = yield pick(1, SHOW, "Show what?", sides, private=True, sealed=True)
        yield UNSEAL
        score = 0.1 if mine not in sides else float(mine == yours)
        raise Over(Outcome((0,) if score == 1 else (), (score, 1 - score)))


def test_nobody_knows_a_sealed_answer_in_the_tree() -> None:
    """Guards secret simultaneous choices: who answers second must not be imagined to know the first answer.

    A second player who knew it would win every time, and the sure tenth would look best.
    """
    chair = Chair(sandtable.new(Pennies(), seed=1), "first")
    answers = {make_bot("search:500", seed).choose(chair) for seed in range(8)}
    assert answers <= {"heads", "tails"}


# What a game can tell


CLIMB = Topic("climb", "1", "How fast you climb.")


class Ladder(Small):
    """A long climb that the game can judge at any time."""

    steps = 500
    evaluated = ended = 0

    def turn(self, s: Sheet) -> Steps[None]:
        s.turns += 2 if (yield yes_no(0, CLIMB, "Two at once?")) else 1
        if s.turns > self.steps:
            self.ended += 1
            raise Over(Outcome((), (0.5, 0.5)))

    def evaluate(self, s: Sheet) -> Sequence[float] | None:
        self.evaluated += 1
        return 0.5, 0.5


def test_a_game_that_can_evaluate_is_not_played_to_its_end() -> None:
    """Guards the depth limit: rollouts stop after `depth` decisions and take the game's own opinion."""
    game = Ladder()
    chair = Chair(sandtable.new(game, seed=1), "first")
    SearchBot(1, iterations=20, depth=5).choose(chair)
    assert (game.evaluated, game.ended) == (20, 0)


class Dealt(Ladder):
    """A climb with a secret that is dealt anew for every imagined world."""

    has_secrets = True
    dealt = 0

    def redeal(self, s: Sheet, seat: int | None, rng: random.Random, pinned: Any) -> None:
        self.dealt += 1


def test_an_imagined_world_is_played_several_times() -> None:
    """Guards what makes the search quick: a new world is dealt only after `plays` iterations in the last one."""
    deals = []
    for plays in (1, 4):
        game = Dealt()
        SearchBot(1, iterations=20, depth=5, plays=plays).choose(Chair(sandtable.new(game, seed=1), "first"))
        assert game.evaluated == 20
        deals.append(game.dealt)
    assert deals[0] == 4 * deals[1] > 0


class Reluctant(Ladder):
    """A climb that the game has no opinion of until its end."""

    steps = 30

    def evaluate(self, s: Sheet) -> Sequence[float] | None:
        return None


def test_a_game_without_an_opinion_is_played_on() -> None:
    """Guards that a rollout goes on past the depth limit as long as the game does not say what it is worth."""
    game = Reluctant()
    chair = Chair(sandtable.new(game, seed=1), "first")
    SearchBot(1, iterations=20, depth=5).choose(chair)
    assert game.ended == 20


BEGIN = Topic("begin", "1", "Giving up now is worth a little; beginning wins if you never give up later.")
GO_ON = Topic("go_on", "2", "Giving up here loses; going on to the end wins.")


class Advised(Small):
    """Going on to the end wins, giving up on the way loses; not to begin is worth a little."""

    def turn(self, s: Sheet) -> Steps[None]:
        if not (yield yes_no(0, BEGIN, "Begin?")):
            raise Over(Outcome((), (0.3, 0.0)))
        for _ in range(8):
            if not (yield yes_no(0, GO_ON, "Go on?")):
                raise Over(Outcome((), (0.0, 0.0)))
        raise Over(Outcome((0,), (1.0, 0.0)))

    def policy(self, run: Run[Any], rng: random.Random) -> Any:
        return True


def test_the_policy_of_a_game_guides_rollouts() -> None:
    """Guards that a game's own policy answers in rollouts: at random, eight times Yes would hardly ever be seen."""
    chair = Chair(sandtable.new(Advised(), seed=1), "first")
    assert {make_bot("search:12", seed).choose(chair) for seed in range(10)} == {"begin:yes"}


SAY_YES = Topic("say", "1", "Yes wins and no loses.")


class Unimaginable(Small):
    """A game whose secrets no dealing fits."""

    has_secrets = True

    def turn(self, s: Sheet) -> Steps[None]:
        answer = yield yes_no(0, SAY_YES, "Yes?")
        raise Over(Outcome((), (float(answer), 0.0)))

    def redeal(self, s: Sheet, seat: int | None, rng: random.Random, pinned: Any) -> None:
        if rng.random() < self.fails:
            raise CannotImagine("Nothing fits.")

    fails = 1.0


def test_what_cannot_be_imagined_is_passed_over() -> None:
    """Guards that search makes do with the worlds it finds, and answers at random when there is none."""
    game = Unimaginable()
    chair = Chair(sandtable.new(game, seed=1), "first")
    assert {make_bot("search:9", seed).choose(chair) for seed in range(20)} == {"say:yes", "say:no"}
    assert make_bot("search:1000000000").choose(chair) in ("say:yes", "say:no")  # and does not try for ever
    game.fails = 0.5
    assert {make_bot("search:40", seed).choose(chair) for seed in range(20)} == {"say:yes"}


def test_pleas_are_left_to_people() -> None:
    """A bot does not ask other players for favours, and so bothers nobody with them."""
    tables = (sandtable.new("red-dust", seed=seed) for seed in range(5, 10))
    table = next(tables)
    bot = SearchBot(3, iterations=12, depth=10)
    offered = 0
    while offered < 6:
        if table.ask is None:
            table = next(tables)
        assert table.ask is not None
        options = table.ask.options
        key = bot.choose(Chair(table, table.ask.seat))
        favours = {option.key for option in options if table.game.asks_favour(option.value)}
        offered += bool(favours)
        assert key not in favours
        table.choose(key)
