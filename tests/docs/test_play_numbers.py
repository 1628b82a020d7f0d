"""Points, prices, counts and shares on the pages for players are those of the packs, of the rules or of a named command."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine import decode_options
from sandtable.games import BUILT_IN, find_game
from sandtable.games.free_mars.common.rules.campaign import FOR_A_MISSION, FOR_THE_CAMPAIGN
from sandtable.games.free_mars.space.rules.set_up import DIALS as SPACE_DIALS
from sandtable.games.free_mars.surface.rules.set_up import DIALS as SURFACE_DIALS
from sandtable.games.red_dust.printed.map import FLASHPOINT, MARS_GOV, RED_DUST
from sandtable.games.red_dust.rules.event_round import PASS_RESOURCES
from sandtable.games.red_dust.rules.pacify_and_agitate import SHIFT_COST
from sandtable.games.red_dust.rules.resources import USUAL_PRICE

from .pages import DOCS, text_of

GAMES = Path(sandtable.__file__).parent / "games"
WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
#: How the opposition is called in a list of counters, where that is not the first word of its label.
CALLED = {"Counter-NET Agent": "Agent", "Assault Team": "Assault Team"}


def pack(game: str, file: str) -> dict[str, Any]:
    """A file of a game's default pack, as it is printed."""
    path = GAMES / game / "printed/packs/default" / f"{file}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def by_id(game: str, file: str, kind: str) -> dict[str, Any]:
    return {it["id"]: it for it in pack(game, file)[kind]}


SURFACE, SPACE = "free_mars/surface", "free_mars/space"
surface, space = pack(SURFACE, "scenario"), pack(SPACE, "scenario")
MISSIONS, RAIDS = by_id(SURFACE, "missions", "mission"), by_id(SPACE, "missions", "mission")
OUTCOMES = {
    it["id"]: it for action in pack(SURFACE, "actions")["action"] for it in action.get("outcomes", ())
}
SHEET = pack("rogue_trooper", "sheet")
BATTLES = by_id("mars_or_die", "scenarios", "scenario")


def points_of(effects: list[dict[str, Any]]) -> int:
    return int(next(it["n"] for it in effects if it["do"] == "points"))


def counters() -> str:
    """The opposition of Surface Combat: "2 Patrols 1/1"."""
    told = []
    for unit in pack(SURFACE, "opfor")["opfor"]:
        name = CALLED.get(unit["label"], unit["label"])
        many = f"{name}s" if unit["count"] > 1 and not name.endswith("s") else name
        told.append(f"{unit['count']} {many} {unit['front']['combat']}/{unit['crashed']['combat']}")
    return ", ".join(told)


def won_or_lost() -> str:
    """The Ops cards of Surface Combat that say Win/Lose."""
    cards = [card["title"] for card in pack(SURFACE, "ops")["op"] if "'win_lose'" in repr(card)]
    return f"{', '.join(cards[:-1])} and {cards[-1]}"


def generals(scenario: str, side: str) -> int:
    return int(next(it for it in BATTLES[scenario]["side"] if it["id"] == side)["generals"])


def counted(scenario: str, side: str, *kinds: tuple[str, ...]) -> tuple[str, ...]:
    """How many units of each group of types a side has, in words; it has no others, and as many of each type of a group."""
    units = next(it for it in BATTLES[scenario]["side"] if it["id"] == side)["units"]
    many = {it["type"]: it.get("count", 1) for it in units}
    assert sorted(many) == sorted(it for group in kinds for it in group)
    return tuple(" or ".join(sorted({WORDS[many[it]] for it in group})) for group in kinds)


def breaks(scenario: str, side: str) -> int:
    """Below how many percent of its strength a side breaks, which is how the other one wins."""
    other = next(it for it in BATTLES[scenario]["side"] if it["id"] != side)
    return int(next(it["under"] for it in other["wins"] if it["when"] == "break"))


def start(key: str) -> Any:
    return sandtable.new(key, seed=1).view(None)


def minutes(key: str, scenario: str) -> int:
    return next(it.minutes for it in find_game(key).scenarios if it.id == scenario)


def default(option: str) -> Any:
    return getattr(decode_options(find_game("rogue-trooper"), {}), option)


#: A page, what it says, and what that must be. Every group is a number, or what is made of numbers.
CLAIMS: list[tuple[str, str, Callable[[], tuple[Any, ...]]]] = [
    (
        "surface-combat",
        r"A Mission takes about (\d+) minutes, a campaign about (\d+)",
        lambda: (minutes("surface-combat", "mission"), minutes("surface-combat", "campaign")),
    ),
    (
        "surface-combat",
        r"=easy` gives (\d+) more Team Points to begin with; `hard` takes (\d+) Team Point away, and (\d+) Ops card",
        lambda: (SURFACE_DIALS["easy"].points, -SURFACE_DIALS["hard"].points, -SURFACE_DIALS["hard"].ops),
    ),
    (
        "surface-combat",
        r"scores (\d+) points for each Mission won, 1 for each Ops card left in it, and (\d+) more if all are won",
        lambda: (FOR_A_MISSION, FOR_THE_CAMPAIGN),
    ),
    ("surface-combat", r"one of (\w+) Missions, picked", lambda: (WORDS[len(MISSIONS)],)),
    ("surface-combat", r"There are (\w+) Ops cards\.", lambda: (WORDS[surface["ops"]],)),
    (
        "surface-combat",
        r"A Rail Carbine costs (\d+) TP and fires like (\w+) Cadres",
        lambda: (surface["cost"]["gear"], WORDS[by_id(SURFACE, "gear", "gear")["g1"]["a"]["combat"]]),
    ),
    ("surface-combat", r"Team Points at the start \| 9 \| (\d+) \|", lambda: (surface["points"],)),
    ("surface-combat", r"Ops cards at the start \| 8 \| (\d+) \|", lambda: (surface["ops"],)),
    (
        "surface-combat",
        r"for a battle won or lost \| on every card with a battle \| on (.+?) \|",
        lambda: (won_or_lost(),),
    ),
    (
        "surface-combat",
        r"Settlement: Tactical Edge \| Team \+1 \| OPFOR \+(\d) \|",
        lambda: (by_id(SURFACE, "terrains", "terrain")["settlement"]["opfor_edge"],),
    ),
    (
        "surface-combat",
        r"Recruit: TP for a Positive \| 2 \| (\d), once in a Mission \|",
        lambda: (points_of(OUTCOMES["recruit_tp"]["effects"]),),
    ),
    ("surface-combat", r"OPFOR counters .*? \| .*? \| (.*?) \|", lambda: (counters(),)),
    (
        "surface-combat",
        r"Seize the Airwaves \| .*? \| the Counter-NET Agent among them; they add (\d) to",
        lambda: (MISSIONS["airwaves"]["edge"],),
    ),
    (
        "surface-combat",
        r"Skyhook \| .*? \| plus (\d), the Gunship among them; they add (\d) to",
        lambda: (MISSIONS["skyhook"]["plus"], MISSIONS["skyhook"]["edge"]),
    ),
    ("surface-combat", r"General Rising \| .*? \| plus (\d);", lambda: (MISSIONS["rising"]["plus"],)),
    (
        "surface-combat",
        r"after a loss, without a Cadre \| 3, 5, 9 \| (\d+), (\d+), (\d+) \|",
        lambda: tuple(surface["grant"][name] for name in ("won", "lost", "no_cadre")),
    ),
    (
        "space-combat",
        r"A Mission takes about (\d+) minutes,\s+a campaign about (\d+)",
        lambda: (minutes("space-combat", "mission"), minutes("space-combat", "campaign")),
    ),
    ("space-combat", r"face down, with (\d+) AP;", lambda: (space["assembly_points"],)),
    ("space-combat", r"Grand Slam alone, with (\d+) AP", lambda: (space["assembly_points_final"],)),
    (
        "space-combat",
        r"=easy` gives (\d+) more Assembly Points to begin with; `hard` takes (\d+) away",
        lambda: (SPACE_DIALS["easy"].points, -SPACE_DIALS["hard"].points),
    ),
    (
        "space-combat",
        r"scores (\d+) points for each Mission won, 1 for each Ops card left in it, and (\d+) more if all are won",
        lambda: (FOR_A_MISSION, FOR_THE_CAMPAIGN),
    ),
    ("space-combat", r"There are (\w+) Ops cards\.", lambda: (WORDS[space["ops"]],)),
    ("space-combat", r"The Missions need\s+NET (\d)", lambda: tuple({it["net"] for it in RAIDS.values()})),
    (
        "space-combat",
        r"changed after simulations like these: (\d+) AP instead of 13",
        lambda: (space["assembly_points"],),
    ),
    (
        "space-combat",
        r"NET (\d)\s+instead of 2 for Sweep the Rings",
        lambda: (RAIDS["sweep_the_rings"]["net"],),
    ),
    (
        "space-combat",
        r"the NET Level plus (\d) enemies instead of plus 2 for Grand Slam",
        lambda: (RAIDS["grand_slam"]["opfor"],),
    ),
    (
        "space-combat",
        r"(\d+) AP instead of 5 for each new Mission of a campaign and (\d+)\s+instead of 10",
        lambda: (space["grant"], space["grant_without_ships"]),
    ),
    (
        "space-combat",
        r"Defectors brings (\d+) AP\s+instead of 2",
        lambda: (points_of(by_id(SPACE, "ops", "ops")["defectors"]["effects"]),),
    ),
    ("red-dust", r"\*\*MarsGov\*\* governs .* \| (\d+) \|", lambda: (start("red-dust").thresholds[0],)),
    ("red-dust", r"\*\*Corporations\*\* are here .* \| (\d+) \|", lambda: (start("red-dust").thresholds[1],)),
    ("red-dust", r"\*\*Red Dust\*\* wants .* \| (\d+) \|", lambda: (start("red-dust").thresholds[2],)),
    (
        "red-dust",
        r"gets something: MarsGov (\d+) Resources, Red Dust (\d+),",
        lambda: (PASS_RESOURCES[MARS_GOV], PASS_RESOURCES[RED_DUST]),
    ),
    ("red-dust", r"At (\d) there is a Flashpoint Round", lambda: (FLASHPOINT,)),
    ("red-dust", r"\*\*MarsGov\*\* pays (\d+) Resources for each space", lambda: (USUAL_PRICE[MARS_GOV],)),
    ("red-dust", r"\*\*Red Dust\*\* pays (\d+) Resource for each space", lambda: (USUAL_PRICE[RED_DUST],)),
    ("red-dust", r"pay (\d+) for a shift towards Support", lambda: (SHIFT_COST[MARS_GOV],)),
    (
        "red-dust-nonplayers",
        r"\| Red Dust \| (\d+) \| Coordinate .* \| (\d+) \|",
        lambda: (start("red-dust").totals[2], start("red-dust").thresholds[2] + 1),
    ),
    (
        "red-dust-nonplayers",
        r"\| MarsGov \| (\d+) \| Train .* \| (\d+) \|",
        lambda: (start("red-dust").totals[0], start("red-dust").thresholds[0] + 1),
    ),
    ("rogue-trooper", r"\| `players` \| 2 to 6 \| (\d) \|", lambda: (default("players"),)),
    ("rogue-trooper", r"\| `rounds` \| .* \| (\d+) \|", lambda: (default("rounds"),)),
    ("rogue-trooper", r"your hand is filled up to (\w+)\.", lambda: (WORDS[SHEET["rogue_hand"]],)),
    ("rogue-trooper", r"up to (\w+) cards of these kinds stay", lambda: (WORDS[SHEET["rogue_hand"]],)),
    ("rogue-trooper", r"You may keep (\w+) Clue cards in all", lambda: (WORDS[SHEET["clue_hand"]],)),
    ("mars-or-die", r"In S1 the Murks have (\w+) generals", lambda: (WORDS[generals("s1", "murks")],)),
    (
        "mars-or-die",
        r"the raiders have (\w+) unit each of spears, archers and cavalry and (\w+) murkleeg,",
        lambda: counted("s3", "raiders", ("murk_spear", "murk_archer", "murk_cavalry"), ("murkleeg_melee",)),
    ),
    ("mars-or-die", r"the Kanaltruppen break below (\d+)%", lambda: (breaks("s4", "kanaltruppen"),)),
    ("mars-or-die", r"S6 may last (\d+) turns", lambda: (BATTLES["s6"]["turns"],)),
]


@pytest.mark.parametrize(
    ("page", "says", "is_so"), CLAIMS, ids=[f"{it[0]}-{n}" for n, it in enumerate(CLAIMS)]
)
def test_a_page_repeats_what_a_pack_prints(
    page: str, says: str, is_so: Callable[[], tuple[Any, ...]]
) -> None:
    """A number that a page repeats is the one that is played with; the sentence is there once."""
    found = re.findall(says, text_of(f"play/{page}.md"))
    assert len(found) == 1, "reword the claim with the sentence"
    said = found[0] if isinstance(found[0], tuple) else (found[0],)
    assert said == tuple(str(it) for it in is_so())


# Shares are measured, and the page says how

#: A share of games: in a sentence ("wins 96 games of 100") or in percent.
SHARES = re.compile(
    r"\d%|\bof (\d[\d,]*) (games|campaigns|single Missions)\b|\bgames of \d+\b", re.IGNORECASE
)
#: How somebody measures it anew.
COMMANDS = re.compile(r"sandtable (sim|lab levels) [a-z-]+|python -m tests\.[\w.]+|make soak")


def sections(text: str) -> list[str]:
    """The parts of a page between its headings, without what a screen shows."""
    without = re.sub(r"^```text\n.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.split(r"^## ", without, flags=re.MULTILINE)


@pytest.mark.parametrize("page", sorted(path.stem for path in (DOCS / "play").glob("*.md")))
def test_shares_stand_beside_the_command_that_measures_them(page: str) -> None:
    """No page says how often somebody wins without the command that counts it."""
    shares = [part for part in sections(text_of(f"play/{page}.md")) if SHARES.search(part)]
    assert [part.splitlines()[0] for part in shares if not COMMANDS.search(part)] == []


@pytest.mark.parametrize("page", sorted(path.stem for path in (DOCS / "play").glob("*.md")))
def test_nothing_is_promised_that_nobody_measures(page: str) -> None:
    """Words about balance and about how well people do, which no command counts."""
    promises = (
        r"neither side wins|evenly matched|should do (somewhat )?better|well balanced|a quarter of an\s+hour"
    )
    assert re.findall(promises, text_of(f"play/{page}.md")) == []


def test_how_even_the_battles_are() -> None:
    """Each battle of the pack has its row, with its two sides; what they win and what is drawn are all games."""
    part = next(it for it in sections(text_of("play/mars-or-die.md")) if it.startswith("How even"))
    rows = re.findall(r"^\| `(s\d)` \| (\D+) (\d+)% \| (\D+) (\d+)% \| (\d+)% \|$", part, re.MULTILINE)
    assert [row[0] for row in rows] == sorted(BATTLES)
    for battle, first, a, second, b, drawn in rows:
        sides = BATTLES[battle]["side"]
        assert [first, second] == [side["label"].removesuffix(" Legion") for side in sides]
        assert abs(int(a) + int(b) + int(drawn) - 100) <= 1


def test_wins_by_seat_are_those_that_were_counted() -> None:
    """Rogue Trooper: the shares for players are those of all wins on the contributors' page; a few games have two winners."""
    line = re.search(
        r"^\| wins by seat, in order of play \| (.*) \|$",
        text_of("contribute/rogue-trooper.md"),
        re.MULTILINE,
    )
    assert line is not None
    counted = [[int(n) for n in cell.split(", ")] for cell in line[1].split(" | ")]
    part = next(it for it in sections(text_of("play/rogue-trooper.md")) if it.startswith("How long"))
    told = re.findall(r"\| ([\d.%, ]+) \(each ± [\d.]+\) \|$", part, re.MULTILINE)
    assert told == [", ".join(f"{100 * n / sum(wins):.1f}%" for n in wins) for wins in counted]


def test_two_flags_have_equal_forces() -> None:
    """S5 is said to have equal forces."""
    assert "equal forces" in text_of("play/mars-or-die.md")
    one, other = BATTLES["s5"]["side"]
    assert (one["units"], one["generals"]) == (other["units"], other["generals"])


def test_the_lobby_names_a_length_for_every_game() -> None:
    """The pages repeat lengths from there; they are estimates, which no command measures."""
    assert all(it.minutes for key in BUILT_IN for it in find_game(key).scenarios if it.id != "own")
