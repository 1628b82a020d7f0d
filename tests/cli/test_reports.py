"""The commands that report: games, sim, replay, verify, check, bench, each with --json."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine import Script, Table
from sandtable.engine.saving.format import Thrown

from .conftest import Run
from .terminal import ROOT
from .test_play import HOT_SEAT

PACK = ROOT / "benchmarks" / "stash" / "packs" / "default"


def as_json(run: Run, *args: str, code: int = 0) -> Any:
    result = run(*args, "--json")
    assert (result.exit_code, result.stderr) == (code, "")
    assert "\x1b" not in result.stdout
    return json.loads(result.stdout)


def play_first(table: Table) -> Table:
    """Play a game to its end: raid if possible, else the first option."""
    while table.ask is not None:
        keys = table.keys()
        table.choose("raid" if "raid" in keys else keys[-1] if "stash" in keys else keys[0])
    return table


def with_dice(data: Path) -> Path:
    """The journal of a finished game of Stash in which dice were thrown."""
    for seed in range(100):
        table = play_first(sandtable.new("stash", seed=2**200 + seed))
        if any(isinstance(line, Thrown) and line.raw == [5] for line in table.lines):
            (data / "stash.journal").write_bytes(table.save())
            return data / "stash.journal"
    raise AssertionError("no game with a 5")


# games


def test_games(run: Run) -> None:
    """Guards: `games` lists key, title, seats and scenarios, hides what is not for people, and shows one in detail."""
    out = run("games").stdout
    assert re.search(r"connect-four  Connect four\n    Drop discs", out)
    assert "seats: ann, bob   scenarios: short, long" in out
    assert "coin-size" not in out
    detail = run("games", "bazaar").stdout
    assert re.search(r"scenario +long +A long day\. Twice as long\.", detail)
    assert re.search(r"option +rounds +\w.*\. Default: 1", detail)


def test_games_as_json(run: Run) -> None:
    """Guards: the JSON of `games`."""
    listed = as_json(run, "games")
    assert listed[0]["key"] == "red-dust"  # those of the product come first
    games = listed[-3:]
    assert [game["key"] for game in games] == ["connect-four", "stash", "bazaar"]
    assert games[2]["seats"] == [
        {"id": "ann", "label": "Ann", "about": ""},
        {"id": "bob", "label": "Bob", "about": ""},
    ]
    assert games[2]["options"] == {"rounds": 1}
    assert games[1]["packs"] == ["default"]
    assert as_json(run, "games", "stash") == games[1]


# sim


def test_sim(run: Run) -> None:
    """Guards: `sim` shows who won how often, by seat and by bot, with intervals."""
    out = run("sim", "stash", "--games", "40", "--bots", "random,search:5", "--rotate", "--coverage").stdout
    assert "Stash, standard: 40 games, seed 0" in out
    assert re.search(r"ann +in turn +\d+ +[\d.]+% +[\d.]+% to [\d.]+%", out)
    assert re.search(r"search:5 +\d+", out)
    assert re.search(
        r"turns, \d+ without a winner", out
    )  # a game may end with all seats at 0, which is no draw
    assert re.search(r"raid|action", out)


def test_sim_as_json(run: Run) -> None:
    """Guards: the JSON of `sim` is the lab's report, the same for the same seed, and nothing else is printed."""
    first, second = (as_json(run, "sim", "connect-four", "--games", "30", "--seed", "4") for _ in range(2))
    assert first["games"] == 30
    assert first["wins"] == second["wins"]
    assert sum(first["wins"].values()) + first["draws"] == 30
    assert {"game", "scenario", "bots", "seed", "jobs", "decisions_per_second", "win_share", "errors"} <= set(
        first
    )


def test_sim_tells_of_games_that_fail(run: Run, data: Path) -> None:
    """Guards: games in which a rule fails are named and kept, and the exit code is 1."""
    result = run("sim", "bazaar", "--games", "40", "--journals", "kept")
    assert result.exit_code == 1
    assert "ZeroDivisionError: so many coins" in result.stdout
    assert list((data / "kept").iterdir())


# replay


def test_sim_tells_an_error_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot with a mistake ends every game in the same way: one line, and no table of zeros."""
    monkeypatch.setenv("SANDTABLE_BOTS", "tests.cli.own")
    shown = run("sim", "stash", "--games", "4", "--bots", "silent")
    assert shown.exit_code == 1
    assert shown.stdout.count("does not answer") == 1
    assert "4 games failed: The bot Answers in the seat ann: 'None' does not answer" in shown.stdout
    assert "The first, game 0, is kept in" in shown.stdout
    assert "mean score" not in shown.stdout


def test_replay(run: Run, data: Path) -> None:
    """Guards: log and board, turn by turn; taken-back turns are not shown; --turn shows one."""
    run(*HOT_SEAT, "--journal", "j", typed="1\nu\n4\n3\n4\n3\n4\n3\n4\n")
    out = run("replay", "j").stdout
    assert "column 1" not in out
    assert [int(n) for n in re.findall(r"^Turn (\d+)$", out, re.MULTILINE)] == list(range(7))
    assert out.count("1 2 3 4 5 6 7") == 7
    assert "Red has four in a row." in out
    one = run("replay", "j", "--turn", "1").stdout
    assert "Yellow drops a disc in column 3." in one
    assert "Red drops" not in one
    assert ". . X O . . ." in one
    assert "There is no turn 99" in run("replay", "j", "--turn", "99").stderr
    assert "There is no seat 'blue'" in run("replay", "j", "--seat", "blue").stderr


def test_replay_step_by_step(run: Run, data: Path) -> None:
    """Guards: --step waits for Enter after each turn and leaves at q or at the end of input."""
    run(*HOT_SEAT, "--journal", "j", typed="1\n2\n3\n")
    assert run("replay", "j", "--step", typed="\n\n\n").stdout.count("\nTurn ") == 4
    assert run("replay", "j", "--step", typed="\nq\n").stdout.count("\nTurn ") == 2
    assert run("replay", "j", "--step", typed="").stdout.count("\nTurn ") == 1


def test_replay_as_json(run: Run, data: Path) -> None:
    """Guards: the JSON of `replay` is the list of log lines."""
    run(*HOT_SEAT, "--journal", "j", typed="1\n2\n")
    lines = as_json(run, "replay", "j")
    assert [(line["turn"], line["text"]) for line in lines] == [
        (0, "Red drops a disc in column 1."),
        (1, "Yellow drops a disc in column 2."),
    ]
    assert as_json(run, "replay", "j", "--turn", "1") == lines[1:]


def test_replay_of_a_running_game_shows_what_a_spectator_sees(run: Run, data: Path) -> None:
    """Guards: no hand is shown of a game that goes on, unless --seat asks for it, with a warning."""
    run("play", "stash", "--journal", "j", "--seat", "bob=random", "--seed", "8", typed="draw\n")
    open_to_all = run("replay", "j")
    assert set(re.findall(r"hand:  (.*)", open_to_all.stdout)) <= {"?, ?", "?, ?, ?", "?", "?, ?, ?, ?"}
    assert (open_to_all.stderr, "The game is not over." in open_to_all.stdout) == ("", True)
    anns = run("replay", "j", "--seat", "ann")
    assert re.search(r"hand:  \w+ \w \(\d\), ", anns.stdout)
    assert "host's own record" in anns.stderr


# verify


def test_verify_a_fair_game(run: Run, data: Path) -> None:
    """Guards: the success line says how many throws were checked."""
    path = with_dice(data)
    throws = sum(isinstance(line, Thrown) for line in sandtable.load(path).lines)
    result = run("verify", str(path))
    assert result.exit_code == 0
    published = sandtable.load(path).header.seed_hash
    assert result.stdout == (
        f"OK: {throws} throws were checked; all came from the seed. "
        f"Compare its hash with the one shown when the game began: {published}\n"
    )
    verdict = as_json(run, "verify", str(path))
    assert (verdict["ok"], verdict["throws"], verdict["differing"]) == (True, throws, [])


def test_verify_with_the_promised_hash(run: Run, data: Path) -> None:
    """Guards: another fair game is not passed off as the one whose hash was shown at its beginning."""
    path = with_dice(data)
    published = sandtable.load(path).header.seed_hash
    for kept in (published, published[:12].upper() + "..."):
        result = run("verify", str(path), "--hash", kept)
        assert result.exit_code == 0
        assert "The seed is the one promised when the game began." in result.stdout
    for wrong in ("0" * 64, published[:4], ""):
        result = run("verify", str(path), "--hash", wrong)
        assert result.exit_code == 1
        assert f"its hash is {published}" in result.stdout


@pytest.mark.parametrize("face", [6, 4, 1])
def test_verify_catches_a_changed_die(face: int, run: Run, data: Path) -> None:
    """Guards: a die changed in a finished journal is found, whether or not it changes the game."""
    path = with_dice(data)
    before = path.read_bytes()
    line = 1 + before[: before.index(b'"raw":[5]')].count(b"\n")
    path.write_bytes(before.replace(b'"raw":[5]', b'"raw":[%d]' % face, 1))
    result = run("verify", str(path))
    assert result.exit_code == 1
    assert result.stdout.startswith("Not verified: ")
    verdict = as_json(run, "verify", str(path), code=1)
    assert verdict["ok"] is False
    if face == 1:  # the raid fails: the game no longer leads where it led
        assert "was changed or damaged" in result.stdout
    else:
        assert f"line {line}: the journal says [{face}], the seed gives [5]" in result.stdout
        assert verdict["differing"] == [[line, [face], [5]]]


def test_verify_catches_another_seed(run: Run, data: Path) -> None:
    """Guards: a seed that does not belong to the published hash is found."""
    path = with_dice(data)
    seed = sandtable.load(path).header.seed
    path.write_text(path.read_text().replace(seed, "ab" * 32))
    result = run("verify", str(path))
    assert result.exit_code == 1
    assert "does not belong to the hash" in result.stdout


def test_verify_a_game_that_goes_on(run: Run, data: Path) -> None:
    """Guards: a game that is not over cannot be verified; its seed is not printed."""
    run("play", "stash", "--journal", "j", "--seat", "bob=random", typed="draw\n")
    result = run("verify", "j")
    assert result.exit_code == 1
    assert "the game is not over" in result.stdout
    assert as_json(run, "verify", "j", code=1)["seed"] is None


def test_verify_a_scripted_game(run: Run, data: Path) -> None:
    """Guards: scripted chance cannot be checked, and is said so."""
    deck = sandtable.new("stash", seed=1).lines[0]
    assert isinstance(deck, Thrown)
    script = Script({"deck": [deck.raw], "raid": [(6,)] * 20})
    (data / "j").write_bytes(play_first(sandtable.new("stash", script=script)).save())
    result = run("verify", "j")
    assert result.exit_code == 1
    assert "the dice of this game were scripted" in result.stdout


def test_verify_says_when_a_seed_was_chosen_by_hand(run: Run, data: Path) -> None:
    """Guards: a small seed proves nothing against who chose it, and a game without chance says so."""
    run(*HOT_SEAT, "--journal", "j", "--seed", "7", typed="4\n3\n4\n3\n4\n3\n4\n")
    out = run("verify", "j").stdout
    assert out.startswith("OK: nothing was thrown")
    assert "The seed was chosen by hand" in out


# check


def test_check_a_good_pack(run: Run) -> None:
    """Guards: a sound pack gets an OK line with counts."""
    result = run("check", str(PACK))
    assert result.exit_code == 0
    told, played = result.stdout.splitlines()
    assert told == "OK: default, a pack for stash: 9 cards."
    assert played.endswith(" games in 1 set-up: it can be won and lost.")
    found = as_json(run, "check", str(PACK))
    assert (found["ok"], found["entries"], found["problems"]) == (True, {"cards": 9}, [])


def make_pack(folder: Path, manifest: str, cards: str) -> None:
    folder.mkdir()
    (folder / "pack.toml").write_text(manifest)
    (folder / "cards.toml").write_text(cards)


CARD = "[[card]]\nid = '{0}'\nlabel = '{0}'\nworth = 1\n"
MANIFEST = "game = 'stash'\nname = 'mine'\ntitle = 'Mine'\n"


def test_check_tells_every_problem(run: Run, data: Path) -> None:
    """Guards: all problems of a pack are told, one a line, each with file and entry; exit code 1."""
    bad = (
        CARD.format("a") + CARD.format("a") + "[[card]]\nid = 'b'\nlabel = 'B'\nworth = 'much'\ncolour = 1\n"
    )
    make_pack(data / "mine", MANIFEST, bad)
    (data / "mine" / "maps.toml").write_text("")
    result = run("check", "mine")
    assert result.exit_code == 1
    *lines, more = result.stdout.splitlines()
    assert len(lines) == 4
    assert more.startswith("Once these are fixed")
    assert any("entry 2 (a): this id is taken" in line for line in lines)
    assert sum("cards.toml: entry 3 (b)" in line for line in lines) == 2
    assert any(line.startswith("maps.toml: no rule reads this file") for line in lines)
    assert as_json(run, "check", "mine", code=1)["problems"] == lines


@pytest.mark.parametrize(
    ("manifest", "problem"),
    [
        (MANIFEST, "cards: at least five loads are needed, there are 1"),
        (MANIFEST.replace("stash", "stsh"), "pack: There is no game 'stsh'."),
        (MANIFEST.replace("title", "titel"), "pack.toml: "),
        ("game = ", "pack.toml: cannot be read"),
    ],
)
def test_check_asks_the_game_too(manifest: str, problem: str, run: Run, data: Path) -> None:
    """Guards: what only the game can know, and a manifest that is wrong, are problems like all others."""
    make_pack(data / "mine", manifest, CARD.format("a"))
    result = run("check", "mine")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith(problem)


# bench


def test_bench(run: Run) -> None:
    """Guards: one table of figures, unlisted games too, and never pass or fail."""
    result = run("bench", "stash", "coin-size", "--seconds", "0.001")
    assert result.exit_code == 0
    assert "search/s" in result.stdout.splitlines()[0]
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["game", "stash", "coin-size"]


def test_bench_as_json(run: Run) -> None:
    """Guards: the JSON of `bench`."""
    (figures,) = as_json(run, "bench", "connect-four", "--seconds", "0.001")
    assert set(figures) == {
        "game",
        "quick",
        "keys",
        "decisions_per_game",
        "fork",
        "copy",
        "save",
        "load",
        "search",
    }
    assert all(value > 0 for name, value in figures.items() if name != "game")
