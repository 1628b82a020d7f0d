"""What runs mean: reports, comparisons and ladders, on games whose truth is known."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from sandtable import SandtableError
from sandtable.games import find_game
from sandtable.lab import RunData, compare, findings, ladder, run, write_report
from sandtable.lab.meaning.findings import _endings
from sandtable.lab.meaning.page import html_of
from sandtable.lab.meaning.plots import plots_of
from sandtable.lab.meaning.ratings import rate
from sandtable.lab.meaning.time import _decided


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_GAMES", "benchmarks.games,tests.lab.small_games,tests.lab.trials")
    monkeypatch.setenv("SANDTABLE_BOTS", "tests.lab.players")


@pytest.fixture(scope="module")
def fuse(tmp_path_factory: pytest.TempPathFactory) -> RunData:
    """Ann wins if she cuts a red wire; a spark is a die that changes nothing; half of the wires she cuts are red."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SANDTABLE_GAMES", "tests.lab.small_games")
        return run(
            "watched-fuse",
            tmp_path_factory.mktemp("fuse") / "x",
            games=400,
            options={"is_faulty": False},
            record=["turns", "decisions", "throws"],
        )


# report


def test_findings_of_a_game_whose_truth_is_known(fuse: RunData) -> None:
    """Guards win shares, lengths, endings, use, luck and what was never used."""
    (cell,) = findings(fuse).cells
    ann, bob = cell.seats
    assert (ann.label, bob.label, bob.wins) == ("Ann", "Bob", 0)
    assert ann.share.low < 7 / 8 < ann.share.high
    assert cell.draws == 400 - ann.wins
    assert (cell.decisions.mean, cell.turns.mean) == (3, 3)
    assert sum(bar.games for bar in cell.decisions.bars) == 400
    red = next(each for each in cell.use if each.key == "red")
    assert (red.offered, red.users) == (1200, ann.wins)
    assert 0.4 < red.taken / red.offered < 0.6
    assert red.wins.low > 0.9  # who cuts a red wire has won, who does not has not
    (spark,) = cell.luck
    assert (spark.topic, spark.throws, spark.expected) == ("spark", 1200, pytest.approx(3.5))
    assert abs(spark.off) < 3
    assert spark.wins is not None
    assert spark.wins.low < 0 < spark.wins.high  # it decides nothing
    assert cell.unused is not None
    assert cell.unused.answers == []


def test_what_was_never_used_is_found(tmp_path: Path) -> None:
    """Guards the list of what nobody chose: a bot that always takes the first option never cuts the blue wire."""
    options = {"is_faulty": False}
    data = run("fuse", tmp_path / "x", games=3, bots=["first"], options=options, record=["decisions"])
    (cell,) = findings(data).cells
    assert cell.unused is not None
    assert cell.unused.answers == ["wire: The blue one"]
    assert {"breath", "now"} <= set(cell.unused.topics)  # they have one answer or none


def test_the_course_of_games_whose_truth_is_known(fuse: RunData) -> None:
    """Guards worth and columns over time, and when games are decided: when the first red wire is cut, and not before."""
    (cell,) = findings(fuse).cells
    course = cell.course
    assert course is not None
    assert [(point.at, point.value) for point in course.columns if point.name == "wires_left"] == [
        (0.0, 3.0),
        (0.35, 2.0),
        (0.65, 1.0),
        (1.0, 0.0),
    ]
    ann = {point.at: point.value for point in course.worth if point.name == "ann"}
    assert ann[0.0] == pytest.approx(0.4)
    assert 0.6 < ann[0.35] < 0.7 < ann[0.65] < 0.85
    decided = {point.at: point.value for point in course.decided}
    assert decided[0.0] == pytest.approx(
        4 / 7, abs=0.08
    )  # half of all games, of the seven eighths that Ann wins
    assert decided[0.65] == 1.0
    assert course.decided_at == 0.0


def test_the_first_seat_is_looked_at(tmp_path: Path) -> None:
    """Guards places: the first seat's share against a count by hand."""
    data = run("connect-four", tmp_path / "x", games=400)
    (cell,) = findings(data).cells
    assert cell.places[0].wins == data.games.collect()["winners"].list.contains("red").sum()
    assert cell.draws > 0
    assert cell.even == pytest.approx((400 - cell.draws) / 800)  # of the games that somebody won


def test_nobody_leads_in_a_tie() -> None:
    """Guards that a game is not decided while two seats are worth the same, whichever of them sits first."""
    turns = pl.LazyFrame(
        {
            "game": [0, 0, 0],
            "seats": [["ann", "bob"]] * 3,
            "winners": [["ann"]] * 3,
            "evaluation": [[0.5, 0.5], [0.5, 0.5], [0.7, 0.3]],
            "is_over": [False] * 3,
            "stretch": [0, 10, 20],
        }
    )
    assert [point.value for point in _decided(turns)] == [0.0] * 10 + [1.0] * 11


@pytest.fixture(scope="module")
def missions(tmp_path_factory: pytest.TempPathFactory) -> RunData:
    """A few Missions of random play, and the same seeds played by the house bot."""
    vary = {"bots": ["random", "house"]}
    return run("surface-combat", tmp_path_factory.mktemp("m") / "x", games=6, vary=vary, record=["decisions"])


def test_things_have_the_names_of_the_game(missions: RunData) -> None:
    """Guards that a report speaks of what players know, not of ids."""
    things = {(each.group, each.key): each.label for cell in findings(missions).cells for each in cell.things}
    names = {each.id: each.label for each in find_game("surface-combat").pack("default")["cadres"]}
    shown = {key: label for (kind, key), label in things.items() if kind == "unit" and key in names}
    assert shown
    assert shown.items() <= names.items()


def test_headings_and_distances_are_not_things(tmp_path: Path) -> None:
    """Guards that a report lists what a game has: cards and units, not every direction in which a unit can be turned."""
    battle = run("mars-or-die", tmp_path / "x", games=1, record=["decisions"])
    named = {thing["kind"] for things in battle.names.collect()["things"] for thing in things}
    assert "heading" in named
    (cell,) = findings(battle).cells
    groups = {each.group for each in cell.things}
    assert "unit" in groups
    assert groups.isdisjoint({"heading", "distance", "coordinate"})


def test_what_one_combination_never_offered_is_not_unused_there(missions: RunData) -> None:
    """Guards that answers of one cell do not appear as never given in another that never offered them."""
    labels = {(topic, key): label for topic, key, label in missions.names.select("topic", "key", "label").collect().iter_rows()}  # fmt: skip
    offers = (
        missions.decisions.explode("options").select("cell", "topic", "options").unique().collect().rows()
    )
    by_cell = [{f"{t}: {labels[t, key]}" for c, t, key in offers if c == cell} for cell in (0, 1)]
    assert by_cell[0] != by_cell[1]
    for cell, offered in zip(findings(missions).cells, by_cell, strict=True):
        assert cell.unused is not None
        assert set(cell.unused.answers) <= offered


def test_endings_that_differ_in_a_number_are_one() -> None:
    """Guards the list of endings: a margin of 1 and one of 12 are the same reason, and a lone number stays."""
    ended = pl.LazyFrame({"reason": ["By 1.", "By -12.", "By 1.", "After 200 rounds."]})
    assert [(each.reason, each.games) for each in _endings(ended, 4)] == [
        ("By N.", 3),
        ("After 200 rounds.", 1),
    ]


class Offline(HTMLParser):
    """Collects what a page would fetch or run."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "link", "iframe", "img", "object", "embed"):
            self.fetched.append(tag)
        self.fetched += [f"{name}={value}" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_report_is_one_page_that_works_offline(fuse: RunData, tmp_path: Path) -> None:
    """Guards that the page fetches nothing and runs nothing, has its plots inside, and says what was found."""
    page = write_report(fuse, tmp_path / "r.html", pictures=tmp_path / "png").read_text()
    reader = Offline()
    reader.feed(page)
    assert reader.fetched == []
    assert "url(" not in page
    (found,) = findings(fuse).cells
    plots = plots_of(findings(fuse), found)
    assert page.count("<svg") == len(plots) >= 5
    said = " ".join(reader.texts)
    assert "Ann wins" in said
    assert said.count("Players who answer “The red one” (wire) win") == 1
    assert "The first seat (Ann) wins" in said
    pictures = sorted((tmp_path / "png").iterdir())
    assert [picture.name for picture in pictures] == sorted(f"000-{name}.png" for name in plots)
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)


def test_a_report_of_little_is_a_report(tmp_path: Path) -> None:
    """Guards runs without records, with failures only, with one seat, and with several cells."""
    alone = write_report(run("tests.lab.small_games:ALONE", tmp_path / "a", games=3))
    assert "Me wins" in alone.read_text()
    failed = run("fuse", tmp_path / "b", games=3, at_most=1)
    assert "was not over after 1 decisions" in write_report(failed).read_text()
    grid = run("stash", tmp_path / "c", games=4, vary={"bots": ["random", "search:1"]})
    assert re.findall("<h2>(.*?)</h2>", write_report(grid).read_text()) == ["bots=random", "bots=search:1"]


# compare


def trials(out: Path, *, needs: int = 4, seed: int = 0, games: int = 300, **more: Any) -> RunData:
    """Who is bold wins with `needs` or more: the house is always bold."""
    pack = out.parent / f"needs-{needs}"
    if not pack.exists():
        pack.mkdir(parents=True)
        (pack / "pack.json").write_text(json.dumps({"game": "trials", "name": pack.name, "title": "T"}))
        (pack / "trials.json").write_text(json.dumps([{"id": "t", "needs": needs}]))
    options = {"pack": str(pack), "trial": "t"}
    return run("trials", out, games=games, seed=seed, options=options, batch=games, **more)


def test_a_planted_change_is_found(tmp_path: Path) -> None:
    """Guards that a change of the odds by a sixth is found, with its size and in a sentence."""
    first = trials(tmp_path / "a", needs=4, bots=["house"], record=["decisions"])
    second = trials(tmp_path / "b", needs=5, bots=["house"], record=["decisions"])
    found = compare(first, second)
    wins = found.findings[0]
    assert (wins.kind, wins.what, wins.differs) == ("wins", "s0", True)
    assert wins.difference.low < -1 / 6 < wins.difference.high < 0
    assert re.match(r"Pack needs-5: Seat 0 wins 1\d\.\d ± \d\.\d points less often", found.sentence)
    assert found.paired == 300


def test_pairs_of_the_same_seed_tell_more(tmp_path: Path) -> None:
    """Guards pairing: the same dice in both runs leave only what the change did."""
    first, second = trials(tmp_path / "a", needs=4), trials(tmp_path / "b", needs=5)
    apart = trials(tmp_path / "c", needs=5, seed=1)
    paired, unpaired = compare(first, second), compare(first, apart)
    assert (paired.paired, unpaired.paired) == (300, 0)
    assert paired.findings[0].difference.reach < unpaired.findings[0].difference.reach


def test_nothing_is_found_where_there_is_nothing(tmp_path: Path) -> None:
    """Guards against false alarms: of 20 pairs of runs that differ in their seeds alone, at most one shows a difference."""
    runs = [trials(tmp_path / str(seed), seed=seed, record=["decisions"]) for seed in range(21)]
    alarms = [compare(runs[i], runs[i + 1]).differing for i in range(20)]
    assert sum(bool(alarm) for alarm in alarms) <= 1


def test_a_run_does_not_differ_from_itself(tmp_path: Path) -> None:
    """Guards that identical games differ in nothing at all."""
    first = trials(tmp_path / "a")
    found = compare(first, first)
    assert found.sentence == "The second run: nothing differs beyond chance."
    assert all(each.difference.value == 0 for each in found.findings)


def test_cells_of_a_grid_are_compared(tmp_path: Path) -> None:
    """Guards `runs/x#1`: two combinations of one run, and the error if none was named."""
    grid = run("fuse", tmp_path / "x", games=200, options={"is_faulty": False}, vary={"wires": ["1", "3"]})
    with pytest.raises(
        SandtableError, match=r"has 2 cells; say which, as in .*#1: 0 is wires=1, 1 is wires=3"
    ):
        compare(grid, grid)
    found = compare(grid, grid, cells=(0, 1))
    assert found.changes == ["wires 3"]
    assert found.sentence.startswith("Wires 3: Ann wins 3")
    assert "games are 2.0 ± 0.0 decisions longer" in found.sentence
    with pytest.raises(SandtableError, match="no cell 2"):
        compare(grid, grid, cells=(0, 2))
    with pytest.raises(SandtableError, match="has 2 cells; say which"):
        compare(grid, grid, cells=(None, 1))


def test_a_handful_of_games_is_not_compared(tmp_path: Path) -> None:
    """Guards that two games which went alike are not called a difference without any doubt."""
    first, second = trials(tmp_path / "a", games=29), trials(tmp_path / "b", games=29, needs=5)
    with pytest.raises(SandtableError, match=r"a has 29 games that ended\. At least 30 are needed"):
        compare(first, second)


def test_runs_of_different_games_are_not_compared(tmp_path: Path) -> None:
    """Guards the error."""
    with pytest.raises(SandtableError, match="compare two of a game"):
        compare(run("stash", tmp_path / "a", games=2), run("connect-four", tmp_path / "b", games=2))


# ladder


def test_ratings_agree_with_the_odds() -> None:
    """Guards Bradley and Terry's model: three wins to one are 191 points, less what the prior takes."""
    found = rate(["a", "b"], {(("a", "b"), (1.0, 0.0)): 7500, (("b", "a"), (1.0, 0.0)): 2500})
    a, b = found.players
    assert (a.player, b.player) == ("a", "b")
    assert a.rating - b.rating == pytest.approx(190.85, abs=0.5)
    # The rating of each is half of the difference, whose standard error is that of the log-odds of 10,000 games.
    assert (a.high - a.low) / 2 == pytest.approx(
        1.96 * 173.72 * (1 / (10_000 * 0.75 * 0.25)) ** 0.5 / 2, rel=0.01
    )


def test_ratings_of_games_of_many_seats() -> None:
    """Guards games of four: who always comes first is first, and equal players are not told apart."""
    games: dict[tuple[tuple[str, ...], tuple[float, ...]], int] = {
        (("a", "b", "c", "b"), (1.0, 0.0, 0.0, 0.0)): 30,
        (("b", "c", "a", "c"), (0.0, 0.0, 1.0, 0.0)): 30,
    }
    found = rate(["c", "b", "a"], games)
    assert found.players[0].player == "a"
    assert found.players[1].rating == pytest.approx(found.players[2].rating, abs=1)
    assert found.apart[1] < 1 < 3 < found.apart[0]


def test_a_ladder_finds_the_order_and_stops(tmp_path: Path) -> None:
    """Guards that bots of known strength come out in order, in fewer rounds than there could be, and that it goes on."""

    class Stop(Exception):
        pass

    def stop(now: object) -> None:
        raise Stop

    def go_on(**more: Any) -> Any:
        return ladder(
            "fuse", tmp_path / "x", bots=["first", "blue"], options={"is_faulty": False}, most=9, **more
        )

    with pytest.raises(Stop):
        go_on(progress=stop)
    before = (tmp_path / "x/round-000/games/000-000000.parquet").stat().st_mtime_ns
    found = go_on()
    assert (tmp_path / "x/round-000/games/000-000000.parquet").stat().st_mtime_ns == before
    assert [rung.rating.player for rung in found.rungs] == ["first", "blue"]
    assert found.is_clear
    assert found.rounds < 9
    assert found.games == found.rounds * 10


def test_a_ladder_of_a_game_of_one_seat(tmp_path: Path) -> None:
    """Guards solitaire games: all bots play the same games, and who scores more has won."""
    found = ladder("tests.lab.small_games:ALONE", tmp_path / "x", bots=["blue", "first"], most=9)
    assert [rung.rating.player for rung in found.rungs] == ["first", "blue"]
    assert found.is_clear
    assert [(rung.wins, rung.games) for rung in found.rungs] == [
        (5 * found.rounds,) * 2,
        (0, 5 * found.rounds),
    ]


def test_bots_that_are_equal_stay_unclear(tmp_path: Path) -> None:
    """Guards that a ladder does not tell equal bots apart."""
    found = ladder("connect-four", tmp_path / "x", bots=["random", "house"], most=3)
    assert not found.is_clear
    assert found.rounds == 3


@pytest.mark.parametrize(
    ("bots", "told"), [(["random"], "at least two"), (["random", "random"], "at least two")]
)
def test_a_ladder_needs_two_bots(tmp_path: Path, bots: list[str], told: str) -> None:
    """Guards the error."""
    with pytest.raises(SandtableError, match=told):
        ladder("stash", tmp_path / "x", bots=bots)


def test_a_game_that_plays_itself_has_a_course(tmp_path: Path) -> None:
    """Guards that turns nobody is asked in are recorded, and that the report says who plays and asks for no decisions."""
    seats = ["marsgov", "corporations", "red_dust", "reclaimers"]
    record = ["turns", "decisions"]
    data = run("red-dust", tmp_path / "x", games=2, options={"nonplayers": seats}, record=record)
    turns = data.turns.collect()
    for game, last in data.games.select("game", "turns").collect().iter_rows():
        its = turns.filter(game=game)
        assert its["turn"].to_list() == [*range(last + 1), last]  # it ends inside its last turn
        assert its["is_over"].to_list() == [False] * (last + 1) + [True]
    found = findings(data)
    assert found.cells[0].bots == ("non-player",) * 4
    page = html_of(found)
    assert "nobody is asked anything" in page
    assert "never asked" not in page
    assert "Turns</h3>" in page
    assert "How long games are" not in page
