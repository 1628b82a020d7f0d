"""Which modules are compiled: what every rule runs through, and the rules of each game."""

from __future__ import annotations

from pathlib import Path

#: The hot path of the engine, and what puts questions and log lines into words.
ENGINE = (
    "engine/asking.py",
    "engine/compiled/record.py",
    "engine/chance.py",
    "engine/choice.py",
    "engine/log.py",
    "engine/naming.py",
    "engine/playouts.py",
    "engine/question.py",
    "engine/secrets/cards.py",
    "engine/secrets/hidden.py",
    "engine/steps.py",
    "engine/templates.py",
)
#: The rooms of a game that hold rules. Most of what is shown, the bots and the printed non-players stay plain: each would take
#: minutes to compile, and random play and search do not go through them.
ROOMS = ("rules", "cards")
GAMES = (
    "red_dust",
    "rogue_trooper",
    "free_mars/common",
    "free_mars/space",
    "free_mars/surface",
    "mars_or_die",
)
#: Modules that are left out of their rooms: mypyc drops the keywords of structs that are read from files, and fails on a starred `in`.
NOT = frozenset(
    [
        "games/free_mars/common/cards/effects.py",
        "games/free_mars/space/rules/stored_games.py",
        "games/free_mars/surface/rules/stored_games.py",
    ]
)
#: Modules of printed things: constants, and boxes that are classes of their own.
PRINTED = (
    "games/free_mars/common/printed/box.py",
    "games/free_mars/common/printed/dice.py",
    "games/free_mars/space/printed/box.py",
    "games/free_mars/space/printed/orbits.py",
    "games/free_mars/surface/printed/box.py",
    "games/red_dust/printed/box.py",
    "games/red_dust/printed/decks.py",
    "games/red_dust/printed/map.py",
    "games/red_dust/printed/pieces.py",
    "games/rogue_trooper/printed/box.py",
)
#: Views that are long enough: the server makes one for every seat after every answer.
VIEWS = ("games/red_dust/show/view.py",)


def compiled_modules(package: Path) -> list[str]:
    """The modules that are compiled, by their path from where the package is imported."""
    found = list(ENGINE)
    for game in GAMES:
        folder = package / "games" / game
        paths = [path for room in ROOMS for path in sorted(folder.joinpath(room).rglob("*.py"))]
        found += [it.relative_to(package).as_posix() for it in (folder / "state.py", *paths)]
    names = [
        name for name in (*found, *PRINTED, *VIEWS) if name not in NOT and not name.endswith("__init__.py")
    ]
    return [f"sandtable/{name}" for name in names]


#: Example games that are compiled to be compared, and are part of no wheel.
EXAMPLES = ("benchmarks/connect_four.py",)
