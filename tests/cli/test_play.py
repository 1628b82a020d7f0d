"""Playing in the terminal: whole games, and everything that can be typed besides answers."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from sandtable.cli.screen import log_text
from sandtable.engine import LogLine

from .conftest import Run
from .terminal import PROMPT, ROOT, Terminal, command, environment

HOT_SEAT = ("play", "connect-four", "--seat", "yellow=person")
BAZAAR = ("play", "bazaar", "--seat", "bob=person")


def only_journal(data: Path) -> Path:
    (path,) = (data / "games").glob("*.journal")
    return path


def test_a_whole_game_of_connect_four(data: Path) -> None:
    """Guards: a whole game typed through stdin of a real process, from the seed's hash to the seed."""
    result = command(*HOT_SEAT, data=data, typed="4\n3\n4\n3\n4\n3\n4\n")
    assert (result.returncode, result.stderr) == (0, "")
    table = sandtable.load(only_journal(data))
    assert table.winners == ["red"]
    assert f"Seed hash {table.header.seed_hash}" in result.stdout
    ending = result.stdout.partition("Red has four in a row.")[2]
    assert ". . X O . . ." in ending
    assert "Red won." in ending
    assert f"Seed {table.header.seed}" in ending
    name = only_journal(data).stem[-6:]
    assert f"sandtable verify {name}" in ending
    assert f"sandtable replay {name}" in ending
    assert table.header.seed not in result.stdout.partition("Red has four in a row.")[0]


def test_a_whole_game_of_stash_against_a_bot(data: Path) -> None:
    """Guards: a game with hidden hands, dice and a bot is played to its end by typing, and shows no hidden card."""
    typed = "draw\n" * 30 + "pass\n" * 5  # what does not fit gets one line and is asked again
    result = command(
        "play", "stash", "--seed", "3", "--seat", "bob=random", data=data, typed=typed + "1\n" * 60
    )
    assert (result.returncode, result.stderr) == (0, "")
    table = sandtable.load(only_journal(data))
    assert table.outcome is not None
    assert re.search(r"Ann has \d+, Bob has \d+\.", result.stdout)
    hands = re.findall(r"Bob\n +hand:  (.*)\n", result.stdout)
    assert len(hands) > 4
    assert all(re.fullmatch(r"[?, ]+|nothing", hand) for hand in hands)


def test_bots_play_a_whole_game_among_themselves(run: Run, data: Path) -> None:
    """Guards: a table of bots plays by itself, deterministically with a seed, and tells what happens."""
    args = ("--seat", "ann=search:20", "--seat", "bob=random", "--seed", "5")
    first, second = (run("play", "stash", *args, "--journal", name) for name in ("a", "b"))
    assert first.exit_code == 0
    assert "draws a load." in first.stdout
    assert first.stdout.replace("in a\n", "in b\n").replace(" a\n", " b\n") == second.stdout


def test_whoever_plays_alone_has_lost_when_nobody_won(run: Run, data: Path) -> None:
    """Guards: at a table for one, "nobody won" says it badly."""
    ended = run("play", "surface-combat", "--seat", "commander=random", "--seed", "1")
    assert sandtable.load(only_journal(data)).winners == []
    assert "The game is lost." in ended.stdout


def test_options_and_scenario_reach_the_game(run: Run, data: Path) -> None:
    """Guards: --scenario and --option, with values converted to what the option is."""
    run("play", "bazaar", "--scenario", "long", "--option", "rounds=3", typed="")
    table = sandtable.load(only_journal(data))
    assert table.header.options == {"scenario": "long", "rounds": 3}
    assert table.view(None)["left"] == 6


def test_a_pack_is_found_again_from_another_folder(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guards: a game with a pack given by a relative path can be resumed from anywhere."""
    default = ROOT / "benchmarks" / "stash" / "packs" / "default"
    (data / "mine").mkdir()
    for file in default.glob("*.toml"):
        (data / "mine" / file.name).write_text(file.read_text().replace("Fuel", "Gas"))
    assert run("play", "stash", "--pack", "mine", "--seat", "bob=random").exit_code == 0
    (data / "elsewhere").mkdir()
    monkeypatch.chdir(data / "elsewhere")
    assert "What do you do?" in run("resume").stdout


def test_undo_redo_log_board_and_help(run: Run) -> None:
    """Guards: undo names what it takes back, redo gives it again, the log has turns, help cites the rule
    and says what the answer leads to."""
    typed = "take silk\nu\nredo\n?\nlog\n/board\ndone\n5\npass\n"
    result = run(*BAZAAR, typed=typed)
    out = result.stdout
    assert "Taken back: Take Silk." in out
    after_redo = out.partition("> redo")[2]
    assert "This is asked under rule 1.1.\n" in after_redo
    assert "The goods you take are yours and have to be paid for.\n" in after_redo
    assert "take your last answer back: Take Silk" in after_redo
    assert "You may decline: done." in after_redo
    assert "Nothing has happened yet." in after_redo.partition("> log")[2]
    assert "rounds left: 1" in after_redo.partition("> /board")[2]
    assert "Ann pays 5 for Silk." in out
    assert re.search(r"Haggle: \[\d\]\[\d\]\n", out)
    assert "Ann won." in out


def test_only_news_are_shown(run: Run) -> None:
    """Guards: each log line is shown once, when the person is asked again; `log` shows them all."""
    result = run(*HOT_SEAT, typed="4\n3\n2\nlog\n")
    before, _, log = result.stdout.partition("> log\n")
    assert before.count("Red drops a disc in column 4.") == 1
    assert before.count("Yellow drops a disc in column 3.") == 1
    assert "   0  Red drops a disc in column 4.\n   1  Yellow drops a disc in column 3.\n" in log


def test_people_at_one_keyboard_take_back_for_each_other(run: Run) -> None:
    """Guards: with open cards, undo at the next player's question takes the last player's answer back."""
    out = run(*HOT_SEAT, typed="4\nu\n").stdout
    assert "Taken back: Drop in column 4." in out
    assert out.rstrip().count("Red  Which column?") == 2


def test_a_bot_gives_way_to_undo_where_nothing_is_hidden(run: Run, data: Path) -> None:
    """Guards: against a bot with open cards, undo takes back one's own answer with the bot's; redo gives both again."""
    result = run("play", "connect-four", "--seat", "yellow=random", typed="4\nu\nredo\nq\n")
    assert "Taken back: Drop in column 4, and what was answered after it." in result.stdout
    redone = result.stdout.partition("> redo")[2]
    assert "Red drops a disc in column 4." in redone
    assert "Yellow drops a disc in column" in redone
    assert sandtable.load(only_journal(data)).turn == 2


def test_undo_never_goes_past_dice_or_what_was_learned(run: Run) -> None:
    """Guards: what cannot be taken back is told in one line, and nothing changes."""
    drawn = run("play", "stash", "--seed", "3", "--seat", "bob=random", typed="draw\nu\n").stdout
    assert re.search(r"> u\n.*(take back|taken back).*\n> ", drawn)


def test_odds_are_percentages_or_fractions(run: Run) -> None:
    """Guards: `odds N` shows exact chances of what would be thrown."""
    out = run(*BAZAAR, typed="done\n5\nodds 2\nodds pass fractions\nodds\n").stdout
    assert re.search(r"haggle 7 +16\.7%", out)
    assert re.search(r"haggle 2 +2\.8%", out)
    assert re.search(r"haggle 7 +1/6\n", out)
    assert out.index("haggle 2 ") < out.index("haggle 12 ")
    assert "Odds of which answer?" in out


def test_a_hint_names_an_answer_and_gives_none(run: Run) -> None:
    """Guards: `hint` says what a bot would answer and changes nothing; another bot may be named, a wrong one is told."""
    typed = "4\n1\n4\n1\n4\n1\nhint\nhint random\nhint nobody\n"
    out = run(*HOT_SEAT, typed=typed).stdout
    assert re.search(r"Search would choose: .*4", out)  # four in a row
    assert "Random would choose:" in out
    assert "'nobody'" in out
    assert "won" not in out


def test_standing_orders(run: Run) -> None:
    """Guards: `orders pass` declines at once and later, `orders` lists, `orders withdraw` ends them."""
    typed = "done\n4\norders\norders pass protest until withdrawn\n"  # Bob, round 1
    typed += "orders\ndone\n5\n"  # Ann in round 2: Bob is not asked
    out = run(*BAZAAR, "--option", "rounds=2", typed=typed).stdout
    assert "You have left no standing orders." in out
    assert "This question is of the kind 'protest'." in out
    assert "You pass every 'protest' until you withdraw it." in out
    assert out.count("Bob  Protest?") == 1
    assert out.count("Bob is silent.") == 2
    assert "Ann won." in out


def test_orders_are_withdrawn_and_mistyped(run: Run) -> None:
    """Guards: `orders withdraw` says so, and what is no order gets one line."""
    out = run(*BAZAAR, typed="orders withdraw\norders dance\norders pass\n").stdout
    assert "Your standing orders are withdrawn." in out
    assert "orders 'dance'? Type orders, orders pass or orders withdraw." in out
    assert "You pass everything optional until your turn." in out


def test_save_writes_a_copy(run: Run, data: Path) -> None:
    """Guards: `save FILE` copies the journal, never over a file that exists."""
    out = run(*HOT_SEAT, typed="4\nsave copy.journal\nsave copy.journal\nsave no/where\nsave\n").stdout
    assert "A copy is in copy.journal." in out
    assert "copy.journal exists already; choose another name." in out
    assert "no/where cannot be written: No such file or directory." in out
    assert (data / "copy.journal").read_bytes() == only_journal(data).read_bytes()
    assert sandtable.load(data / "copy.journal").turn == 1


def test_dice_show_their_faces() -> None:
    """Guards: dice are shown face by face, also those that are thrown against each other; hits have a star."""

    def shown(*faces: object, hits: tuple[object, ...] = ()) -> str:
        return log_text(LogLine(1, 0, "roll", "volley", faces=faces, hits=hits), ()).plain

    assert shown(6, 5, 1) == "volley: [6][5][1]"
    assert shown((6, 5), (3,)) == "volley: [6][5] against [3]"
    assert shown() == "volley: no dice"
    assert shown(6, 5, 1, hits=(True, True, False)) == "volley: [6*][5*][1]  2 of 3"
    assert shown((6, 5), (3,), hits=((True, False), (True,))) == "volley: [6*][5] against [3*]"
    assert shown((6, 5), (), hits=((True, False), ())) == "volley: [6*][5] against no dice"


def test_labels_are_no_markup(run: Run) -> None:
    """Guards: brackets in labels and broken markup in a picture are shown as they are."""
    out = run(*BAZAAR, typed="1\ndone\n3\n").stdout
    assert "Take Salt [red]" in out
    assert "[/nonsense]" in out
    assert "Ann pays 3 for Salt [red]." in out


def test_long_lists_stand_in_columns(run: Run) -> None:
    """Guards: many options are laid out side by side with their keys, and an amount is not its own label."""
    listed = run(*BAZAAR, typed="done\n").stdout.partition("How many coins?")[2].partition(">")[0]
    first, *more = listed.splitlines()[1:]
    assert re.fullmatch(r"   3 +pay:3( +\d+ +pay:\d+)+", first)
    assert len(more) < 5


def test_the_end_of_input_leaves_politely(data: Path) -> None:
    """Guards: end of input keeps the game, says how to resume, and is no error."""
    result = command(*HOT_SEAT, data=data, typed="4\n")
    assert (result.returncode, result.stderr) == (0, "")
    last = result.stdout.splitlines()[-1]
    assert last.startswith("The game is kept. Continue with: SANDTABLE_GAMES=benchmarks.games")
    assert last.endswith(f" python -m sandtable resume {only_journal(data).stem[-6:]}")


def test_ctrl_c_leaves_politely(data: Path) -> None:
    """Guards: Ctrl-C keeps the game, says how to resume, and exits with 130."""
    with Terminal(*HOT_SEAT, data=data) as terminal:
        terminal.until(PROMPT)
        terminal.type("4")
        terminal.press("\x03")
        left = terminal.rest()
        assert "The game is kept. Continue with: " in left
        assert "python -m sandtable resume" in left
        assert terminal.code() == 130
    assert sandtable.load(only_journal(data)).turn == 1


#: Ctrl-C comes after the prompt is shown and before anybody waits for a key; so close to the wait that no line of Python
#: runs in between.
AT_THE_PROMPT = """
import ctypes, functools, readline, signal
readline.set_pre_input_hook(functools.partial(ctypes.CDLL(None)["raise"], int(signal.SIGINT)))
from sandtable.cli import main
main()
"""


def test_ctrl_c_just_before_the_wait_for_a_key_is_noticed(data: Path) -> None:
    """Guards: nobody has to press another key, or Ctrl-C twice. Python alone would notice it at the next key."""
    with Terminal(*HOT_SEAT, data=data, program=("-c", AT_THE_PROMPT)) as terminal:
        assert "The game is kept. Continue with: " in terminal.rest()
        assert terminal.code() == 130


def on_a_full_disk(data: Path) -> subprocess.CompletedProcess[str]:
    """Go on with a game whose journal can grow by 200 bytes only, and give five answers."""
    command(*HOT_SEAT, data=data)
    size = only_journal(data).stat().st_size + 200

    def small_files_only() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return subprocess.run(
        [sys.executable, "-m", "sandtable", "resume"],
        input="4\n4\n4\n4\n4\n",
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(data),
        preexec_fn=small_files_only,
        check=False,
    )


def test_a_full_disk_is_told_and_loses_nothing(data: Path) -> None:
    """Guards: an answer that cannot be written is told, asked again, and takes nothing before it along."""
    result = on_a_full_disk(data)
    assert (result.returncode, result.stderr) == (0, "")
    assert "cannot be written (File too large); the answer was not taken." in result.stdout
    shown = result.stdout.count(" drops a disc in column 4.")
    assert 0 < shown <= sandtable.load(only_journal(data)).turn


def test_a_refused_answer_is_not_in_the_journal(data: Path) -> None:
    """Guards: an answer that was not taken is not there after resuming."""
    result = on_a_full_disk(data)
    shown = result.stdout.count(" drops a disc in column 4.")
    assert shown == sandtable.load(only_journal(data)).turn


def test_a_search_bot_is_seen_thinking(data: Path) -> None:
    """Guards: while a bot searches, the terminal says who is thinking."""
    with Terminal("play", "connect-four", "--seat", "yellow=search:30", data=data) as terminal:
        terminal.until(PROMPT)
        assert "Yellow is thinking" in terminal.type("4", r"Yellow drops[^\0]*\n> $")


def test_a_private_question_of_a_bot_tells_nothing(data: Path) -> None:
    """Guards: while a bot answers a private question, nobody is told who is asked."""
    with Terminal("play", "stash", "--seed", "4", "--seat", "bob=search:2", data=data) as terminal:
        terminal.until(PROMPT)
        seen = ""
        for _ in range(12):
            seen += terminal.type("1", r"(\n> |replay \S+\n)$")
            if terminal.process.poll() is not None or "See it again" in seen:
                break
        assert "Somebody is thinking" in seen


@pytest.mark.parametrize("game", ["connect-four", "stash"])
def test_rules_tell_the_rules(run: Run, game: str) -> None:
    """Guards: a player without a rulebook can ask for the rules in the game."""
    out = run("play", game, typed="rules\n").stdout
    assert ("In turn, drop a disc" if game == "connect-four" else "On 4 or more you take") in out


def test_a_board_that_cannot_be_printed_stops_no_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake in an author's `text_board` is told with its line, the view is listed, and the game goes on."""
    monkeypatch.setenv("SANDTABLE_GAMES", "tests.cli.own")
    shown = run("play", "stash", "--seed", "7", "--seat", "bob=random", typed="stash\nq\n")
    assert shown.exit_code == 0
    assert "text_board(): AttributeError: 'View' object has no attribute 'round' (own.py:" in shown.stdout
    assert "Hands:" in shown.stdout
    assert "Stash which load?" in shown.stdout


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("silent", "The bot Answers in the seat bob: 'None' does not answer"),
        ("fails", "The bot Fails failed: AttributeError: 'Chair' object has no attribute 'cards' (own.py:"),
    ],
)
def test_a_bot_that_fails_is_named(bot: str, told: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake in somebody's bot is one line that names the bot, and the game can be resumed with the same bots."""
    monkeypatch.setenv("SANDTABLE_BOTS", "tests.cli.own")
    shown = run("play", "stash", "--seed", "7", "--seat", f"bob={bot}", typed="draw\nstash\n1\n")
    assert shown.exit_code == 2, shown.output
    assert told in shown.stderr
    assert "SANDTABLE_BOTS=tests.cli.own" in shown.stdout


def test_a_game_by_the_path_of_its_file(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`play mine.py:GAME` needs no setting, like `play mine:GAME`."""
    (data / "game_by_path.py").write_text("from tests.cli.own import GAME\n")
    monkeypatch.setattr(sys, "path", [*sys.path])
    shown = run("play", "game_by_path.py:GAME", typed="q\n")
    assert shown.exit_code == 0, shown.output
    assert "What do you do?" in shown.stdout


def test_the_end_is_told_in_words(run: Run, data: Path) -> None:
    """Sentence, scores, curves, moments, dice and facts stand at the end and can be read again."""
    ended = run("play", "surface-combat", "--seat", "commander=random", "--seed", "1")
    for part in ("Ops cards left\n", "▁", "Moments that decided it", "expected", "Facts"):
        assert part in ended.stdout
    told = run("results", only_journal(data).stem[-6:])
    assert told.stdout.strip() in ended.stdout


def test_campaigns_have_debriefs_and_are_listed_by_score(run: Run, data: Path) -> None:
    """A debrief after each Mission but the last, which the ending tells; a history of one's campaigns."""
    assert "No campaign is finished yet." in run("results").stdout
    played = run(
        "play", "space-combat", "--scenario", "campaign", "--seat", "rebels=house", "--seed", "3",
        "--option", "difficulty=hard",
    )  # fmt: skip
    table = sandtable.load(only_journal(data))
    fought = table.view(None).fought
    assert played.stdout.count("── Debrief: ") == len(fought) - 1
    assert "  Gained: " in played.stdout
    assert "  The campaign so far: " in played.stdout
    assert table.outcome is not None
    listed = run("results").stdout
    assert f"{table.outcome.score:4g}  Free Mars: Space Combat, hard:" in listed
