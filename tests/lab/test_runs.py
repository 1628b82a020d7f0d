"""Runs: every game counted once, whatever happens on the way."""

from __future__ import annotations

import errno
import json
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

import sandtable
from sandtable import NotFound, SandtableError, lab
from sandtable.bots import make_bot
from sandtable.lab import RunData, run, schema, simulate
from sandtable.lab.folder import MANIFEST, RunFolder, read_manifest
from sandtable.lab.plan import RunFields, is_same_pack
from sandtable.lab.run_batches import RunBatch, play_run_batch
from sandtable.lab.runner import Progress


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_GAMES", "benchmarks.games,tests.lab.small_games,tests.lab.trials")
    monkeypatch.setenv("SANDTABLE_BOTS", "tests.lab.players")


def rows(data: RunData) -> pl.DataFrame:
    """What was played, read as anybody would read the folder: all files there, without the times."""
    found = pl.read_parquet(data.path / "games" / "*.parquet").drop("seconds").sort("cell", "game")
    assert found.equals(data.games.collect().drop("seconds").sort("cell", "game"))
    return found


def stash(out: Path, **more: Any) -> RunData:
    return run("stash", out, **{"games": 20, "batch": 3, "seed": 5, **more})


def first_part(data: RunData) -> RunBatch:
    return RunBatch.of(data.plan, next(data.plan.batches()), data.path)


@pytest.fixture
def undisturbed(tmp_path: Path) -> pl.DataFrame:
    return rows(stash(tmp_path / "undisturbed"))


def test_a_run_plays_the_games_of_a_simulation(undisturbed: pl.DataFrame) -> None:
    """Guards that `simulate` is the short form of the same runner: the same seeds, the same games."""
    results = list(simulate("stash", games=20, seed=5))
    for row, result in zip(undisturbed.iter_rows(named=True), results, strict=True):
        assert (row["game"], row["seed"]) == (result.number, result.seed)
        assert tuple(row["winners"]) == result.winners
        assert tuple(row["scores"]) == result.scores
        assert tuple(row["bots"]) == result.bots
        assert (row["decisions"], row["turns"], row["reason"]) == (
            result.decisions,
            result.turns,
            result.reason,
        )


class Stop(Exception):
    pass


def stop_at(games: int) -> Progress:
    def progress(done: int, failed: int, total: int) -> None:
        assert total == 20
        if done >= games:
            raise Stop

    return progress


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, undisturbed: pl.DataFrame) -> None:
    """Guards that the same command continues where it stopped, and that what is done is not played again."""
    with pytest.raises(Stop):
        stash(tmp_path / "x", progress=stop_at(6))
    half = lab.open(tmp_path / "x")
    assert (half.done, half.is_complete) == (6, False)
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "x" / "games").iterdir()}
    data = stash(tmp_path / "x")
    assert data.is_complete
    assert rows(data).equals(undisturbed)
    assert all(path.stat().st_mtime_ns == time for path, time in written.items())
    before = read_manifest(tmp_path / "x")
    assert rows(stash(tmp_path / "x")).equals(undisturbed)
    assert read_manifest(tmp_path / "x") == before


@pytest.mark.parametrize("cut", [1, 40, -1], ids=["a byte", "half a line", "a whole line"])
def test_a_manifest_that_was_not_written_whole_costs_a_batch(
    tmp_path: Path, undisturbed: pl.DataFrame, cut: int
) -> None:
    """Guards a crash between the files of a batch and its line: they lie there, do not count, and are replaced."""
    stash(tmp_path / "x")
    manifest = tmp_path / "x" / MANIFEST
    lines = manifest.read_bytes().splitlines(keepends=True)
    cut = len(lines[-1]) if cut < 0 else cut
    manifest.write_bytes(manifest.read_bytes()[:-cut])
    assert lab.open(tmp_path / "x").done == 18
    assert rows(stash(tmp_path / "x")).equals(undisturbed)
    assert len(read_manifest(tmp_path / "x")) == len(lines)


@pytest.mark.parametrize("table", ["games", "throws"])
def test_a_missing_file_is_made_again(tmp_path: Path, undisturbed: pl.DataFrame, table: str) -> None:
    """Guards a batch that the manifest lists and the disk lost: it is told, and the same command plays it again, once."""
    data = stash(tmp_path / "x", record=["throws"])
    throws = data.throws.collect()
    (tmp_path / "x" / table / "000-000002.parquet").unlink()
    with pytest.raises(SandtableError, match=r"000-000002\.parquet is missing"):
        getattr(lab.open(tmp_path / "x"), table)
    again = stash(tmp_path / "x", record=["throws"])
    assert rows(again).equals(undisturbed)
    assert again.throws.collect().equals(throws)
    assert sorted(line.batch for line in read_manifest(tmp_path / "x")) == list(range(7))


def test_what_was_staged_and_never_committed_is_dropped(tmp_path: Path, undisturbed: pl.DataFrame) -> None:
    """Guards against files of a lost worker: they never count, and they are cleared away."""
    stash(tmp_path / "x")
    left = tmp_path / "x" / "staging" / "000-000000-dead"
    left.mkdir(parents=True)
    (left / "games.parquet").write_bytes((tmp_path / "x/games/000-000000.parquet").read_bytes())
    assert rows(stash(tmp_path / "x")).equals(undisturbed)
    assert not left.exists()


def test_a_batch_that_comes_twice_counts_once(tmp_path: Path) -> None:
    """Guards exactly-once where a worker was only thought to be lost and both copies arrive."""
    data = stash(tmp_path / "x")
    (tmp_path / "x" / MANIFEST).unlink()
    with RunFolder(tmp_path / "x").opened() as folder:
        part = first_part(data)
        folder.commit(play_run_batch(part))
        folder.commit(play_run_batch(part))
        assert (folder.games, len(read_manifest(tmp_path / "x"))) == (3, 1)


@pytest.mark.parametrize("full", [6, 7], ids=["part", "manifest"])
def test_a_full_disk_stops_a_run_that_then_goes_on(
    tmp_path: Path, undisturbed: pl.DataFrame, monkeypatch: pytest.MonkeyPatch, full: int
) -> None:
    """Guards that a full disk is one sentence, that nothing half-written counts, and that the run goes on later."""
    calls, real = 0, os.fsync

    def fails(file: int) -> None:
        nonlocal calls
        calls += 1  # the plan first, then a part and the manifest in turn
        if calls == full:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(file)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fails)
        with pytest.raises(
            SandtableError, match=r"The disk is full\. 6 of 20 games are in .* continues from there"
        ):
            stash(tmp_path / "x")
    assert rows(stash(tmp_path / "x")).equals(undisturbed)


def test_what_the_system_refuses_to_write_is_told(tmp_path: Path, undisturbed: pl.DataFrame) -> None:
    """Guards the errors of the real system, whoever writes the file: Parquet files that are larger than the limit here."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, limits[1]))
    try:
        with pytest.raises(SandtableError, match=r"larger than the limit for files\. 0 of 20 games are in"):
            stash(tmp_path / "x")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert rows(stash(tmp_path / "x")).equals(undisturbed)


def test_a_killed_worker_costs_nothing(
    tmp_path: Path, undisturbed: pl.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guards local processes: one is killed in the middle of a game, and every game is there once, as if nothing was."""
    monkeypatch.setenv("MORTAL", str(tmp_path / "mark"))
    (tmp_path / "mark").touch()
    quiet = rows(stash(tmp_path / "quiet", bots=["mortal"]))
    (tmp_path / "mark").unlink()
    assert rows(stash(tmp_path / "killed", bots=["mortal"], jobs=2)).equals(quiet)
    assert (tmp_path / "mark").exists()


def test_another_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    """Guards that results of different settings never mix, and that the error says what differs."""
    stash(tmp_path / "x")
    changes: list[tuple[dict[str, Any], str]] = [
        ({"games": 21}, "games 20, not 21"),
        ({"seed": 6}, "seed 5, not 6"),
        ({"bots": ["search:2"]}, r"random\+random with {}, not search:2\+search:2"),
        ({"record": ["throws"]}, "record nothing, not throws"),
        ({"vary": {"bots": ["random", "house"]}}, "all, not bots=random, bots=house"),
    ]
    for change, told in changes:
        with pytest.raises(SandtableError, match=f"holds another run: {told}.*elsewhere"):
            stash(tmp_path / "x", **change)


def test_a_changed_pack_is_another_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards that a pack which was edited in between does not mix with what it was."""
    pack = tmp_path / "mine"
    pack.mkdir()
    (pack / "pack.json").write_text('{"game": "trials", "name": "mine", "title": "Mine"}')
    (pack / "trials.json").write_text(json.dumps([{"id": "t", "needs": 4}]))
    options = {"pack": str(pack), "trial": "t"}
    run("trials", tmp_path / "x", games=4, options=options)
    (pack / "trials.json").write_text(json.dumps([{"id": "t", "needs": 5}]))
    monkeypatch.setattr("sandtable.engine.packs.pack._read", {})  # as another process would read it
    with pytest.raises(SandtableError, match="another version of the pack 'mine'"):
        run("trials", tmp_path / "x", games=4, options=options)


def test_a_run_that_is_older_than_the_digest_of_its_pack_goes_on(tmp_path: Path) -> None:
    """The digest once covered the texts of a pack; the same data by the old digest is the same run, and compares as such."""
    first = stash(tmp_path / "x", games=4)
    pack = sandtable.find_game("stash").pack("default")
    plan = tmp_path / "x/run.json"
    older = plan.read_text(encoding="utf-8").replace(pack.digest, min(pack.earlier))
    assert older != plan.read_text(encoding="utf-8")
    plan.write_text(older, encoding="utf-8")
    again = stash(tmp_path / "x", games=4)
    assert again.plan.cells[0].pack_digest == min(pack.earlier)
    assert is_same_pack("stash", first.plan.cells[0], again.plan.cells[0])
    part = first_part(again)
    assert part.cell.pack_digest == min(pack.earlier)
    assert play_run_batch(part).failed == 0
    other = msgspec.structs.replace(again.plan.cells[0], pack_digest="?")
    assert not is_same_pack("stash", first.plan.cells[0], other)


def test_a_worker_with_other_rules_or_another_pack_plays_nothing(tmp_path: Path) -> None:
    """Guards a cluster whose machines were not installed alike: no game of other rules is ever counted."""
    data = stash(tmp_path / "x")
    part = first_part(data)
    other = msgspec.structs.replace
    changes = [
        (other(part, plan=other(part.plan, rules=99)), "the run was begun with version 99"),
        (other(part, cell=other(part.cell, pack_digest="?")), "another version"),
    ]
    for changed, told in changes:
        with pytest.raises(SandtableError, match=told):
            play_run_batch(changed)


def test_a_folder_is_run_by_one_process(tmp_path: Path) -> None:
    """Guards two terminals with the same command."""
    with RunFolder(tmp_path / "x").opened(), pytest.raises(SandtableError, match="by another process"):
        stash(tmp_path / "x")


def test_a_folder_that_was_replaced_is_left_alone(tmp_path: Path) -> None:
    """Guards a folder that somebody deleted while it was run, and began anew: two runs never write into one."""

    def replace(done: int, failed: int, total: int) -> None:
        if done:
            shutil.rmtree(tmp_path / "x")
            stash(tmp_path / "x", seed=6)

    with pytest.raises(SandtableError, match="was removed while it was being run"):
        stash(tmp_path / "x", progress=replace)
    data = stash(tmp_path / "x", seed=6)
    assert (data.done, len(rows(data))) == (20, 20)


def test_a_grid_plays_the_same_seeds_in_every_cell(tmp_path: Path) -> None:
    """Guards that cells can be compared game by game, and that each row says what it was."""
    data = run(
        "fuse",
        tmp_path / "x",
        games=5,
        options={"is_faulty": False},
        vary={"wires": ["1", "2"], "bots": ["random", "random+search:1"]},
    )
    assert [cell.name for cell in data.cells] == [
        "wires=1, bots=random",
        "wires=1, bots=random+search:1",
        "wires=2, bots=random",
        "wires=2, bots=random+search:1",
    ]
    found = data.games.collect()
    assert found.group_by("cell").len()["len"].to_list() == [5] * 4
    seeds = found.group_by("cell", maintain_order=True).agg("seed")["seed"].to_list()
    assert seeds == [seeds[0]] * 4
    wires = found.group_by("cell").agg(pl.col("decisions").unique()).sort("cell")["decisions"].to_list()
    assert wires == [[1], [1], [2], [2]]
    assert json.loads(found.filter(cell=3)["options"][0]) == {"is_faulty": False, "wires": "2"}
    assert found.filter(cell=3)["bots"][0].to_list() == ["random", "search:1"]


def test_cells_go_on_side_by_side(tmp_path: Path) -> None:
    """Guards that a grid which is stopped can be compared: cells with batches of other sizes have as many games."""
    data = run("stash", tmp_path / "x", games=20, vary={"bots": ["random", "search:1"]}, batch=5)
    first, second = data.cells
    cells = [msgspec.structs.replace(first, batch=2), second]
    batches = list(msgspec.structs.replace(data.plan, cells=cells).batches())
    done = [0, 0]
    for batch in batches:
        done[batch.cell] += batch.last - batch.first
        assert abs(done[0] - done[1]) <= 5
    assert done == [20, 20]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"vary": {"colour": ["a", "b"]}}, "no thing to vary 'colour'"),
        ({"vary": {"wires": ["1", "1"]}}, "several different values"),
        ({"record": ["dice"]}, "no record 'dice'"),
        ({"games": 0}, "games of at least 1"),
        ({"jobs": 0}, "jobs of at least 1"),
        ({"bots": ["genius"]}, "no bot 'genius'"),
        ({"bots": [make_bot("random")]}, "a run is continued by name"),
        ({"cluster": "local:0"}, "is not a cluster"),
        ({"cluster": "nearby"}, "is not a cluster"),
    ],
)
def test_mistakes_are_told_before_the_first_game(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    """Guards that a wrong argument costs nothing: no folder holds half a run."""
    with pytest.raises((SandtableError, NotFound), match=told):
        run("fuse", tmp_path / "x", **{"games": 2, **change})
    assert not (tmp_path / "x" / "run.json").exists()


def test_records_of_a_game_whose_numbers_are_known(tmp_path: Path) -> None:
    """Guards turns, decisions and throws: three wires, a spark after each, dice that should show 3.5."""
    data = run(
        "fuse",
        tmp_path / "x",
        games=40,
        options={"is_faulty": False},
        record=["throws", "turns", "decisions"],
    )
    decisions = data.decisions.collect()
    assert decisions.group_by("game").len()["len"].to_list() == [3] * 40
    assert set(decisions["topic"]) == {"wire"}
    assert decisions["options"].to_list() == [["red", "blue"]] * 120
    assert set(decisions["answer"]) == {"red", "blue"}
    assert set(decisions["seat"]) == {"ann"}
    throws = data.throws.collect()
    assert set(throws["topic"]) == {"spark"}
    assert throws["expected"].to_list() == [pytest.approx(3.5)] * 120
    assert throws["deviation"].to_list() == [pytest.approx(1.70782513)] * 120
    assert [json.loads(raw) for raw in throws["raw"]] == [[int(value)] for value in throws["value"]]
    turns = data.turns.collect()
    assert turns.filter(game=0)["turn"].to_list() == [0, 1, 2, 3]
    assert turns.filter(game=0)["is_over"].to_list() == [False, False, False, True]
    names = data.names.collect()
    assert dict(zip(names["key"], names["label"], strict=True)) == {
        "red": "The red one",
        "blue": "The blue one",
    }


def test_a_plan_and_its_fields_are_the_same_run(tmp_path: Path, undisturbed: pl.DataFrame) -> None:
    """Guards that `run` and `simulate` take a `RunPlan` as they take a name with its fields, and that fields replace its own."""
    plan = lab.RunPlan("stash", games=3, seed=5)
    assert rows(run(plan, tmp_path / "x", games=20, batch=3)).equals(undisturbed)
    assert rows(run("stash", tmp_path / "x", games=20, seed=5)).equals(undisturbed)
    assert [result.seed for result in simulate(plan)] == undisturbed["seed"].to_list()[:3]
    assert {*RunFields.__annotations__} == {*lab.RunPlan.__struct_fields__} - {"game"}
    with pytest.raises(SandtableError, match="use `run` with vary= and record="):
        simulate(lab.RunPlan("stash", 1, record=["turns"]))


def test_recording_changes_no_game(tmp_path: Path, undisturbed: pl.DataFrame) -> None:
    """Guards that games are the same whoever watches."""
    data = stash(tmp_path / "x", record=["turns", "decisions", "throws"])
    assert rows(data).equals(undisturbed)
    assert len(data.decisions.collect()) == undisturbed["decisions"].sum()


def test_rows_of_games_that_fail_are_left_out(tmp_path: Path) -> None:
    """Guards that the tables hold whole games; a game that failed has its row and its journal."""
    data = run("fuse", tmp_path / "x", games=40, seed=1, record=["decisions"])
    found = data.games.collect()
    failed = found.filter(pl.col("error").is_not_null())
    assert 0 < len(failed) == data.failed < 40
    assert set(failed["error"]) == {"ValueError: The fuse burns."}
    assert set(data.decisions.collect()["game"]) == set(found.filter(pl.col("error").is_null())["game"])
    for journal in failed["journal"]:
        with pytest.raises(sandtable.Diverged, match="The fuse burns"):
            sandtable.load(data.path / journal)


def test_files_have_the_documented_columns(tmp_path: Path) -> None:
    """Guards the schema: what is written is what `schema` says, in every table."""
    data = stash(tmp_path / "x", record=["turns", "decisions", "throws"])
    for table, columns in schema.TABLES.items():
        assert dict(getattr(data, table).collect_schema()) == columns, table


def test_seats_are_one_row_each(tmp_path: Path) -> None:
    """Guards the table that reports are made of."""
    data = stash(tmp_path / "x", bots=["random", "search:1"], rotate=True)
    seats = data.seats.collect()
    assert seats.filter(game=1).select("place", "seat", "bot").rows() == [
        (1, "ann", "search:1"),
        (2, "bob", "random"),
    ]
    wins = simulate("stash", games=20, seed=5, bots=["random", "search:1"], rotate=True).report().wins
    assert dict(seats.group_by("seat").agg(pl.col("won").sum()).iter_rows()) == wins


def test_a_folder_without_a_run_is_told(tmp_path: Path) -> None:
    """Guards `open` on something else, on another version, and on a table that was not recorded."""
    with pytest.raises(SandtableError, match="holds no run"):
        lab.open(tmp_path)
    data = stash(tmp_path / "x")
    with pytest.raises(SandtableError, match=r"has no throws: .* --record throws"):
        data.throws.collect()
    plan = tmp_path / "x" / "run.json"
    plan.write_text(plan.read_text().replace('"schema": 1', '"schema": 99, "a later field": 1'))
    with pytest.raises(SandtableError, match="version 99 of the schema"):
        lab.open(tmp_path / "x")


def test_playing_needs_none_of_it() -> None:
    """Guards that the game, the command, the server and `simulate` work without the extra: nothing of it is imported."""
    code = (
        "import sys\n"
        "import sandtable, sandtable.cli, sandtable.lab, sandtable.server\n"
        "list(sandtable.lab.simulate('surface-combat', games=1))\n"
        "print(sorted({'polars', 'distributed', 'dask', 'altair', 'vl_convert', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_without_the_extra_the_lab_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards the error of an installation without the extra."""
    for name in [name for name in sys.modules if name.startswith(("polars", "sandtable.lab.data"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(
        SandtableError, match=r"needs the package 'polars': pip install 'sandtable-wargames\[lab\]'"
    ):
        lab.open("x")
