"""A trained network plays as a bot, is refused where it does not fit, and recorded games become a data set."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import numpy as np
import pytest

import sandtable
from benchmarks.connect_four import GAME as CONNECT_FOUR
from sandtable.bots import Bot, make_bot
from sandtable.engine import Answered, Chair, SandtableError
from sandtable.engine.saving.format import TookBack
from sandtable.learn import Episode, Rulebook
from sandtable.learn.dataset import arrays, decisions_of, played, read
from sandtable.learn.network import Inputs, Network
from sandtable.server.refusal import Refused
from sandtable.server.tables.bot_levels import check_bot

FIXTURES = Path(__file__).parents[1] / "fixtures"


def network_that_likes(rules: Rulebook, action: int) -> Network:
    """A network without hidden layers that likes one action most."""
    inputs = Inputs(rules.observer.low, rules.observer.high).size
    bias = np.zeros(rules.size, np.float32)
    bias[action] = 1.0
    return Network(rules, [(np.zeros((rules.size, inputs), np.float32), bias)])


def test_a_saved_network_plays_by_name(tmp_path: Path) -> None:
    """Guards: `--seat red=model:FILE` plays what was trained."""
    rules = Rulebook(CONNECT_FOUR, actions="fixed")
    file = tmp_path / "four.npz"
    network_that_likes(rules, 2).save(file)
    bot, table = make_bot(f"model:{file}"), sandtable.new(CONNECT_FOUR, seed=1)
    assert bot.name == f"model:{file}"
    for _ in range(6):
        assert table.ask is not None
        assert bot.choose(Chair(table, table.ask.seat)) == "drop:3"
        table.choose("drop:3")
    assert table.ask is not None
    assert bot.choose(Chair(table, table.ask.seat)) == "drop:1", "a full column is not legal any more"


def test_a_network_is_refused_where_its_numbers_mean_something_else(tmp_path: Path) -> None:
    file = tmp_path / "four.npz"
    network_that_likes(Rulebook(CONNECT_FOUR, actions="fixed"), 2).save(file)
    table = sandtable.new("surface-combat", seed=1)
    with pytest.raises(SandtableError, match="trained on connect-four, not on surface-combat"):
        make_bot(f"model:{file}").choose(Chair(table, "commander"))


def test_a_file_that_is_no_model_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(SandtableError, match=r"no model at .*missing\.npz"):
        make_bot(f"model:{tmp_path / 'missing.npz'}")
    (tmp_path / "bad.npz").write_bytes(b"hello")
    with pytest.raises(SandtableError, match=r"bad\.npz is not a model"):
        make_bot(f"model:{tmp_path / 'bad.npz'}")


def test_nothing_in_a_model_file_is_run(tmp_path: Path) -> None:
    """Guards: NumPy files can hold pickles, which run code; such a file is refused."""
    np.savez(tmp_path / "evil.npz", about=np.array([print], dtype=object))
    with pytest.raises(SandtableError, match="is not a model"):
        make_bot(f"model:{tmp_path / 'evil.npz'}")


def test_a_server_opens_no_files_for_its_guests() -> None:
    with pytest.raises(Refused, match="terminal only"):
        check_bot("model:/etc/passwd")


def test_a_network_is_the_matrix_product_that_it_says() -> None:
    rules = Rulebook(CONNECT_FOUR, actions="fixed")
    inputs = Inputs(rules.observer.low, rules.observer.high)
    rng = np.random.default_rng(1)
    layers = [
        (rng.normal(size=(5, inputs.size)).astype(np.float32), rng.normal(size=5).astype(np.float32)),
        (rng.normal(size=(7, 5)).astype(np.float32), rng.normal(size=7).astype(np.float32)),
    ]
    numbers = rules.observer.numbers(Episode(rules, 0).chairs[0])
    hidden = np.tanh(layers[0][0] @ inputs.of(numbers[None])[0] + layers[0][1])
    assert np.allclose(
        Network(rules, layers).logits(numbers), layers[1][0] @ hidden + layers[1][1], atol=1e-5
    )


def test_a_journal_gives_each_decision_that_was_not_taken_back() -> None:
    table = sandtable.new(CONNECT_FOUR, seed=1)
    table.choose("drop:1").undo("red").choose("drop:2")
    rng = random.Random(5)
    while table.ask is not None:
        table.choose(rng.choice(table.ask.keys))
    rules = Rulebook(CONNECT_FOUR, actions="fixed")
    decisions = list(decisions_of(table, rules))
    given = [line.key for line in table.lines if isinstance(line, Answered)]
    assert [rules.keys[each.action] for each in decisions] == given[1:]
    assert table.outcome is not None
    assert {each.value for each in decisions if each.seat == 0} == {2 * table.outcome.scores[0] - 1}
    samples = arrays(decisions, rules)
    assert len(samples.actions) == len(given) - 1
    assert all(samples.masks[row, action] for row, action in enumerate(samples.actions))


def test_recorded_games_are_read_from_their_files(tmp_path: Path) -> None:
    packed = (FIXTURES / "surface-combat-mission.journal.gz").read_bytes()
    file = tmp_path / "mission.journal"
    file.write_bytes(gzip.decompress(packed))
    table = sandtable.load(file)
    rules = Rulebook("surface-combat", decoded=table.options)
    decisions = list(read([file], rules))
    answers = [line for line in table.lines if isinstance(line, Answered) and not line.by]
    undone = [line for line in table.lines if isinstance(line, TookBack)]
    assert undone, "the recorded game has answers that were taken back"
    assert len(decisions) == len(answers) - len(undone)
    assert all(len(each.options) == len(each.legal) for each in decisions)


def test_bots_games_become_a_data_set() -> None:
    rules = Rulebook("surface-combat", {"mission": "airwaves"}, actions="fixed")
    (first, second) = played(rules, "house", 2)
    assert first
    assert second
    assert all(each.action in each.legal for each in first)
    assert len({each.value for each in first}) == 1
    with pytest.raises(SandtableError, match="not a single decision"):
        arrays(read([], rules), rules)


def test_each_seat_of_a_data_set_has_a_bot_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards against two random bots with one seed, whose games would be of a kind that nobody plays."""
    seeds: list[int] = []

    def noted(spec: str, seed: int) -> Bot:
        seeds.append(seed)
        return make_bot(spec, seed)

    monkeypatch.setattr("sandtable.learn.dataset.make_lone_bot", noted)
    rules = Rulebook(CONNECT_FOUR)
    assert len(list(played(rules, {"red": "random", "yellow": "random"}, 3))) == 3
    assert len(set(seeds)) == len(seeds) == 6
    with pytest.raises(SandtableError, match=r"a bot for each seat \(red, yellow\)"):
        played(rules, {"red": "random"}, 1)


def test_a_data_set_holds_the_options_where_actions_are_places_among_them() -> None:
    """Guards that the number of an action can be understood: it is the place of a row of options."""
    rules = Rulebook("surface-combat")
    (game,) = played(rules, "random", 1)
    samples = arrays(game, rules)
    assert samples.options.shape == (len(game), max(len(each.legal) for each in game), 7)
    for row, mask, each in zip(samples.options, samples.masks, game, strict=True):
        assert (row[: len(each.legal)] == each.options).all()
        assert not row[len(each.legal) :].any()
        assert mask.sum() == len(each.legal)


def test_other_options_than_the_numbers_are_meant_for_are_refused() -> None:
    table = sandtable.new("surface-combat", seed=2, options={"mission": "rising"})
    while table.ask is not None:
        table.choose(table.ask.keys[-1])
    with pytest.raises(SandtableError, match="the numbers are for"):
        next(decisions_of(table, Rulebook("surface-combat")))
    with pytest.raises(
        SandtableError, match=r"game of Free Mars: Surface Combat, .* the numbers are for Connect four"
    ):
        next(decisions_of(table, Rulebook(CONNECT_FOUR)))
