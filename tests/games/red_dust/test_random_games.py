"""Random games: pieces add up at every decision, every game ends, and everything there is gets used."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from benchmarks.guidance import answers
from sandtable.engine import DONE, RandomSource, Run
from sandtable.engine.contract import check_contract, check_planted_leaks
from sandtable.engine.question import Question
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.printed.files import FactionId
from tests.lengths import a_tenth, games

from .soak import Report, counting, play


def test_random_games_end_and_pieces_add_up() -> None:
    """2 Force pools hold at every decision, and 15 lets every game end with a winner."""
    report = Report()
    for seed in range(games(40)):
        play(seed, report)
    assert report.games == games(40)


@pytest.mark.parametrize("scenario", a_tenth(["standard", "tutorial"]))
def test_the_contract_holds(scenario: str) -> None:
    """The engine's promises: saves, undo, same seed, and nobody sees what they may not know."""
    seen = check_contract(GAME, games=1, worlds=12, share=0.05, options={"scenario": scenario})
    assert seen.compared > 100
    assert seen.observers > 50, "secrets were changed while somebody watched"


def test_a_game_takes_fewer_answers_than_it_did() -> None:
    """Random games took 720 answers each up to rules version 3. At least 15% fewer are wanted, as people give them."""
    counted = answers(GAME, games=20)
    assert counted.given / counted.games < 0.85 * 720


@pytest.mark.parametrize("nonplayers", [(), ("marsgov", "reclaimers")])
def test_what_is_kept_is_what_the_pieces_say(nonplayers: tuple[FactionId, ...]) -> None:
    """At every decision the state keeps the places and the number of each kind of piece as they are counted from the pieces."""
    options = GAME.options_type(nonplayers=nonplayers)
    for seed in range(2):
        rng = random.Random(seed)
        run = Run(GAME, GAME.begin(options), RandomSource(rng))
        while run.ask is not None:
            counted = run.state.copy()
            counted.keep()
            assert (counted.holds, counted.counts) == (run.state.holds, run.state.counts)
            run.play(rng.choice(run.values))


def test_done_says_what_it_finishes() -> None:
    """No question of the game has a bare "Done": the button says what ends here, and what ends the turn is marked as that."""
    for seed in range(games(4)):
        run = Run(GAME, GAME.begin(GAME.options_type()), RandomSource(random.Random(seed)))
        rng = random.Random(seed)
        while run.ask is not None:
            if DONE in run.values:
                done = Question(run.ask, [DONE], "", GAME.kinds(run.state)).options[0]
                assert done.label != "Done", run.ask.topic
                assert (done.ends == "turn") == (done.label == "End your turn"), run.ask.topic
            run.play(rng.choice(run.values))


def test_planted_leaks_are_found() -> None:
    """The suite is awake: leaks of the cards and of what is shuffled are found, wherever they are."""
    assert check_planted_leaks(GAME, games=1, share=0.3) == 7


@pytest.mark.soak
def test_everything_is_used_in_ten_thousand_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Every Operation, Special Activity, Event option, Asset and Campaign card changes the state in some game.

    No question is always asked with one option. The report is kept, and printed when something is missing.
    """
    report = Report()
    with counting(report, monkeypatch):
        for seed in range(10_000):
            play(seed, report)
    path = Path(tmp_path_factory.getbasetemp()) / "red-dust-uses.txt"
    path.write_text(report.text(), encoding="utf-8")
    assert not report.unused(), report.text()
    never = [topic for topic in report.asked if not report.chosen[topic]]
    assert not never, f"always with one option: {never}\n{report.text()}"


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["standard", "tutorial"])
def test_the_contract_holds_at_length(scenario: str) -> None:
    """The same promises over more games and at every decision."""
    check_contract(GAME, games=5, worlds=40, seed=100, options={"scenario": scenario})
