"""Small games for the tests of the lab; worker processes import them from here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.engine import PASS, Game, Options, Outcome, Roll, Seat, State, Steps, Word
from sandtable.engine.asking import Topic, pick

RED, BLUE = Word("red", "The red one"), Word("blue", "The blue one")


class FuseOptions(Options, frozen=True, kw_only=True):
    """How many wires there are, and whether cutting the red one can break the rules, with an error or a bad question."""

    wires: int = 3
    is_faulty: bool = True
    is_speechless: bool = False
    is_unplayable: bool = False


class Bomb(State):
    """How many wires are still to cut, and how often the red one was cut."""

    wires: int
    is_faulty: bool
    is_speechless: bool
    is_unplayable: bool
    red: int = 0


CUT = Topic("wire", "1", "A red wire cut wins the game; it can also set off a faulty fuse.")
BREATH = Topic("breath", "1", "The only answer is given for you.")
WHAT_NOW = Topic("now", "1", "Nothing, for there is no answer.")


class Fuse(Game[Bomb]):
    """Ann cuts wires, Bob watches; a red wire and a six are more than the rules can take."""

    key = "fuse"
    title = "Fuse"
    state_type = Bomb
    options_type = FuseOptions
    has_secrets = False

    def begin(self, options: Any) -> Bomb:
        return Bomb(options.wires, options.is_faulty, options.is_speechless, options.is_unplayable)

    def seats(self, options: Any) -> Sequence[Seat]:
        return Seat("ann", "Ann"), Seat("bob", "Bob")

    def turn(self, s: Bomb) -> Steps[None]:
        """1 A wire is cut."""
        if s.is_unplayable and (yield Roll(1, topic="box")) > 3:
            raise ValueError("The box is empty.")
        wire = yield pick(0, CUT, "Cut which wire?", [RED, BLUE])
        yield pick(1, BREATH, "Hold your breath?", [PASS])
        spark = yield Roll(1, topic="spark")
        if s.is_faulty and wire == RED and spark == 6:
            if s.is_speechless:
                yield pick(1, WHAT_NOW, "What now?", [])
            raise ValueError("The fuse burns.")
        s.red += wire == RED
        s.wires -= 1

    def outcome(self, s: Bomb) -> Outcome | None:
        return None if s.wires else Outcome.won_by([0] if s.red else [], 2)

    def view(self, s: Bomb, seat: int | None) -> Any:
        return s.wires


class WatchedFuse(Fuse):
    """The same game with an opinion of its positions and a number to record."""

    key = "watched-fuse"

    def evaluate(self, s: Bomb) -> Sequence[float]:
        return (0.9, 0.1) if s.red else (0.4, 0.6)

    def columns(self, s: Bomb) -> dict[str, float]:
        return {"wires_left": s.wires}


GAMES = [Fuse(), WatchedFuse()]


GUESS = Topic("wire", "1", "Red wins.")


class Alone(Game[Bomb]):
    """One player guesses a colour."""

    key = "alone"
    title = "Alone"
    state_type = Bomb
    has_secrets = False

    def begin(self, options: Any) -> Bomb:
        return Bomb(1, False, False, False)

    def seats(self, options: Any) -> Sequence[Seat]:
        return (Seat("me", "Me"),)

    def turn(self, s: Bomb) -> Steps[None]:
        """1 A guess."""
        s.red = int((yield pick(0, GUESS, "Which wire?", [RED, BLUE])) == RED)
        s.wires = 0

    def outcome(self, s: Bomb) -> Outcome | None:
        return None if s.wires else Outcome.won_by([0] if s.red else [], 1)

    def view(self, s: Bomb, seat: int | None) -> Any:
        return s.wires


ALONE = Alone()
