"""Uses of every entry of the non-player tables in many games: `python -m tests.games.red_dust.nonplayer.soak 2000`."""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

from sandtable.engine import Draw, Note, Over, Roll, Shuffle
from sandtable.engine.chance import RandomSource
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.game import RedDustOptions
from sandtable.games.red_dust.nonplayer import (
    conditions,
    curiosity,
    eligibility,
    moves,
    operations,
    priorities,
    rounds,
    specials,
)
from sandtable.games.red_dust.nonplayer.answering import ANSWERS
from sandtable.games.red_dust.nonplayer.files import CardBox
from sandtable.games.red_dust.nonplayer.tables import (
    ACTIVITIES,
    ASSET_INSTRUCTIONS,
    CONDITIONS,
    ELIGIBILITY,
    EVENT_INSTRUCTIONS,
    INSTRUCTIONS,
    MOVES,
    ROUNDS,
    SIDES,
    SPACES,
    Side,
)
from sandtable.games.red_dust.printed.files import FactionId
from sandtable.games.red_dust.printed.pieces import FACTION
from sandtable.games.red_dust.state import Mars

#: The questions at which starred instructions and Suppress are carried out.
STARS = ["train_pacify", "improve", "build_base", "base_security", "dig_in", "suppress"]
ALL: tuple[FactionId, ...] = ("marsgov", "corporations", "red_dust", "reclaimers")


class Uses:
    """How often each entry decided, or was carried out."""

    def __init__(self) -> None:
        self.sides: Counter[str] = Counter()
        self.boxes: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.conditions: Counter[str] = Counter()
        self.instructions: Counter[str] = Counter()
        self.activities: Counter[str] = Counter()
        self.rows: Counter[str] = Counter()
        self.keep: Counter[str] = Counter()
        self.get: Counter[str] = Counter()
        self.rounds: Counter[str] = Counter()
        self.tests: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.winners: Counter[str] = Counter()
        self.games = 0

    def unused(self) -> dict[str, list[str]]:
        """Entries that were never used, by sort."""
        stars = set(operations.AT_THE_END)
        wanted: dict[str, list[str]] = {
            "sides": [side.id for side in SIDES],
            "boxes": [f"{side.id}.{box}" for side in SIDES for box in side.boxes],
            "answers": STARS,
            "conditions": [
                it for it in CONDITIONS if it in {box.check for s in SIDES for box in s.boxes.values()}
            ],
            "instructions": [it for it in INSTRUCTIONS if it not in stars],
            "activities": list(ACTIVITIES),
            "rows": [
                f"{table.faction}.{column}.{n}"
                for table in SPACES.tables
                for n, row in enumerate(table.rows, 1)
                if not row.random and row.only_if_player is None
                for column in row.columns
            ],
            "keep": [it.id for it in MOVES.keep if it.only_if_player is None],
            "get": [it.id for it in MOVES.get if it.only_if_player is None],
            "rounds": [it.id for it in (*ROUNDS.support, *ROUNDS.keep) if it.only_if_player is None],
            "tests": [line.test for line in (*ELIGIBILITY.first, *ELIGIBILITY.second)],
            "events": [f"{FACTION.id(who)} {number}" for who, number in EVENT_INSTRUCTIONS]
            + [f"CR{number}" for number in ASSET_INSTRUCTIONS],
        }
        return {
            sort: [name for name in names if not getattr(self, sort)[name]]
            for sort, names in wanted.items()
            if any(not getattr(self, sort)[name] for name in names)
        }

    def text(self) -> str:
        lines = [f"{self.games} games, won by {dict(self.winners)}"]
        for sort in (
            "sides",
            "boxes",
            "answers",
            "conditions",
            "tests",
            "instructions",
            "activities",
            "keep",
            "get",
            "rounds",
            "events",
        ):
            lines += [f"{sort}:", *(f"  {n:7} {name}" for name, n in sorted(getattr(self, sort).items()))]
        lines += ["rows that decided:", *(f"  {n:7} {name}" for name, n in sorted(self.rows.items()))]
        lines += ["never used:", *(f"  {sort}: {', '.join(names)}" for sort, names in self.unused().items())]
        return "\n".join(lines) + "\n"


class Boxes(dict[str, CardBox]):
    """The boxes of a side, which count who looks at them."""

    def __init__(self, side: Side, counts: Counter[str]) -> None:
        super().__init__(side.boxes)
        self.side, self.counts = side.id, counts

    def __getitem__(self, box: str) -> CardBox:
        self.counts[f"{self.side}.{box}"] += 1
        return super().__getitem__(box)


class Counting:
    """While it lasts, what decides is counted."""

    def __init__(self, uses: Uses) -> None:
        self.uses = uses
        self.undo: list[Any] = []

    def _wrap(self, table: dict[str, Any], counts: Counter[str], is_used: Any) -> None:
        for name, function in list(table.items()):
            self.undo.append((table, name, function))

            def counting(*args: Any, name: str = name, function: Any = function) -> Any:
                found = function(*args)
                if is_used(found):
                    counts[name] += 1
                return found

            table[name] = counting

    def _look_at(self, sides: tuple[Side, ...]) -> None:
        """Those who read cards read these."""
        for module in (curiosity, specials):
            vars(module)["SIDES"] = sides

    def __enter__(self) -> Uses:
        uses = self.uses
        self._wrap(conditions.TESTS, uses.conditions, bool)
        self._wrap(operations.CANDIDATES, uses.instructions, bool)
        self._wrap(specials.LINES, Counter(), bool)
        self._wrap(rounds.SUPPORT, uses.rounds, bool)
        self._wrap(ANSWERS, uses.answers, bool)
        sides = tuple(side._replace(boxes=Boxes(side, uses.boxes)) for side in SIDES)
        self._look_at(sides)
        self._narrow = priorities.narrow
        self._lines = moves._KEEP, moves._GET, rounds._KEEP

        def narrow(*args: Any, **more: Any) -> Any:
            why = self._narrow(*args, **more)
            if why.row is not None:
                uses.rows[why.row.id] += 1
            return why

        priorities.narrow = narrow
        named = {function: name for name, function in moves.KEEP.items()}
        got: dict[tuple[int, Any], str] = {}
        for it in MOVES.get:
            for faction in it.factions:
                got[FACTION_NUMBER[faction], moves.GET[it.id]] = it.id
        moves._KEEP = {
            who: tuple((_count(fn, uses.keep, named[fn]), p) for fn, p in lines)
            for who, lines in moves._KEEP.items()
        }
        moves._GET = {
            who: tuple((_count(fn, uses.get, got[who, fn]), p) for fn, p in lines)
            for who, lines in moves._GET.items()
        }
        kept: dict[int, list[str]] = {}
        for line in ROUNDS.keep:
            kept.setdefault(FACTION_NUMBER[line.faction], []).append(line.id)
        rounds._KEEP = {
            who: [_count(fn, uses.rounds, name) for fn, name in zip(lines, kept.get(who, []), strict=True)]
            for who, lines in rounds._KEEP.items()
        }
        return uses

    def __exit__(self, *error: object) -> None:
        for table, name, function in self.undo:
            table[name] = function
        priorities.narrow = self._narrow
        self._look_at(SIDES)
        moves._KEEP, moves._GET, rounds._KEEP = self._lines


FACTION_NUMBER = {FACTION.id(who): who for who in range(4)}


def _count(function: Any, counts: Counter[str], name: str) -> Any:
    def counting(*args: Any) -> Any:
        need = function(*args)
        if need is not None and need.n > 0:
            counts[name] += 1
        return need

    return counting


def play(seed: int, uses: Uses) -> Mars:
    """One game of four non-players, with what it used counted."""
    s = GAME.begin(RedDustOptions(nonplayers=ALL))
    source = RandomSource(random.Random(seed))
    while True:
        rule, value = GAME.turn(s), None
        try:
            while True:
                step = rule.send(value)
                value = None
                if isinstance(step, Note):
                    _read(s, step, uses)
                else:
                    assert isinstance(step, (Roll, Draw, Shuffle))
                    value = step.value(source.raw(step))
        except StopIteration:
            pass
        except Over as over:
            uses.games += 1
            uses.winners[ALL[over.outcome.winners[0]]] += 1
            return s


def _read(s: Mars, note: Note, uses: Uses) -> None:
    """Count what the log tells of."""
    np = s.nonplayers
    assert np is not None
    if note.text == "{who:faction}: {op} by card {card}.":
        uses.sides[note.args["card"].label] += 1
    elif note.text == "{who:faction}: {special}.":
        uses.activities[np.activity] += 1
    elif note.text == "{who:faction}: Ambush in {space}.":
        uses.activities["ambush_rd" if note.args["who"] == 2 else "ambush_cr"] += 1
    elif note.text == "{who:faction}: {event}{side}.":
        uses.events[f"{FACTION.id(note.args['who'])} {note.args['event'] + 1}"] += 1
    elif note.text == "Reclaimers play {asset}.":
        uses.events[f"CR{note.args['asset'] + 1}"] += 1
    elif note.text == eligibility.DECIDED:
        uses.tests[note.args["line"].id] += 1
    if "dice" in note.args.get("test", ""):
        uses.conditions[note.args["test"]] += 1


if __name__ == "__main__":
    uses = Uses()
    with Counting(uses):
        for seed in range(int(sys.argv[1])):
            play(seed, uses)
    print(uses.text())
