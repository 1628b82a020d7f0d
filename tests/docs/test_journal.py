"""The format that docs/reference/journal.md describes is the one that is written."""

from __future__ import annotations

import json
import random
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import sandtable
from sandtable.engine import Draw, Header, JournalFile, Moment, Roll, SeedStream, Shuffle, Table
from sandtable.engine.saving.format import AnyLine, Thrown
from sandtable.engine.standing_orders import StandingOrder
from tests.docs.pages import blocks, played_examples, text_of

PAGE = "reference/journal.md"


def shown_game() -> Table:
    """The game on the page, played again."""
    table = sandtable.new("stash", seed=7, seats={"bob": "bot:search"})
    table.choose("stash").undo("ann").choose("stash", "stash:fuel_c")
    table.add_standing_order("ann", "parry", "withdrawn")
    return table.choose("raid", "pay:water_c")


def random_game(seed: int) -> Table:
    table, rng = sandtable.new("stash", seed=seed), random.Random(seed)
    while (ask := table.ask) is not None:
        table.choose(rng.choice(ask.keys))
    return table


def rows(heading: str) -> dict[str, str]:
    """The first column of the table below a heading, and what stands beside it."""
    section = text_of(PAGE).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", section, flags=re.MULTILINE))


def test_the_journal_on_the_page_is_what_the_engine_writes() -> None:
    head, body = shown_game().save().decode().split("\n", 1)
    assert json.loads(blocks(text_of(PAGE), "json")[0]) == json.loads(head)
    assert blocks(text_of(PAGE), "text")[0] == body


def test_every_field_is_explained() -> None:
    assert list(rows("The header")) == list(Header.__struct_fields__)
    assert list(rows("Moments")) == list(Moment.__struct_fields__)
    lines = rows("The lines")
    assert set(lines) == {kind.__struct_config__.tag for kind in get_args(AnyLine)}
    for kind in get_args(AnyLine):
        for field in kind.__struct_fields__:
            assert field == "n" or f"`{field}`" in lines[str(kind.__struct_config__.tag)], (kind, field)
    for until in StandingOrder.UNTIL:
        assert f"`{until}`" in lines["order"]


@pytest.mark.parametrize("seed", range(5))
def test_the_recipe_checks_the_dice_of_whole_games(seed: int) -> None:
    """With nothing but the functions on the page: Stash shuffles nine loads and throws one die."""
    page = played_examples(PAGE)
    table = random_game(seed)
    data = bytes.fromhex(table.header.seed)
    throws = [line for line in table.lines if isinstance(line, Thrown)]
    assert len(throws) > 1
    for n, line in enumerate(throws):
        made = page["shuffle"](data, n, range(9)) if line.topic == "deck" else page["roll"](data, n, 1)
        assert line.raw == made


@pytest.mark.parametrize(
    ("chance", "made"),
    [
        (Roll(40), lambda page, seed, n: page["roll"](seed, n, 40)),
        (Roll(3, die=(-1, 0, 7)), lambda page, seed, n: page["roll"](seed, n, 3, (-1, 0, 7))),
        (Draw([5, 3, 3, 9, 1], 3), lambda page, seed, n: page["draw"](seed, n, [5, 3, 3, 9, 1], 3)),
        (Shuffle(range(60)), lambda page, seed, n: page["shuffle"](seed, n, range(60))),
    ],
    ids=["dice", "special dice", "draw", "shuffle"],
)
def test_the_recipe_is_the_stream(chance: Any, made: Any) -> None:
    page, seed = played_examples(PAGE), random.Random(1).randbytes(32)
    stream = SeedStream(seed)
    assert [list(stream.raw(chance)) for _ in range(20)] == [made(page, seed, n) for n in range(20)]


def test_the_digest_is_as_described() -> None:
    """Fields by name in alphabetical order, defaults left out, no spaces."""
    table = sandtable.new("connect-four", seed=1).choose("drop:4")
    state = msgspec.to_builtins(table.run.state)
    fresh = msgspec.to_builtins(table.game.begin(table.options))
    plain = {name: state[name] for name in sorted(state) if state[name] != fresh[name]}
    encoded = json.dumps(plain, separators=(",", ":")).encode()
    assert encoded == table.run.state.encode()
    assert json.loads(table.save().splitlines()[-1])["digest"] == sha256(encoded).hexdigest()[:16]


# What happens to files that are not as they should be


def test_a_torn_last_line_is_passed_over_and_made_again(tmp_path: Path) -> None:
    """Wherever the writing stopped, the game opens at a question, and what was lost comes again."""
    whole = shown_game().save()
    head = whole.index(b"\n") + 1
    for cut in range(head, len(whole)):
        table = sandtable.load(whole[:cut])
        assert whole.startswith(table.save())
    path = tmp_path / "torn.journal"
    path.write_bytes(whole[:-30])
    journal = JournalFile.reopen(path, sandtable.load(path))
    journal.close()
    assert path.read_bytes() == whole


def test_a_damaged_line_is_named_and_what_is_before_it_kept() -> None:
    lines = shown_game().save().splitlines(keepends=True)
    for bad in (b"{\n", b'{"t":"answer","n":6,"seat":"ann","key":"x","more":1}\n', lines[7]):
        with pytest.raises(sandtable.JournalError, match=r"^line 7, turn 1: ") as caught:
            sandtable.load(b"".join([*lines[:6], bad, *lines[7:]]))
        assert caught.value.table.ask.prompt == "Stash which load?"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b'"key":"pay:water_c"', b'"key":"pay:water_a"', 11),
        (b'"raw":[2]', b'"raw":[7]', 12),
        (b'"topic":"raid"', b'"topic":"parry"', 12),
    ],
)
def test_a_changed_line_is_named(old: bytes, new: bytes, line: int) -> None:
    with pytest.raises(sandtable.Diverged) as caught:
        sandtable.load(shown_game().save().replace(old, new))
    assert caught.value.line in (line, line - 1), "the line itself, or the answer it follows"
    assert caught.value.turn == 2
    assert caught.value.table.ask.seat == "bob"


def test_a_journal_of_another_version_opens_while_it_fits() -> None:
    saved = shown_game().save().replace(b'"rules":1', b'"rules":9')
    assert sandtable.load(saved).header.rules == 9
    with pytest.raises(sandtable.Diverged, match="version 9"):
        sandtable.load(saved.replace(b'"key":"raid"', b'"key":"bribe"'))


def test_the_seed_is_published_at_the_end() -> None:
    assert shown_game().published.seed is None
    assert random_game(3).published.seed == f"{3:064x}"


def test_a_moment_is_as_described() -> None:
    table = shown_game()
    moment = json.loads(table.moment())
    assert moment["state"] == json.loads(table.run.start.encode())
    assert (moment["turn"], moment["drawn"], moment["number"]) == (3, 2, 12)
    loaded = sandtable.load(table.moment())
    assert json.loads(loaded.save()) == moment
    assert loaded.log() == []
    assert table.log() != []
