"""Every command on a page is one that can be typed: its name, its options, its game, its seats and its bots exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest

from sandtable.bots import make_bot, split_specs
from sandtable.cli import cli
from sandtable.cli.play import read_options
from sandtable.cli.players import check_player
from sandtable.engine import Game, NotFound, decode_options
from sandtable.games import find_game
from tests.docs.pages import DOCS, blocks

ROOT = DOCS.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md")])
#: Games and bots that a page makes itself, and the command that shows what a wrong name leads to.
OWN_GAMES, OWN_BOTS, WRONG = {"derelict"}, {"trier", "turtle"}, "play conect-four"


def commands(page: Path) -> list[list[str]]:
    """The arguments of `sandtable` wherever a page shows it, without settings in front and comments behind."""
    text = page.read_text(encoding="utf-8").replace("\\\n", "")
    lines = [line for block in blocks(text, "console") for line in block.splitlines()]
    found = []
    for line in lines:
        words = shlex.split(line.strip()[2:], comments=True) if line.strip().startswith("$ ") else []
        while words and re.match(r"[A-Z_]+=", words[0]):
            del words[0]
        words = [word for word in words if word != "&"]  # started in the background
        if words and words[0] == "sandtable" and " ".join(words[1:]) != WRONG:
            found.append(words[1:])
    return found


def parsed(words: list[str]) -> tuple[str, dict[str, Any]]:
    """The command and what it was given, without running it or looking for files."""
    with click.Context(cli) as ctx:
        name, command, rest = cli.resolve_command(ctx, words)
        assert name is not None
        assert command is not None
        inner = click.Context(command, info_name=name, parent=ctx)
        while isinstance(command, click.Group):
            part, command, rest = command.resolve_command(inner, rest)
            assert command is not None
            name = f"{name} {part}"
            inner = click.Context(command, info_name=part, parent=inner)
        given, left, _ = command.make_parser(inner).parse_args(rest)
        assert not left, left
        return name, {option: value for option, value in given.items() if isinstance(value, (str, list))}


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda page: page.stem)
def test_every_command_on_the_page_can_be_typed(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_GAMES", "benchmarks.games,examples.dark_cargo")
    for words in commands(page):
        try:
            check(*parsed(words))
        except (click.ClickException, NotFound) as error:
            pytest.fail(f"{page.name}: sandtable {' '.join(words)}: {error}")


def examples(group: click.Group) -> list[list[str]]:
    """The arguments of `sandtable` in the examples of every help text, without what is said beside them."""
    found = []
    for command in (group, *group.commands.values()):
        if isinstance(command, click.Group) and command is not group:
            found += examples(command)
        lines = (command.help or "").replace("\\\n", "").splitlines()
        shown = [line.strip().partition("   ")[0] for line in lines if line.strip().startswith("sandtable ")]
        found += [shlex.split(line)[1:] for line in shown]
    return found


def test_every_example_in_a_help_text_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the games that come with Sandtable and no others: the help is read before anything else."""
    monkeypatch.delenv("SANDTABLE_GAMES", raising=False)
    shown = [words for words in examples(cli) if words]
    assert len(shown) > 20
    for words in shown:
        try:
            check(*parsed(words))
        except (click.ClickException, NotFound, AssertionError) as error:
            pytest.fail(f"sandtable {' '.join(words)}: {error}")


def check(name: str, given: dict[str, Any]) -> None:
    """The names that a command was given exist."""
    for bot in split_specs(given.get("bots") or ""):
        if bot not in OWN_BOTS and not bot.startswith("model:"):  # a reader trains the model first
            make_bot(bot)
    players = [word.partition("=") for word in given.get("seats") or () if name in ("play", "resume")]
    for _, _, who in players:
        if who not in OWN_BOTS and not who.startswith("model:"):
            check_player(who)
    if (
        name not in ("play", "sim", "games", "lab run", "lab ladder")
        or not given.get("game")
        or given["game"] in OWN_GAMES
    ):
        return
    game: Game[Any] = find_game(given["game"])
    wanted = read_options(game, given.get("options") or ())
    scenario = given.get("scenario") or game.options_type().scenario
    assert scenario in {each.id for each in game.scenarios}, f"{game.key} has no scenario {scenario}"
    if given.get("pack") is None:
        options = decode_options(game, {**wanted, "scenario": scenario})
        seats = {seat.id for seat in game.seats(options)}
        assert {seat for seat, _, _ in players} <= seats, f"{game.key} has the seats {seats}"


def test_there_are_commands_to_check() -> None:
    assert sum(len(commands(page)) for page in PAGES) > 60


@pytest.mark.parametrize(
    "wrong",
    [
        "sit red-dust",
        "play red-dust --sit marsgov=person",
        "play red-dust --seat venus=person",
        "sim nothing",
        "lab sit red-dust",
        "lab run nothing --out x",
    ],
)
def test_a_command_that_cannot_be_typed_is_found(wrong: str) -> None:
    """A guard for the test above: it can fail."""
    with pytest.raises((click.ClickException, NotFound, AssertionError)):
        check(*parsed(wrong.split()))
