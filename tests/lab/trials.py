"""A small game whose pack says how it goes: what it takes to win, who plays, and how it fails."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from sandtable.engine import Game, Options, Outcome, Pack, Roll, Run, Seat, SetUp, State, Steps, Word
from sandtable.engine.asking import Topic, pick

BOLD, SHY = Word("bold", "Be bold"), Word("shy", "Be shy")


class Trial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One trial: whoever is bold rolls a die and wins with `needs` or more; who is shy loses."""

    id: str
    needs: int
    seats: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    #: Whether everybody has to be seen to win and to lose.
    everybody: bool = True
    #: Rolling this breaks the rules.
    breaks: int = 0
    #: The trial cannot even be set up.
    is_broken: bool = False
    #: Being shy only puts the trial off.
    endless: bool = False
    #: Nobody wins, whatever is rolled.
    drawn: bool = False


class TrialOptions(Options, frozen=True, kw_only=True):
    trial: str = ""


class Court(State):
    pack: str
    trial: int
    rolled: int = 0


BOLD_OR_SHY = Topic("trial", "1", "The bold are judged by a die; the shy may have to wait.")


class Trials(Game[Court]):
    """The first seat takes a trial; the others win if it fails."""

    key = "trials"
    title = "Trials"
    state_type = Court
    options_type = TrialOptions
    has_secrets = False
    listed = False
    pack_files = {"trials": list[Trial]}

    def set_ups(self, pack: Pack) -> Sequence[SetUp]:
        return [
            SetUp(f"Trial {each.id}", {"trial": each.id}, everybody=each.everybody) for each in pack["trials"]
        ]

    def check_pack(self, pack: Pack) -> Sequence[str]:
        if any(each.id == "unforeseen" for each in pack["trials"]):
            raise KeyError("unforeseen")
        return [f"trials: {each.id}: a die has six faces" for each in pack["trials"] if each.breaks > 6]

    def trial(self, pack: str, id: str) -> Trial:
        trials: list[Trial] = self.pack(pack)["trials"]
        return next(each for each in trials if each.id == id)

    def begin(self, options: Any) -> Court:
        trials: list[Trial] = self.pack(options.pack)["trials"]
        number = trials.index(self.trial(options.pack, options.trial))
        if trials[number].is_broken:
            raise ValueError("There is no court.")
        return Court(options.pack, number)

    def seats(self, options: Any) -> Sequence[Seat]:
        return [Seat(f"s{n}", f"Seat {n}") for n in range(self.trial(options.pack, options.trial).seats)]

    def turn(self, s: Court) -> Steps[None]:
        """1 Be bold or shy."""
        trial: Trial = self.pack(s.pack)["trials"][s.trial]
        answer = yield pick(0, BOLD_OR_SHY, "Bold or shy?", [BOLD, SHY])
        if answer == SHY and trial.endless:
            return
        rolled = yield Roll(1, topic="trial")
        if rolled == trial.breaks:
            raise ZeroDivisionError("the scales break")
        s.rolled = rolled if answer == BOLD else -1

    def outcome(self, s: Court) -> Outcome | None:
        if not s.rolled:
            return None
        trial: Trial = self.pack(s.pack)["trials"][s.trial]
        others = list(range(1, trial.seats))
        winners = [] if trial.drawn else [0] if s.rolled >= trial.needs else others
        return Outcome.won_by(winners, trial.seats, "It is over.")

    def view(self, s: Court, seat: int | None) -> int:
        return s.rolled

    def policy(self, run: Run[Any], rng: random.Random) -> Any:
        return SHY if self.pack(run.state.pack)["trials"][run.state.trial].endless else BOLD


GAME = Trials()
GAMES = [GAME]
