"""Endings of the five games: what is told of whole recorded games."""

from __future__ import annotations

import gzip
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

import sandtable
from sandtable.engine import Ending, Past, ending_of
from sandtable.games.rogue_trooper.rules.clues import most_matching
from sandtable.games.rogue_trooper.show.ending import telling_of
from sandtable.games.rogue_trooper.state import NOBODY, NuEarth

FIXTURES = Path(__file__).parents[1] / "fixtures"


def told(name: str) -> tuple[sandtable.Table, Ending]:
    table = sandtable.load(gzip.decompress((FIXTURES / f"{name}.journal.gz").read_bytes()))
    return table, ending_of(table)


@pytest.mark.parametrize(
    ("name", "sentence", "first_graph"),
    [
        (
            "red-dust-standard",
            "Red Dust wins by Opposition and Bases: 34, where 33 were needed.",
            "Victory margins",
        ),
        (
            "mars-or-die-s6",
            "The champion of Ember tribe fell in turn 8.",
            "Strength left",
        ),
        (
            "rogue-trooper-2",
            "Red kills the Traitor in round {n}, having dealt 3 of his 4 wounds.",
            "Parts of a face",
        ),
        ("surface-combat-mission", "Seize the Airwaves is won, with 5 Ops cards left.", "Strength"),
        ("space-combat-mission", "Sweep the Rings is won, with 1 Ops card left.", "Ships and enemies"),
    ],
)
def test_each_game_tells_its_own_ending(name: str, sentence: str, first_graph: str) -> None:
    """One sentence that says why, final scores, curves, throws, three moments and the game's own facts."""
    table, ending = told(name)
    assert re.sub(r"round \d+", "round {n}", ending.sentence) == sentence
    assert ending.winners == tuple(table.winners)
    assert {score.seat for score in ending.scores} == {seat.id for seat in table.seats}
    assert all(score.text for score in ending.scores)
    assert ending.graphs[0].title == first_graph
    columns = table.game.columns(table.run.state)
    assert all(curve.values[-1] in (*columns.values(), curve.values[-1] if graph.is_share else None)
               for graph in ending.graphs for curve in graph.curves)  # fmt: skip
    assert len({len(curve.values) for graph in ending.graphs for curve in graph.curves}) == 1
    assert len(ending.moments) == 3
    assert len(ending.facts) >= 5
    # Over a whole game nobody throws twice or half of what the dice promise.
    hits = [it for it in ending.throws if it.dice >= 30]
    assert all(0.5 < it.thrown / it.expected < 2 for it in hits)


def test_a_battle_begins_at_full_strength_and_counts_every_charge() -> None:
    """Those who wait to be set up have not been lost; a charge that has only one way is not asked for it."""
    table, ending = told("mars-or-die-s6")
    strength = ending.graphs[0]
    assert [curve.values[0] for curve in strength.curves] == [15, 15]
    assert all(left >= right for curve in strength.curves for left, right in pairwise(curve.values))
    charges = sum(" charges " in line.text for line in table.log() if line.kind == "note")
    assert charges
    assert {fact.label: fact.text for fact in ending.facts}["Charges"] == str(charges)


@pytest.mark.parametrize("name", ["surface-combat-campaign", "space-combat-campaign"])
def test_a_campaign_is_a_track_of_missions_with_a_score(name: str) -> None:
    """Each Mission with what was lost, gained and carried over; the score counts the Missions won."""
    table, ending = told(name)
    won = [stop for stop in ending.track if stop.won]
    assert len(ending.track) >= 2
    assert len(won) == table.view(None).won.__len__()
    assert ending.score is not None
    assert ending.score >= 10 * len(won)
    first = ending.track[0]
    assert any(line.startswith(("Lost: ", "Nobody was lost")) for line in first.details)
    assert any(line.startswith("Gained: ") for line in first.details)
    assert any(line.startswith(("Carried over: ", "Nobody is carried over")) for line in first.details)
    assert [mark.text for mark in ending.marks] == [f"Mission {n + 1}" for n in range(len(ending.track))]


def test_salvoes_are_counted_where_they_are_chosen() -> None:
    """Rogue Trooper: most are chosen when a card is faced, some after an evasion has failed; bare hands fire none."""
    table, ending = told("rogue-trooper-2")
    (fired,) = (fact.text for fact in ending.facts if fact.label == "Salvoes fired")
    lines = sum(line.text.count(" fires ") for line in table.log(None))
    assert int(fired) == lines > 10


@pytest.mark.parametrize(
    ("wounds", "end"), [(0, "with {n:no part|{n} part|{n} parts} of a face."), (1, "dealt to him.")]
)
def test_who_came_nearest_came_so_by_wounds_or_by_parts(wounds: int, end: str) -> None:
    """Rogue Trooper B10: after the last round the ending says what counted."""
    past = Past[NuEarth](told("rogue-trooper-4")[0])
    s = past.last
    winner = s.winner
    s.winner, s.taken[winner] = NOBODY, wounds
    sentence = telling_of(past).sentence
    assert sentence is not None
    assert sentence.text.endswith(end)
    assert sentence.args is not None
    assert sentence.args["who"] == (winner,)


def test_the_dead_in_the_winners_team_are_second() -> None:
    """Rogue Trooper 11.3: the ending says so and lists them next, as the note to a dead player promised."""
    past = Past[NuEarth](told("rogue-trooper-4")[0])
    s = past.last
    dead = next(seat for seat in reversed(range(s.players)) if seat != s.winner and not s.taken[seat])
    s.lives[dead], s.team[dead] = 0, s.winner
    telling = telling_of(past)
    assert telling.sentence is not None
    assert telling.sentence.text.endswith("Second: {seconds:seat}.")
    assert [it.seat for it in telling.standings[:2]] == [s.winner, dead]


def test_the_rounds_of_a_game_with_a_limit_are_those_that_were_played() -> None:
    """Rogue Trooper: whoever came nearest wins after the last round, and the last round is the last that counts."""
    table = sandtable.new("rogue-trooper", seed=5, options={"players": 2, "short": True, "rounds": 2})
    while table.ask is not None:
        table.choose(table.ask.options[-1])
    facts = {fact.label: fact.text for fact in ending_of(table).facts}
    assert facts["Rounds"] == "2"


def test_several_can_be_wounded_most() -> None:
    """Rogue Trooper: two of three GIs have lost as many lives."""
    rng = random.Random(24)
    table = sandtable.new("rogue-trooper", seed=24, options={"players": 3, "short": True, "rounds": 12})
    while table.ask is not None:
        table.choose(rng.choice(table.ask.keys))
    (hurt,) = (fact for fact in ending_of(table).facts if fact.label == "Wounded most")
    assert re.fullmatch(r"\w+ and \w+, \d li(fe|ves) lost each", hurt.text)
    assert hurt.seat is None


def test_a_total_and_its_margin_add_up() -> None:
    """Red Dust: the margin is counted from the number that is named."""
    _, ending = told("red-dust-standard")
    for score in ending.scores:
        total, need, margin = (int(n.replace("−", "-")) for n in re.findall(r"[+−]?\d+", score.text))
        assert total - need == margin


@pytest.mark.parametrize(
    ("name", "progress"),
    [
        ("surface-combat-mission", "Seize the Airwaves, 5 Ops cards left"),
        ("space-combat-mission", "Sweep the Rings, 1 Ops card left"),
        ("rogue-trooper-2", "Round {n}"),
    ],
)
def test_a_finished_game_is_listed_by_what_was_played(name: str, progress: str) -> None:
    """The Mission by its name, and how far it went; a table of the lobby is found again by it."""
    table, _ = told(name)
    state = table.run.state
    line = table.game.progress(state)
    assert line is not None
    assert line.words(table.kinds) == progress.format(n=getattr(state, "round", 0))


def test_a_rebellion_that_is_given_up_says_who_was_ahead() -> None:
    """Red Dust: nobody has won, but margins can be compared. Two with the same margin are both ahead."""
    table = sandtable.new("red-dust", seed=3)
    ending = ending_of(table, sentence="Ann has resigned.")
    assert ending.winners == ()
    best = ending.scores[0]
    margin = re.escape(best.text.rsplit(" ", 1)[1])
    assert re.fullmatch(
        rf"Ann has resigned\. .*{best.label}.* (was|were) ahead, with a margin of {margin}\.", ending.sentence
    )
    ended = told("red-dust-standard")[1]
    assert "ahead" not in ended.sentence


def test_a_hunt_that_is_given_up_says_who_was_ahead() -> None:
    """Rogue Trooper: by wounds dealt to the Traitor, then by parts of a face; nobody while all are alike."""
    table = sandtable.new("rogue-trooper", seed=5, options={"players": 3})
    assert ending_of(table, sentence="Ann has resigned.").sentence == "Ann has resigned."
    past = Past[NuEarth](told("rogue-trooper-4")[0])
    s = past.last
    s.taken[:] = [0, 2, 1, 1]
    leading = telling_of(past).leading
    assert leading is not None
    assert leading.words(past.kinds) == "Blue was ahead, with 2 wounds dealt to the Traitor."
    s.taken[:] = [0] * 4
    parts = [most_matching(s, seat) for seat in range(4)]
    leading = telling_of(past).leading
    assert leading is not None
    assert leading.words(past.kinds).endswith(f"ahead, with {max(parts)} parts of a face.")


@pytest.mark.parametrize(
    ("name", "moments"),
    [
        (
            "surface-combat-mission",
            [
                "Miners' Militia joins you.",
                "The Mission turns out to be Seize the Airwaves.",
                "3 Positives are rolled for the Objective. The Mission is fulfilled.",
            ],
        ),
        (
            "space-combat-mission",
            [
                "The Mission turns out to be Sweep the Rings.",
                "A battle against 5 OPFOR units is won. The Objective is done, and the ships turn home.",
                "The Mission is fulfilled.",
            ],
        ),
        (
            "surface-combat-campaign",
            [
                "A battle against 2 OPFOR units is won at a price. The Team's strength falls from 10 to 6.",
                "A battle against 3 OPFOR units is lost. Seize the Airwaves is lost: No Cadre is left on the map.",
                "A battle against 3 OPFOR units is lost. Seize the Airwaves is lost: No Cadre is left on the map.",
            ],
        ),
        (
            "space-combat-campaign",
            [
                "A battle against 4 OPFOR units is lost. Clay Hand, Sand Viper and Wadi Runner are lost.",
                "Anchor Point is lost: The Ops deck has run out.",
                "A battle against 3 OPFOR units is lost. An unrevealed Mission is lost: No friendly spaceship is left.",
            ],
        ),
    ],
)
def test_moments_of_free_mars_say_what_changed(name: str, moments: list[str]) -> None:
    """A battle is one moment, and what it tells explains the step: not the last line of the log, such as "9 Ops cards left"."""
    assert [it.text for it in told(name)[1].moments] == moments
