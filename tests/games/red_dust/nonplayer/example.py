"""The booklet's example of play: the game runs by itself with forced dice and cards, and the ledger is read beside it.

The game is played once, and every change of the state is kept with the position after it. A step of the ledger ends where
exactly the changes that it lists have come about. Further parts of the example are further files beside the first.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sandtable.engine import Draw, Note, Over, Roll, Shuffle
from sandtable.engine.naming import Word
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.game import RedDustOptions
from sandtable.games.red_dust.nonplayer.conditions import BOX_DICE
from sandtable.games.red_dust.nonplayer.eligibility import INITIATIVE
from sandtable.games.red_dust.nonplayer.operations import ACTIVATION, activation_number
from sandtable.games.red_dust.nonplayer.play import AGITATE
from sandtable.games.red_dust.nonplayer.rounds import SUPPORT_DICE
from sandtable.games.red_dust.nonplayer.tables import CARD_IDS
from sandtable.games.red_dust.printed.map import (
    AVAILABLE,
    CASUALTIES,
    NUMBER_OF,
    SPACE_IDS,
    TRANSIT,
)
from sandtable.games.red_dust.printed.pieces import BASIC, FACTION, FORCES_OF, KINDS, PIECE
from sandtable.games.red_dust.state import Mars, Phase

FOLDER = Path(__file__).parent
PARTS = sorted(FOLDER.glob("example_*.json"))
FACTIONS = {FACTION.id(who): who for who in range(4)} | {"reclaimer": 3}
LEVELS = {
    "active_support": 2,
    "passive_support": 1,
    "neutral": 0,
    "passive_opposition": -1,
    "active_opposition": -2,
}
#: What a die shows that passes every activation number, and every box of a card.
PASS, BOX_DIE = 6, 1


def ledger() -> list[dict[str, Any]]:
    """All steps of all parts, in order."""
    return [step for part in PARTS for step in json.loads(part.read_text(encoding="utf-8"))["steps"]]


def first_part() -> dict[str, Any]:
    part: dict[str, Any] = json.loads(PARTS[0].read_text(encoding="utf-8"))
    return part


class Moment(NamedTuple):
    """The position after a change, and how many lines and throws there had been."""

    state: Mars
    notes: int
    throws: int
    turn: int


class Game:
    """The game being played beside the ledger: what has come about, and what is forced until the next step has."""

    def __init__(self) -> None:
        self.s = set_up()
        self.steps = ledger()
        self.moments: list[Moment] = []
        self.notes: list[Note] = []
        self.throws: list[tuple[str, Any]] = []
        self.spans: dict[int, tuple[int, int]] = {}
        self.turn = 0
        #: The first step that has not come about, and the moment at which the one before it had.
        self.step, self.at = 0, -1
        self.used: set[tuple[int, str, int]] = set()
        #: The step for which Curiosity cards were laid ready last.
        self.laid = 0

    def play(self) -> None:
        """Turn after turn, until everything in the ledger has come about or the game goes another way."""
        while self.step < len(self.steps) and self.turn < MOST_TURNS:
            self._lay_cards()
            rule, value = GAME.turn(self.s), None
            try:
                while True:
                    step = rule.send(value)
                    value = None
                    if isinstance(step, Note):
                        self.notes.append(step)
                    else:
                        assert isinstance(step, (Roll, Draw, Shuffle)), f"somebody is asked: {step}"
                        value = step.value(self._forced(step))
                        self.throws.append((step.topic, value))
                    self._look()
            except (StopIteration, Over):
                self._look()
            self.turn += 1

    def _lay_cards(self) -> None:
        """The Curiosity cards of the steps that are due come up next; one that was never drawn is laid aside."""
        due = self._window()
        if due and due[0]["n"] != self.laid:
            self.laid = due[0]["n"]
            cards = [card for step in due for card in step.get("forced", {}).get("curiosity", [])]
            self.s.forced["curiosity"] = [CARD_IDS.index(card) for card in cards]

    def _look(self) -> None:
        """Keep the position if it has changed, and see whether the next step has come about."""
        if self.moments and self.moments[-1].state.encode() == self.s.encode():
            return
        self.moments.append(Moment(self.s.copy(), len(self.notes), len(self.throws), self.turn))
        if self.at < 0:
            self.at = 0 if self.s.phase is Phase.BIDS else -1
            if not self.at:
                self.at = len(self.moments) - 1
            return
        before, now = self.moments[self.at].state, len(self.moments) - 1
        for n in range(self.step, len(self.steps)):
            step = self.steps[n]
            expected = wanted(step, before)
            if not expected and not _turns_card(step):
                continue
            if has_come(step, expected, before, self.s):
                for between in self.steps[self.step : n]:
                    self.spans[between["n"]] = self.at, self.at
                self.spans[step["n"]] = self.at, now
                self.step, self.at = n + 1, now
            break
        else:
            for rest in self.steps[self.step :]:
                self.spans[rest["n"]] = self.at, self.at
            self.step = len(self.steps)

    def _window(self) -> list[dict[str, Any]]:
        """The steps from the one that is due to the next that changes something."""
        found = []
        for step in self.steps[self.step :]:
            found.append(step)
            if wanted(step, self.s) or _turns_card(step):
                break
        return found

    def _forced(self, step: Roll | Draw | Shuffle) -> tuple[Any, ...]:
        """What is thrown or drawn: what the ledger says, or else something that stands in nobody's way."""
        if isinstance(step, Shuffle):
            return tuple(step.items)
        if isinstance(step, Draw):
            return (self._pick(step),)
        for due in self._window():
            for what, value in due.get("forced", {}).get("dice", {}).items():
                if topic_of(what) == step.topic:
                    faces = self._next(due["n"], what, value, step.dice)
                    if faces:
                        return faces
        if step.topic == AGITATE:
            return (3,)  # 1d3 is 2
        return (PASS,) if step.topic == ACTIVATION else (BOX_DIE,) * step.dice

    def _next(self, number: int, what: str, value: Any, dice: int) -> tuple[int, ...]:
        """The next faces that a step forces; none if they have all been thrown."""
        values = [value] if isinstance(value, (str, int)) else list(value)
        start = next(n for n in range(len(values) + 1) if (number, what, n) not in self.used)
        if start >= len(values):
            return ()
        for n in range(start, start + dice):
            self.used.add((number, what, n))
        return tuple(self._face(it) for it in values[start : start + dice])

    def _face(self, value: Any) -> int:
        """A forced die; where the booklet gives only the outcome, a 6 passes and the highest that must fail fails."""
        if value == "pass":
            return PASS
        if value != "fail":
            return int(value)
        np, a = self.s.nonplayers, self.s.action
        assert np is not None
        total = {0: np.supply_total, 3: np.asset_total if not a.is_limited else 0}.get(a.who, 0)
        return max(die for die in range(1, activation_number(self.s, np, a) + 1) if die > total)

    def _pick(self, step: Draw) -> Any:
        for due in self._window():
            forced = due.get("forced", {}).get("random", [])
            for n, it in enumerate(forced if isinstance(forced, list) else [forced]):
                pick = NUMBER_OF.get(it["pick"], it["pick"])
                if (due["n"], "random", n) not in self.used and pick in step.bin:
                    self.used.add((due["n"], "random", n))
                    return pick
        return step.bin[0]


MOST_TURNS = 400


def topic_of(what: str) -> str:
    """The topic of a roll that the ledger forces."""
    return {"activation": ACTIVATION, "initiative_3d6": INITIATIVE, "attack": "attack dice"}.get(
        what, SUPPORT_DICE if "support" in what else BOX_DICE
    )


def _turns_card(step: dict[str, Any]) -> bool:
    return step["who"] == "game" and "current_event" in step["expect"]


def has_come(step: dict[str, Any], expected: Any, before: Mars, after: Mars) -> bool:
    """Whether exactly the changes of a step have come about."""
    if _turns_card(step):
        return after.current_event() + 1 == step["expect"]["current_event"] and after.acted == ()
    return bool(change(before, after) == expected)


def set_up() -> Mars:
    """The set-up of the example, with the cards and Storms of all steps laid ready."""
    start = first_part()["setup"]
    steps = ledger()
    bots = [FACTION.id(FACTIONS[it]) for it in start["bots"]]
    s = GAME.begin(msgspec.convert({"nonplayers": bots}, RedDustOptions))
    storms = [*start["approaching_storms"]]
    campaigns = [int(it[2:]) - 1 for it in start["campaign_in_play"]]
    for step in steps:
        forced = step.get("forced", {})
        storms += forced.get("storm_rolls", [])
        campaigns += [int(it[2:]) - 1 for it in forced.get("campaign", [])]
    s.forced = {
        "event": [number - 1 for number in start["event_deck_top_to_bottom"]],
        "campaign": campaigns,
        "storm": [NUMBER_OF[space] for space in storms],
    }
    return s


def key_of(kind: int) -> str:
    """The piece as the ledger calls it, whatever side it shows."""
    return PIECE.id(BASIC[kind])


def facts(s: Mars) -> Counter[tuple[str, ...]]:
    """What the ledger tells changes of: pieces by place, their sides, Damage, alignment, Storms, markers."""
    found: Counter[tuple[str, ...]] = Counter()
    for place, name in enumerate(SPACE_IDS):
        if place in (AVAILABLE, CASUALTIES):
            continue
        for kind in range(KINDS):
            if n := s.at(place, kind):
                found["piece", name, key_of(kind)] += n
                if kind != BASIC[kind]:
                    sort = "upgraded" if "base" in PIECE.id(BASIC[kind]) else "active"
                    found[sort, name, key_of(kind)] += n
        if place < len(s.damage):
            found["damage", name] += s.damage[place]
            found["alignment", name] += s.alignment[place]
            found["storm", name] += s.storm[place]
            found["housed", name] += s.housed[place]
    found["piece", "earth", "supply"] += s.supply_on_earth
    found["piece", "transit", "supply"] += s.supply_in_transit
    found["piece", "earth", "population"] += s.population_on_earth
    found["piece", "transit", "population"] += s.population_in_transit
    return Counter({key: n for key, n in found.items() if n})


def change(before: Mars, after: Mars) -> dict[tuple[str, ...], int]:
    old, new = facts(before), facts(after)
    return {key: new[key] - old[key] for key in {*old, *new} if new[key] != old[key]}


def wanted(step: dict[str, Any], before: Mars) -> dict[tuple[str, ...], int]:
    """What a step of the ledger says that changes, from the position before it."""
    found: Counter[tuple[str, ...]] = Counter()
    for it in step.get("does", []):
        _want(it, before, found)
    return {key: n for key, n in found.items() if n}


Found = Counter[tuple[str, ...]]


def _want(it: dict[str, Any], s: Mars, found: Found) -> None:
    """Add what one line of the ledger says; `set_eg`, payments and the Flashpoint marker are looked at by the test."""
    sort, space = it["action"], it.get("space", "")
    piece, n = it.get("piece", ""), it.get("count", 1)
    sign = {"upgrade": 1, "activate": 1, "hide": -1, "damage": 1, "repair": -1, "house": 1}.get(sort, 0)
    keys: dict[str, tuple[str, ...]] = {
        "upgrade": ("upgraded", space, piece),
        "activate": ("active", space, piece),
        "hide": ("active", space, piece),
        "damage": ("damage", space),
        "repair": ("damage", space),
        "house": ("housed", space),
    }
    if sort in keys:
        found[keys[sort]] += sign * n
        if sort == "damage":
            _want_neutral(s, space, found)
    elif sort in _PIECES:
        _PIECES[sort](it, s, found)
    elif sort == "shift":
        found["alignment", space] = LEVELS[it["to"]] - s.alignment[NUMBER_OF[space]]
    elif sort == "storm":
        found["storm", space] = {"approaching": 1, "raging": 2}[it["to"]] - s.storm[NUMBER_OF[space]]
    else:
        assert sort in ("set_eg", "pay_asset_total", "advance_flashpoint"), (
            f"the ledger does something new: {it}"
        )


def _want_neutral(s: Mars, space: str, found: Found) -> None:
    """5.3 A space without Population becomes Neutral."""
    number = NUMBER_OF[space]
    if s.population(number) <= found["damage", space] and s.alignment[number]:
        found["alignment", space] = -s.alignment[number]


def _want_placed(it: dict[str, Any], s: Mars, found: Found) -> None:
    found["piece", it["space"], it["piece"]] += it.get("count", 1)
    for other, count in it.get("replaces", {}).items():
        found["piece", it["space"], other] -= count


def _want_removed(it: dict[str, Any], s: Mars, found: Found) -> None:
    n, active = it.get("count", 1), _active(s, it["space"], it["piece"])
    found["piece", it["space"], it["piece"]] -= n
    if active:
        found["active", it["space"], it["piece"]] -= min(n, active)


def _want_moved(it: dict[str, Any], s: Mars, found: Found) -> None:
    for place, sign in ((it["from"], -1), (it["to"], 1)):
        if place not in ("available", "casualties", "displaced_population"):
            found["piece", place, it["piece"]] += sign * it.get("count", 1)


def _want_all_moved(it: dict[str, Any], s: Mars, found: Found) -> None:
    for kind in range(KINDS):
        there = s.at(TRANSIT, kind)
        to = "orbit" if PIECE.id(kind) == "satellite" else it["to"]
        found["piece", it["from"], key_of(kind)] -= there
        found["piece", to, key_of(kind)] += there
    found["piece", "transit", "supply"] -= s.supply_in_transit
    found["piece", "transit", "population"] -= s.population_in_transit


def _want_all_removed(it: dict[str, Any], s: Mars, found: Found) -> None:
    for kind in FORCES_OF[FACTIONS[it["owner"]]]:
        there = s.at(NUMBER_OF[it["space"]], kind)
        found["piece", it["space"], key_of(kind)] -= there
        if kind != BASIC[kind]:
            found["upgraded" if "base" in key_of(kind) else "active", it["space"], key_of(kind)] -= there


_PIECES = {
    "place": _want_placed,
    "remove": _want_removed,
    "move": _want_moved,
    "move_all": _want_all_moved,
    "remove_all": _want_all_removed,
}


def _active(s: Mars, space: str, piece: str) -> int:
    """How many pieces of this sort lie on their other side."""
    if "base" in piece or space not in NUMBER_OF:
        return 0
    return sum(
        s.at(NUMBER_OF[space], kind) for kind in range(KINDS) if key_of(kind) == piece and kind != BASIC[kind]
    )


@cache
def played() -> Game:
    """The whole example, played once."""
    game = Game()
    game.play()
    return game


def word(value: Any) -> str:
    return value.id if isinstance(value, Word) else str(value)
